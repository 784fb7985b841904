"""The review of a game on the screen: first all of it at one glance, then each player."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cli.figures import amount, chance, shift, signed
from cli.files import printable
from cli.lost_code.pieces import Fitting, columns, titled
from cli.lost_code.review.decision_screen import LEGEND, decision_parts
from cli.lost_code.review.report import Report
from cli.lost_code.review.story_screen import story_parts, told_parts
from cli.lost_code.review.words import KIND_NAMES, NOTHING, SOURCE_NAMES, best_words, turning_words, worst_words
from cli.lost_code.words import ASSUMED, VARIANTS, listed
from solver.lost_code.review.values import ZERO, Amount, Luck, PlayerReview

__all__ = ["assumed_lines", "report_screen", "unknown_lines"]


def report_screen(report: Report, top: int | None) -> list[RenderableType]:
    """The whole review. top: how many decisions of each player, those that lost most; None for all, as they came."""
    parts = _glance(report)
    for player in report.review.players:
        parts += _player(report, player, top)
    if report.review.players:
        parts += ["", Text(LEGEND)]
    if report.findings:
        parts.append(titled("! Table and stones disagree", *map(Text, report.findings)))
    return [*parts, *unknown_lines(report.review.unknown), *assumed_lines(report.review.assumed)]


def unknown_lines(unknown: Mapping[str, str]) -> list[RenderableType]:
    """Who cannot be reviewed, and why."""
    lines = [Text(f"{name}: {printable(why)}") for name, why in unknown.items()]
    return [titled("Not reviewed", *lines)] if lines else []


def assumed_lines(assumed: Sequence[str]) -> list[RenderableType]:
    """What nobody has compared with the box."""
    return ["", *(Text(f"* {ASSUMED.get(what, what)}", style="italic") for what in assumed)] if assumed else []


# ---- one glance ------------------------------------------------------------------------------------------------------


def _glance(report: Report) -> list[RenderableType]:
    """The result, what was luck and what was skill, and where it was decided."""
    state, players = report.record.state, report.review.players
    variants = [VARIANTS[variant] for variant in sorted(state.variants)]
    told = ["The Lost Code", f"review of {printable(report.title)}", f"{state.rounds} rounds", *variants]
    winner, *others = reversed(state.order)
    behind = listed((f"{name} has {state.spaces[name]}" for name in others), "and")
    parts: list[RenderableType] = [Text(" · ".join(told), style="bold")]
    parts.append(Text(f"{winner} wins with {state.spaces[winner]} VP; {behind}."))
    if players:
        parts += ["", Fitting(_sums(players), Group(_points(players), "", _wins(players))), ""]
    return [*parts, *(Text.assemble((f"{title}: ", "bold"), sentence) for title, sentence in _highlights(players))]


def _sums(players: Sequence[PlayerReview]) -> Table:
    """Start + luck + skill = result, in VP and in chance to win."""
    heads = (
        "VP:\nstart",
        "\n+ luck",
        "\n+ skill",
        "\n= result",
        "to win:\nstart",
        "\n+ luck",
        "\n+ skill",
        "\n= result",
    )
    made = columns("", *heads)
    for player in players:
        made.add_row(Text(player.player), *_in_points(player), *_in_chances(player))
    return made


def _points(players: Sequence[PlayerReview]) -> Table:
    made = columns("VP", "start", "+ luck", "+ skill", "=")
    for player in players:
        made.add_row(Text(player.player), *_in_points(player))
    return made


def _wins(players: Sequence[PlayerReview]) -> Table:
    made = columns("to win", "start", "+ luck", "+ skill", "=")
    for player in players:
        made.add_row(Text(player.player), *(written.replace(" %", "%") for written in _in_chances(player)))
    return made


def _in_points(player: PlayerReview) -> tuple[str, ...]:
    luck, skill = _together(player.luck.values()), _together(player.skill.values())
    return amount(player.start.points), signed(luck.points), signed(skill.points), amount(player.result.points)


def _in_chances(player: PlayerReview) -> tuple[str, ...]:
    luck, skill = _together(player.luck.values()), _together(player.skill.values())
    return chance(player.start.win), shift(luck.win), shift(skill.win), chance(player.result.win)


def _together(amounts: Iterable[Amount]) -> Amount:
    return sum(amounts, ZERO)


def _highlights(players: Sequence[PlayerReview]) -> Iterator[tuple[str, str]]:
    """The turning point, the best and the worst decision: of one player, or the greatest among several."""
    for title, sizes, words in (
        ("Turning point", [(_turned(player), player) for player in players], turning_words),
        ("Best decision", [(_gap(player), player) for player in players], best_words),
        ("Lost most", [(_lost(player), player) for player in players], worst_words),
    ):
        if sizes:
            size, one = max(sizes, key=lambda each: each[0])
            told = words(one)
            # Where nobody has one, the sentence says so of all.
            yield title, told if len(players) == 1 or size < 0 else f"{one.player}, {told[0].lower()}{told[1:]}"


def _turned(player: PlayerReview) -> float:
    part = player.turning_point
    if part is None:
        return -1.0
    return abs((part.amount if isinstance(part, Luck) else part.loss).win)


def _gap(player: PlayerReview) -> float:
    return -1.0 if player.best is None else player.best.gap or 0.0


def _lost(player: PlayerReview) -> float:
    return -1.0 if player.worst is None else -player.worst.loss.points


# ---- one player ------------------------------------------------------------------------------------------------------


def _player(report: Report, player: PlayerReview, top: int | None) -> list[RenderableType]:
    name, alone = player.player, len(report.review.players) == 1
    luck = _shares("Luck, by source", {SOURCE_NAMES[source]: each for source, each in player.luck.items()})
    skill = _shares("Skill, by kind", {KIND_NAMES[kind]: each for kind, each in player.skill.items()})
    beside = Table.grid(padding=(0, 3, 0, 0))
    beside.add_row(luck, skill)
    parts: list[RenderableType] = ["", Text(f"── {name} ──", style="bold")]
    if not alone:
        parts += [Text(f"{title}: {told}") for title, told in _highlights([player])]
    parts += ["", Fitting(beside, Group(luck, "", skill)), *_rounds(player), *decision_parts(player, top)]
    if name in report.stories:
        parts += story_parts(report.stories[name])
    if name in report.told:
        parts += told_parts(report.told[name])
    return parts


def _shares(title: str, amounts: Mapping[str, Amount]) -> Table:
    """Parts and their sum; what brought nothing at all is left out."""
    made = columns(title, "VP", "to win")
    for what, each in amounts.items():
        if max(abs(each.points), abs(each.win)) > NOTHING:
            made.add_row(what, signed(each.points), shift(each.win))
    whole = _together(amounts.values())
    made.add_row("together", signed(whole.points), shift(whole.win), style="bold")
    return made


def _rounds(player: PlayerReview) -> list[RenderableType]:
    """How it stood at the end of each round."""
    last = {point.round: point for point in player.course}
    made = columns("round", "space", "VP in the end", "to win", "bits open", numbers_from=0)
    for number, point in last.items():
        expected, winning = amount(point.value.points), chance(point.value.win)
        made.add_row(str(number), str(point.space), expected, winning, f"{point.bits:.1f}")
    return [titled("How it stood after each round", made)] if last else []
