"""What a player could know and when, what he missed, and what false answers did to him."""

from collections.abc import Iterator
from dataclasses import replace

from solver.lost_code.events import Event, Exchange, Final, Guess, Reveal, Roll, Symbol, Token
from solver.lost_code.explaining import found
from solver.lost_code.odds import Odds
from solver.lost_code.review.falsehood import false_answers
from solver.lost_code.review.hindsight import mended, refuted
from solver.lost_code.review.missing import missed_bet, missed_in_finals, missed_in_token
from solver.lost_code.review.steps import Step, ending, in_play, steps, weighed
from solver.lost_code.review.story import Certain, Missed, Oversight, Story
from solver.lost_code.sheet import Box, Sheet
from solver.lost_code.state import State
from solver.lost_code.view import View, view
from solver.record import Record

__all__ = ["story"]


def story(record: Record[Event, State], seat: str, sheet: Sheet | None = None) -> Story:
    """What a seat could know, step by step, as far as the record goes.

    sheet: the seat's own, to see what it shows and what it lacks. Raises SeatError, and OutOfTime where too many logs
    are hidden.
    """
    seat = view(record, seat).seat
    walked = tuple(steps(record, seat))
    end = ending(walked, seat)
    walk = _Walk(record, seat, sheet, _kept_until(walked, seat, sheet, end))
    for place, step in enumerate(walked):
        walk.see(place, step)
    walk.finish(len(walked), walked[-1].after)
    noted = _last_round(sheet) if sheet else None
    certain = (
        replace(each, noted=noted if walk.shown.get((each.symbol, each.stone)) == each.number else None)
        for each in walk.certain.values()
    )
    return Story(
        tuple(walk.bits),
        tuple(certain),
        tuple(sorted(walk.missed, key=lambda each: each.line)),
        false_answers(record, seat, walked[:end], walk.contradicted, ended=end is not None),
    )


def _kept_until(walked: tuple[Step, ...], seat: str, sheet: Sheet | None, end: int | None) -> int:
    """The place of the first step after what a sheet speaks of: the next roll, unless it lacks the discard before."""
    last = _last_round(sheet) if sheet else 0
    gave_up = sheet is not None and any(out.round == last for out in sheet.outs)
    for place, step in enumerate(walked):
        exchanges = isinstance(step.event, Exchange) and step.event.player == seat and not gave_up
        if place == end or (step.before.round == last and (isinstance(step.event, Roll) or exchanges)):
            return place
    return len(walked)


def _last_round(sheet: Sheet) -> int:
    """The last round that a sheet has a line of."""
    return max((each.number for each in sheet.rounds), default=0)


class _Walk:
    """What is known as the steps go by.

    odds: what is known now; None where even the true answers leave no log. contradicted: the line at which no log was
    left; from there on false answers count as the true ones.
    """

    def __init__(self, record: Record[Event, State], seat: str, sheet: Sheet | None, kept_until: int) -> None:
        self.record, self.seat, self.sheet, self.kept_until = record, seat, sheet, kept_until
        self.truths = refuted(record, seat)
        self.odds: Odds | None = None
        self.contradicted: int | None = None
        self.set_up = 0
        self.begun = self.lost = False
        self.bits: list[tuple[int, int, int, float]] = []
        self.certain: dict[tuple[Symbol, int], Certain] = {}
        self.since: dict[tuple[Symbol, int, int], tuple[int, int]] = {}
        self.shown: dict[tuple[Symbol, int], int] = {}
        self.missed: list[Missed] = []

    def see(self, place: int, step: Step) -> None:
        """See a step. place: of it among all."""
        if not in_play(step):
            self.set_up = max(self.set_up, step.line)
            return
        self._begin(step.before)
        if place == self.kept_until:
            self._compare(step.before)
        if self.odds is not None and not self.lost:
            now = replace(self.odds, view=View(self.seat, self._believed(step.before)))
            self.missed += [each for each in self._decided(now, step) if not self._misled(each)]
        self._learn(step.after, step.line, opened=isinstance(step.event, Reveal))

    def finish(self, place: int, table: State) -> None:
        """See that there is no step at this place. table: the last."""
        self._begin(table)
        if place == self.kept_until:
            self._compare(table)

    # ---- what is known

    def _begin(self, table: State) -> None:
        if not self.begun:
            self.begun = True
            self._learn(table, self.set_up, opened=False)

    def _believed(self, table: State) -> State:
        return table if self.contradicted is None else mended(table, self.truths)

    def _learn(self, table: State, line: int, *, opened: bool) -> None:
        """Count the logs, if there is anything new. opened: by an opened log."""
        if self.lost:
            return
        before = self.odds
        odds = weighed(View(self.seat, self._believed(table)), before)
        if odds is None and self.contradicted is None:
            self.contradicted = line
            odds = weighed(View(self.seat, self._believed(table)), before)
        self.lost = odds is None
        if odds is None or (before is not None and odds.known is before.known):
            return
        self.odds = odds
        if before is None or (odds.total, odds.bits) != (before.total, before.bits):
            self.bits.append((line, table.round, odds.total, odds.bits))
        self._note(odds, line, opened=opened)

    def _note(self, odds: Odds, line: int, *, opened: bool) -> None:
        """Note what is impossible and what is certain, and since when."""
        table = odds.view.table
        for symbol, counted in odds.values.items():
            stone = len(table.history(self.seat, symbol)) - 1
            for number in table.numbers:
                if number in counted:
                    self.since.pop((symbol, stone, number), None)
                else:
                    self.since.setdefault((symbol, stone, number), (line, table.round))
            number, *others = counted
            if others or opened or (symbol, stone) in self.certain:
                continue
            if self.record.state.history(self.seat, symbol)[stone].number in (None, number):
                self.certain[symbol, stone] = Certain(symbol, stone, number, line, table.round)

    # ---- what was missed

    def _decided(self, odds: Odds, step: Step) -> Iterator[Missed]:
        """What was missed in a decision of the seat. odds: of the moment before it."""
        match step.event:
            case Guess(player) as event if player == self.seat:
                if missed := missed_bet(odds, event, step.line):
                    yield missed
            case Token(player) as event if player == self.seat:
                yield from missed_in_token(odds, event, step.line)
            case Final(player) as event if player == self.seat:
                yield from missed_in_finals(odds, event, step.line)
            case _:
                pass

    def _misled(self, missed: Missed) -> bool:
        """Whether it only seemed so, by a false answer: the stones say otherwise."""
        if missed.symbol is None:
            bet = next(bet for bet in self.record.state.bets if bet.line == missed.line)
            return self.record.state.sum_of(bet) in missed.numbers
        stone = len(missed.view.table.history(self.seat, missed.symbol)) - 1
        true = self.record.state.history(self.seat, missed.symbol)[stone].number
        if missed.what is Oversight.STONE:
            return true not in (None, *missed.numbers)
        return true in missed.numbers

    def _compare(self, table: State) -> None:
        """Compare the sheet with what was known when it was kept."""
        if self.sheet is None or self.odds is None or self.lost:
            return
        seen = View(self.seat, self._believed(table))
        for symbol in table.symbols:
            stone = len(table.history(self.seat, symbol)) - 1
            left = [number for number in table.numbers if self.sheet.box(symbol, number) is Box.OPEN]
            if len(left) == 1:
                self.shown[symbol, stone] = left[0]
        for reason in found(seen):
            stone = len(table.history(self.seat, reason.symbol)) - 1
            numbers = tuple(n for n in reason.numbers if self.sheet.box(reason.symbol, n) is Box.OPEN)
            if numbers:
                line, number_of_round = max(self.since[reason.symbol, stone, number] for number in numbers)
                what = Oversight.SHEET
                self.missed.append(Missed(what, line, number_of_round, reason.symbol, numbers, 0.0, reason.proof, seen))
