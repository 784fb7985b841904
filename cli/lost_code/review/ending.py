"""What a game's end lacks to be scored: numbers that nobody wrote into the record."""

from cli.lost_code.words import listed
from solver.lost_code.events import Event, Token
from solver.lost_code.state import State
from solver.record import Record

__all__ = ["untold"]


def untold(record: Record[Event, State]) -> str:
    """Why the end score and the winner of a whole game cannot be told, and what to do; "" where they can.

    record: complete, with its final guesses and the logs opened.
    """
    if record.state.scored:
        return ""
    gaps = []
    for entry in record.entries:
        if isinstance(entry.event, Token) and entry.event.numbers is None:
            gaps.append(f"what {entry.event.player} wrote with the {entry.event.symbol} token (line {entry.line})")
    are, there = ("are", "those lines") if len(gaps) > 1 else ("is", "that line")
    missing = listed(gaps, "and")
    told = f"{missing[:1].upper()}{missing[1:]} {are} not known, so neither the end score nor the winner can be told."
    return f"{told} Write the numbers into {there}."
