"""Beyond Code by plain brute force: every history of a game one by one, nothing shared with the program's filter."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from random import Random

from solver.beyond_code.events import SQUARES, Card, Square
from solver.beyond_code.state import Fact, Naming, Seen, Shuffled, Step, Swapped

PLAYERS = ("Bob", "Cy")

Layout = dict[Square, Card]


@dataclass(frozen=True)
class Brute:
    """Hard and soft chances, present layouts, and for each player his namings proved true and false."""

    layouts: int
    hard: Mapping[Square, Mapping[Card, float]]
    soft: Mapping[Square, Mapping[Card, float]]
    proved: Mapping[str, tuple[int, int]]
    rates: Mapping[str, float]


def histories(
    steps: Sequence[Step], layout: Layout, chance: float, truths: tuple[bool, ...] = ()
) -> Iterator[tuple[Layout, float, tuple[bool, ...]]]:
    """Every history from a layout on that agrees with the facts: how it ends, its chance, which namings were true."""
    for place, step in enumerate(steps):
        match step:
            case Fact(square=square, cards=cards):
                if layout[square] not in cards:
                    return
            case Naming(square=square, card=card):
                truths = (*truths, layout[square] is card)
            case Swapped(first=first, second=second):
                layout = {**layout, first: layout[second], second: layout[first]}
            case Shuffled(squares=squares):
                ways = list(permutations([layout[square] for square in squares]))
                for way in ways:
                    changed = {**layout, **dict(zip(squares, way, strict=True))}
                    yield from histories(steps[place + 1 :], changed, chance / len(ways), truths)
                return
            case _:
                pass
    yield layout, chance, truths


def brute(
    steps: Sequence[Step], squares: Sequence[Square], cards: Sequence[Card], viewer: str | None = None
) -> Brute | None:
    """What the record's page defines, by listing all; None where no history agrees. The prior is Beta(2, 2)."""
    ends: list[tuple[Layout, float, tuple[bool, ...]]] = []
    for dealt in permutations(cards):
        ends += histories(steps, dict(zip(squares, dealt, strict=True)), 1.0)
    if not ends:
        return None
    namings = [step for step in steps if isinstance(step, Naming)]
    counted = [n.closed and bool(n.doubters) and n.player != viewer for n in namings]
    proved: dict[str, tuple[int, int]] = {}
    for player in sorted({*PLAYERS, *(n.player for n in namings)} - {viewer}):
        mine = [place for place, n in enumerate(namings) if counted[place] and n.player == player]
        true = sum(all(truths[place] for _, _, truths in ends) for place in mine)
        false = sum(not any(truths[place] for _, _, truths in ends) for place in mine)
        proved[player] = (true, false)
    rates = {player: (2 + true) / (4 + true + false) for player, (true, false) in proved.items()}
    hard = _blank(squares, cards)
    soft = _blank(squares, cards)
    for layout, chance, truths in ends:
        weight = chance
        for place, n in enumerate(namings):
            if counted[place] and not n.open_elsewhere:
                r = rates[n.player]
                weight *= r if truths[place] else (1 - r) / (n.hidden - 1)
        for square, card in layout.items():
            hard[square][card] += chance
            soft[square][card] += weight
    distinct = {tuple(layout[square] for square in squares) for layout, _, _ in ends}
    return Brute(len(distinct), _shares(hard), _shares(soft), proved, rates)


def _blank(squares: Sequence[Square], cards: Sequence[Card]) -> dict[Square, dict[Card, float]]:
    return {square: dict.fromkeys(cards, 0.0) for square in squares}


def _shares(sums: Mapping[Square, Mapping[Card, float]]) -> dict[Square, dict[Card, float]]:
    return {
        square: {card: weight / sum(row.values()) for card, weight in row.items() if weight}
        for square, row in sums.items()
    }


def random_steps(rng: Random, size: int) -> tuple[Step, ...]:
    """Draw the steps of a game on a small grid: true facts, namings true and false, swaps, at most two shuffles."""
    squares, cards = SQUARES[:size], tuple(Card)[:size]
    dealt = dict(zip(squares, rng.sample(cards, size), strict=True))
    lying_open: list[Square] = []
    steps: list[Step] = []
    shuffles = 0
    for line in range(1, rng.randint(4, 11)):
        square = rng.choice(squares)
        closed = [each for each in squares if each not in lying_open]
        match rng.choice(("fact", "open", "name", "name", "name", "swap", "shuffle")):
            case "fact":
                others = rng.sample(cards, rng.randint(0, size - 1))
                steps.append(Fact(line, square, frozenset({dealt[square], *others})))
            case "open" if len(closed) > 2 and square in closed:
                lying_open.append(square)
                steps.append(Fact(line, square, frozenset({dealt[square]})))
            case "name":
                named = dealt[square] if rng.random() < 0.5 else rng.choice(cards)
                elsewhere = any(dealt[each] is named for each in lying_open if each != square)
                who, doubters = rng.choice(PLAYERS), ("Ann",) if rng.random() < 0.9 else ()
                steps.append(Naming(line, who, square, named, square in closed, len(closed), elsewhere, doubters))
            case "swap":
                first, second = rng.sample(squares, 2)
                dealt[first], dealt[second] = dealt[second], dealt[first]
                there = {first: second, second: first}
                lying_open = [there.get(each, each) for each in lying_open]
                steps.append(Swapped(line, first, second))
            case "shuffle" if shuffles < (2 if size < 6 else 1):
                shuffles += 1
                some = rng.sample(squares, rng.randint(2, min(size, 4) if size < 6 else 3))
                for each, card in zip(some, rng.sample([dealt[s] for s in some], len(some)), strict=True):
                    dealt[each] = card
                lying_open = [each for each in lying_open if each not in some]
                steps.append(Shuffled(line, tuple(some)))
            case _:
                pass
    return tuple(steps)


def may_know(
    steps: Sequence[Step], squares: Sequence[Square], cards: Sequence[Card], player: str, target: Square
) -> dict[Card, bool]:
    """For each card whether a player may know that it does not lie on the target, by what he has seen.

    For every history that is possible for the viewer: what the player saw in it; all histories in which he sees the
    same and that agree with what everybody knows; whether any of them has the card there.
    """
    public = [step for step in steps if not isinstance(step, Fact) or step.public]
    open_to_him: dict[tuple[Card, ...], set[Card]] = {}
    for seen, end in _sights(public, squares, cards, player):
        open_to_him.setdefault(seen, set()).add(end[target])
    mine = {seen for seen, _ in _sights(steps, squares, cards, player)}
    return {card: any(card not in open_to_him[seen] for seen in mine) for card in cards}


def _sights(
    steps: Sequence[Step], squares: Sequence[Square], cards: Sequence[Card], player: str
) -> Iterator[tuple[tuple[Card, ...], Layout]]:
    """Every history: the cards that the player saw, in order, and how the cards lie at its end."""
    for dealt in permutations(cards):
        yield from _watched(steps, dict(zip(squares, dealt, strict=True)), player, ())


def _watched(
    steps: Sequence[Step], layout: Layout, player: str, seen: tuple[Card, ...]
) -> Iterator[tuple[tuple[Card, ...], Layout]]:
    for place, step in enumerate(steps):
        match step:
            case Fact(square=square, cards=cards):
                if layout[square] not in cards:
                    return
            case Seen(square=square, players=players):
                if player in players:
                    seen = (*seen, layout[square])
            case Swapped(first=first, second=second):
                layout = {**layout, first: layout[second], second: layout[first]}
            case Shuffled(squares=squares):
                for way in permutations([layout[square] for square in squares]):
                    changed = {**layout, **dict(zip(squares, way, strict=True))}
                    yield from _watched(steps[place + 1 :], changed, player, seen)
                return
            case _:
                pass
    yield seen, layout


def with_looks(rng: Random, steps: Sequence[Step], squares: Sequence[Square]) -> tuple[Step, ...]:
    """Steps with looks of a player in between; some of the facts are the viewer's alone."""
    found: list[Step] = []
    for step in steps:
        private = isinstance(step, Fact) and rng.random() < 0.5
        found.append(replace(step, public=False) if isinstance(step, Fact) and private else step)
        if rng.random() < 0.4:
            found.append(Seen(rng.choice(squares), frozenset({"Bob"})))
    return tuple(found)
