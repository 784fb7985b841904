"""What a command gives back: the data for programs, the screen for people, and the exit status."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["Answer"]


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a command. data: as printed with --json. screen: what a person sees. status: the exit status."""

    data: Mapping[str, Any]
    screen: "Sequence[RenderableType]"
    status: int = 0
