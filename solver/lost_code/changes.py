"""What a line, or a supposed answer, changed in what the viewer knows."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from solver.knowledge import Fact
from solver.lost_code.events import Symbol, Verdict
from solver.lost_code.knowledge import answer_clue, knowledge
from solver.lost_code.odds import Odds
from solver.lost_code.state import Bet
from solver.lost_code.view import View
from solver.table import table

__all__ = ["Change", "change", "supposing"]


@dataclass(frozen=True, slots=True)
class Change:
    """The difference between two positions.

    before, after: how many different logs the viewer may have. excluded, possible: numbers that a symbol can have no
    longer, or can have again. certain: symbols that can have one number only, and could have more before.
    """

    before: int
    after: int
    excluded: Mapping[Symbol, tuple[int, ...]]
    possible: Mapping[Symbol, tuple[int, ...]]
    certain: Mapping[Symbol, int]

    def __bool__(self) -> bool:
        """Whether anything changed."""
        return self.before != self.after or bool(self.excluded or self.possible or self.certain)


def change(before: Odds, after: Odds) -> Change:
    """Compare two positions of one viewer."""
    excluded, possible, certain = {}, {}, {}
    for symbol in after.symbols:
        old, new = before.values.get(symbol, {}), after.values[symbol]
        if gone := tuple(number for number in old if number not in new):
            excluded[symbol] = gone
        if come := tuple(number for number in new if number not in old):
            possible[symbol] = come
        if len(new) == 1 and (len(old) > 1 or come):
            certain[symbol] = next(iter(new))
    return Change(before.different, after.different, excluded, possible, certain)


def supposing(view: View, odds: Odds, low: int, high: int, verdict: Verdict) -> Odds | None:
    """What the viewer would know if he were told this of the dice that lie; None if no log makes it true."""
    now = view.table
    held = tuple(len(now.history(view.seat, die)) - 1 for die in now.dice)
    told = Fact(answer_clue(now, Bet(now.round, view.seat, low, high, now.dice, held, 0), verdict), None)
    known = knowledge(view)
    known = replace(known, facts=(*known.facts, told))
    counted = table(known)
    return replace(odds, known=known, table=counted) if counted.total else None
