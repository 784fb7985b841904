"""A review with all that is told beside it."""

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
    """A game that was reviewed. title: the file's name. stories, told: by player. findings: table against stones."""

    title: str
    record: Record[Event, State]
    review: Review
    stories: Mapping[str, Story]
    told: Mapping[str, Told]
    findings: Sequence[str]
