"""What the commands print for a record and a seat."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, product
from typing import Any, TypeVar

from tests.brute.seat import Fact, Seat, World
from tests.brute.table import DICE, SYMBOLS, Numbers, Table
from tests.brute.value import Page, likeliest, share

__all__ = ["choices", "exchanges", "finals", "show", "smallest_conflict", "solve", "tokens", "turns", "worlds"]

Key = TypeVar("Key")


def worlds(text: str, seat: str | None = None, *, limit: int | None = None) -> list[World]:
    """List every way to fill in every stone unknown to the seat that lies or once lay in a log."""
    return Seat(text, seat, every=True, limit=limit).worlds


def solve(text: str, seat: str | None = None, *, every: bool = False, limit: int | None = None) -> dict[str, Any]:
    """Return what `solve --json` prints, the numbers of stones as ints."""
    view = Seat(text, seat, every=every, limit=limit)
    values = {}
    for symbol, slot in view.own.items():
        known = view.known[slot]
        law = Counter([world[slot] if known is None else known for world in view.worlds])
        values[symbol] = {number: law[number] * view.factor for number in sorted(law)}
    return {"logs": len(view.worlds) * view.factor, "values": values} | view.table.standing(view.known)


def show(text: str, seat: str | None = None) -> dict[str, Any]:
    """Return what `show --json` prints; without a seat and without `me` all is seen."""
    table = Table(text)
    name = seat or table.me
    known = Seat(text, name).known if name else table.known
    final_logs = {
        log: {symbol: known[table.stone_now(log, symbol)] for symbol in table.symbols}
        for log in dict.fromkeys(slot[0] for slot in known)
    }
    return table.standing(known) | {"final_logs": final_logs}


def choices(text: str, seat: str | None = None, *, limit: int | None = None) -> list[dict[str, Any]]:
    """Return `choices` of `rank --json`, best first; empty where the seat is not the next to guess."""
    view = Seat(text, seat, limit=limit)
    table = view.table
    if not table.dice or len(table.guesses) == len(table.players) or _bears(table):
        return []
    if table.pieces.order()[len(table.guesses)] != view.name:
        return []
    used = {high - low + 1 for low, high in table.guesses.values()}
    rows = Page(view).guesses(table.dice, [width for width in sorted(table.wheels) if width not in used])
    for row in rows:
        row.update({key: row[key] * view.factor for key in ("right", "lower", "higher")})
        row["expected"] = float(row["expected"])
        row["value"] = None if row["value"] is None else float(row["value"])
    return rows


def _bears(table: Table) -> bool:
    """Tell whether bears lie that the introductory game forbids."""
    return "bear" in table.dice and "bear" not in table.symbols


def _before_guesses(table: Table) -> bool:
    return bool(table.dice) and not table.guesses


def _best(options: Iterable[tuple[Key, Fraction]]) -> list[tuple[Key, float]]:
    """Sort options, the best first, as given where they are equal; make floats of their values."""
    return [(key, float(value)) for key, value in sorted(options, key=lambda option: -option[1])]


def turns(text: str, seat: str | None = None, *, limit: int | None = None) -> list[tuple[tuple[str, ...], float]]:
    """Return the dice after each turn, in the order of the symbols, with its value; empty where none is due."""
    view = Seat(text, seat, limit=limit)
    table = view.table
    if not _before_guesses(table) or table.pieces.order()[0] != view.name or (table.turned and not _bears(table)):
        return []
    page = Page(view)
    if not page.has_values:
        return []
    left = tuple(sorted(table.dice, key=SYMBOLS.index))
    if _bears(table):
        dice = list(product(*(table.symbols if die == "bear" else [die] for die in left)))
    else:
        dice = [left] + [(*left[:i], new, *left[i + 1 :]) for i in range(DICE) for new in table.symbols]
    results = dict.fromkeys(tuple(sorted(result, key=SYMBOLS.index)) for result in dice)
    return _best((result, page.guesses(result, table.wheels)[0]["value"]) for result in results)


def tokens(text: str, seat: str | None = None, *, limit: int | None = None) -> list[tuple[Numbers | None, float]]:
    """Return what the seat may write for the token that the dice offer (none: refuse it) with its value."""
    view = Seat(text, seat, limit=limit)
    table = view.table
    offered = [symbol for symbol in table.symbols if table.dice.count(symbol) > 1]
    taken = [symbol for player in table.players for symbol in table.tokens[player]]
    late = table.round > table.last_round - 3
    if "shortcut" not in table.variants or not _before_guesses(table) or table.turned or late:
        return []
    page = Page(view)
    if not offered or offered[0] in taken or not page.has_values:
        return []
    s = offered[0]
    law = page.law(page.W, s)
    without = page.F(page.W) - page.F_s(page.W, s)
    options: list[tuple[Numbers | None, Fraction]] = [(None, page.F(page.W))]
    for k in (1, 2, 3):
        page.written[s] = likeliest(law, page.numbers, k)
        options.append((page.written[s], without + page.F_s(page.W, s)))
    return _best(options)


def exchanges(text: str, seat: str | None = None, *, limit: int | None = None) -> dict[str, float]:
    """Return each symbol that the seat may discard now with its value; empty where no exchange is due from it."""
    view = Seat(text, seat, limit=limit)
    if view.table.exchanging[:1] != [view.name]:
        return {}
    page = Page(view)
    return dict(_best((s, page.X_s(page.W, s)) for s in page.piles)) if page.has_values else {}


def finals(text: str, seat: str | None = None, *, limit: int | None = None) -> dict[str, list[tuple[Numbers, float]]]:
    """Return one, two and three numbers for each symbol; under a token what was written, if it was noted."""
    view = Seat(text, seat, limit=limit)
    page = Page(view)
    result: dict[str, list[tuple[Numbers, float]]] = {}
    for s in page.symbols:
        law = page.law(page.W, s)
        if s in view.table.tokens[view.name]:
            result[s] = [(page.written[s], float(page.F_law(law, s)))] if s in page.written else []
        else:
            options = [likeliest(law, page.numbers, k) for k in (1, 2, 3)]
            result[s] = _best((S, page.c[len(S) - 1] * share(law, S) - 2) for S in options)
    return result


def smallest_conflict(text: str, seat: str | None = None, *, limit: int | None = None) -> int | None:
    """Count the answers to the seat in a smallest set that cannot all be true; none: all of them can."""
    view = Seat(text, seat, limit=limit)
    told = [fact for fact in view.facts if fact.player == view.name and fact.line is not None]
    always = [fact for fact in view.facts if fact not in told]

    def possible(facts: list[Fact]) -> bool:
        unknown = [slot for slot in view.unknown if any(slot in fact.stones for fact in facts)]
        return next(view.fill(unknown, facts), None) is not None

    if possible(always + told):
        return None
    return next(
        size
        for size in range(len(told) + 1)
        if any(not possible([*always, *subset]) for subset in combinations(told, size))
    )
