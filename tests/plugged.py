"""Policies as a user might plug in, good and bad, and work that ends its process: found by their import path."""

# ruff: noqa: ARG002 - a policy that does something wrong need not look at the table
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from solver.lost_code.events import Event, Symbol
from solver.lost_code.policies import RandomPolicy
from solver.lost_code.tournament import Contest, DealResult, play_deal
from solver.lost_code.view import View

NO_MAKER = 3


class Plain(RandomPolicy):
    """Decides as the built-in one."""


class Talks(RandomPolicy):
    """Prints where it should not."""

    def guess(self, view: View) -> tuple[int, int]:
        print("thinking")
        return super().guess(view)


class InText(RandomPolicy):
    """Gives words for symbols, and lists for tuples: that is good enough."""

    def exchange(self, view: View) -> Any:
        return str(super().exchange(view))

    def guess(self, view: View) -> Any:
        return list(super().guess(view))

    def final(self, view: View) -> Any:
        return {str(symbol): list(numbers) for symbol, numbers in super().final(view).items()}


class Raises(RandomPolicy):
    def guess(self, view: View) -> tuple[int, int]:
        if view.table.round == 3:
            return (1 // (view.table.round - 3), 0)
        return super().guess(view)


class Leaves(RandomPolicy):
    def watch(self, view: View, event: Event) -> None:
        sys.exit(0)


class OffTheBoard(RandomPolicy):
    def guess(self, view: View) -> tuple[int, int]:
        return (-3, 3)


class ThreeNumbers(RandomPolicy):
    def guess(self, view: View) -> Any:
        return (3, 9, 1)


class Halves(RandomPolicy):
    def guess(self, view: View) -> Any:
        return (0.5, 6.5)


class NoSymbol(RandomPolicy):
    def exchange(self, view: View) -> Any:
        return "lion"


class FourNumbers(RandomPolicy):
    def final(self, view: View) -> Mapping[Symbol, tuple[int, ...]]:
        return dict.fromkeys(view.table.symbols, (0, 1, 2, 3))


class NoMapping(RandomPolicy):
    def final(self, view: View) -> Any:
        return [(1, 2)]


class Forever(RandomPolicy):
    def guess(self, view: View) -> tuple[int, int]:
        while True:
            pass


class Huge(RandomPolicy):
    def guess(self, view: View) -> Any:
        return (10**5000, 3)


class ManyNumbers(RandomPolicy):
    def final(self, view: View) -> Mapping[Symbol, tuple[int, ...]]:
        return dict.fromkeys(view.table.symbols, tuple(range(10_000)))


class NoWords(RandomPolicy):
    """What it gives cannot say what it is, in a way that few would catch."""

    def guess(self, view: View) -> Any:
        class Given:
            def __repr__(self) -> str:
                raise GeneratorExit

        return Given()


class Hides(RandomPolicy):
    """Has no methods for those who ask."""

    def __getattribute__(self, name: str) -> Any:
        raise LookupError(name)


class HidesOne(RandomPolicy):
    @property
    def exchange(self) -> Any:
        raise LookupError("hidden")


class Says(Exception):
    """Says of itself what it was given, be it no words."""

    def __str__(self) -> Any:
        return self.args[0]()


def raising(error: BaseException) -> type[RandomPolicy]:
    class Raising(RandomPolicy):
        def guess(self, view: View) -> Any:
            raise error

    return Raising


RaisesWordless = raising(Says(lambda: None))
RaisesTwice = raising(Says(lambda: 1 // 0))
RaisesLong = raising(ValueError("long " * 200_000))
RaisesEnd = raising(GeneratorExit())
RaisesBase = raising(BaseException("base"))


def __getattr__(name: str) -> Any:
    if name in ("Trap", "Ending"):
        raise {"Trap": LookupError, "Ending": GeneratorExit}[name]("sprung")
    raise AttributeError(name)


def nothing(_rng: Random) -> None:
    return None


def wants_more(_rng: Random, _more: int) -> None:
    return None


# ---- work for processes ----------------------------------------------------------------------------------------------


def killed_once(flag: str, contest: Contest, index: int) -> DealResult:
    """Play a deal; but while the file is there, take it away and end this process as `kill -9` does."""
    if index == 3 and Path(flag).exists():
        Path(flag).unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    return play_deal(contest, index)


def killed(_job: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def refused(job: int) -> int:
    if job == 2:
        raise ValueError(f"not {job}")
    return job


def own_process(_job: int) -> int:
    return os.getpid()
