"""Several games of a player, on the screen."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from cli.figures import amount, chance, percent, shift, signed
from cli.files import printable
from cli.lost_code.pieces import columns, titled
from cli.lost_code.review.screen import assumed_lines
from cli.lost_code.review.words import KIND_NAMES
from cli.lost_code.words import listed
from solver.lost_code.review.career import Career, Class
from solver.lost_code.review.intervals import CONFIDENCE, Estimate

__all__ = ["career_screen"]

_INTERVAL = f"{CONFIDENCE:.0%}".replace("%", " %")


def career_screen(
    careers: Sequence[Career], left_out: Mapping[str, str], assumed: Sequence[str]
) -> list[RenderableType]:
    """Each player's games taken together, and which files are not among them."""
    parts: list[RenderableType] = []
    for each in careers:
        parts += [*([""] if parts else []), *_career(each)]
    parts += [
        "",
        Text(f"Intervals: {_INTERVAL}, by Student's t; of shares, by Wilson. Games are taken as independent."),
    ]
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


def _games(each: Career) -> Table:
    made = columns("game", "start", "+ luck", "+ skill", "= VP")
    for game in each.games:
        review = game.review
        luck, skill = (sum(part.points for part in parts.values()) for parts in (review.luck, review.skill))
        name = Text(printable(game.title))
        made.add_row(name, amount(review.start.points), signed(luck), signed(skill), amount(review.result.points))
    return made


# ---- means with intervals --------------------------------------------------------------------------------------------


def _reach(estimate: Estimate, written: Callable[[float], str]) -> str:
    if estimate.low is None or estimate.high is None:
        return "one game: none"
    return f"{written(estimate.low)} to {written(estimate.high)}"


def _results(each: Career) -> Table:
    made = columns("", "mean", _INTERVAL)
    for name, result, written in (("VP", each.points, signed), ("to win", each.win, _hundredth)):
        made.add_row(name, written(result.raw.mean), _reach(result.raw, written))
        made.add_row("  without luck", written(result.adjusted.mean), _reach(result.adjusted, written))
    return made


def _hundredth(share: float) -> str:
    """A share that an interval, or taking luck out, may carry beyond 0 and 1."""
    return chance(share) if 0 <= share <= 1 else shift(share)


def _narrower(each: Career) -> Iterator[str]:
    """How much luck was in the way."""
    narrower = each.points.narrower
    if narrower is None:
        yield "From one game there is no interval." if len(each.games) == 1 else "The results are all alike."
    elif narrower >= 0:
        yield f"Without luck the interval of VP is {chance(narrower)} narrower."
    else:
        yield f"Without luck the interval of VP is {-100 * narrower:.1f} % wider in these games."


def _losses(each: Career) -> Table:
    made = columns("", "VP", _INTERVAL, "to win")
    if each.loss is not None:
        points = each.loss.points
        made.add_row("a decision", _fine(points.mean), _reach(points, _loss), shift(each.loss.win.mean))
    for kind, loss in each.by_game.items():
        made.add_row(
            f"a game: {KIND_NAMES[kind]}",
            signed(loss.points.mean),
            _reach(loss.points, _loss),
            shift(loss.win.mean),
        )
    return made


def _loss(points: float) -> str:
    """The end of an interval that ends at 0."""
    return _fine(points) if points else "0"


def _fine(points: float) -> str:
    """VP with three decimals: what a single decision loses is little."""
    return f"{round(points, 3) + 0.0:+.3f}"


def _weakest(each: Career) -> Iterator[str]:
    """The weakest kind, as far as the intervals allow."""
    yield f"{_counted(each.choices, 'decision')} in which there was something to choose."
    weakest = each.weakest
    if weakest is None:
        yield "No decision lost anything."
        return
    name = KIND_NAMES[weakest.kind]
    weaker, even = (listed((KIND_NAMES[kind] for kind in some), "and") for some in (weakest.weaker, weakest.even))
    if even:
        yield f"Most was lost by {name}; these games do not tell it from {even}."
        if weaker:
            yield f"It lost more than {weaker}."
    else:
        yield f"The weakest kind is {name}" + (f": it lost more than {weaker}." if weaker else ", the only one.")


# ---- final guesses, and games needed ---------------------------------------------------------------------------------


def _calibration(classes: Sequence[Class]) -> Table:
    made = columns("sure", "guesses", "mean", "right", _INTERVAL)
    for some in classes:
        right = some.right
        reach = f"{chance(right.low)} to {chance(right.high)}"
        made.add_row(_bounds(some), str(right.of), chance(some.sure), percent(right.part, right.of), reach)
    return made


def _bounds(some: Class) -> str:
    if some.low == some.high:
        return "certain"
    return f"{some.low:.0%} to {some.high:.0%}".replace("%", " %")


def _needed(each: Career) -> Iterator[str]:
    if len(each.games) < 2:
        yield "One game does not tell how far games differ."
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
