"""Which slips cannot help, found out without playing the record again.

If what is left still contradicts itself when all that a slip could change is not believed at all, then putting the slip
right in one way or another does not help either.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

from solver.clue import Slot, slots_of
from solver.knowledge import Knowledge
from solver.lost_code.events import Exchange, Log, Reveal, Symbol
from solver.lost_code.knowledge import slot
from solver.lost_code.slips import Slip
from solver.lost_code.view import View
from solver.table import satisfying

__all__ = ["helpful"]


def helpful(wanted: Iterable[Slip], base: View, known: Knowledge) -> Iterator[Slip]:
    """Leave out slips that cannot help. known: what the viewer knows by the record as it is, which no log fits."""
    rounds = {bet.answer_line or bet.line: bet.round for bet in base.table.bets}
    lines = {fact.line for fact in known.facts if fact.line is not None}
    about_others = any(
        not part.startswith(f"{base.seat}/")
        for fact in known.facts
        if fact.line is not None
        for part in slots_of(fact.clue)
    )

    @cache
    def without_round(now: int) -> bool:
        return satisfying(known.keeping(line for line in lines if rounds[line] != now))

    @cache
    def with_freed(stones: frozenset[tuple[Symbol, int]]) -> bool:
        return satisfying(_freed(base, known, stones))

    for slip in wanted:
        if slip.round:
            if without_round(slip.round):
                yield slip
        elif about_others or (stones := _doubted(base, slip)) is None or with_freed(stones):
            yield slip


def _doubted(base: View, slip: Slip) -> frozenset[tuple[Symbol, int]] | None:
    """The stones of others that would not lie where they were seen; None if the slip is about the viewer's own."""
    (change,) = slip.changes
    match change.says, change.means:
        case (Log(owner, said), Log(_, means)) | (Reveal(owner, said), Reveal(_, means)) if owner != base.viewer:
            told = set(said) - set(means)
        case Exchange(player, symbol, discarded, drawn), _ if player != base.viewer:
            told = {(symbol, discarded), (symbol, drawn)}
        case _:
            return None
    return frozenset((symbol, number) for symbol, number in told if number is not None)


def _freed(base: View, known: Knowledge, stones: Iterable[tuple[Symbol, int]]) -> Knowledge:
    """The same knowledge where the viewer may hold these stones, too."""
    domains = dict(known.domains)
    for symbol, number in stones:
        for index in range(len(base.table.history(base.seat, symbol))):
            own: Slot = slot(base.seat, symbol, index)
            if own in domains and base.table.history(base.seat, symbol)[index].number is None:
                domains[own] = tuple(sorted({*domains[own], number}))
    return replace(known, domains=domains)
