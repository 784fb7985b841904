"""Values -> what --json prints. Keys are stable; chances are exact fractions in lowest terms, as strings."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, assert_never

from cli.codigo_enigma.assumed import assumed
from cli.codigo_enigma.commands import (
    Examined,
    Explained,
    Ranked,
    Result,
    Scores,
    Shown,
    Solved,
    clock,
)
from solver.codigo_enigma.box import ACTIONS
from solver.codigo_enigma.events import Card, Event, Switch
from solver.codigo_enigma.odds import missing
from solver.codigo_enigma.rules import due, known, passed_on, reveal_places
from solver.codigo_enigma.scoring import leading, medal_of, points, totals, winners
from solver.codigo_enigma.sealing import named, secrets
from solver.codigo_enigma.state import Code, Scored, State
from solver.codigo_enigma.trainer import Row, games_kept, tally
from solver.record import Record

__all__ = ["DRAWS", "Json", "data", "rows_data", "summary"]

Json = dict[str, Any]

DRAWS = 10
"""Within so many draws the chances of never-seen cards are told."""


def data(result: Result) -> Json:
    """The JSON of a verb's value."""
    return _table(result.view.table) | _own(result)


def summary(record: Record[Event, State]) -> Json:
    """How far a record has come: what anybody at the table may know."""
    state = record.state
    return {
        "players": list(state.players),
        "turn": passed_on(state).turn,
        "reveals": state.came,
        "points": totals(state),
        "over": state.over,
        "winners": list(winners(state)),
    }


def _own(result: Result) -> Json:
    match result:
        case Shown(view):
            return _shown(view.table)
        case Solved():
            return _solved(result)
        case Ranked():
            return _ranked(result)
        case Scores(view):
            return _scores(view.table)
        case Explained(view):
            return _reckoned(view.table) | _scores(view.table)
        case Examined():
            return _examined(result)
        case _:
            assert_never(result)


def _table(table: State) -> Json:
    """The keys that every command gives."""
    if not table.players:
        return {"game": "codigo-enigma"}
    over, now = table.over, clock(table)
    return {
        "game": "codigo-enigma",
        "turn": None if over else table.turn,
        "action": None if over else _action(table),
        "deck": {"cards": table.deck.cards, "reveal": table.deck.reveal, "first": _fractions(now.deck)},
        "discards": {"cards": table.discards, "first": _fractions(now.discards)},
        "zone": [None if card is None else str(card) for card in table.zone],
        "soldier": table.soldier,
        "hidden": {player: len(table.hidden.get(player, ())) for player in table.players},
        "points": totals(table),
        "assumed": [what for what, holds in assumed(table).items() if holds],
    }


def _action(table: State) -> int:
    """Which action of the turn is under way, or comes next."""
    waiting = table.reveal or table.to_show or table.gaps
    return max(table.acted, 1) if waiting else min(table.acted + 1, ACTIONS)


def _fractions(chances: Iterable[Fraction]) -> list[str]:
    return [str(chance) for chance in chances]


def _cards(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]


def _shown(table: State) -> Json:
    now = due(table)
    asked = missing(table)
    return {
        "expected": {
            "step": now.step,
            "players": list(now.players),
            "pile": now.pile or None,
            "optional": now.optional,
        },
        "cards": {player: _cards(table.hands[player]) for player in table.players},
        "exposed": {
            player: {"card": str(code.card), "laid": _cards(code.laid), "missing": asked.get(player)}
            for player, code in table.exposed.items()
        },
        "hidden_codes": {player: _row(table, codes) for player, codes in table.hidden.items()},
        "reveal_cards": [str(place) for place in reveal_places(table)],
        "draws_left": table.deck.cards,
        "rulings": [str(switch) for switch in Switch if switch in table.rulings],
        "unchecked": [str(rule) for rule in sorted(table.unchecked)],
        "over": table.over,
        "winners": list(winners(table)),
    }


def _row(table: State, codes: Iterable[Code]) -> list[Json]:
    """What may be told of hidden codes: the place, how long ago, whether all cards are known."""
    told = []
    for place, code in enumerate(codes, 1):
        each: Json = {"place": place, "turns": table.turns - code.turn, "known": known(table, code)}
        if Switch.NOTES_OPEN in table.rulings:
            each |= {"card": str(code.card), "laid": _cards(code.laid)}
        told.append(each)
    return told


def _solved(solved: Solved) -> Json:
    table, unseen = solved.view.table, solved.unseen
    told: Json = {"draws_left": table.deck.cards, "any_draw": _any(table), "missing": solved.missing}
    if unseen is not None:
        draws = range(1, min(DRAWS, unseen.draws) + 1)
        told["unseen"] = {
            "symbols": dict(unseen.symbols),
            "wild": unseen.wild,
            "untyped": unseen.untyped,
            "within": {
                symbol: _fractions(unseen.within(count, draw) for draw in draws)
                for symbol, count in unseen.symbols.items()
            },
        }
    return told


def _any(table: State) -> str:
    """The chance that any one draw is a REVEAL card."""
    deck = table.deck
    return str(Fraction(deck.reveal, deck.cards)) if deck.cards else "0"


def _ranked(ranked: Ranked) -> Json:
    reveal = ranked.view.table.reveal
    return {
        "reveal": reveal is not None and not ranked.view.table.over,
        "exact": None if ranked.exact is None else str(ranked.exact),
        "order": str(ranked.order),
        "medals": [
            {
                "medal": row.medal,
                "from": str(row.least),
                "brings": None if row.brings is None else str(row.brings),
                "say": row.say,
            }
            for row in ranked.rows
        ],
        "wild": "say",
    }


def _scores(table: State) -> Json:
    return {
        "scored": [_scored(table, each) for each in table.scored],
        "over": table.over,
        "winners": list(winners(table)),
        "leading": list(leading(table)),
        "memory": rows_data(tally(games_kept(table)), "turns"),
    }


def _scored(table: State, scored: Scored) -> Json:
    # The cards of a wrong code were discarded, so they may lie in a hidden code again.
    again = scored.code.card in secrets(table)
    return {
        "player": scored.player,
        "line": scored.line,
        "reveal": scored.occasion,
        "judged": scored.judged,
        "outcome": "removed" if scored.outcome is None else scored.outcome,
        "card": named(scored.code.card, table),
        "medal": None if again else medal_of(table, scored),
        "wild": scored.code.wild,
        "points": points(table, scored),
    }


def _reckoned(table: State) -> Json:
    return {
        "start": None if table.second_pass else table.deck_at_the_start,
        "drawn": table.drawn,
        "returned": table.returned,
    }


def rows_data(tables: Mapping[str, Iterable[Row]], time: str) -> Json:
    """The tables of the memory. time: what `time` counts, minutes or turns."""
    return {
        (time if name == "time" else name): [
            {
                "row": row.label,
                "asked": row.asked,
                "tried": row.tried,
                "exact": row.exact,
                "right": row.right,
                "exact_interval": list(row.exact_interval),
                "right_interval": list(row.right_interval),
            }
            for row in rows
        ]
        for name, rows in tables.items()
    }


def _examined(examined: Examined) -> Json:
    checked = examined.checked
    first = {"error": "rules", "line": checked.faults[0].line} if checked.faults else {}
    return first | {
        "faults": [
            {"line": f.line, "message": str(f), "typed": f.typed, "expected": f.expected} for f in checked.faults
        ],
        "strange": [{"line": line, "word": word} for line, word in checked.strange],
        "unchecked": [str(rule) for rule in checked.unchecked],
        "slips": [{"line": slip.line, "message": slip.told} for slip in checked.slips],
        "unfinished": checked.unfinished,
    }
