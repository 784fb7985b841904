"""Values -> what --json prints. Keys are stable; chances are exact but for rounding in the last places."""

from typing import Any, assert_never

from cli.beyond_code.commands import Advised, Called, Examined, Explained, Result, Shown, Solved
from cli.beyond_code.notes import corner_of
from cli.beyond_code.words import how
from solver.beyond_code.answers import Bluff, Chance, Chances, Checked, Slip, Trust
from solver.beyond_code.events import SQUARES, Event, Token
from solver.beyond_code.notation import write
from solver.beyond_code.rules import turns_left
from solver.beyond_code.state import Naming, Outcome, State
from solver.beyond_code.view import View
from solver.record import Record

__all__ = ["Json", "data", "summary"]

Json = dict[str, Any]


def data(result: Result) -> Json:
    """The JSON of a verb's value."""
    match result:
        case Shown():
            return _table(result.view) | _shown(result)
        case Solved():
            return _table(result.view, result.odds.layouts) | _solved(result)
        case Advised():
            return _table(result.view) | _advised(result)
        case Called(square=square, bluffs=bluffs):
            return _table(result.view) | {"square": square, "names": [_bluff(bluff) for bluff in bluffs]}
        case Explained():
            return _table(result.view) | _explained(result)
        case Examined(checked=checked):
            return _table(result.view) | _checked(checked)
        case _:
            assert_never(result)


def summary(record: Record[Event, State]) -> Json:
    """How far a record has come: what anybody at the table may know."""
    state = record.state
    return {
        "players": list(state.players),
        "number": state.game,
        "time": {"space": state.space, "spaces": state.spaces},
        "wins": {player: state.wins.get(player, 0) for player in state.players},
        "breakthroughs": state.breakthroughs,
        "outcome": _outcome(state.outcome),
    }


def _table(view: View, layouts: int | None = None) -> Json:
    """The keys that every command gives. layouts: present layouts that are not impossible, where they were counted."""
    table = view.table
    return {
        "game": "beyond-code",
        "viewer": view.viewer,
        "turn": table.active if table.players and table.outcome is None else None,
        "time": {"space": table.space, "spaces": table.spaces},
        **({} if layouts is None else {"layouts": layouts}),
        "open": [square for square in SQUARES if square in table.open],
        "out": list(table.out),
        "tokens": {player: [token for token in Token if table.holds(player, token)] for player in table.players},
        "seen": {square: list(table.seen_by(square)) for square in SQUARES if table.seen_by(square)},
    }


# ---- show ------------------------------------------------------------------------------------------------------------


def _shown(shown: Shown) -> Json:
    """The notepad page."""
    table, odds = shown.view.table, shown.odds
    known = {square: table.open.get(square) for square in SQUARES}
    if odds is not None:
        known |= {square: next(iter(row)) for square, row in odds.hard.items() if len(row) == 1}
    corners = {square: corner_of(shown.notes, table, square, known[square]) for square in SQUARES}
    return {
        "cards": {square: card for square, card in known.items() if card is not None},
        "corners": {square: corner for square, corner in corners.items() if corner != "?"},
        "called": {
            square: [_naming(naming) for naming in shown.notes.calls[square]]
            for square in SQUARES
            if square in shown.notes.calls
        },
        "turns_left": {player: turns_left(table, player) for player in table.players},
        "silenced": list(table.laid),
        "match": {
            "number": table.game,
            "wins": {player: table.wins.get(player, 0) for player in table.players},
            "breakthroughs": table.breakthroughs,
        },
        "characters": {player: str(character) for player, character in table.characters.items()},
        "outcome": _outcome(table.outcome),
        "titles": {str(card): table.title(card) for card in table.cards},
        "assumed": list(table.assumed),
        "rulings": {str(switch): value for switch, value in table.rulings.items()},
        "contradiction": odds is None,
    }


def _naming(naming: Naming) -> Json:
    return {
        "line": naming.line,
        "player": naming.player,
        "card": naming.card,
        "checked": naming.checked,
        "came_of_it": how(naming),
    }


def _outcome(outcome: Outcome | None) -> Json | None:
    if outcome is None:
        return None
    return {"ending": outcome.ending, "winner": outcome.winner, "character": outcome.character, "left": outcome.left}


# ---- solve -----------------------------------------------------------------------------------------------------------


def _solved(solved: Solved) -> Json:
    odds = solved.odds
    given: Json = {
        "honesty": {player: _trust(trust) for player, trust in odds.honesty.items()},
        "hard": _chances(odds.hard),
        "soft": _chances(odds.soft),
    }
    if solved.goal is not None:
        given["goal"] = _chance(solved.goal[1])
    return given


def _trust(trust: Trust) -> Json:
    return {
        "true": trust.true,
        "false": trust.false,
        "estimate": trust.estimate,
        "interval": list(trust.interval),
    }


def _chances(chances: Chances) -> Json:
    """Square -> card -> chance; what cannot be is left out, and a certainty is 1."""
    return {square: {str(card): _exact(share) for card, share in chances[square].items()} for square in SQUARES}


def _exact(share: float) -> float:
    """A certainty as the whole number that it is."""
    return int(share) if share in (0.0, 1.0) else share


def _chance(chance: Chance) -> Json:
    return {"hard": _exact(chance.hard), "soft": _exact(chance.soft)}


# ---- what can be said, and why ---------------------------------------------------------------------------------------


def _advised(advised: Advised) -> Json:
    claim = advised.advice.claim
    return {
        "sought": list(advised.sought),
        "looks": [{"square": each.square, "bits": each.bits, "sought": each.sought} for each in advised.advice.looks],
        "claim": None if claim is None else _naming(claim.naming) | {"true": _chance(claim.chance)},
    }


def _bluff(bluff: Bluff) -> Json:
    return {
        "card": bluff.card,
        "true": bluff.true,
        "safe": bluff.safe,
        "known": _chance(bluff.chance),
        "knowers": {knower.player: _chance(knower.chance) for knower in bluff.knowers},
    }


def _explained(explained: Explained) -> Json:
    told = explained.explanation
    return {
        "square": told.square,
        "card": told.card,
        "chance": _chance(told.chance),
        "lines": list(told.lines),
        "namings": [_naming(each.naming) | {"without": each.without} for each in told.influences],
    }


def _checked(checked: Checked) -> Json:
    given: Json = {
        "layouts": checked.layouts,
        "faults": [
            {"line": f.line, "message": str(f), "typed": f.typed, "expected": f.expected} for f in checked.faults
        ],
        "conflict": list(checked.conflict),
        "slips": [_slip(slip) for slip in checked.slips],
    }
    if checked.faults:
        given |= {"error": "rules", "line": checked.faults[0].line, "message": str(checked.faults[0])}
    elif checked.conflict:
        told = "these entries cannot all be true"
        given |= {"error": "contradiction", "lines": list(checked.conflict), "message": told}
        given |= {} if checked.tried_all else {"complete": False}
    return given


def _slip(slip: Slip) -> Json:
    means = None if slip.means is None else write(slip.means)
    return {"line": slip.line, "kind": slip.kind, "means": means, "share": slip.share}
