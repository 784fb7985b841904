"""What is told of a game after it: all that screen, JSON and page need."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from solver.lost_code.events import Event
from solver.lost_code.review.story import Story, Told
from solver.lost_code.review.values import Review
from solver.lost_code.state import State
from solver.record import Record

__all__ = ["Report"]


@dataclass(frozen=True, slots=True)
class Report:
    """The review of a game with what it is about.

    title: of the game, for people. record: complete. stories, told: by player. findings: where table and stones
    disagree, one sentence each.
    """

    title: str
    record: Record[Event, State]
    review: Review
    stories: Mapping[str, Story]
    told: Mapping[str, Told]
    findings: Sequence[str]
