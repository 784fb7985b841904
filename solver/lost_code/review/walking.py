"""A player's game gone through once more: every event of chance and every decision booked as it came.

Only what the seat saw and heard is used (`seen_by`), but for hindsight. Each event of chance is booked against its
exact expectation by what was known just before, so its luck is 0 on average whoever plays; what others leave (turned
dice, wheels) is booked against what is usual. Whatever then is missing to the next value is booked as LATER.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from solver.errors import Contradiction, ReviewError
from solver.lost_code.events import (
    Answer,
    Event,
    Exchange,
    Final,
    Guess,
    Reveal,
    Roll,
    Symbol,
    Token,
    Turn,
    Variant,
    Verdict,
)
from solver.lost_code.play import apply
from solver.lost_code.pricing import Floats, Stake, places_of
from solver.lost_code.review.account import Account
from solver.lost_code.review.asked import Asked
from solver.lost_code.review.average import average
from solver.lost_code.review.bets import decide_bet, decide_die
from solver.lost_code.review.hindsight import lay, mended, refuted
from solver.lost_code.review.standing import Standing
from solver.lost_code.review.steps import Step, steps
from solver.lost_code.review.stones import decide_exchange, decide_finals, decide_token
from solver.lost_code.review.values import Amount, Decision, Kind, Point, Source
from solver.lost_code.review.worth import THROWS, Mind, after_miss, answered, thrown
from solver.lost_code.rules import final_points, open_token, wheels_free
from solver.lost_code.state import Bet, Cause, State
from solver.lost_code.view import View
from solver.record import Record

__all__ = ["Walk"]


@dataclass(frozen=True, slots=True)
class _Stone:
    """A stone whose number is seen. chances, points: of every number that it could have been, by its place."""

    source: Source
    mind: Mind
    axis: int
    number: int
    chances: Floats
    points: Floats


class Walk:
    """One player's way through a record. After `run`, `account`, `decisions` and `course` tell of it.

    depth: how many rounds ahead a loss is looked into. corrected: from so many events on, what was announced to the
    player wrongly no longer misleads him: what he could know is reckoned with the true answers.
    """

    def __init__(
        self, record: Record[Event, State], seat: str, *, depth: int = 1, corrected: int | None = None
    ) -> None:
        self.record, self.seat, self.depth, self.corrected = record, seat, depth, corrected
        self.end = record.state
        self.average = average(self.end)
        self.truths = refuted(record, seat)
        self.mind: Mind | None = None
        self.account = Account(Amount(0.0, 0.0))
        self.decisions: list[Decision] = []
        self.course: list[Point] = []
        self.worth = 0.0
        """VP of the bet to come with the dice as they were last looked at, less what is usual to change of it."""
        self.hoped = 0.0
        """VP of a token that the throw offers, as far as it is still hoped for."""
        self.line = 0
        """Of the throw, or of the die that was turned last."""
        self.standing = Standing(seat, self.average)
        self.decisive = False
        """The last wheel is set, and the chance to win is that of the end itself."""
        self.seen = 0
        """How many events were gone through."""

    def run(self) -> Amount:
        """Go through the game, once, and give its result.

        Raises Contradiction where what he was told leaves no log, ReviewError where what he did is not known, and
        OutOfTime.
        """
        for step in steps(self.record, self.seat):
            self._step(step)
            self.seen += 1
        return self._finish()

    @property
    def mended(self) -> bool:
        """Whether the true answers count now."""
        return self.corrected is not None and self.seen >= self.corrected

    # ---- the situation

    def _look(self, table: State) -> Mind:
        """What the seat knows at a table."""
        if self.mended:
            table = mended(table, self.truths)
        return Mind(View(self.seat, table), self.average.later(min(table.round, table.rounds) + 1))

    def _chance(self, points: float, table: State) -> float:
        return self.standing.chance(points, table)

    def _anew(self, points: float, table: State, line: int) -> None:
        """Book the difference to what the situation is worth by what is known now."""
        won = self.account.value.win if self.decisive else self._chance(points, table)
        self.account.anew(Amount(points, won), line, table.round)

    def _looked(
        self, mind: Mind, players: Sequence[str], line: int, event: Event | None, stood: float | None = None
    ) -> None:
        """See how others stand now; what that changes in the chance to win is theirs. stood: what it was before."""
        now, table = self.account.value.points, mind.table
        if self.decisive:
            stood, stands = self.account.value.win, self.standing.won(mind)
        else:
            stood = self._chance(now, table) if stood is None else stood
            self.standing.look(mind, players)
            stands = self._chance(now, table)
        self.account.luck(Source.OTHERS, line, table.round, Amount(0.0, stands - stood), event)

    def _stones(self, table: State) -> Mapping[Symbol, int]:
        """What really lies in the log at a table."""
        stones = {}
        for symbol, number in lay(self.record, self.seat, table).items():
            if number is None:
                raise ReviewError(f"{self.seat}'s {symbol} is not known")
            stones[symbol] = number
        return stones

    def _asked(self, mind: Mind, table: State, line: int) -> Asked:
        won = self.account.value.win if self.decisive else None
        return Asked(mind, line, self._stones(table), lambda points: self._chance(points, table), won, self.depth)

    def _decided(self, decision: Decision) -> None:
        self.account.anew(decision.before, decision.line, decision.round)
        self.account.loss(decision.loss)
        self.decisions.append(decision)

    # ---- event by event

    def _step(self, step: Step) -> None:
        before, after, event, line = step.before, step.after, step.event, step.line
        if before.round:
            self._decisions_without_a_line(before, event)
        if isinstance(event, Final | Reveal) and not before.finals and not before.revealed:
            self._curse_settled(before, line)
        match event:
            case Roll():
                self._roll(before, after, event, line)
            case Token(player=player, symbol=symbol, numbers=numbers) if player == self.seat:
                if numbers is None:
                    raise ReviewError(f"what {player} wrote with the {symbol} token is not known (line {line})")
            case Turn():
                self.line = line
            case Guess(player=player) if player == self.seat:
                self._guess(before, event, line)
                self.decisive = self.standing.decisive(self._look(after))
            case Guess() if self.decisive:
                self._looked(self._look(after), (), line, event)
            case Answer(player=player) if player == self.seat:
                self._own_answer(before, after, event, line)
            case Answer():
                self._answer(before, after, event, line)
            case Exchange(player=player) if player == self.seat:
                self._own_exchange(before, after, event, line)
            case Exchange():
                self._other_exchange(before, after, event, line)
            case Final(player=player) if player == self.seat:
                self._final(before, event, line)
            case _:
                pass
        self._note(after, line)

    def _decisions_without_a_line(self, table: State, event: Event) -> None:
        """What was decided before this line: a token taken or refused, dice turned or left."""
        if not isinstance(event, Token | Turn | Guess) or table.set_now:
            return
        if self.hoped:
            self._anew(self.account.value.points - self.hoped, table, self.line)
            self.hoped = 0.0
        if symbol := open_token(table):
            taker = event.player if isinstance(event, Token) else None
            asked = table.order if taker is None else table.order[: table.order.index(taker) + 1]
            if self.seat in asked:
                self._token(table, symbol, event if taker == self.seat and isinstance(event, Token) else None)
        if isinstance(event, Guess):
            self._dice_lie(table)

    def _note(self, table: State, line: int) -> None:
        """Keep how it stands."""
        if not table.round:
            return
        mind = self._look(table) if self._knows_more(table) or self.mind is None else self.mind
        self.mind = mind
        total, bits = (mind.odds.total, mind.odds.bits) if not table.revealed else (1, 0.0)
        if self.course:
            line = max(line, self.course[-1].line)  # an answer that was left out stands on the line of its guess
        self.course.append(Point(line, table.round, self.account.value, table.spaces[self.seat], total, bits))

    def _knows_more(self, table: State) -> bool:
        """Whether something was learnt since it was last looked."""
        if self.mind is None:
            return True
        then = self.mind.table
        return then.stones is not table.stones or [b.verdict for b in then.bets] != [b.verdict for b in table.bets]

    # ---- the throw

    def _roll(self, before: State, after: State, event: Roll, line: int) -> None:
        if not before.round:
            start = self._look(before)
            points = start.space + start.later(start.finals)
            self.account = Account(Amount(points, self._chance(points, before)))
        else:
            self._curse_settled(before, line)
        mind = self._look(after)
        self._looked(mind, after.players, line, None)
        self.line = line
        place, throw = after.order.index(self.seat), thrown(after.thrown)
        base = mind.space + self._usual(place)
        chances, worth = mind.throws(place)
        at = list(THROWS).index(throw)
        wins = self.standing.chances(base + worth, after)
        mean = Amount(base + float(chances @ worth), float(chances @ wins))
        self.account.anew(mean, line, after.round)
        fallen = Amount(base + float(worth[at]), float(wins[at])) - mean
        self.account.luck(Source.DICE, line, after.round, fallen, event)
        self.hoped = mind.hoped(throw, place)
        self.worth = float(worth[at]) - self.hoped

    def _token(self, table: State, symbol: Symbol, taken: Token | None) -> None:
        mind = self._look(table)
        asked = self._asked(mind, table, self.line)
        self._decided(decide_token(asked, symbol, (taken.numbers or ()) if taken else (), self.account.value.points))
        if taken:
            wrote = self._look(apply(table, taken, self.line))
            place = table.order.index(self.seat)
            self.worth = wrote.thrown(thrown(table.thrown), thrower=not place)
            self._anew(wrote.space + self.worth + self._usual(place), table, self.line)

    def _usual(self, place: int) -> float:
        """VP that the players before change of what the best bet comes to. place: in the order of play, 0 throws."""
        return self.average.turned + self.average.taken[place] if place else 0.0

    def _dice_lie(self, table: State) -> None:
        """The first wheel is about to be set: the dice stay as they are."""
        if table.order[0] == self.seat:
            fallen = replace(table, dice=table.thrown, turns=0)
            asked = self._asked(self._look(fallen), fallen, self.line)
            self._decided(decide_die(asked, _turns(table.thrown, table.dice)))
            return
        mind = self._look(table)
        lies = mind.best(table.dice)
        changed = lies - self.worth - self.average.turned
        self._lucky(Source.TURNED, changed, table, self.line, None)
        self.worth = lies

    def _lucky(self, source: Source, points: float, table: State, line: int, event: Event | None) -> None:
        """Book luck in VP, and what it changes in chance to win."""
        now = self.account.value.points
        won = self._chance(now + points, table) - self._chance(now, table)
        self.account.luck(source, line, table.round, Amount(points, won), event)

    # ---- bets and answers

    def _guess(self, table: State, event: Guess, line: int) -> None:
        mind = self._look(table)
        if taken := len(table.set_now):
            best = mind.best_of(table.dice, wheels_free(table))
            self._lucky(Source.TAKEN, best - self.worth - self.average.taken[taken], table, line, None)
        self._decided(decide_bet(self._asked(mind, table, line), event))

    def _answer(self, before: State, after: State, event: Answer, line: int) -> None:
        """An answer to another: what it brings him, and me where I hold the curse."""
        stood = self._chance(self.account.value.points, before)
        self._looked(self._look(after), (event.player,), line, event, stood)
        moved = [move for move in after.moves[len(before.moves) :] if move.player == self.seat]
        if gained := sum(move.by for move in moved if move.cause is Cause.CURSE_GAIN):
            self._lucky(Source.CURSE, float(gained), after, line, event)

    def _own_answer(self, before: State, after: State, event: Answer, line: int) -> None:
        """An answer to me, against the others that were possible."""
        mind = self._look(before)
        bet = next(bet for bet in before.set_now if bet.player == self.seat)
        verdict = self.truths.get(bet.line, event.verdict) if self.mended else event.verdict
        points, chances = self._told(mind, bet, verdict)
        if verdict not in points:
            raise Contradiction((line,), reason=f"no log fits: the answer on line {line} cannot be true")
        if self.decisive:
            wins = _by_verdict(self.standing.answers(mind), points)
        else:
            each = self.standing.chances(np.array(list(points.values())), after)
            wins = dict(zip(points, each.tolist(), strict=True))
        mean = Amount(*(sum(chances[told] * by[told] for told in points) for by in (points, wins)))
        self.account.anew(mean, line, before.round)
        # Where it was announced wrongly, the piece moved otherwise than the truth would have it.
        moved = sum(move.by for move in after.moves[len(before.moves) :] if move.player == self.seat)
        strayed = moved - before.points[bet.width] * (1 if verdict is Verdict.RIGHT else -1 if mind.stake.cursed else 0)
        change = Amount(points[verdict] + strayed, wins[verdict]) - mean
        self.account.luck(Source.ANSWERS, line, before.round, change, event)

    def _told(self, mind: Mind, bet: Bet, verdict: Verdict) -> tuple[dict[Verdict, float], dict[Verdict, float]]:
        """VP expected by what may be told of a bet, and how likely each is. verdict: what was told."""
        table, directed = mind.table, bet.width != mind.table.smallest and verdict is not Verdict.WRONG
        parts = answered(mind.belief, places_of(table.symbols, bet.dice), bet.low, bet.high, directed=directed)
        points, chances = {}, {}
        for told, logs in parts.items():
            known = mind.belief.among(logs)
            chances[told] = known.total / mind.belief.total
            won = table.points[bet.width] * (1 if told is Verdict.RIGHT else -1 if mind.stake.cursed else 0)
            left = known.final_value() if told is Verdict.RIGHT else after_miss(known, mind.stake)
            points[told] = mind.space + won + mind.later(left)
        return points, chances

    # ---- exchanges

    def _own_exchange(self, before: State, after: State, event: Exchange, line: int) -> None:
        mind = self._look(before)
        self._decided(decide_exchange(self._asked(mind, before, line), event.symbol))
        stone = self._stones(before)[event.symbol]
        axis = before.symbols.index(event.symbol)
        chances, worth = mind.discarded(axis)
        known = _Stone(Source.DRAWN, mind, axis, stone, chances, mind.space + _each(mind.later, worth))
        self._one_of(known, after, line, event)

    def _other_exchange(self, before: State, after: State, event: Exchange, line: int) -> None:
        if event.drawn is not None:
            mind = self._look(before)
            chances, worth = mind.drawn(event.symbol, Stake.of(after, self.seat))
            points = mind.space + _each(mind.later, worth)
            axis = before.symbols.index(event.symbol)
            self._one_of(_Stone(Source.SEEN, mind, axis, event.drawn, chances, points), after, line, event)
        if not self.decisive:
            self._looked(self._look(after), (event.player,), line, event)

    def _one_of(self, stone: "_Stone", after: State, line: int, event: Event) -> None:
        """Book the number that a stone turned out to be, against all that it could have been."""
        at = stone.mind.belief.numbers[stone.axis].tolist().index(stone.number)
        points, chances, table = stone.points, stone.chances, stone.mind.table
        if not chances[at]:
            raise Contradiction((line,), reason=f"no log fits: the stone on line {line} cannot be there")
        mean = float(chances @ points)
        if self.decisive:
            self._anew(mean, table, line)
            won = self.standing.won(self._look(after)) - self.account.value.win
        else:
            wins = self.standing.chances(points, table)
            self.account.anew(Amount(mean, float(chances @ wins)), line, table.round)
            won = float(wins[at] - chances @ wins)
        change = Amount(float(points[at]) - mean, won)
        self.account.luck(stone.source, line, table.round, change, event)

    # ---- the end

    def _curse_settled(self, table: State, line: int) -> None:
        """The round is over: what the others' misses bring on average is no longer to come."""
        if Variant.CURSE in table.variants:
            self._lucky(Source.CURSE, -self.average.curse[table.round], table, line, None)

    def _final(self, table: State, event: Final, line: int) -> None:
        self._decided(decide_finals(self._asked(self._look(table), table, line), event))

    def _finish(self) -> Amount:
        """The logs were opened."""
        end, now = self.end, self.account.value
        if not any(Kind.FINAL in decision.kinds for decision in self.decisions):
            raise ReviewError(f"{self.seat}'s final guesses are not known")
        opened = self.course[-1].line
        if end.scored:
            result = Amount(float(end.spaces[self.seat]), float(end.order[-1] == self.seat))
        else:
            self._stones(end)
            result = Amount(
                float(end.spaces[self.seat] + sum(final_points(end, self.seat, symbol) for symbol in end.symbols)),
                now.win,
            )
        self.account.luck(Source.OPENED, opened, end.round, result - now)
        last = self.course[-1]
        self.course.append(Point(opened, end.round, result, int(result.points), last.logs, last.bits))
        return result


def _turns(thrown: Sequence[Symbol], dice: Sequence[Symbol]) -> tuple[tuple[Symbol, Symbol], ...]:
    """How dice were turned, as (shown, turned)."""
    left, new = list(thrown), []
    for die in dice:
        if die in left:
            left.remove(die)
        else:
            new.append(die)
    return tuple(zip(left, new, strict=True))


def _by_verdict(answers: Mapping[int, tuple[float, float]], told: Iterable[Verdict]) -> dict[Verdict, float]:
    """The chance to win by what is told, from `Standing.answers`."""
    sides = {Verdict.RIGHT: (0,), Verdict.LOWER: (-1,), Verdict.HIGHER: (1,), Verdict.WRONG: (-1, 1)}
    wins = {}
    for verdict in told:
        parts = [answers[side] for side in sides[verdict] if side in answers]
        weight = sum(chance for chance, _ in parts)
        wins[verdict] = sum(chance * won for chance, won in parts) / weight if weight else 0.0
    return wins


def _each(of: Callable[[float], float], values: Floats) -> Floats:
    return np.array([of(float(value)) for value in values])
