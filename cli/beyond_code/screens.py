"""Values -> what a person sees, at 80 columns and at 40, with and without colour."""

from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from rich.console import Group, RenderableType
from rich.text import Text

from cli.beyond_code import words
from cli.beyond_code.commands import Advised, Called, Examined, Explained, Result, Shown, Solved
from cli.beyond_code.page import Page
from cli.figures import amount, chance
from cli.pieces import Wide, columns, titled
from solver.beyond_code.answers import (
    Advice,
    Bluff,
    Chances,
    Checked,
    Claim,
    Influence,
    Slip,
    SlipKind,
    SquareWorth,
    Trust,
)
from solver.beyond_code.events import SQUARES, Card, Look
from solver.beyond_code.state import State
from solver.beyond_code.view import View

__all__ = ["advice_parts", "footnotes", "screen"]

_SHOWN_FAULTS = 3
"""So many forbidden lines are printed for people: the first often brings all the others."""
_WIDE = 70
"""From so many columns on the chances stand in a grid."""
_NAME = 14
"""Columns for a card's name beside the grid."""
_LOOKS = 4
"""So many squares worth a look are printed."""


def screen(result: Result) -> list[RenderableType]:
    """The screen of a verb's value: a heading, its own parts, and what is assumed."""
    match result:
        case Shown():
            return [Page(result, foot=footnotes(result.view))]
        case Solved():
            below = [Text(each, style="italic") for each in footnotes(result.view)]
            return [_heading(result.view), *_solved(result), *below]
        case Advised():
            return [_heading(result.view), *advice_parts(result.view, result.advice, result.sought)]
        case Called():
            return [_heading(result.view), *_called(result)]
        case Explained():
            return [_heading(result.view), *_explained(result)]
        case Examined(checked=checked):
            return [_heading(result.view), *_checked(checked, result.view.table, result.top)]
        case _:
            assert_never(result)


def _heading(view: View) -> Text:
    table = view.table
    eyes = f"seen by {view.viewer}" if view.viewer else "all looks open"
    return Text(f"{words.TITLE} · {words.whose(view)} · time {table.space}/{table.spaces} · {eyes}", style="bold")


def footnotes(view: View) -> list[str]:
    """What is assumed, and which rulings the record chooses."""
    return [each for each in (words.assumed(view.table), words.rulings(view.table)) if each]


# ---- solve -----------------------------------------------------------------------------------------------------------


def _solved(solved: Solved) -> list[RenderableType]:
    odds, table = solved.odds, solved.view.table
    ways = "1 layout is possible" if odds.layouts == 1 else f"{odds.layouts:,} layouts are possible"
    parts: list[RenderableType] = [Text(f"{ways}.")]
    parts.append(titled("By hard facts alone", _chances(odds.hard, table)))
    if _differ(odds.hard, odds.soft):
        parts.append(titled("With namings as evidence", _chances(odds.soft, table)))
    elif odds.namings:
        parts += ["", Text("No naming says more than the hard facts.")]
    if odds.honesty:
        parts.append(titled("Honesty, with the 90 % interval", _honesty(odds.honesty)))
    if solved.goal is not None:
        wanted, share = solved.goal
        sought = ", ".join(f"{table.title(card)} on {square}" for square, card in wanted.items())
        parts.append(titled(f"Goal: {sought}", Text(_both(share.hard, share.soft))))
    return [*parts, *advice_parts(solved.view, solved.advice)]


def _both(hard: float, soft: float) -> str:
    """A chance by hard facts alone, and with namings."""
    if hard in (0.0, 1.0):
        return chance(hard)
    return f"{chance(hard)} by hard facts alone, {chance(soft)} with namings as evidence"


def _differ(one: Chances, other: Chances) -> bool:
    """Whether chances are other than by rounding."""
    return any(abs(one[square][card] - other[square][card]) > 1e-9 for square in SQUARES for card in one[square])


def _chances(chances: Chances, table: State) -> RenderableType:
    """Cards by squares in a grid where it fits, else for each square its cards; squares that are alike in one."""
    grid = columns("", *SQUARES)
    titles = [_short(table.title(card)) for card in table.cards]
    for card, title in zip(table.cards, titles, strict=True):
        # Names that begin alike would look alike; the record's own words never do.
        name = title if titles.count(title) == 1 else str(card)
        grid.add_row(Text(name), *(_share(chances[square].get(card, 0.0)) for square in SQUARES))
    alike: dict[str, list[str]] = {}
    for square in SQUARES:
        alike.setdefault(_row(chances[square], table), []).append(square)
    return Wide(_WIDE, grid, Group(*(Text(f"{' '.join(squares)}  {row}") for row, squares in alike.items())))


def _share(share: float) -> Text:
    """A chance in at most six columns; nothing for what cannot be."""
    if not share:
        return Text("·", style="dim")
    return Text(chance(share).replace(" ", ""), style="bold" if share == 1 else "")


def _row(row: Mapping[Card, float], table: State) -> str:
    """The cards of a square, likeliest first, those that are alike in one."""
    alike: dict[str, list[str]] = {}
    for card, share in sorted(row.items(), key=lambda each: -round(each[1], 9)):
        alike.setdefault(chance(share).replace(" ", ""), []).append(table.title(card))
    if list(alike) == ["100%"]:
        return alike["100%"][0]
    return "; ".join(f"{', '.join(cards)} {share}{' each' if len(cards) > 1 else ''}" for share, cards in alike.items())


def _short(title: str) -> str:
    """A name in so many columns as the grid has for it."""
    text = Text(title)
    text.truncate(_NAME, overflow="ellipsis")
    return text.plain


def _honesty(honesty: Mapping[str, Trust]) -> RenderableType:
    lines = []
    for player, trust in honesty.items():
        low, high = trust.interval
        proofs = trust.true + trust.false
        counted = (
            f"{proofs} proved naming{'' if proofs == 1 else 's'}, {trust.true} true" if proofs else "the prior alone"
        )
        lines.append(Text(f"{player}: {chance(trust.estimate)} ({chance(low)} to {chance(high)}), by {counted}"))
    return Group(*lines)


# ---- what can be said ------------------------------------------------------------------------------------------------


def advice_parts(view: View, advice: Advice, sought: Sequence[Card] = ()) -> list[RenderableType]:
    """Where to look, and whether another's naming is true; nothing where neither can be asked. sought: cards."""
    table, claim = view.table, advice.claim
    parts: list[RenderableType] = []
    if claim is not None:
        naming = claim.naming
        said = f"{naming.player} says that {naming.square} is {table.title(naming.card)}"
        parts.append(titled(said, *_claim(claim)))
    if advice.looks and table.outcome is None:
        wish = f", for {words.listed((table.title(card) for card in sought), 'or')}" if sought else ""
        # What is known needs no look, sought or not.
        unknown = [look for look in advice.looks if look.bits]
        known = [look.square for look in advice.looks if not look.bits and look.sought]
        lines = [*_looks(unknown, sought=bool(sought))] or [Text("Nothing: every card is known.")]
        if known:
            lines.append(Text(f"Known to be one of them: {', '.join(known)}"))
        parts.append(titled(f"Worth a look{wish}", *lines))
    return parts


def _claim(claim: Claim) -> Iterable[Text]:
    yield Text(f"True: {_both(claim.chance.hard, claim.chance.soft)}")
    yield Text("Whoever doubts a true word takes a silence token, which costs a turn.")


def _looks(looks: Iterable[SquareWorth], *, sought: bool) -> Iterable[Text]:
    for place, look in enumerate(looks):
        if place < _LOOKS:
            told = f"{amount(look.bits)} bits"
            yield Text(f"{look.square}: {f'{chance(look.sought)} one of them, ' if sought else ''}{told}")


def _called(called: Called) -> list[RenderableType]:
    """For each name who could know that it is false."""
    table = called.view.table
    lines = [Text(f"{table.title(bluff.card)}: {_danger(bluff)}") for bluff in called.bluffs]
    return [titled(f"What {called.square} can be called", *lines)]


def _danger(bluff: Bluff) -> str:
    if bluff.true:
        return "the truth"
    if bluff.safe:
        return "safe, nobody who may speak can know better"
    if not bluff.knowers:
        return "somebody who has seen it before may know better"
    return "; ".join(
        f"{knower.player} knows better"
        if knower.chance.hard == 1
        else f"{knower.player} knows better: {chance(knower.chance.soft)}"
        for knower in bluff.knowers
    )


# ---- explain and check -----------------------------------------------------------------------------------------------


def _explained(explained: Explained) -> list[RenderableType]:
    told, table = explained.explanation, explained.view.table
    name = f"{table.title(told.card)} on {told.square}"
    if told.chance.hard in (0, 1):
        verdict = "certain" if told.chance.hard == 1 else "impossible"
        if not told.lines:
            return [Text(f"{name} is {verdict}, by the set-up alone.")]
        return [Text(f"{name} is {verdict}."), *(Text(f"line {line}: {said}") for line, said in explained.said.items())]
    parts: list[RenderableType] = [Text(f"{name}: {_both(told.chance.hard, told.chance.soft)}.")]
    if told.influences:
        lines_of = [Text(_influence(each, table)) for each in told.influences]
        parts.append(titled("By whose word, most first", *lines_of))
    else:
        parts.append(Text("No naming says more than the hard facts."))
    return parts


def _influence(each: Influence, table: State) -> str:
    naming = each.naming
    said = f"line {naming.line}: {naming.player} called {naming.square} {table.title(naming.card)}"
    return f"{said}; without it {chance(each.without)}"


def _checked(checked: Checked, table: State, top: int | None) -> list[RenderableType]:
    if checked.faults:
        told = [Text(f"line {fault.line}: {fault}") for fault in checked.faults[:_SHOWN_FAULTS]]
        if left := len(checked.faults) - len(told):
            told.append(Text(f"(and {left} more)"))
        return ["", Text("! The rules forbid what stands here", style="bold"), *told, *_slips(checked, table, top)]
    if not checked.conflict:
        layouts = checked.layouts or 0
        return ["", Text(f"Nothing contradicts itself: {layouts:,} layout{'' if layouts == 1 else 's'} possible.")]
    conflict = Text(f"! {words.conflict(checked.conflict)}", style="bold")
    return ["", conflict, *_slips(checked, table, top)]


def _slips(checked: Checked, table: State, top: int | None) -> list[RenderableType]:
    parts: list[RenderableType] = []
    if not checked.tried_all:
        parts.append(Text("Time was short: not every slip was tried, and the likeliest may be missing."))
    if not checked.slips and checked.faults:
        return parts
    if not checked.slips:
        none = (
            "No single slip that is known here explains it."
            if checked.tried_all
            else "None of those tried explains it."
        )
        return [*parts, Text(none)]
    shown = checked.slips[:top]
    slips = [_slip_text(place, slip, table) for place, slip in enumerate(shown, 1)]
    more = len(checked.slips) - len(shown)
    parts.append(titled("One of these slips would explain everything", *slips))
    return [*parts, *([Text(f"({more} more: check --all)")] if more else [])]


def _slip_text(place: int, slip: Slip, table: State) -> Text:
    should = "should not be there" if slip.means is None else f"should say: {words.line(slip.means, table)}"
    if slip.kind is SlipKind.MISSING and slip.means is not None:
        line = f"look {slip.means.player} …" if isinstance(slip.means, Look) else words.line(slip.means, table)
        should = f"should stand after a line that is missing: {line}"
    return Text(f"{place}. line {slip.line} {should} ({slip.kind}, {chance(slip.share)})")
