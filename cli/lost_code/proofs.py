"""Proofs in words: each step with the few entries it uses, and the arithmetic."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cli.lost_code.words import listed
from solver.clue import AllDifferent, Slot
from solver.lost_code.events import Symbol, Verdict
from solver.lost_code.explaining import source
from solver.lost_code.state import Bet, State
from solver.lost_code.view import View
from solver.proof import Excluded, Proof, Step, Supposition

__all__ = ["Told", "ruled_out", "told"]


@dataclass(frozen=True, slots=True)
class Told:
    """One step in words. label: 1, 2, 2a …; depth: how many suppositions stand above it.

    line: the answer it uses, None for a supposition and for what needs no line. stones: lines of the stones it uses.
    steps: labels of earlier steps that it uses.
    """

    label: str
    depth: int
    text: str
    line: int | None = None
    stones: tuple[int, ...] = ()
    steps: tuple[str, ...] = ()


def told(view: View, proof: Proof) -> list[Told]:
    """Tell a proof step by step."""
    return list(_Teller(view).tell(proof, 0))


def ruled_out(numbers: Sequence[int], left: Sequence[int]) -> str:
    """What is left of a stone when numbers are ruled out: “is 4”, “is at most 3”, “is not 5 or 7”. left: ascending."""
    if len(left) == 1:
        return f"is {left[0]}"
    if left and all(number > left[-1] for number in numbers):
        return f"is at most {left[-1]}"
    if left and all(number < left[0] for number in numbers):
        return f"is at least {left[0]}"
    if len(left) == 2:
        return f"is {left[0]} or {left[1]}"
    if left and len(left) == left[-1] - left[0] + 1:
        return f"is {left[0]} to {left[-1]}"
    return f"is not {listed(map(str, numbers), 'or')}"


@dataclass
class _Teller:
    view: View
    known: dict[Excluded, str] = field(default_factory=dict)
    """What has been found or supposed so far -> the label of the step."""
    supposed: dict[Slot, tuple[tuple[int, ...], str]] = field(default_factory=dict)
    """What is supposed now: the numbers and the label."""
    count: int = 0

    @property
    def table(self) -> State:
        return self.view.table

    def tell(self, proof: Proof, depth: int) -> Iterator[Told]:
        for part in proof:
            self.count += 1
            label = str(self.count)
            if isinstance(part, Supposition):
                yield from self._supposed(part, label, depth)
            else:
                yield self._step(part, label, depth)

    def _supposed(self, part: Supposition, label: str, depth: int) -> Iterator[Told]:
        one = listed(map(str, part.numbers), "or")
        yield Told(label, depth, f"Suppose {self.named(part.slot)} is {one}.")
        before, supposed = dict(self.known), dict(self.supposed)
        self.known |= {(part.slot, n): label for n in self.table.numbers if n not in part.numbers}
        self.supposed[part.slot] = (part.numbers, label)
        yield from self.tell(part.proof, depth + 1)
        self.known, self.supposed = before, supposed
        self.known |= {(part.slot, n): label for n in part.numbers}

    def _step(self, step: Step, label: str, depth: int) -> Told:
        stones: dict[int, None] = {}
        earlier: dict[str, None] = {}
        reasons = []
        by_slot: dict[Slot, list[int]] = {}
        for slot, number in sorted(step.premises):
            by_slot.setdefault(slot, []).append(number)
        for slot, numbers in by_slot.items():
            reasons.append(self._premise(slot, numbers, stones, earlier))
        first = self._fact(step, stones)
        if step.slot is None:
            end = "that cannot be"
        else:
            left = [n for n in self.table.numbers if n not in step.numbers]
            end = f"so {self.named(step.slot)} {ruled_out(step.numbers, left)}"
            self.known |= {(step.slot, n): label for n in step.numbers}
        text = "; ".join([first, *reasons, end]) + "."
        return Told(label, depth, text[0].upper() + text[1:], step.fact.line, tuple(sorted(stones)), tuple(earlier))

    def _premise(self, slot: Slot, numbers: Sequence[int], stones: dict[int, None], earlier: dict[str, None]) -> str:
        """What a stone cannot be, and how that is known."""
        if slot in self.supposed and not set(numbers) & set(self.supposed[slot][0]):
            supposed, label = self.supposed[slot]
            earlier[label] = None
            return f"{self.named(slot)} is {listed(map(str, supposed), 'or')} (step {label})"
        left = [n for n in self.table.numbers if n not in numbers]
        why = []
        seen = {n: source(self.view, slot, n) for n in numbers if (slot, n) not in self.known}
        stones |= dict.fromkeys(seen.values())
        if seen:
            lines = sorted(set(seen.values()))
            why.append(f"seen on line{'s' if len(lines) > 1 else ''} {listed(map(str, lines), 'and')}")
        steps = sorted({self.known[slot, n] for n in numbers if (slot, n) in self.known}, key=int)
        for label in steps:
            earlier[label] = None
        if steps:
            why.append(f"step{'s' if len(steps) > 1 else ''} {listed(steps, 'and')}")
        return f"{self.named(slot)} {ruled_out(numbers, left)} ({', '.join(why)})"

    def named(self, slot: Slot) -> str:
        """A stone in words: bear; the bear given up on line 20; Bob's bear."""
        owner, name, index = slot.rsplit("/", 2)
        stones = self.table.history(owner, Symbol(name))
        whose = name if owner == self.view.viewer else f"{owner}'s {name}"
        if int(index) == len(stones) - 1:
            return whose
        return f"the {whose} of before line {stones[int(index) + 1].line}"

    def _fact(self, step: Step, stones: dict[int, None]) -> str:
        """An answer with its sum, known stones as numbers: “line 14: 3 + human + snake is below 9”."""
        clue = step.fact.clue
        if isinstance(clue, AllDifferent):
            return f"{listed(map(self.named, clue.slots), 'and')} are different"
        bet = next(bet for bet in self.table.bets if step.fact.line in (bet.answer_line, bet.line))
        return f"line {step.fact.line}: {self._sum(bet, stones)} {_claim(bet)}"

    def _sum(self, bet: Bet, stones: dict[int, None]) -> str:
        times = Counter(zip(bet.dice, bet.held, strict=True))
        parts = []
        for (symbol, index), count in times.items():
            stone = self.table.history(bet.player, symbol)[index]
            number = stone.number
            slot = Slot(f"{bet.player}/{symbol}/{index}")
            name = self.named(slot) if number is None else f"{number} (the {symbol} of then, line {stone.line})"
            if number is not None:
                stones[stone.line] = None
            parts.append(name if count == 1 else f"{count} times {name}")
        return " + ".join(parts)


def _claim(bet: Bet) -> str:
    window = str(bet.low) if bet.low == bet.high else f"{bet.low} to {bet.high}"
    claims: Mapping[Verdict | None, str] = {
        Verdict.RIGHT: f"is {window}",
        Verdict.LOWER: f"is below {bet.low}",
        Verdict.HIGHER: f"is above {bet.high}",
        Verdict.WRONG: f"is not {window}",
    }
    return claims[bet.verdict]
