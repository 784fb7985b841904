"""True deduction sheets of random games, and sheets with slips planted in them, by brute force alone.

What a player can know comes from `tests.brute`, what he saw and was told from the played game; the program has no part
in either.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from tests import brute
from tests.dealing import SYMBOLS, Answer, Exchange, Final, Roll, Token, Turn, is_smallest
from tests.strategies import CLEAR, Blur, random_game
from tests.writing import Played

__all__ = ["Kept", "Planted", "Truth", "kept", "lines_of", "plant", "truth_of"]

Box: TypeAlias = tuple[str, int]
PAD = ("bird", "jaguar", "chameleon", "snake", "human", "bear")
SLIGHT = Blur(stones=0.03, own_discards=0.1, discards=0.05, draws=0.03, directions=0.2, answers=0.4)
TRIES = 200_000


@dataclass(frozen=True)
class Moment:
    """What the player could know at one time; `held`: which of his stones of each symbol lay there."""

    round: int
    held: Mapping[str, int]
    seen: Mapping[str, frozenset[int]]
    possible: Mapping[str, frozenset[int]]
    clear: frozenset[str]
    """Symbols of which every stone in sight is in the record."""


@dataclass(frozen=True)
class Truth:
    """For each box what a cross in it is, with the round in which it became so; and since when a number is seen."""

    crosses: Mapping[Box, tuple[str, int | None]]
    seen: Mapping[Box, int]
    clear: frozenset[str]


@dataclass(frozen=True)
class Kept:
    """A game, the record of it, and whose sheet is looked at."""

    seed: int
    played: Played
    text: str
    seat: str
    truth: Truth


@dataclass(frozen=True)
class Planted:
    """A sheet with slips; `wrong`: each bad mark's verdict and round; `missing`: boxes without the mark they need."""

    text: str
    boxes: Mapping[Box, str]
    wrong: Mapping[Box, tuple[str, int | None]] = field(default_factory=dict)
    missing: Mapping[Box, str] = field(default_factory=dict)


def moment(text: str, seat: str, number: int) -> Moment:
    """See the record so far by brute force. Raises TooMany."""
    view = brute.Seat(text, seat, limit=TRIES)
    known = view.known
    own = view.own
    seen = {
        s: frozenset(n for slot, n in known.items() if slot[1] == s and n is not None and slot != own[s])
        for s in view.table.symbols
    }
    touched = [slot for slot in view.unknown if any(slot in fact.stones for fact in view.facts)]
    found: dict[str, set[int]] = {s: set() for s in own}
    some = False
    for world in view.fill(touched, view.facts):
        some = True
        for s, slot in own.items():
            if slot in world:
                found[s].add(world[slot])
            elif (n := known[slot]) is not None:
                found[s].add(n)
            else:
                # Nothing speaks of it: whatever its fellows leave.
                taken = {n for other, n in world.items() if other[1] == s}
                found[s] |= set(view.table.numbers) - seen[s] - taken
    assert some, "the game was played, so some world fits"
    clear = {s for s in own if all(n is not None for slot, n in known.items() if slot[1] == s and slot != own[s])}
    held = {s: slot[2] for s, slot in own.items()}
    return Moment(number, held, seen, {s: frozenset(each) for s, each in found.items()}, frozenset(clear))


def _moments(text: str, seat: str) -> Iterator[Moment]:
    """At the end of each round, before each exchange of the seat's own, and now."""
    lines = text.splitlines(keepends=True)
    number = 0
    word = f'"{seat}"' if " " in seat else seat
    for place, line in enumerate(lines):
        rolls = line.startswith("roll ")
        if rolls or line.startswith(f"exchange {word} "):
            # Answers that were left out count as given; a line like this one says so and nothing else.
            said = [f"final {word}\n"] if number else []
            yield moment("".join([*lines[:place], *said]), seat, number)
        number += rolls
    yield moment(text, seat, number)


def truth_of(text: str, seat: str) -> Truth:
    """Judge every box as if it were crossed. Raises TooMany."""
    moments = list(_moments(text, seat))
    now = moments[-1]
    exchanges = _exchanges(text, seat)
    seen = {
        (s, n): next(m.round for m in moments if n in m.seen[s]) for s, numbers in now.seen.items() for n in numbers
    }
    crosses: dict[Box, tuple[str, int | None]] = {}
    for s, possible in now.possible.items():
        present = [m for m in moments if m.held[s] == now.held[s]]
        former = [m for m in moments if m.held[s] < now.held[s]]
        for n in brute.Table(text).numbers:
            if n not in possible:
                crosses[s, n] = "right", next(m.round for m in present if n not in m.possible[s])
            elif len(possible) == 1:
                crosses[s, n] = "wrong", next(m.round for m in present if m.possible[s] == possible)
            elif gone := [m for m in former if n not in m.possible[s]]:
                crosses[s, n] = "stale", exchanges[s][gone[-1].held[s]]
            else:
                crosses[s, n] = "unproven", None
    return Truth(crosses, seen, now.clear)


def _exchanges(text: str, seat: str) -> dict[str, list[int]]:
    """For each symbol the rounds in which the seat gave up a stone of it."""
    found: dict[str, list[int]] = {s: [] for s in SYMBOLS}
    number = 0
    word = f'"{seat}"' if " " in seat else seat
    for line in text.splitlines():
        number += line.startswith("roll ")
        if line.startswith(f"exchange {word} "):
            found[line.removeprefix(f"exchange {word} ").split()[0]].append(number)
    return found


def kept(seed: int) -> Kept | None:
    """Play a random game and keep a record of it; None where brute force would take too long."""
    rng = Random(seed)
    played = random_game(rng, rounds=rng.randint(2, 10) if rng.random() < 0.85 else None)
    seat = rng.choice(played.setup.players)
    blur = SLIGHT if rng.random() < 0.2 else CLEAR
    text = played.complete(blur, rng) if rng.random() < 0.3 else played.seen_by(seat, blur, rng)
    try:
        return Kept(seed, played, text, seat, truth_of(text, seat))
    except brute.TooMany:
        return None


# ---- writing the sheet -----------------------------------------------------------------------------------------------


def lines_of(played: Played, seat: str) -> list[str]:
    """Write the lines of the rounds, as the player heard them, every discarded number carried back."""
    top = 3 * played.setup.numbers[-1]
    stones: dict[str, list[list[int]]] = {s: [[]] for s in SYMBOLS}
    told: list[tuple[int, Answer]] = []
    outs: dict[int, Exchange] = {}
    number = 0
    dice: list[str] = []
    for event in played.events:
        if isinstance(event, Roll):
            number += 1
            dice = list(event.dice)
        elif isinstance(event, Turn):
            dice[dice.index(event.old)] = event.new
        elif isinstance(event, Answer) and event.player == seat:
            told.append((number, event))
            for s in set(event.dice):
                stones[s][-1].append(number)
        elif isinstance(event, Exchange) and event.player == seat:
            outs[number] = event
            stones[event.symbol].append([])
    given_up: dict[str, list[int]] = {s: [out.discarded for out in outs.values() if out.symbol == s] for s in SYMBOLS}
    lines = []
    last = number
    for number, answer in told:
        words = []
        for s in sorted(answer.dice):
            held = next(i for i, rounds in enumerate(stones[s]) if number in rounds)
            words.append(s)
            if held < len(given_up[s]) and words.count(s) == answer.dice.count(s):
                words[-1] += f"={given_up[s][held] * answer.dice.count(s)}"
        lines.append(f"{number} {' '.join(words)} {_range(played, answer, top)}")
        if number in outs:
            lines.append(f"out {outs[number].symbol} {outs[number].discarded}")
    if last not in [number for number, _ in told] and set(dice) <= set(played.setup.symbols):
        # The round under way: the dice lie, and the player has not been answered.
        lines += [f"{last} {' '.join(dice)}"] if last else []
    return lines


def _final(played: Played, seat: str) -> list[str]:
    """Write the final part: what was written with tokens and at the end."""
    written: dict[str, tuple[int, ...]] = {}
    for event in played.events:
        if isinstance(event, Token) and event.player == seat:
            written[event.symbol] = event.numbers
        elif isinstance(event, Final) and event.player == seat:
            written |= event.numbers
    rows = [f"{s} {' '.join(map(str, numbers)) or '-'}" for s, numbers in written.items()]
    return ["final", *rows] if rows else []


def _range(played: Played, answer: Answer, top: int) -> str:
    if answer.word == "right":
        return f"{answer.low}-{answer.high}"
    if is_smallest(played.setup, answer):
        return f"not {answer.low}-{answer.high}"
    return f"0-{answer.low - 1}" if answer.word == "lower" else f"{answer.high + 1}-{top}"


def sheet_text(case: Kept, boxes: Mapping[Box, str]) -> str:
    """Write the whole sheet."""
    name = f'"{case.seat}"' if " " in case.seat else case.seat
    numbers = case.played.setup.numbers
    rows = [s for s in PAD if s in case.played.setup.symbols]
    lines = ["sheet lost-code", f"player {name}", "  " + " ".join(map(str, numbers))]
    lines += [f"{s} {' '.join(boxes[s, n] for n in numbers)}" for s in rows]
    return "\n".join([*lines, *lines_of(case.played, case.seat), *_final(case.played, case.seat)]) + "\n"


def true_boxes(truth: Truth) -> dict[Box, str]:
    """Mark all that can be marked."""
    return {
        box: "#" if box in truth.seen else "x" if verdict == "right" else "."
        for box, (verdict, _) in truth.crosses.items()
    }


def plant(case: Kept, rng: Random) -> Planted:
    """Plant one to three slips of different kinds, as far as the game has room for them."""
    truth = case.truth
    boxes = true_boxes(truth)
    wrong: dict[Box, tuple[str, int | None]] = {}
    missing: dict[Box, str] = {}
    rooms = {
        kind: [box for box, (verdict, _) in truth.crosses.items() if verdict == kind and box not in truth.seen]
        for kind in ("wrong", "stale", "unproven")
    }
    rooms["missing"] = [box for box, mark in boxes.items() if mark != "."]
    rooms["black"] = [box for box in boxes if box not in truth.seen and box[0] in truth.clear]
    # What is rare is planted first, so that there is enough of it.
    order = ["wrong", "stale", *rng.sample(["missing", "unproven", "black"], 3)]
    for kind in order[: rng.randint(1, 3)] if rng.random() < 0.5 else rng.sample(order, rng.randint(1, 3)):
        room = [box for box in rooms[kind] if box not in wrong and box not in missing]
        if not room:
            continue
        box = rng.choice(room)
        if kind == "missing":
            missing[box] = boxes[box]
            boxes[box] = "."
        elif kind == "black":
            wrong[box] = "wrong", None
            boxes[box] = "#"
        else:
            wrong[box] = truth.crosses[box]
            boxes[box] = "x"
    return Planted(sheet_text(case, boxes), boxes, wrong, missing)
