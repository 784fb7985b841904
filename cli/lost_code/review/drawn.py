"""Which charts a review has, from what is in it."""

from collections.abc import Callable, Iterable, Iterator
from math import isclose

from cli.lost_code.review.charts import Bars, Group, Line, Lines, Step, Unit, Waterfall, Window, apart, signs
from cli.lost_code.review.report import Report
from cli.lost_code.review.words import KIND_NAMES, NOTHING, SOURCE_NAMES, range_words
from cli.lost_code.words import listed
from solver.lost_code.events import Final, Guess, Reveal, Roll
from solver.lost_code.review.values import Amount, Choice, Decision, PlayerReview
from solver.lost_code.state import Cause

__all__ = ["game_charts", "guesses", "waterfalls"]

_END = "end"


def game_charts(report: Report) -> tuple[Lines, ...]:
    """The charts with a line for each player: score, VP expected, chance to win, bits."""
    found = (_score(report), _expected(report), _win(report), _bits(report))
    return tuple(chart for chart in found if chart.lines)


def waterfalls(player: PlayerReview) -> tuple[Waterfall, Waterfall]:
    """Luck against skill, in VP and in chance to win."""
    points = _waterfall(player, Unit.POINTS, "in VP", lambda amount: amount.points)
    return points, _waterfall(player, Unit.CHANCE, "in chance to win", lambda amount: amount.win)


def guesses(report: Report, player: PlayerReview) -> Iterator[tuple[Decision, Bars]]:
    """Each guess with its distribution of the sum."""
    for decision in player.decisions:
        if (chart := _sums(player, decision, report.record.state.top)) is not None:
            yield decision, chart


# ---- by round --------------------------------------------------------------------------------------------------------


def _rounds(report: Report) -> tuple[tuple[float, str], ...]:
    """The x axis: the start, each round, and the end."""
    played = report.record.state.round
    return (*((float(n), str(n)) for n in range(played + 1)), (played + 1.0, _END))


def _last_lines(report: Report) -> tuple[int, ...]:
    """The last line of the set-up and of each round: the one before the next throw, or before the final guesses."""
    entries = report.record.entries
    ends = [entry.line for entry in entries if isinstance(entry.event, Roll)]
    last = next((entry.line for entry in entries if isinstance(entry.event, Final | Reveal)), entries[-1].line + 1)
    return tuple(line - 1 for line in (*ends, last))


def _score(report: Report) -> Lines:
    state = report.record.state
    lines = []
    for seat, player in enumerate(state.players):
        moves = [move for move in state.moves if move.player == player]
        spaces = [
            sum(move.by for move in moves if move.round <= n and move.cause is not Cause.FINAL)
            for n in range(state.round + 1)
        ]
        if state.scored:
            spaces.append(state.spaces[player])
        lines.append(Line(player, seat, tuple((float(n), float(space)) for n, space in enumerate(spaces))))
    about = f"In the end: {_ends(lines, Unit.SPACES)}. The last step is that of the final guesses."
    return Lines("score", "Score by round", signs(about), tuple(lines), _rounds(report), "round", Unit.SPACES)


def _by_round(report: Report, part: Callable[[Amount], float]) -> tuple[Line, ...]:
    """The value of each player's game after each round."""
    players = report.record.state.players
    last_lines = _last_lines(report)
    lines = []
    for player in report.review.players:
        points = [(0.0, part(player.start))]
        for n, last in enumerate(last_lines[1:], 1):
            now = [point for point in player.course if point.line <= last]
            points.append((float(n), part(now[-1].value) if now else points[-1][1]))
        points.append((float(len(last_lines)), part(player.result)))
        lines.append(Line(player.player, players.index(player.player), tuple(points)))
    return tuple(lines)


def _expected(report: Report) -> Lines:
    lines = _by_round(report, lambda amount: amount.points)
    about = (
        f"What each could expect to have in the end, by what he could know. From the start to the end: {_runs(lines)}."
    )
    title = "VP expected in the end, by round"
    return Lines("expected", title, signs(about), lines, _rounds(report), "round", Unit.POINTS)


def _runs(lines: Iterable[Line]) -> str:
    unit = Unit.POINTS
    runs = (
        f"{apart(line.player)} from {unit.said(line.points[0][1])} to {unit.said(line.points[-1][1])}" for line in lines
    )
    return listed(runs, "and")


def _win(report: Report) -> Lines:
    lines = _by_round(report, lambda amount: amount.win)
    before = [f"{apart(line.player)} {Unit.CHANCE.said(line.points[-2][1])}" for line in lines]
    about = f"Each as he could know it himself. Before the logs were opened: {listed(before, 'and')}."
    return Lines("win", "Chance to win, by round", signs(about), lines, _rounds(report), "round", Unit.CHANCE)


def _bits(report: Report) -> Lines:
    players = report.record.state.players
    lines = []
    for player in report.review.players:
        story = report.stories.get(player.player)
        told = [(line, bits) for line, _, _, bits in story.bits] if story else []
        points = told or [(point.line, point.bits) for point in player.course]
        # More than one value on a line: the last one holds.
        held = {float(line): max(bits, 0.0) for line, bits in points}
        lines.append(Line(player.player, players.index(player.player), tuple(sorted(held.items()))))
    rolls = [entry.line for entry in report.record.entries if isinstance(entry.event, Roll)]
    ticks = tuple((float(line), str(n)) for n, line in enumerate(rolls, 1))
    about = (
        "How many yes-or-no questions were still open about each player's own log, after each line of the record. "
        "A fresh stone opens some again."
    )
    kept = tuple(line for line in lines if line.points)
    return Lines("bits", "Bits left, line by line", about, kept, ticks, "round", Unit.BITS, steps=True)


def _ends(lines: Iterable[Line], unit: Unit) -> str:
    return listed((f"{apart(line.player)} {unit.said(line.points[-1][1])}" for line in lines), "and")


# ---- by player -------------------------------------------------------------------------------------------------------


def _waterfall(player: PlayerReview, unit: Unit, said: str, part: Callable[[Amount], float]) -> Waterfall:
    luck = [Step(Group.LUCK, SOURCE_NAMES[source], part(amount)) for source, amount in player.luck.items()]
    skill = [Step(Group.SKILL, KIND_NAMES[kind], part(amount)) for kind, amount in player.skill.items()]
    steps = [*luck, *skill]
    moved = tuple(step for step in steps if abs(step.by) >= NOTHING)
    still = tuple(f"{step.group}: {step.name}" for step in steps if abs(step.by) < NOTHING)
    start, result = part(player.start), part(player.result)
    reached = start + sum(step.by for step in moved)
    if not isclose(reached, result, abs_tol=1e-6):
        raise AssertionError(f"{player.player}'s luck and skill do not add up: {reached} is not {result}")
    about = f"{apart(player.player)}, {said}: from {unit.said(start)} at the start to {unit.said(result)}."
    name = "luck-and-skill" if unit is Unit.POINTS else "luck-and-skill-win"
    return Waterfall(name, f"Luck and skill, {said}", signs(about), start, moved, result, unit, still)


def _sums(player: PlayerReview, decision: Decision, top: int) -> Bars | None:
    bet, best = _window(decision.chosen, "bet"), _window(decision.best, "best")
    if bet is None or not decision.sums:
        return None
    other = None if best is None or (best.low, best.high) == (bet.low, bet.high) else best
    true = decision.true_sum
    parts = [f"{apart(player.player)} bet on {_range(bet)}"]
    parts += [f"the best bet was {_range(other)}" if other else "there was no better bet"]
    parts += [f"the true sum was {true}"] if true is not None else []
    about = f"{listed(parts, 'and')}."
    title = f"Round {decision.round}: how likely each sum was"
    ways = dict(decision.sums)
    # The whole board of the wheels, so that all guesses can be compared.
    bars = tuple((each, ways.get(each, 0)) for each in range(top + 1))
    return Bars(f"sums-{decision.line}", title, about, bars, bet, other, true)


def _window(choice: Choice, called: str) -> Window | None:
    for event in choice.events:
        if isinstance(event, Guess):
            return Window(event.low, event.high, f"{called} {range_words(event.low, event.high)}")
    return None


def _range(shown: Window) -> str:
    return range_words(shown.low, shown.high)
