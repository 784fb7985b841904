"""Kinds of games, and whole deals on all cores, in their order, until there are enough or the time is over."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from functools import partial
from itertools import takewhile
from random import Random
from time import monotonic
from typing import TypeVar

from solver.games import read
from solver.lost_code.box import BUILT_IN_WHEELS
from solver.lost_code.events import Event, Variant
from solver.lost_code.makers import maker
from solver.lost_code.simulate import Deal, play
from solver.lost_code.state import State
from solver.lost_code.tournament import Contest
from solver.record import Record
from solver.workers import cores, here, in_processes

__all__ = ["KINDS", "SEED", "contest", "record_of", "whole_deals"]

R = TypeVar("R")

SEED = 20_000
"""Of the deals, unless another is asked for."""
KINDS: Mapping[str, tuple[Variant, ...]] = {
    "plain": (),
    "x-race": (Variant.X_RACE,),
    "all": (Variant.X_RACE, Variant.SHORTCUT, Variant.CURSE),
}
"""What is played together, by a name for it; “all” is X-Race with both expansions."""


def contest(players: int, seed: int, policies: Iterable[str], kind: str) -> Contest:
    """A contest with the built-in wheels."""
    variants = KINDS[kind]
    wheels = tuple(BUILT_IN_WHEELS[Variant.X_RACE in variants].items())
    return Contest(players, seed, tuple(policies), variants, wheels, assumed=True)


def record_of(dealt: Deal, names: Iterable[str], policy: str, seed: str) -> Record[Event, State]:
    """Play a deal with one policy in every seat: the complete record. seed: of what is left to the policies."""
    seated = {name: maker(policy)(Random(f"{seed}/{name}")) for name in names}
    return read("\n".join(play(dealt, seated).lines()) + "\n")


def whole_deals(
    work: Callable[[int], R], count: int, minutes: float | None = None, workers: int | None = None
) -> list[R]:
    """Do the work for the deals 1 to count, and give what came of them, in order.

    work: must pickle. minutes: when they are over, those deals are given that are done and have none missing before
    them, the first one in any case; so slow games are not left out more often than quick ones.
    """
    end = None if minutes is None else monotonic() + 60 * minutes
    numbers = range(1, count + 1)
    processes = min(workers or cores(), count)
    job = partial(_numbered, work)
    done: dict[int, R] = {}
    with closing(here(job, numbers) if processes == 1 else in_processes(job, numbers, processes)) as coming:
        for number, result in coming:
            done[number] = result
            if end is not None and monotonic() > end and 1 in done:
                break
    return [done[number] for number in takewhile(done.__contains__, numbers)]


def _numbered(work: Callable[[int], R], number: int) -> tuple[int, R]:
    """Do the work for a deal, and say for which."""
    return number, work(number)
