"""A contest of policies: made from options, its summary for programs and for people."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from cli.figures import amount, percent, signed
from cli.files import shown
from cli.lost_code.pieces import columns, titled
from cli.lost_code.setting_up import SettingUp, from_options
from cli.lost_code.words import ASSUMED, VARIANTS, listed
from cli.setting_up import Options
from solver.games import read
from solver.lost_code.box import ASSUMED_PAD
from solver.lost_code.events import Variant
from solver.lost_code.simulate import NAMES
from solver.lost_code.tournament import CONFIDENCE, Contest, Estimate, PolicyTotals, Summary

__all__ = ["contest", "simulation_data", "simulation_screen"]


def contest(
    players: int, seed: int, policies: Sequence[str], variants: Sequence[str], wheels: str | None, *, records: bool
) -> Contest:
    """Make a contest, variants and wheels as `new` takes them. Raises LineError, FileError and PolicyError."""
    given = Options(players=NAMES[:players], variants=tuple(variants), wheels=wheels)
    table = from_options(read(SettingUp.header), given, ASSUMED_PAD).state
    ordered = tuple(variant for variant in Variant if variant in table.variants)
    return Contest(players, seed, tuple(policies), ordered, table.wheels, table.wheels_assumed, records)


# ---- for programs ----------------------------------------------------------------------------------------------------


def simulation_data(summary: Summary, out: Path | None) -> dict[str, Any]:
    """Everything that was counted, as whole numbers, and what follows from it."""
    played, difference = summary.contest, summary.difference
    return {
        "game": "lost-code",
        "players": played.players,
        "seed": played.seed,
        "variants": [str(variant) for variant in played.variants],
        "wheels": {str(width): points for width, points in played.wheels},
        "assumed": ["wheels"] if played.assumed else [],
        "deals": summary.deals,
        "games": summary.games,
        "tied": summary.tied,
        "policies": [_policy_data(totals) for totals in summary.policies],
        "difference": None
        if difference is None
        else {"confidence": CONFIDENCE, "points": _estimate(difference.points), "won": _estimate(difference.won)},
        "out": None if out is None else str(out),
    }


def _policy_data(totals: PolicyTotals) -> dict[str, Any]:
    sources = totals.sources
    return {
        "policy": totals.policy,
        "seats": totals.seats,
        "points": sources.total,
        "mean": sources.total / totals.seats,
        "won": totals.won,
        "won_share": _estimate(totals.share),
        "won_by_rule": totals.wins,
        "sources": {
            "wheels": sources.wheels,
            "curse_gains": sources.curse_gains,
            "curse_losses": sources.curse_losses,
            "final": sources.final,
            "tokens": sources.tokens,
        },
        "wheels": {str(use.width): {"set": use.set, "right": use.right} for use in totals.wheels},
    }


def _estimate(estimate: Estimate) -> dict[str, float | None]:
    return {"mean": estimate.mean, "low": estimate.low, "high": estimate.high}


# ---- for people ------------------------------------------------------------------------------------------------------


def simulation_screen(summary: Summary, out: Path | None) -> list[RenderableType]:
    """Who came to how much, from where, with which wheels, and by how much the first is better."""
    parts: list[RenderableType] = [Text(_heading(summary), style="bold"), "", _standings(summary), *_ties(summary)]
    parts += _difference(summary)
    parts.append(titled("VP by source, mean of a game", _sources(summary)))
    wheels = [Padding(_wheels(summary, place), (0, 3, 0, 0)) for place in range(len(summary.policies))]
    parts.append(titled("Wheels: how often set, how often right", Columns(wheels, padding=0)))
    if out is not None:
        parts += ["", Text(f"Records: {shown(str(out))}")]
    if summary.contest.assumed:
        parts += ["", Text(f"* {ASSUMED['wheels']}", style="italic")]
    return parts


def _heading(summary: Summary) -> str:
    played = summary.contest
    variants = [VARIANTS[variant] for variant in played.variants]
    deals = "1 deal" if summary.deals == 1 else f"{summary.deals:,} deals"
    return " · ".join(
        [
            f"{summary.games:,} games of {played.players} players",
            f"{deals}, each played {played.players} times with the seats moved round",
            f"seed {played.seed}",
            *variants,
        ]
    )


def _named(summary: Summary) -> Iterator[tuple[Text, PolicyTotals]]:
    for number, totals in enumerate(summary.policies, 1):
        yield Text(f"{number} {totals.policy}"), totals


def _standings(summary: Summary) -> RenderableType:
    made = columns("policy", "seats", "VP", "won", "tie rule")
    for name, totals in _named(summary):
        won, wins = percent(totals.won, totals.seats), percent(totals.wins, totals.seats)
        made.add_row(name, f"{totals.seats:,}", amount(totals.sources.total / totals.seats), won, wins)
    return made


def _ties(summary: Summary) -> list[RenderableType]:
    tied = "1 game was" if summary.tied == 1 else f"{summary.tied:,} games were"
    even = percent(1, summary.contest.players)
    told = f"VP: the mean of a game. Won: more VP than anybody else ({tied} tied). Tie rule: wins by the rulebook; "
    return [Text(f"{told}an even share is {even}.")]


def _difference(summary: Summary) -> list[RenderableType]:
    if summary.difference is None:
        return []
    others = listed(dict.fromkeys(totals.policy for totals in summary.policies[1:]), "and")
    made = columns("", "mean", f"{CONFIDENCE:.0%}".replace("%", " %"))
    for what, estimate, written in (
        ("VP", summary.difference.points, signed),
        ("won", summary.difference.won, _points),
    ):
        reach = (
            "one deal: none"
            if estimate.low is None or estimate.high is None
            else f"{written(estimate.low)} to {written(estimate.high)}"
        )
        made.add_row(what, written(estimate.mean), reach)
    told = "The interval is that of the mean over deals, by the normal approximation."
    return [titled(f"{summary.policies[0].policy} less {others}", made, Text(told))]


def _points(share: float) -> str:
    """A difference of shares, in hundredths."""
    return f"{round(100 * share, 1) + 0.0:+.1f} %"


def _sources(summary: Summary) -> RenderableType:
    curse, tokens = (v in summary.contest.variants for v in (Variant.CURSE, Variant.SHORTCUT))
    made = columns(
        "policy", "wheels", *(["curse+", "curse-"] if curse else []), "final", *(["tokens"] if tokens else [])
    )
    for name, totals in _named(summary):
        of = totals.sources
        shown_ones = [of.wheels, *([of.curse_gains, of.curse_losses] if curse else []), of.final]
        shown_ones += [of.tokens] if tokens else []
        made.add_row(name, *(signed(points / totals.seats) for points in shown_ones))
    return made


def _wheels(summary: Summary, place: int) -> RenderableType:
    totals = summary.policies[place]
    points = dict(summary.contest.wheels)
    made = columns("wheel", "VP", "set", "right", numbers_from=0)
    for use in totals.wheels:
        right = percent(use.right, use.set) if use.set else "-"
        made.add_row(str(use.width), str(points[use.width]), f"{use.set:,}", right)
    return Group(Text(f"{place + 1} {totals.policy}", style="bold"), made)
