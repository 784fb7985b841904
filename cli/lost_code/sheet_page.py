"""A sheet as a page to print: A4, drawn in millimetres, with nothing to fetch, and legible without colour.

A black box is filled, a crossed one has an X drawn in it, an open one is empty; every box says so to a screen reader,
too. The layout is that of the rulebook's pad: boxes at the top left, the rounds at the right, final guesses below.
"""

from collections.abc import Iterator
from html import escape

from cli.lost_code.pieces import SHADES
from solver.lost_code.events import Symbol
from solver.lost_code.sheet import Box, Round, Sheet

__all__ = ["html", "svg"]

_PAGE = (210.0, 297.0)
_LEFT, _TOP = 12.0, 34.0
_NAMES, _BOX = 27.0, 8.0
_RIGHT = 120.0
_NUMBER, _COLUMN, _LINE = 8.0, 9.0, 19.0
_EDGE = 198.0
_HEAD = 20.0
_SAID = {Box.OPEN: "open", Box.CROSSED: "crossed", Box.BLACK: "black"}


def html(sheet: Sheet, lines: int, *, tokens: bool) -> str:
    """The page for a browser: print it at 100 %. lines: how many rounds it has room for. tokens: Deadly Shortcut."""
    drawing = svg(sheet, lines, tokens=tokens).split("\n", 1)[1]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(_title(sheet))}</title>\n"
        "<style>@page { size: A4; margin: 0 } body { margin: 0 } svg { display: block; width: 210mm; height: 296mm; "
        f"max-width: 100% }}</style>\n</head>\n<body>\n{drawing}</body>\n</html>\n"
    )


def svg(sheet: Sheet, lines: int, *, tokens: bool) -> str:
    """The page as a drawing. lines, tokens: as for `html`."""
    width, height = _PAGE
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}" font-family="sans-serif" font-size="4" role="img">',
        f"<title>{escape(_title(sheet))}</title>",
        f'<rect width="{width:g}" height="{height:g}" fill="white"/>',
        _text(_LEFT, 13, "The Lost Code: deduction sheet", size=6),
        _text(_LEFT, 21, f"Player: {sheet.player or '______________________'}", size=5),
        *_boxes(sheet),
        *_rounds(sheet, max([lines, *(each.number for each in sheet.rounds)])),
        *_final(sheet, _TOP + _BOX * len(sheet.rows) + 30, tokens=tokens),
        *_legend(),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _title(sheet: Sheet) -> str:
    return "The Lost Code: deduction sheet" + (f" of {sheet.player}" if sheet.player is not None else "")


# ---- the three parts -------------------------------------------------------------------------------------------------


def _boxes(sheet: Sheet) -> Iterator[str]:
    for number in sheet.numbers:
        yield _text(_LEFT + _NAMES + _BOX * (number + 0.5), _TOP - 2, str(number), middle=True)
    for place, row in enumerate(sheet.rows):
        top = _TOP + _BOX * place
        yield from _named(row.symbol, _LEFT, top + _BOX / 2)
        for number, box in enumerate(row.boxes):
            yield from _drawn(_LEFT + _NAMES + _BOX * number, top, _BOX, box, f"{row.symbol} {number}: {_SAID[box]}")


def _rounds(sheet: Sheet, lines: int) -> Iterator[str]:
    """One line a round; a column's marks above, the number written in below, what was given up in a ring."""
    columns = {symbol: _RIGHT + _NUMBER + _COLUMN * place for place, symbol in enumerate(sheet.pad)}
    range_at = _RIGHT + _NUMBER + _COLUMN * len(columns)
    for symbol, left in columns.items():
        yield from _upright(symbol, left + _COLUMN / 2, _TOP + _HEAD - 9)
    yield _text((range_at + _EDGE) / 2, _TOP + _HEAD - 9, "range", middle=True)
    for number in range(1, lines + 1):
        top = _TOP + _HEAD - 8 + _LINE * (number - 1)
        line = sheet.round(number)
        yield _text(_RIGHT + _NUMBER - 2, top + _LINE / 2 + 1.4, str(number), end=True)
        for symbol, left in columns.items():
            said = f"round {number}, {symbol}"
            yield _rect(left, top, _COLUMN, _LINE, said)
            yield from _column(sheet, line, number, symbol, left, top)
        yield _rect(range_at, top, _EDGE - range_at, _LINE, f"round {number}, range")
        if line is not None and line.noted is not None:
            yield _text((range_at + _EDGE) / 2, top + _LINE / 2 + 1.6, str(line.noted), middle=True, size=4.5)


def _column(sheet: Sheet, line: Round | None, number: int, symbol: Symbol, left: float, top: float) -> Iterator[str]:
    times = line.dice.count(symbol) if line is not None else 0
    for mark in range(times):
        yield _cross(left + 0.8 + 2.6 * mark, top + 1, 2.2)
    written = dict(line.written).get(symbol) if line is not None else None
    if written is not None:
        yield _text(left + _COLUMN / 2, top + 9, str(written), middle=True, size=4.5)
    for out in sheet.outs:
        if (out.round, out.symbol) == (number, symbol):
            yield f'<circle cx="{left + _COLUMN / 2:g}" cy="{top + _LINE - 4.5:g}" r="3" fill="none" {_STROKE}/>'
            given_up = "?" if out.number is None else str(out.number)
            yield _text(left + _COLUMN / 2, top + _LINE - 3.1, given_up, middle=True)


def _final(sheet: Sheet, top: float, *, tokens: bool) -> Iterator[str]:
    yield _text(_LEFT, top, "Final guesses: one, two or three numbers", size=4.5)
    placed = dict(sheet.final)
    for place, symbol in enumerate(sheet.pad):
        line = top + 5 + (_BOX + 4) * place
        yield from _named(symbol, _LEFT, line + _BOX / 2)
        numbers = placed.get(symbol, ())
        for at in range(3):
            left = _LEFT + _NAMES + (_BOX + 2) * at
            yield _rect(left, line, _BOX, _BOX, f"final guess {at + 1} for {symbol}")
            if at < len(numbers):
                yield _text(left + _BOX / 2, line + _BOX / 2 + 1.6, str(numbers[at]), middle=True, size=5)
        if tokens:
            centre = _LEFT + _NAMES + (_BOX + 2) * 3 + 5
            yield f'<circle cx="{centre:g}" cy="{line + _BOX / 2:g}" r="3.4" fill="none" {_STROKE}/>'
    if tokens:
        yield _text(_LEFT, top + 9 + (_BOX + 4) * len(sheet.pad), "Ring: written with the shortcut token", size=3.2)


def _legend() -> Iterator[str]:
    top = 272.0
    said = {Box.BLACK: "seen or discarded", Box.CROSSED: "excluded by deduction", Box.OPEN: "may be mine"}
    for place, (box, what) in enumerate(said.items()):
        left = _LEFT + 62 * place
        yield from _drawn(left, top, 5, box, what)
        yield _text(left + 7, top + 3.8, what)
    told = "In the rounds: a cross for each die, below it the number of a stone discarded later (all its dice together)"
    yield _text(_LEFT, top + 11, f"{told},", size=3.2)
    yield _text(
        _LEFT, top + 15.5, "in a ring what was discarded in that round; at the right the range of the sum.", size=3.2
    )


# ---- pens ------------------------------------------------------------------------------------------------------------

_STROKE = 'stroke="black" stroke-width="0.4"'


def _text(x: float, y: float, words: str, *, size: float = 4, middle: bool = False, end: bool = False) -> str:
    anchor = ' text-anchor="middle"' if middle else ' text-anchor="end"' if end else ""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}"{anchor}>{escape(words)}</text>'


def _named(symbol: Symbol, x: float, y: float) -> Iterator[str]:
    yield f'<rect x="{x:g}" y="{y - 1.5:g}" width="3" height="3" fill="{SHADES[symbol]}"/>'
    yield _text(x + 4, y + 1.4, symbol)


def _upright(symbol: Symbol, x: float, y: float) -> Iterator[str]:
    turned = f'font-size="4" transform="rotate(-90 {x + 1.4:g} {y:g})"'
    yield f'<text x="{x + 1.4:g}" y="{y:g}" {turned}>{escape(symbol)}</text>'
    yield f'<rect x="{x - 3.6:g}" y="{y - 3:g}" width="1.6" height="3" fill="{SHADES[symbol]}"/>'


def _rect(x: float, y: float, width: float, height: float, said: str) -> str:
    sides = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    return f'<rect {sides} fill="white" {_STROKE}><title>{escape(said)}</title></rect>'


def _drawn(x: float, y: float, size: float, box: Box, said: str) -> Iterator[str]:
    """A box with its mark."""
    yield _rect(x, y, size, size, said)
    if box is Box.BLACK:
        # A rim is left, so that neighbours stay boxes of their own.
        inner = f'x="{x + 0.7:g}" y="{y + 0.7:g}" width="{size - 1.4:g}" height="{size - 1.4:g}"'
        yield f'<rect {inner} fill="black"/>'
    if box is Box.CROSSED:
        yield _cross(x + 0.15 * size, y + 0.15 * size, 0.7 * size)


def _cross(x: float, y: float, size: float) -> str:
    ends = f"M{x:g} {y:g}l{size:g} {size:g}M{x + size:g} {y:g}l{-size:g} {size:g}"
    return f'<path d="{ends}" stroke="black" stroke-width="0.7" fill="none"/>'
