"""Several games of a player, on the screen."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePath

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cli.figures import amount, chance, lost, percent, shift, signed
from cli.files import printable
from cli.lost_code.pieces import Fitting, columns, titled
from cli.lost_code.review.names import KIND_DEEDS, KIND_NAMES
from cli.lost_code.review.screen import assumed_lines
from cli.lost_code.words import listed
from solver.lost_code.review.career import FEWEST, Career, Class, Game
from solver.lost_code.review.intervals import CONFIDENCE, Estimate

__all__ = ["career_screen"]

_INTERVAL = f"{CONFIDENCE:.0%}".replace("%", " %")

_FOOT = (
    f"Intervals: {_INTERVAL}. Those of means (VP, to win, losses) are by Student's t and count games as independent; "
    "that of a chance may reach beyond 0 % and 100 %, that of a loss ends at 0. Those of how often guesses were right "
    "are by Wilson."
)


def career_screen(
    careers: Sequence[Career], left_out: Mapping[str, str], assumed: Sequence[str]
) -> list[RenderableType]:
    """Each player's games taken together, and which files are not among them."""
    parts: list[RenderableType] = []
    for each in careers:
        parts += [*([""] if parts else []), *_career(each)]
    parts += ["", Text(_FOOT)]
    if left_out:
        lines = [Text(f"{printable(name)}: {printable(why)}") for name, why in left_out.items()]
        parts.append(titled("Left out", *lines))
    return [*parts, *assumed_lines(assumed)]


def _career(each: Career) -> list[RenderableType]:
    games = _counted(len(each.games), "game")
    parts: list[RenderableType] = [Text(f"{each.player} · {games}", style="bold"), ""]
    parts += [_games(each), titled("Results, and with luck taken out", _results(each), *map(Text, _narrower(each)))]
    parts.append(titled("What decisions lost", _losses(each), *map(Text, _weakest(each))))
    if each.calibration:
        parts.append(titled("Final guesses: how sure they could be, how often right", _calibration(each.calibration)))
    return [*parts, titled("How many games it takes to tell", *map(Text, _needed(each)))]


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _games(each: Career) -> RenderableType:
    """Each game's sum: as a table, or where the names leave no room, in two lines each."""
    made, rows = (
        columns("game", "start", "+ luck", "+ skill", "= VP"),
        list(zip(_titles(each), each.games, strict=True)),
    )
    for name, game in rows:
        made.add_row(Text(name), *_sum(game))
    return Fitting(made, Group(*(part for name, game in rows for part in _two_lines(name, game))))


def _two_lines(name: str, game: Game) -> tuple[RenderableType, RenderableType]:
    start, luck, skill, result = _sum(game)
    return Text(name), Padding(Text(f"{start} {luck} luck {skill} skill = {result}"), (0, 0, 0, 2))


def _sum(game: Game) -> tuple[str, ...]:
    review = game.review
    luck, skill = (sum(part.points for part in parts.values()) for parts in (review.luck, review.skill))
    return amount(review.start.points), signed(luck), lost(skill), amount(review.result.points)


def _titles(each: Career) -> list[str]:
    """The names of the files, without their folders where they differ without them."""
    whole = [printable(game.title) for game in each.games]
    short = [PurePath(title).name for title in whole]
    return short if len(set(short)) == len(short) else whole


# ---- means with intervals --------------------------------------------------------------------------------------------


def _reach(estimate: Estimate, written: Callable[[float], str]) -> str:
    if estimate.low is None or estimate.high is None:
        return "one game: none"
    return f"{written(estimate.low)} to {written(estimate.high)}"


def _results(each: Career) -> Table:
    made = columns("", "mean", _INTERVAL)
    for name, result, written in (("VP", each.points, amount), ("to win", each.win, _hundredth)):
        if result is not None:
            made.add_row(name, written(result.raw.mean), _reach(result.raw, written))
            made.add_row("  without luck", written(result.adjusted.mean), _reach(result.adjusted, written))
    return made


def _hundredth(share: float) -> str:
    """A share that an interval, or taking luck out, may carry beyond 0 and 1."""
    return chance(share) if 0 <= share <= 1 else f"{100 * share:.1f} %"


def _narrower(each: Career) -> Iterator[str]:
    """How much luck was in the way."""
    if len(each.games) == 1:
        yield "From one game there is no interval."
        return
    for what, result in (("VP", each.points), ("“to win”", each.win)):
        if result is None or result.raw.games == 1:
            continue
        if result.narrower is None:
            yield f"In {what} the results are all alike."
        elif result.narrower >= 0:
            yield f"Without luck the interval of {what} is {chance(result.narrower)} narrower."
        else:
            yield f"Without luck the interval of {what} is {-100 * result.narrower:.1f} % wider in these games."
    open_ = sum(not game.scored for game in each.games)
    if open_:
        yield f"{_counted(open_, 'game')} not counted in “to win”: what was written with a token is not known there."


def _losses(each: Career) -> RenderableType:
    made = columns("", "mean", _INTERVAL)
    if each.loss is not None:
        points, win = each.loss.points, each.loss.win
        made.add_row("a decision, VP", _fine(points.mean), _reach(points, _fine))
        made.add_row("  to win", shift(win.mean), _reach(win, shift))
    made.add_row("a game, VP", "", "")
    for kind, loss in each.by_game.items():
        made.add_row(f"  {KIND_NAMES[kind]}", lost(loss.points.mean), _reach(loss.points, lost))
    return made


def _fine(points: float) -> str:
    """A loss in VP with three decimals: what a single decision loses is little."""
    if points > -1e-9:
        return "0"
    return "-<0.001" if points > -0.0005 else f"{points:.3f}"


def _weakest(each: Career) -> Iterator[str]:
    """The weakest kind, as far as the intervals allow."""
    yield f"{_counted(each.choices, 'decision')} in which there was something to choose."
    weakest = each.weakest
    if weakest is None:
        yield "No decision lost anything."
        return
    name = KIND_DEEDS[weakest.kind]
    weaker, even = (listed((KIND_DEEDS[kind] for kind in some), "and") for some in (weakest.weaker, weakest.even))
    if not even:
        yield f"The weakest kind is {name}" + (f": beyond chance, more was lost than by {weaker}." if weaker else ".")
        return
    yield f"Most was lost by {name}; these games are too few to tell that from {even}."
    if weaker:
        yield f"Beyond chance, more was lost by it than by {weaker}."


# ---- final guesses, and games needed ---------------------------------------------------------------------------------


def _calibration(classes: Sequence[Class]) -> RenderableType:
    made = columns("sure", "guesses", "mean", "right", _INTERVAL)
    small = columns("sure", "mean", "right", _INTERVAL)
    for some in classes:
        right = some.right
        reach = f"{chance(right.low)} to {chance(right.high)}"
        made.add_row(_bounds(some), str(right.of), chance(some.sure), percent(right.part, right.of), reach)
        small.add_row(_bounds(some), chance(some.sure), f"{right.part}/{right.of}", reach)
    return Fitting(made, small)


def _bounds(some: Class) -> str:
    if some.low == some.high:
        return "certain"
    return f"{100 * some.low:.0f}–{100 * some.high:.0f} %"


def _needed(each: Career) -> Iterator[str]:
    if len(each.games) < FEWEST:
        told = f"{_counted(len(each.games), 'game')}: too few games to say."
        yield f"{told} It takes {FEWEST} to see how far games differ."
        return
    needed = each.needed
    if needed.loss is None:
        yield "No number of games would tell a loss from 0, as there is none to speak of."
    else:
        yield f"That his decisions lose anything at all: {needed.loss:,} games."
    if needed.raw is None or needed.adjusted is None:
        return
    yield (
        f"Two players 1 VP a game apart: {needed.raw:,} games each by their results, {needed.adjusted:,} with luck "
        "taken out."
    )
    yield f"So many find it in 4 of 5 tries, at {_INTERVAL}, if games go on to differ as these did."
