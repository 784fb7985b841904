"""Names for what a review counts: short as the head of a row, and one sentence each."""

from collections.abc import Mapping
from types import MappingProxyType

from solver.lost_code.review.story import Oversight
from solver.lost_code.review.values import Kind, Label, Source

__all__ = ["KINDS", "KIND_DEEDS", "KIND_NAMES", "LABELS", "LABEL_NAMES", "OVERSIGHTS", "SOURCES", "SOURCE_NAMES"]

SOURCES: Mapping[Source, str] = MappingProxyType(
    {
        Source.DICE: "The throw, against all other throws.",
        Source.TURNED: "How another player turned the dice, against what throwers leave on average.",
        Source.TAKEN: "Which wheels were taken before, against what is left on average.",
        Source.ANSWERS: "What the player was told of his bets, and what it brought.",
        Source.DRAWN: "Which number his own discard showed, and the fresh stone.",
        Source.SEEN: "Which stones the others drew: a stone that he sees there, he cannot have.",
        Source.CURSE: "What the others' misses brought to the holder of the curse, against the average.",
        Source.OTHERS: "What the others' play brought them, good or bad. It changes the chance to win only.",
        Source.OPENED: "What the stones were when the logs were opened.",
        Source.LATER: "What the coming rounds are worth with what he knows and where he stands, beyond the average.",
    }
)
"""Where luck comes from, one sentence each."""

SOURCE_NAMES: Mapping[Source, str] = MappingProxyType(
    {
        Source.DICE: "the throws",
        Source.TURNED: "dice turned by others",
        Source.TAKEN: "wheels taken before",
        Source.ANSWERS: "answers",
        Source.DRAWN: "own exchanges",
        Source.SEEN: "stones others drew",
        Source.CURSE: "others' misses (curse)",
        Source.OTHERS: "the others' play",
        Source.OPENED: "logs opened",
        Source.LATER: "rounds to come",
    }
)
"""The same as the head of a row."""

KINDS: Mapping[Kind, str] = MappingProxyType(
    {
        Kind.TOKEN: "Whether to take a shortcut token, and what to write.",
        Kind.DIE: "Which die to turn.",
        Kind.WHEEL: "Which wheel to set.",
        Kind.RANGE: "Where to set it.",
        Kind.EXCHANGE: "Which stone to give up.",
        Kind.FINAL: "The final guesses.",
    }
)
"""What was decided, one sentence each."""

KIND_NAMES: Mapping[Kind, str] = MappingProxyType(
    {
        Kind.TOKEN: "tokens",
        Kind.DIE: "turning a die",
        Kind.WHEEL: "which wheel",
        Kind.RANGE: "where it is set",
        Kind.EXCHANGE: "exchanges",
        Kind.FINAL: "final guesses",
    }
)
"""The same as the head of a row."""

KIND_DEEDS: Mapping[Kind, str] = MappingProxyType(
    {
        Kind.TOKEN: "the shortcut tokens",
        Kind.DIE: "how a die was turned",
        Kind.WHEEL: "which wheel was set",
        Kind.RANGE: "where the wheel was set",
        Kind.EXCHANGE: "which stone was given up",
        Kind.FINAL: "the final guesses",
    }
)
"""The same in a sentence: most was lost by …"""

LABELS: Mapping[Label, str] = MappingProxyType(
    {
        Label.FORCED: "There was one choice only.",
        Label.TRIVIAL: "All choices were as good as each other, within the error of the value.",
        Label.BEST: "Nothing was better.",
        Label.EVEN: "Not the best by the value, but within its error: no mistake.",
        Label.SMALL: "A small loss, beyond the error of the value.",
        Label.CLEAR: "A clear loss.",
        Label.HEAVY: "A heavy loss.",
    }
)
"""What a decision is called, one sentence each."""

LABEL_NAMES: Mapping[Label, str] = MappingProxyType(
    {
        Label.FORCED: "forced",
        Label.TRIVIAL: "all alike",
        Label.BEST: "best",
        Label.EVEN: "as good",
        Label.SMALL: "small loss",
        Label.CLEAR: "clear loss",
        Label.HEAVY: "heavy loss",
    }
)
"""The same in a column."""

OVERSIGHTS: Mapping[Oversight, str] = MappingProxyType(
    {
        Oversight.BET: "The bet could not be right.",
        Oversight.NUMBER: "The number could not be his.",
        Oversight.STONE: "The stone was certain.",
        Oversight.SHEET: "The sheet does not cross it.",
    }
)
"""What was missed, one sentence each."""
