"""Values -> what --json prints. Keys are stable; what is certain is a whole number."""

from typing import Any, assert_never

from cli.cypher.commands import Examined, Explained, Found, Result, Shown, Solved
from solver.cypher.check import Checked
from solver.cypher.ending import earliest
from solver.cypher.events import Event, Spot
from solver.cypher.explaining import Certain
from solver.cypher.places import MODEL, Spread, Where
from solver.cypher.rules import Step, due, next_first, score, series_winner, series_wins, settled, tie_order, winner
from solver.cypher.state import State
from solver.cypher.view import View
from solver.record import Record

__all__ = ["Json", "data", "summary"]

Json = dict[str, Any]


def data(result: Result) -> Json:
    """The JSON of a verb's value."""
    return _table(result.view) | _own(result)


def summary(record: Record[Event, State]) -> Json:
    """How far a record has come: what anybody at the table may know."""
    state = settled(record.state)
    return {
        "players": list(state.players),
        "turns": state.turns,
        "score": dict(score(state)),
        "winner": winner(state) if state.players else None,
    }


def _table(view: View) -> Json:
    """What every verb tells of the table."""
    table = view.table
    assumed = ["cards"] if table.assumed else []
    if not table.players:
        return {"game": "cypher", "viewer": view.viewer, "turn": None, "phase": Step.PLAYERS, "assumed": assumed}
    now, step = settled(table), due(table)
    phase = Step.PLAY if step.step is Step.UNDER else step.step
    return {
        "game": "cypher",
        "viewer": view.viewer,
        "turn": step.player,
        "phase": phase,
        "deck": table.deck,
        "market": table.market,
        "hands": {player: len(hand) for player, hand in table.hands.items()},
        "score": dict(score(table)),
        "last": None if now.trigger is None else list(now.last),
        "earliest": earliest(table),
        "assumed": assumed,
    }


def _own(result: Result) -> Json:
    """The keys of the verb itself."""
    match result:
        case Shown(view):
            return _shown(view)
        case Solved(places, better):
            spreads = {name: _spread(spread) for name, spread in places.spreads.items()}
            told = None if better is None else {"less": better.less, "same": better.same, "more": better.more}
            return {"places": spreads, "top": told, "lost": list(places.lost), "model": MODEL}
        case Found(certain=certain):
            return {"certain": [_certain(each) for each in certain]}
        case Explained():
            return _explained(result)
        case Examined(checked=checked):
            return _checked(checked)
        case _:
            assert_never(result)


def _shown(view: View) -> Json:
    table = view.table
    hand = table.hands.get(view.viewer or "", ())
    return {
        "tables": {player: list(cards) for player, cards in table.tables.items()},
        "hand": list(hand) if view.viewer else None,
        "out": table.out,
        "turns": settled(table).turns,
        "values": {card: table.worth(card) for card in table.names},
        "trigger": settled(table).trigger,
        "ties": list(tie_order(settled(table))),
        "winner": winner(table),
        "won": dict(series_wins(table)),
        "series": series_winner(table),
        "next": next_first(table),
        "rulings": sorted(table.rulings),
    }


def _spread(spread: Spread) -> Json:
    """Where the copies of a name are; whole numbers where they are certain."""
    given: Json = {player: _number(number) for player, number in spread.hands.items()}
    given["deck"] = [_number(number) for number in spread.deck]
    if spread.out:
        given["out"] = _number(spread.out)
    return given


def _number(number: float) -> float:
    return int(number) if number == int(number) else number


def _explained(result: Explained) -> Json:
    return {
        "card": result.card,
        "places": None if result.spread is None else _spread(result.spread),
        "seen": [step.line for step in result.seen],
        "hidden": list(result.hidden),
        "certain": [_certain(each) for each in result.certain],
        "impossible": [{**_where(where), "lines": list(lines)} for where, lines in result.impossible.items()],
    }


def _certain(each: Certain) -> Json:
    return {"card": each.card, **_where(each.where), "copies": each.copies, "lines": list(each.lines)}


def _where(where: Where) -> Json:
    place = where.place.spot if where.place.spot is not Spot.HAND else str(where.place)
    return {"place": place, "position": where.position}


def _checked(checked: Checked) -> Json:
    conflict = checked.conflict
    given: Json = {
        "faults": [
            {"line": f.line, "message": str(f), "typed": f.typed, "expected": f.expected} for f in checked.faults
        ],
        "odd": list(checked.odd),
        "slips": [{"line": slip.line, "says": slip.was, "means": slip.instead} for slip in checked.slips],
        "unfinished": checked.unfinished or None,
    }
    if checked.faults:
        return given | {"error": "rules", "line": checked.faults[0].line, "message": str(checked.faults[0])}
    if conflict is not None:
        given |= {} if conflict.smallest else {"smallest": False}
        return given | {"error": "contradiction", "lines": list(conflict.lines), "message": conflict.reason}
    return given
