"""One function for each verb: a view in, a value out. What a value looks like is for `data` and `screens`."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias

from solver.engines import ENGINES
from solver.errors import Contradiction, NotationError, OutOfTime
from solver.knowledge import Knowledge, Posterior
from solver.lost_code.events import Event, Symbol, Verdict
from solver.lost_code.knowledge import knowledge, possible_sums
from solver.lost_code.notation import symbol_named
from solver.lost_code.odds import Odds, contradiction, odds
from solver.lost_code.ranking import Advice, FinalPlan, final_plan, one_step
from solver.lost_code.rules import dice_in_play, truth, turning_over
from solver.lost_code.state import Bet, State
from solver.lost_code.view import View
from solver.record import Draft, Record
from solver.table import Table, table, tabulated

if TYPE_CHECKING:
    from solver.lost_code.check import Checked
    from solver.lost_code.explaining import Explanation, Reason
    from solver.lost_code.outlook import Evidence, Outlook

__all__ = [
    "Announcement",
    "Compared",
    "Examined",
    "Explained",
    "Found",
    "Planned",
    "Ranked",
    "Result",
    "Run",
    "Shown",
    "Solved",
    "Told",
    "answer",
    "check",
    "engines",
    "explain",
    "final",
    "rank",
    "show",
    "solve",
]


@dataclass(frozen=True, slots=True)
class Shown:
    """The table as it stands."""

    view: View


@dataclass(frozen=True, slots=True)
class Solved:
    """What the viewer's log can be. listed: some logs with their ways, None if they were not asked for.

    evidence: what the others' choices say, None if they were not read.
    """

    view: View
    odds: Odds
    engine: str
    listed: tuple[tuple[tuple[int, ...], int], ...] | None
    evidence: "Evidence | None" = None

    @property
    def certain(self) -> dict[Symbol, int]:
        """The symbols that can have one number only."""
        return {symbol: next(iter(counted)) for symbol, counted in self.odds.values.items() if len(counted) == 1}

    @property
    def sums(self) -> dict[int, int]:
        """In how many ways the dice on the table have a sum; empty without dice, or while a bear must be turned."""
        dice = dice_in_play(self.view.table)
        summed = bool(dice) and not turning_over(self.view.table)
        return dict(self.odds.sums(dice)) if summed else {}


@dataclass(frozen=True, slots=True)
class Ranked:
    """What to do now. top: how many choices a screen shows, None for all.

    outlook: figures by an aim, or with the others' choices read; None if neither was asked for.
    """

    view: View
    advice: Advice
    top: int | None
    outlook: "Outlook | None" = None


@dataclass(frozen=True, slots=True)
class Planned:
    """The best final guesses with what is known now. outlook: as in Ranked."""

    view: View
    odds: Odds
    plan: FinalPlan
    outlook: "Outlook | None" = None


@dataclass(frozen=True, slots=True)
class Announcement:
    """What must be said of a bet. sums, verdicts: all that are possible by the stones in sight; one, if all is seen."""

    bet: Bet
    sums: tuple[int, ...]
    verdicts: tuple[Verdict, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """What must be told to everyone but the viewer who has set a wheel in this round."""

    view: View
    announcements: tuple[Announcement, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """One engine's work. found: None if its time was over. agrees: None then, too."""

    engine: str
    seconds: float
    found: Posterior | None
    agrees: bool | None = None
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class Compared:
    """The same question to every engine. conflict: what the record contradicts itself in, if it does."""

    view: View
    runs: tuple[Run, ...]
    conflict: Contradiction | None

    @property
    def agree(self) -> bool:
        """Whether all that finished found the same."""
        return all(run.agrees is not False for run in self.runs)

    @property
    def finished(self) -> bool:
        """Whether no engine ran out of time."""
        return all(run.found is not None for run in self.runs)


@dataclass(frozen=True, slots=True)
class Explained:
    """Why one number of the viewer's is impossible, certain or possible."""

    view: View
    verdict: "Explanation"


@dataclass(frozen=True, slots=True)
class Found:
    """All that the answers make certain or impossible, easiest first. hint: 1 to 4, how much a screen gives away."""

    view: View
    reasons: "tuple[Reason, ...]"
    hint: int | None


@dataclass(frozen=True, slots=True)
class Examined:
    """What is wrong with a record. top: how many explanations a screen shows, None for all."""

    checked: "Checked"
    top: int | None

    @property
    def view(self) -> View:
        """The table, as far as the rules allow; an empty one where they allow none."""
        return self.checked.view or View(None, State())


Result: TypeAlias = Shown | Solved | Ranked | Planned | Told | Compared | Explained | Found | Examined


def show(view: View) -> Shown:
    """Show the table."""
    return Shown(view)


def solve(
    view: View,
    engine: str,
    listed: int | None,
    limit: float | None,
    evidence: Record[Event, State] | None = None,
) -> Solved:
    """Count the viewer's logs. limit: seconds for the engine. evidence: where the others' choices are read.

    Raises Contradiction, OutOfTime, SeatError.
    """
    weighed = odds(view, _counted_by(engine, limit))
    logs = None if listed is None else tuple(islice(weighed.table, listed))
    if evidence is None:
        return Solved(view, weighed, engine, logs)
    from solver.lost_code import outlook  # noqa: PLC0415 - takes a tenth of a start, and only this option needs it

    told = outlook.evidence(weighed, outlook.reading_of(evidence, weighed))
    return Solved(view, weighed, engine, logs, told)


def _counted_by(engine: str, limit: float | None) -> Callable[[Knowledge], Table]:
    if engine == "table":
        return lambda known: table(known, limit)
    return lambda known: tabulated(known, ENGINES[engine](known, limit).logs)


def rank(view: View, top: int | None, aim: str | None = None, evidence: Record[Event, State] | None = None) -> Ranked:
    """Rank what the viewer can do now. aim: whose plan decides the order. evidence: where others' choices are read.

    Raises Contradiction, OutOfTime, SeatError.
    """
    advice = one_step(view)
    if aim is None and evidence is None:
        return Ranked(view, advice, top)
    seen = _outlook(advice, aim, evidence)
    return Ranked(view, seen.advice, top, seen)


def final(view: View, aim: str | None = None, evidence: Record[Event, State] | None = None) -> Planned:
    """Plan the final guesses. aim, evidence: as in `rank`. Raises Contradiction, OutOfTime, SeatError."""
    weighed = odds(view)
    plan = final_plan(weighed)
    if aim is None and evidence is None:
        return Planned(view, weighed, plan)
    seen = _outlook(Advice(weighed, (), final=plan), aim, evidence)
    return Planned(view, weighed, seen.advice.final or plan, seen)


def _outlook(advice: Advice, aim: str | None, evidence: Record[Event, State] | None) -> "Outlook":
    from solver.lost_code import outlook  # noqa: PLC0415 - takes a tenth of a start, and only these options need it

    reading = None if evidence is None else outlook.reading_of(evidence, advice.odds)
    return outlook.outlook(advice, None if aim is None else outlook.Aim(aim), reading)


def answer(view: View) -> Told:
    """Reckon the sums of the wheels that are set."""
    announcements = []
    for bet in view.table.set_now:
        if bet.player != view.viewer:
            sums = possible_sums(view.table, bet)
            verdicts = tuple(dict.fromkeys(truth(view.table, bet, total) for total in sums))
            announcements.append(Announcement(bet, sums, verdicts))
    return Told(view, tuple(announcements))


def explain(view: View, symbol: str | None, number: int | None, hint: int | None) -> Explained | Found:
    """Explain one number, or all that can be deduced (of one symbol). hint: 1 to 4.

    Raises Contradiction, OutOfTime, SeatError, and NotationError for a symbol or number that is not in play.
    """
    from solver.lost_code import explaining  # noqa: PLC0415 - takes a tenth of a start, and only this verb needs it

    table = view.table
    named = None if symbol is None else symbol_named(symbol.casefold())
    if symbol is not None and named not in table.symbols:
        raise NotationError("no symbol in play is called so", typed=symbol, expected=" ".join(table.symbols))
    if number is not None and hint is not None:
        raise NotationError(
            "a hint is about all that can be found", typed=f"--hint {hint}", expected="no number with it"
        )
    if number is None or named is None:
        reasons = tuple(reason for reason in explaining.found(view) if named in (None, reason.symbol))
        return Found(view, reasons, hint)
    if number not in table.numbers:
        raise NotationError("no stone has that number", typed=str(number), expected=f"0 to {table.numbers[-1]}")
    return Explained(view, explaining.explain(view, named, number))


def engines(view: View, limit: float) -> Compared:
    """Ask every engine. limit: seconds for each. Raises Contradiction for a stone in two places, OutOfTime, SeatError.

    OutOfTime only where no log fits and the lines that contradict each other cannot be found.
    """
    known = knowledge(view)
    runs = [_run(engine, known, limit) for engine in ENGINES]
    first = next((run.found for run in runs if run.found is not None), None)
    if first is None:
        return Compared(view, tuple(runs), None)
    compared = tuple(run if run.found is None else _judged(run, run.found, first) for run in runs)
    return Compared(view, compared, None if first.total else contradiction(view, known))


def check(draft: Draft[Event, State], seat: str | None, top: int | None, limit: float) -> Examined:
    """Look for what is wrong. limit: seconds for the search for slips. Raises OutOfTime, SeatError."""
    from solver.lost_code.check import check as look_into  # noqa: PLC0415 - takes a tenth of a start, and only this verb needs it

    return Examined(look_into(draft, seat, limit), top)


def _run(engine: str, known: Knowledge, limit: float) -> Run:
    start = perf_counter()
    try:
        found = ENGINES[engine](known, limit)
    except OutOfTime as error:
        return Run(engine, perf_counter() - start, None, why_not=str(error))
    return Run(engine, perf_counter() - start, found)


def _judged(run: Run, found: Posterior, first: Posterior) -> Run:
    same = (found.total, found.marginals, list(found.logs)) == (first.total, first.marginals, list(first.logs))
    return Run(run.engine, run.seconds, found, agrees=same)
