"""The rulebook's words for what the solver's values say."""

from collections.abc import Iterable
from shlex import quote

from cli.figures import chance
from solver.cypher.events import Custom, Spot
from solver.cypher.places import Where
from solver.cypher.rules import Due, Step, fourth_card, pass_to, score, series_wins, settled, sources
from solver.cypher.state import Phase, State
from solver.cypher.view import View
from solver.words import as_word

__all__ = [
    "ASSUMED",
    "CUSTOMS",
    "asked",
    "awaited",
    "card",
    "copies",
    "listed",
    "next_game",
    "scored",
    "share",
    "where",
]

ASSUMED = (
    "The cards are place-holders, assumed: counted, but not named and worth nothing known. Type a cards line, or keep"
    " your box for the next game: lostcode new --game cypher."
)
CUSTOMS = {
    Custom.LAST_TURN_OTHERS: "Last turns: not for the player who triggered the end.",
    Custom.FOURTH_AFTER: "The fourth card goes under the deck after the action.",
    Custom.TWO_DRAW_DECK: "Both cards come from the deck, none from the market.",
    Custom.NEXT_FIRST_WINNER: "The winner begins the next game.",
}
"""What the switches change, for people."""
_COMMAND = 37
"""Columns of a line of a command, without the backslash that continues it."""


def listed(words: Iterable[str], last: str) -> str:
    """Join as in a sentence: “a, b and c”."""
    each = list(words)
    return each[0] if len(each) == 1 else f"{', '.join(each[:-1])} {last} {each[-1]}" if each else ""


def card(name: str, table: State) -> str:
    """A card with its value, “?” for one that nobody has told: “h (8)”."""
    value = table.worth(name)
    return f"{name} ({'?' if value is None else value})"


def where(place: Where) -> str:
    """A place out of sight: “Cy’s hand”, “place 3 of the deck”."""
    match place.place.spot:
        case Spot.HAND:
            return f"{place.place.owner}’s hand"
        case Spot.DECK:
            return "the top of the deck" if place.position == 1 else f"place {place.position} of the deck"
        case _:
            return "out of the game"


def copies(number: float) -> str:
    """An expected number of copies with two decimals; a whole number is said of certainties alone."""
    if number == round(number):
        return str(round(number))
    rounded = round(number, 2)
    if rounded != round(rounded):
        return f"{rounded:.2f}"
    return f">{rounded - 0.01:.2f}" if number < rounded else f"<{rounded + 0.01:.2f}"


def share(number: float, several: bool) -> str:
    """A chance; where several copies are out of sight, how many are expected."""
    return copies(number) if several else chance(number).replace(" %", "%")


def scored(table: State) -> str:
    """The totals: “Ann 3, Bob 8, Cy ?”."""
    return ", ".join(f"{player} {'?' if total is None else total}" for player, total in score(table).items())


def awaited(now: Due, table: State) -> str:
    """What comes next, in a few words."""
    match now.step:
        case Step.PLAYERS:
            return "who plays"
        case Step.MARKET:
            return "the market card is turned up"
        case Step.PLAY:
            return f"{now.player} plays a card"
        case Step.UNDER:
            return f"{now.player} puts one of four cards under the deck"
        case Step.RECEIVE:
            return f"{now.player} receives a card" + (", or none: the deck is empty" if now.optional else "")
        case Step.PASS:
            return f"{now.player} passes a card to {pass_to(settled(table))}"
        case Step.DISCARD:
            return f"{now.player} discards a card"
        case _:
            return "the game is over"


def asked(view: View, now: Due) -> str:
    """What comes next and how it is typed."""
    table = view.table
    like = next(iter(view.table.names[1:]), "h")
    hidden = now.player is not None and not table.sees(now.player)
    said = awaited(now, table)
    match now.step:
        case Step.MARKET if not table.started and view.viewer is not None and view.viewer not in table.dealt:
            cards = " ".join(map(as_word, table.names[1 : len(table.hands[view.viewer]) + 1]))
            return f"your cards first, like hand {as_word(view.viewer)} {cards}"
        case Step.MARKET:
            return f"{said}, like {like}"
        case Step.PLAY:
            lying = settled(table).tables[now.player or ""]
            full = fourth_card(settled(table), now.player or "")
            if not full:
                return f"{said}, like {like}"
            # A card of the viewer's hand would tell others what he holds.
            other = next((name for name in table.names[1:] if name != lying[0]), like)
            return f"{said}, like {other} u {lying[0]}: a fourth card, {lying[0]} goes under the deck"
        case Step.UNDER:
            return f"{said}, like {like}; the lines of the action come first"
        case Step.RECEIVE:
            # The lines of an action come between the card that is placed and the one that is received.
            first = "Action? Then " if table.phase is Phase.RECEIVE and not table.received else ""
            ways = {Spot.MARKET: "m for the market", Spot.DECK: f"{'d' if hidden else 'its name'} for the deck"}
            return f"{first}{said}: {', '.join(ways[spot] for spot in reversed(sources(settled(table))))}"
        case Step.PASS:
            taker = pass_to(settled(table))
            return f"{said}" + ("" if hidden and taker != view.viewer else f", like {like}")
        case Step.DISCARD:
            return f"{said}" + ("" if hidden else f", like {like}")
        case Step.OVER:
            return "the game is over; quit leaves"
        case _:
            return said


def next_game(view: View, begins: str) -> list[str]:
    """The command that sets up the next game of a series, with what is known of it by then; the cards are saved.

    In lines that fit everywhere, and can be copied as they stand.
    """
    table = view.table
    place = table.players.index(begins)
    given = [("--player", player) for player in (*table.players[place:], *table.players[:place])]
    given += [] if view.viewer is None else [("--me", view.viewer)]
    won = " ".join(f"{as_word(player)} {games}" for player, games in series_wins(table).items() if games)
    lines = [f"won {won}"] if won else []
    lines += ["removed"] if table.removed else []
    lines += [f"ruling {custom}" for custom in sorted(table.rulings)]
    given += [("--line", line) for line in lines]
    broken = ["lostcode new --game cypher"]
    for option in given:
        words = " ".join(map(quote, option))
        if len(broken[-1]) + len(words) < _COMMAND:
            broken[-1] += f" {words}"
        else:
            broken.append(f"  {words}")
    return [*(f"{line} \\" for line in broken[:-1]), broken[-1]]
