"""What a seat cannot know of a record, told by its words alone: who holds which cards, stones and looks.

Written from the rulebooks and the formats of the records, and from nothing that hides it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from solver.words import Words

__all__ = ["SECRETS", "TOLD", "hidden_words"]

Hidden = Callable[[Sequence[str], str], range]
"""Which of the words of a line a seat does not see."""

NONE = range(0)


def _lost_code(words: Sequence[str], seat: str) -> range:
    """A player sees every log but his own; what others write on tokens and in final guesses they hide."""
    match words:
        case ["log", owner, *_] if owner == seat:
            return range(2, len(words))
        case ["exchange", player, _, _, _] if player == seat:
            return range(4, 5)
        case ["token", player, _, *_] if player != seat:
            return range(3, len(words))
        case _:
            return NONE


def _beyond_code(words: Sequence[str], seat: str) -> range:
    """Who looks at a closed card sees it alone; characters are kept quiet."""
    match words:
        case ["name" | "decrypt", player, _, _, "is", _] if player != seat:
            return range(5, 6)
        case ["look", player, _, _] if player != seat:
            return range(3, 4)
        case ["character", player, _] if player != seat:
            return range(2, 3)
        case _:
            return NONE


def _cypher(words: Sequence[str], seat: str) -> range:
    """Hands and the deck are face down (Setup, Passing cards, Discarding cards); an action shows to one."""
    match words:
        case ["hand", player, *_] if player != seat:
            return range(2, len(words))
        case ["receive", player, "deck", _] if player != seat:
            return range(3, 4)
        case ["pass", giver, taker, _] if seat not in (giver, taker):
            return range(3, 4)
        case ["discard", player, _] if player != seat:
            return range(2, 3)
        case ["move", source, target, _] if not any(
            place == seat or place == "market" or place.endswith("-table") for place in (source, target)
        ):
            return range(3, 4)
        case ["see", *_]:
            return range(len(words) - 1, len(words))
        case _:
            return NONE


SECRETS: Mapping[str, Hidden] = MappingProxyType(
    {"lost-code": _lost_code, "beyond-code": _beyond_code, "cypher": _cypher}
)
"""For each game in which players know different things. In Código Enigma everybody sees the same."""

TOLD: Mapping[str, str] = MappingProxyType(
    {
        "lost-code": (
            "game lost-code\nplayers Ann Bob\nvariant shortcut\n"
            "log Ann bear 4 jaguar 5 human 1 bird 6 chameleon 7 snake 4\n"
            "log Bob bear 3 jaguar 0 human 7 bird 2 chameleon 5 snake 1\n"
            "log neutral-1 bear 1 jaguar 4 human 2 bird 0 chameleon 3 snake 6\n"
            "log neutral-2 bear 6 jaguar 7 human 5 bird 4 chameleon 0 snake 2\n"
            "roll bear bear bear\ntoken Ann bear 3 5\n"
        ),
        "beyond-code": (
            "game beyond-code\nplayers Ann Bob Cy\nkeeper Ann\nset introductory\nname Ann a1 library is joint\n"
            "name Bob b1 shadow is shadow\nlook Cy c3 book\n"
        ),
        "cypher": (
            "game cypher\nplayers Ann Bob Cy\n"
            "cards power=0 a=1x2 b=2x2 c=3x2 d=4x2 e=5x2 f=6x2 g=7x2 h=8x2 i=9x2\n"
            "hand Ann a c f\nhand Bob h b\nhand Cy d\nmarket g\nplay Ann c\nmove deck Bob e\nmove Bob under b\n"
            "move deck out i\nsee Bob e\nsee deck 1 b\nreceive Ann deck a\npass Ann Bob a\npass Ann Cy f\n"
        ),
    }
)
"""For each of these games a record that tells everything, with every kind of line of which a seat does not see all."""


def hidden_words(game: str, text: str, seat: str) -> Iterator[tuple[int, int, str]]:
    """Each word that a seat does not see: its line, from 1, its place in the line, from 0, and the word."""
    for number, line in enumerate(text.splitlines(), 1):
        words = Words(line).all
        for place in SECRETS[game](words, seat):
            if words[place] not in ("?", "-"):
                yield number, place, words[place]
