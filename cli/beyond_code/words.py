"""The rulebook's words for what the solver's values say."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from solver.beyond_code.actions import with_infiltrator
from solver.beyond_code.events import Choose, Corner, Decrypt, Doubt, Event, Look, Name, Open, Token, Told
from solver.beyond_code.notation import write
from solver.beyond_code.play import card_named
from solver.beyond_code.state import Ending, Naming, Outcome, State
from solver.beyond_code.view import View
from solver.errors import IllegalEvent

__all__ = [
    "ASSUMED",
    "CORNERS",
    "TITLE",
    "assumed",
    "conflict",
    "ended",
    "fate",
    "how",
    "line",
    "listed",
    "match",
    "rulings",
    "shortest",
    "time_out",
    "tokens",
    "unless_infiltrator",
    "whose",
]

TITLE = "Enigma: Beyond Code"
CORNERS: Mapping[Corner, str] = MappingProxyType(
    {Corner.CHAOS: "Chaos", Corner.DECRYPTION: "decryption", Corner.NONE: "no corner", Corner.UNKNOWN: ""}
)
ASSUMED: Mapping[str, str] = MappingProxyType({"cards": "names", "corners": "corners", "time": "time board"})
_VICTORIES = 3
"""Alone with Chaos: so many end it."""
_ROMAN = ("", "I", "II", "III")


def listed(names: Iterable[str], link: str = "and") -> str:
    """Names in a row, with a link before the last."""
    *some, last = [*names] or ["nobody"]
    return f"{', '.join(some)} {link} {last}" if some else last


def whose(view: View) -> str:
    """Whose turn it is, or how the game ended."""
    table = view.table
    if not table.players:
        return "nobody plays yet"
    if table.outcome is not None:
        return ended(table.outcome)
    who = "your" if table.active == view.viewer else f"{table.active}’s"
    silent = table.holds(table.active, Token.SILENCE)
    return f"{who} {'silent ' if silent and not table.solo else ''}turn"


def ended(outcome: Outcome) -> str:
    """How a game ended."""
    match outcome.ending:
        case Ending.GOAL:
            return f"{outcome.winner} has won"
        case Ending.INFILTRATOR:
            return f"{outcome.winner} has won, the Infiltrator"
        case Ending.TIME:
            return "time has run out: Chaos breaks through"
        case Ending.NOBODY:
            return "nobody is left: Chaos breaks through"


def time_out(table: State) -> str:
    """What is typed when time has run out: with the Infiltrator's name, where one may take part."""
    return f"time out{', or time out NAME if he is the Infiltrator' if with_infiltrator(table) else ''}"


def unless_infiltrator(table: State) -> str:
    """What may still be said after time ran out by an effect (Time Runs Out); else ""."""
    by_time = table.outcome is not None and table.outcome.ending is Ending.TIME
    open_yet = by_time and not table.solo and with_infiltrator(table)
    return "; unless somebody is the Infiltrator: time out NAME" if open_yet else ""


def fate(table: State) -> str:
    """Alone, after the third victory: whose story tells what happened to the world (Third victory); else ""."""
    outcomes = (*table.outcomes, *([table.outcome] if table.outcome else []))
    won = [outcome for outcome in outcomes if outcome.ending is Ending.GOAL and outcome.character is not None]
    if not table.solo or len(won) < _VICTORIES:
        return ""
    # In a tie it is the one who achieved his goal earlier.
    teller = max(won, key=lambda outcome: outcome.left or 0)
    spaces = "1 space" if teller.left == 1 else f"{teller.left} spaces"
    return f", and the match: the story of the {str(teller.character).title()} tells the fate ({spaces} left)"


def conflict(lines: Sequence[int]) -> str:
    """Which lines are at odds."""
    return (
        f"Line {lines[0]} cannot be true" if len(lines) == 1 else f"Lines {listed(map(str, lines))} cannot all be true"
    )


def line(event: Event, table: State) -> str:
    """The line of an event with cards called as the box calls them, which the record understands as well."""

    def called(card: str) -> str:
        try:
            known = card_named(table, card)
        except IllegalEvent:
            return card
        return table.named.get(known, known)

    match event:
        case Name(card=card, really=really) | Decrypt(card=card, really=really):
            return write(replace(event, card=called(card), really=None if really is None else called(really)))
        case Doubt(really=str(really)):
            return write(replace(event, really=called(really)))
        case Look(card=str(card)) | Choose(card=str(card)) | Open(card=card) | Told(card=card):
            return write(replace(event, card=called(card)))
        case _:
            return write(event)


def how(naming: Naming) -> str:
    """What came of a naming: believed, proved or caught."""
    return "believed" if naming.checked is None else "proved" if naming.honest else "caught lying"


def tokens(table: State, short: Mapping[str, str] = MappingProxyType({})) -> str:
    """Who holds which token, "" where nobody holds one. short: names cut short."""
    held = {
        token: [short.get(player, player) for player in table.players if table.holds(player, token)] for token in Token
    }
    return " · ".join(f"{token}: {', '.join(players)}" for token, players in held.items() if players)


def match(table: State) -> str:
    """How the match stands, "" in its first game."""
    if table.game == 1 and not table.wins and not table.breakthroughs:
        return ""
    won = [
        f"{player} {_ROMAN[min(table.wins.get(player, 0), 3)]}" for player in table.players if table.wins.get(player)
    ]
    parts = [f"game {table.game}", *([f"triumphs {', '.join(won)}"] if won else [])]
    if table.breakthroughs:
        parts.append(f"breakthroughs {table.breakthroughs}")
    return " · ".join(parts)


def assumed(table: State) -> str:
    """What stands on place-holders, "" for nothing."""
    parts = [ASSUMED[each] for each in table.assumed]
    return f"* assumed: {', '.join(parts)}" if parts else ""


def rulings(table: State) -> str:
    """The rulings that the record chooses, "" for none."""
    chosen = ", ".join(f"{switch} {value}" for switch, value in table.rulings.items())
    return f"rulings: {chosen}" if chosen else ""


def shortest(names: Sequence[str]) -> Mapping[str, str]:
    """The shortest beginning of each name that is its alone."""
    found = {}
    for name in names:
        cuts = (name[:length] for length in range(1, len(name) + 1))
        others = [other.casefold() for other in names if other != name]
        found[name] = next((cut for cut in cuts if not any(o.startswith(cut.casefold()) for o in others)), name)
    return found
