"""A player's own record made complete, once discards and the opened log have told his stones."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from solver.errors import Contradiction
from solver.lost_code.events import Event, Exchange, Log, Me, Reveal, Stones, Symbol
from solver.lost_code.state import Place, State
from solver.record import Record, load
from solver.words import Words

__all__ = ["Unknown", "completed", "filled", "rewritten", "unknown"]


@dataclass(frozen=True, slots=True)
class Unknown:
    """A stone whose number no line tells. line: where it was drawn, 0 for one that lay there at the start."""

    owner: str
    symbol: Symbol
    line: int

    @property
    def message(self) -> str:
        """Say it in one sentence."""
        since = f"drawn on line {self.line}" if self.line else "that lay there at the start"
        return f"{self.owner}'s {self.symbol} {since} is not known"


def unknown(record: Record[Event, State]) -> tuple[Unknown, ...]:
    """The stones that lie or once lay in a log and that nothing tells, by owner and symbol, in the order they came."""
    state = record.state
    return tuple(
        Unknown(owner, symbol, stone.line)
        for owner in state.owners
        for symbol in state.symbols
        for stone in state.history(owner, symbol)
        if stone.number is None
    )


def completed(record: Record[Event, State]) -> Record[Event, State]:
    """Give the complete record of a game that a player kept; one without `me` comes back as it is.

    His `log` line takes the place of the `me` line, so no line moves; a `?` becomes the number where some line tells
    it, and stays where none does (`unknown` says which). Answers stay as they were announced. Raises Contradiction
    where a stone of his was seen in another place, too.
    """
    if record.state.me is None:
        return record
    if record.state.clashes:
        clash = record.state.clashes[0]
        told = f"{clash.symbol} {clash.number} stands on line {clash.lines[0]} and again on line {clash.lines[1]}"
        raise Contradiction(clash.lines, reason=f"one stone lies in two places: {told}")
    return filled(record)


def filled(record: Record[Event, State]) -> Record[Event, State]:
    """Write each number that the record tells somewhere wherever it says `?`, and a `log` line for `me`."""
    lines = list(record.lines)
    exchanged: Counter[Place] = Counter()
    for entry in record.entries:
        event = _filled(entry.event, record.state, exchanged)
        if event != entry.event:
            lines[entry.line - 1] = rewritten(lines[entry.line - 1], record.game.write(event))
    if tuple(lines) == record.lines:
        return record
    return load("".join(line + "\n" for line in lines), {record.game.name: record.game})


def rewritten(line: str, words: str) -> str:
    """The line with other words; its comment stays, in its column where there is room."""
    comment = Words(line).comment
    if not comment:
        return words
    return f"{words}  ".ljust(len(line) - len(comment)) + comment


def _filled(event: Event, state: State, exchanged: Counter[Place]) -> Event:
    """The event with what is known of its stones. exchanged: how many of a place were given up before; counted on."""
    match event:
        case Me(name):
            return Log(name, tuple((symbol, state.history(name, symbol)[0].number) for symbol in state.symbols))
        case Log(owner, stones):
            return Log(owner, _told(stones, {s: state.history(owner, s)[0].number for s in state.symbols}))
        case Reveal(player, stones):
            return Reveal(player, _told(stones, {s: state.held(player, s).number for s, _ in stones}))
        case Exchange(player, symbol, discarded, drawn):
            place = (player, symbol)
            lay, came = state.history(*place)[exchanged[place] :][:2]
            exchanged[place] += 1
            return Exchange(
                player,
                symbol,
                lay.number if discarded is None else discarded,
                came.number if drawn is None else drawn,
            )
        case _:
            return event


def _told(stones: Stones, known: Mapping[Symbol, int | None]) -> Stones:
    """The stones as typed, with the numbers that were left open, and those left out behind them."""
    typed = {symbol: known[symbol] if number is None else number for symbol, number in stones}
    return (*typed.items(), *((s, number) for s, number in known.items() if s not in typed and number is not None))
