"""The running account of a game: whatever changes the value is booked, so the sum comes out by construction."""

from solver.lost_code.events import Event
from solver.lost_code.review.values import Amount, Luck, Source

__all__ = ["Account"]


class Account:
    """What a player may expect, and every change of it. start: before the first throw."""

    def __init__(self, start: Amount) -> None:
        self.start = start
        self.value = start
        self.events: list[Luck] = []

    def luck(self, source: Source, line: int, round_: int, amount: Amount, event: Event | None = None) -> None:
        """Book an event of chance. What it changes in the chance to win ends at 0 and at 1."""
        win = min(max(self.value.win + amount.win, 0.0), 1.0) - self.value.win
        booked = Amount(amount.points, win)
        self.events.append(Luck(source, line, round_, booked, event))
        self.value += booked

    def loss(self, amount: Amount) -> None:
        """Book what a decision lost; never above 0."""
        self.value += amount

    def anew(self, value: Amount, line: int, round_: int) -> None:
        """Value the same situation anew, where more of it is known: the difference came with no event."""
        self.luck(Source.LATER, line, round_, value - self.value)
        self.value = value
