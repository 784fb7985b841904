"""What a question is: how it is answered, which options of the command it takes, and what the command was told."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

__all__ = ["OPTIONS", "Asked", "Question", "simply"]


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command was told. None: as the question itself has it.

    save: the folder that keeps the tables, None to keep nothing. match: names of matches, `*` for anything.
    deals, bets: how many. minutes: the longest time for each match or table row. workers: processes; None for one on
    each core. seed: of the deals.
    """

    save: Path | None = None
    match: tuple[str, ...] = ()
    deals: int | None = None
    bets: int | None = None
    minutes: float | None = None
    workers: int | None = None
    seed: int | None = None


OPTIONS = {
    "match": "these matches only; * stands for anything",
    "deals": "so many deals",
    "bets": "so many bets of each policy",
    "minutes": "stop each match or policy after so many minutes, with the whole deals that are done",
    "workers": "so many processes; else one on each core",
    "seed": "another seed for the deals",
}
"""The options that a question may take, and what they say in the help."""


@dataclass(frozen=True, slots=True)
class Question:
    """answer: gives the tables in Markdown. takes: names of `OPTIONS`.

    long: takes hours, and is run only when it is named. own_page: keeps its page under results/ itself, bit by bit.
    """

    answer: Callable[[Asked], str]
    takes: tuple[str, ...] = ()
    long: bool = False
    own_page: bool = False


def simply(run: Callable[[], str]) -> Question:
    """A question without options."""
    return Question(lambda _asked: run())
