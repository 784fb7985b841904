"""One function for each verb: a view in, an `Answer` out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from time import perf_counter

from rich.console import RenderableType
from rich.text import Text

from cli.answer import Answer
from cli.lost_code import data, screens, words
from solver.engines import ENGINES
from solver.errors import OutOfTime
from solver.knowledge import Knowledge, Posterior
from solver.lost_code.events import Symbol, Verdict
from solver.lost_code.knowledge import knowledge, possible_sums
from solver.lost_code.odds import Odds, contradiction, odds
from solver.lost_code.ranking import final_plan, one_step
from solver.lost_code.rules import truth
from solver.lost_code.state import Bet, State
from solver.lost_code.view import View
from solver.table import Table, tabulated

__all__ = ["DISAGREED", "NOT_FINISHED", "answer", "engines", "final", "rank", "show", "solve"]

DISAGREED, NOT_FINISHED = 1, 3
"""Exit statuses of `engines`."""


def show(view: View) -> Answer:
    """The table as it stands."""
    return Answer(data.show_data(view), screens.show_screen(view))


# ---- solve ------------------------------------------------------------------------------------------------------


def solve(view: View, engine: str, listed: int | None, limit: float | None) -> Answer:
    """What the viewer's log can be. Raises Contradiction, OutOfTime, SeatError."""
    weighed = odds(view) if engine == "table" else odds(view, _counted_by(engine, limit))
    certain = {symbol: next(iter(counted)) for symbol, counted in weighed.values.items() if len(counted) == 1}
    sums = weighed.sums(view.table.dice) if _can_sum(view.table) else {}
    given = data.table_data(view) | {
        "logs": weighed.total,
        "values": data.values_data(weighed.values),
        "certain": {str(symbol): number for symbol, number in certain.items()},
        "bits": weighed.bits,
        "sums": {str(total): ways for total, ways in sums.items()},
        "engine": engine,
    }
    parts: list[RenderableType] = [screens.heading(view), Text(_how_many(weighed)), ""]
    parts += [screens.ValuesGrid(weighed.values, view.table.numbers, weighed.total), "", _certain(certain)]
    if sums:
        dice = screens.symbols_text(view.table.dice)
        parts.append(screens.titled("The sum of your dice", dice, screens.sums_table(sums, weighed.total)))
    if listed is not None:
        logs = list(islice(weighed.table, listed))
        names = [str(symbol) for symbol in view.table.symbols]
        given["list"] = [dict(zip(names, numbers, strict=True)) | {"ways": ways} for numbers, ways in logs]
        parts.append(screens.titled(f"The first {len(logs)} logs", screens.logs_table(view.table.symbols, logs)))
    return Answer(given, parts + screens.footnotes(view))


def _counted_by(engine: str, limit: float | None) -> Callable[[Knowledge], Table]:
    return lambda known: tabulated(known, ENGINES[engine](known, limit).logs)


def _can_sum(table: State) -> bool:
    return bool(table.dice) and all(die in table.symbols for die in table.dice)


def _how_many(weighed: Odds) -> str:
    what = "log fits" if weighed.total == 1 else "logs fit"
    return f"{weighed.total:,} {what} what was seen and told: {weighed.bits:.1f} bits are still unknown."


def _certain(certain: Mapping[Symbol, int]) -> Text:
    named = words.listed((f"{symbol} {number}" for symbol, number in certain.items()), "and")
    return Text(f"Certain: {named or 'nothing yet'}.")


# ---- rank, final ------------------------------------------------------------------------------------------------


def rank(view: View, top: int | None) -> Answer:
    """What to do now. top: how many choices are shown, None for all; the data hold all."""
    advice = one_step(view)
    parts = [screens.heading(view), *screens.rank_screen(advice, top)]
    return Answer(data.table_data(view) | data.advice_data(advice), parts + screens.footnotes(view))


def final(view: View) -> Answer:
    """The best final guesses with what is known now."""
    weighed = odds(view)
    plan = final_plan(weighed)
    parts: list[RenderableType] = [screens.heading(view)]
    parts.append(screens.titled("Final guesses", *screens.final_parts(plan, weighed.total)))
    given = data.table_data(view) | data.final_data(plan)
    return Answer(given, parts + screens.footnotes(view))


# ---- answer -----------------------------------------------------------------------------------------------------


def answer(view: View) -> Answer:
    """What must be told to everyone but the viewer who has set a wheel in this round."""
    table = view.table
    bets = [bet for bet in table.set_now if bet.player != view.viewer]
    given = data.table_data(view) | {"answers": [_told(table, bet) for bet in bets]}
    parts: list[RenderableType] = [screens.heading(view), ""]
    if not bets:
        parts.append(Text("Nobody else has set a wheel in this round." if table.round else "No dice are thrown yet."))
    for bet in bets:
        parts.append(_announcement(table, bet))
        parts.append(Text("  " + _reckoned(table, bet)))
        if bet.verdict:
            parts.append(Text(f"  (told at the table: {bet.verdict})"))
    return Answer(given, parts + screens.footnotes(view))


def _told(table: State, bet: Bet) -> data.Json:
    sums = possible_sums(table, bet)
    verdicts = _verdicts(table, bet)
    return {
        "player": bet.player,
        "wheel": bet.width,
        "from": bet.low,
        "to": bet.high,
        "sum": sums[0] if len(sums) == 1 else None,
        "answer": verdicts[0] if len(verdicts) == 1 else None,
        "possible": verdicts,
        "told": bet.verdict,
        "line": bet.line,
    }


def _verdicts(table: State, bet: Bet) -> list[Verdict]:
    return list(dict.fromkeys(truth(table, bet, total) for total in possible_sums(table, bet)))


def _announcement(table: State, bet: Bet) -> Text:
    verdicts = _verdicts(table, bet)
    said = verdicts[0].upper() if len(verdicts) == 1 else f"cannot be told: {words.listed(verdicts, 'or')}"
    text = Text(f"{bet.player} {words.window(bet.low, bet.high)}: ")
    text.append(said, style="bold")
    return text.append(" (smallest wheel: say no direction)" if said == "WRONG" else "")


def _reckoned(table: State, bet: Bet) -> str:
    stones = []
    for symbol, index in zip(bet.dice, bet.held, strict=True):
        number = table.history(bet.player, symbol)[index].number
        stones.append(f"{symbol} {'?' if number is None else number}")
    sums = possible_sums(table, bet)
    total = str(sums[0]) if len(sums) == 1 else f"{sums[0]} to {sums[-1]}"
    return f"{' + '.join(stones)} = {total}"


# ---- engines ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Run:
    engine: str
    seconds: float
    found: Posterior | None
    why_not: str = ""


def engines(view: View, limit: float) -> Answer:
    """The same question to every engine. limit: seconds for each."""
    known = knowledge(view)
    runs = [_run(engine, known, limit) for engine in ENGINES]
    finished = [run for run in runs if run.found is not None]
    first = finished[0].found
    agree = [run.found is not None and first is not None and _same(run.found, first) for run in runs]
    same = all(ok for run, ok in zip(runs, agree, strict=True) if run.found is not None)
    status = DISAGREED if not same else NOT_FINISHED if len(finished) < len(runs) else 0
    given = data.table_data(view) | {
        "agree": same,
        "engines": [
            {
                "engine": run.engine,
                "logs": None if run.found is None else run.found.total,
                "seconds": run.seconds,
                "agrees": None if run.found is None else ok,
                "out_of_time": run.found is None,
            }
            for run, ok in zip(runs, agree, strict=True)
        ],
    }
    made = screens.columns("engine", "logs", "time", "agrees")
    for run, ok in zip(runs, agree, strict=True):
        total = "?" if run.found is None else f"{run.found.total:,}"
        word = "not finished" if run.found is None else "yes" if ok else "NO"
        made.add_row(run.engine, total, f"{run.seconds * 1000:,.1f} ms", word)
    verdict = (
        "All that finished agree: counts, numbers and logs." if same else "THE ENGINES DISAGREE. Please report it."
    )
    parts: list[RenderableType] = [screens.heading(view), "", made, "", Text(verdict)]
    parts += [Text(run.why_not) for run in runs if run.why_not]
    if same and first is not None and not first.total:
        clash = contradiction(view, known)
        parts.append(Text(f"No log fits: lines {words.listed(map(str, clash.lines), 'and')} cannot all be true."))
        status = max(status, 1)
    return Answer(given, parts + screens.footnotes(view), status)


def _run(engine: str, known: Knowledge, limit: float) -> _Run:
    start = perf_counter()
    try:
        found = ENGINES[engine](known, limit)
    except OutOfTime as error:
        return _Run(engine, perf_counter() - start, None, str(error))
    return _Run(engine, perf_counter() - start, found)


def _same(one: Posterior, other: Posterior) -> bool:
    return (one.total, one.marginals, list(one.logs)) == (other.total, other.marginals, list(other.logs))
