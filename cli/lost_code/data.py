"""Values -> what --json prints. Keys are stable; numbers of logs are exact integers."""

from collections.abc import Mapping
from typing import Any, assert_never

from cli.lost_code.commands import (
    Announcement,
    Compared,
    Examined,
    Explained,
    Found,
    Planned,
    Ranked,
    Result,
    Run,
    Shown,
    Solved,
    Told,
)
from cli.outcome import finding_data
from solver.lost_code.events import Event, Symbol
from solver.lost_code.knowledge import findings
from solver.lost_code.odds import Odds
from solver.lost_code.ranking import Advice, DieChoice, FinalPlan, WheelChoice
from solver.lost_code.rules import dice_in_play, due, exchangeable, thrower, wheels_free
from solver.lost_code.state import State
from solver.lost_code.view import View
from solver.record import Record

__all__ = ["Json", "data", "summary"]

Json = dict[str, Any]


def data(result: Result) -> Json:
    """The JSON of a verb's value."""
    return _table(result.view) | _own(result)


def summary(record: Record[Event, State]) -> Json:
    """How far a record has come: what anybody at the table may know."""
    state = record.state
    rounds = state.rounds if state.players else 0
    return {
        "players": list(state.players),
        "round": state.round,
        "rounds": rounds,
        "track": dict(state.spaces),
        "winner": state.order[-1] if state.scored else None,
    }


def _own(result: Result) -> Json:
    """The keys of the verb itself."""
    match result:
        case Shown(view):
            return _shown(view)
        case Solved():
            return _solved(result)
        case Ranked():
            return _ranked(result)
        case Planned():
            return _planned(result)
        case Told(announcements=announcements):
            return {"answers": [_announced(each) for each in announcements]}
        case Explained() | Found():
            from cli.lost_code.deduction_data import deduction_data  # noqa: PLC0415 - takes a tenth of a start, and only this verb needs it

            return deduction_data(result)
        case Compared(runs=runs):
            return {"agree": result.agree, "engines": [_run(run) for run in runs]} | _conflict(result)
        case Examined(checked=checked):
            from cli.lost_code.check_data import checked_data  # noqa: PLC0415 - takes a tenth of a start, and only this verb needs it

            return checked_data(checked)
        case _:
            assert_never(result)


def _ranked(ranked: Ranked) -> Json:
    given = _advice(ranked.advice)
    if ranked.outlook is None:
        return given
    from cli.lost_code.outlook_data import advised  # noqa: PLC0415 - only with an aim, or choices read

    return advised(given, ranked.outlook)


def _planned(planned: Planned) -> Json:
    given = _final(planned.plan) | _no_value(planned.odds)
    if planned.outlook is None:
        return given
    from cli.lost_code.outlook_data import finished  # noqa: PLC0415 - only with an aim, or choices read

    return finished(given, planned.plan, planned.outlook)


def _solved(solved: Solved) -> Json:
    given: Json = {
        "logs": solved.odds.total,
        "different": solved.odds.different,
        "values": _values(solved.odds.values),
        "certain": {str(symbol): number for symbol, number in solved.certain.items()},
        "bits": solved.odds.bits,
        "sums": {str(total): ways for total, ways in solved.sums.items()},
        "engine": solved.engine,
    }
    if solved.listed is not None:
        names = [str(symbol) for symbol in solved.odds.symbols]
        given["list"] = [dict(zip(names, numbers, strict=True)) | {"ways": ways} for numbers, ways in solved.listed]
    if solved.evidence is not None:
        from cli.lost_code.outlook_data import evidence_data  # noqa: PLC0415 - only where choices are read

        given["read"] = evidence_data(solved.evidence)
    return given


def _announced(each: Announcement) -> Json:
    return {
        "player": each.bet.player,
        "wheel": each.bet.width,
        "from": each.bet.low,
        "to": each.bet.high,
        "sum": each.sums[0] if len(each.sums) == 1 else None,
        "answer": each.verdicts[0] if len(each.verdicts) == 1 else None,
        "possible": list(each.verdicts),
        "told": each.bet.verdict,
        "line": each.bet.line,
    }


def _run(run: Run) -> Json:
    return {
        "engine": run.engine,
        "logs": None if run.found is None else run.found.total,
        "seconds": run.seconds,
        "agrees": run.agrees,
        "out_of_time": run.found is None,
    }


def _conflict(compared: Compared) -> Json:
    conflict = compared.conflict
    if conflict is None:
        return {}
    return {
        "error": "contradiction",
        "lines": list(conflict.lines),
        "others": list(conflict.others),
        "message": conflict.reason,
    }


def _table(view: View) -> Json:
    """The keys that every command gives: who looks, the round, the track, what was found and what is assumed."""
    table = view.table
    return {
        "game": "lost-code",
        "viewer": view.viewer,
        "round": table.round,
        "rounds": table.rounds if table.players else 0,
        "track": {player: table.spaces[player] for player in table.players},
        "order": list(table.order),
        "cursed": table.cursed,
        "assumed": ["wheels"] if table.wheels_assumed else [],
        "findings": finding_data(findings(view)),
    }


def _shown(view: View) -> Json:
    """The whole table."""
    table, now = view.table, due(view.table)
    logs = {owner: {str(s): table.held(owner, s).number for s in table.symbols} for owner in table.owners}
    return {
        "expected": {"step": now.step, "players": list(now.players)},
        "thrower": thrower(table),
        "thrown": list(table.thrown if dice_in_play(table) else ()),
        "dice": list(dice_in_play(table)),
        "wheels": {str(width): points for width, points in table.points.items()},
        "wheels_free": list(wheels_free(table)),
        "guesses": [
            {"player": b.player, "from": b.low, "to": b.high, "answer": b.verdict, "line": b.line}
            for b in table.set_now
        ],
        "tokens": [
            {"player": t.player, "symbol": t.symbol, "numbers": None if t.numbers is None else list(t.numbers)}
            for t in table.tokens
        ],
        "piles": {str(symbol): table.pile(symbol) for symbol in table.symbols},
        "discards": {str(s): _discards(view, s) for s in table.symbols},
        "exchangeable": [str(symbol) for symbol in exchangeable(table)],
        "final_logs": logs,
        "finals": {
            player: {str(symbol): list(numbers) for symbol, numbers in placed.items()}
            for player, placed in table.finals.items()
        },
        "scored": table.scored,
        "winner": table.order[-1] if table.scored else None,
    }


def _discards(view: View, symbol: Symbol) -> list[int | None]:
    table = view.table
    return [stone.number for player in table.players for stone in table.history(player, symbol)[:-1]]


def _values(values: Mapping[Symbol, Mapping[int, int]]) -> Json:
    """Symbol -> number -> ways."""
    return {str(symbol): {str(number): ways for number, ways in counted.items()} for symbol, counted in values.items()}


def _advice(advice: Advice) -> Json:
    """The choices of whatever decision is open."""
    data: Json = {
        "logs": advice.odds.total,
        "roll": [str(die) for die in advice.dice],
        "choices": [_wheel(choice) for choice in advice.guesses],
        "waiting": ", ".join(advice.waiting) or None,
    }
    if advice.turns:
        data["turn"] = [_die(choice) for choice in advice.turns]
    if advice.tokens:
        data["token"] = [
            {"symbol": c.symbol, "numbers": list(c.numbers), "right": c.ways, "value": c.value} for c in advice.tokens
        ]
    if advice.exchanges:
        data["exchange"] = [{"symbol": choice.symbol, "value": choice.value} for choice in advice.exchanges]
    if advice.final:
        data["final"] = _final(advice.final)
    return data | _no_value(advice.odds)


def _no_value(odds: Odds) -> Json:
    """Why no value can be told, where that is so."""
    if not odds.unnoted:
        return {}
    return {"no_value": "the numbers written with a token were not noted: " + ", ".join(odds.unnoted)}


def _wheel(choice: WheelChoice) -> Json:
    return {
        "wheel": choice.wheel,
        "from": choice.low,
        "to": choice.high,
        "points": choice.points,
        "right": choice.right,
        "lower": choice.lower,
        "higher": choice.higher,
        "expected": choice.expected,
        "value": choice.value,
    }


def _die(choice: DieChoice) -> Json:
    return {
        "turns": [{"shown": shown, "turned": turned} for shown, turned in choice.turns],
        "roll": [str(die) for die in choice.dice],
        "best": _wheel(choice.best),
        "value": choice.best.value,
    }


def _final(plan: FinalPlan) -> Json:
    """The best final guesses, and each alternative with its worth."""
    return {
        "symbols": {
            str(choices[0].symbol): {
                "numbers": list(choices[0].numbers),
                "expected": choices[0].expected,
                "token": choices[0].written,
                "choices": [{"numbers": list(c.numbers), "right": c.ways, "expected": c.expected} for c in choices],
            }
            for choices in plan.symbols
        },
        "expected": plan.expected,
    }
