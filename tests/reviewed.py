"""A report to look at: a real record, and a review of it whose numbers are made up but add up."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import product
from random import Random

from cli.lost_code.review.report import Report
from solver.games import read
from solver.lost_code.events import SYMBOLS, Answer, Event, Exchange, Final, Guess, Roll, Symbol, Turn, Variant, Verdict
from solver.lost_code.policies import RandomPolicy
from solver.lost_code.review.knowing import story
from solver.lost_code.review.reviewing import review
from solver.lost_code.review.story import Certain, FalseAnswer, Missed, Oversight, Story, Told, Weighed
from solver.lost_code.review.telling import told
from solver.lost_code.review.values import (
    ZERO,
    Amount,
    Choice,
    Decision,
    Hindsight,
    Kind,
    Label,
    Luck,
    PlayerReview,
    Point,
    Review,
    Source,
)
from solver.lost_code.simulate import NAMES, deal, play
from solver.lost_code.state import State
from solver.lost_code.view import view
from solver.record import Record
from solver.words import as_word

__all__ = ["HOSTILE", "made_up", "made_up_review", "real"]

HOSTILE = ("<script>alert(1)</script>", "Ann 'O'Neil' & Søn", "דוד המלך", "🦜 <b>李 明</b> who has a long name")
"""Names that a page must not trip over."""
_LABELS = (Label.TRIVIAL, Label.BEST, Label.EVEN, Label.SMALL, Label.CLEAR, Label.HEAVY)


@cache
def made_up(
    players: int = 3,
    seed: int = 1,
    names: tuple[str, ...] = NAMES,
    variants: tuple[Variant, ...] = (),
    title: str = "friday.game",
) -> Report:
    """A report on a game of players without a thought."""
    record = _record(players, seed, names, variants)
    rng = Random(seed)
    reviews = tuple(_Made(record, player, rng).review() for player in record.state.players)
    stories = {made.player: _story(record, made) for made in reviews}
    heard = {made.player: _told(record, made) for made in reviews}
    findings = (f"line 36: {record.state.players[0]} was told “right”, but the sum is 10",)
    return Report(title, record, Review(reviews, assumed=("wheels",)), stories, heard, findings)


@cache
def real(seed: int = 5) -> Report:
    """The report on what Bob, who never thinks, did in a game with an expansion."""
    policies = {name: RandomPolicy(Random(f"{seed} {name}")) for name in ("Ann", "Bob")}
    record: Record[Event, State] = read(
        "\n".join(play(deal(Random(seed), 2, [Variant.CURSE]), policies).lines()) + "\n"
    )
    return Report(
        "real.game", record, review(record, ["Bob"]), {"Bob": story(record, "Bob")}, {"Bob": told(record, "Bob")}, ()
    )


def made_up_review(
    record: Record[Event, State],
    seats: Sequence[str] | None = None,
    *,
    depth: int = 1,
    workers: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """The same of any whole game, in place of the engine: at once, and nothing in it is true but that it adds up."""
    asked = tuple(seats or record.state.players)
    if progress:
        progress(len(asked), len(asked))
    reviews = tuple(_Made(record, player, Random(f"{player} {depth}")).review() for player in asked)
    assert workers > 0
    return Review(reviews, assumed=("wheels",) if record.state.wheels_assumed else ())


def _record(players: int, seed: int, names: tuple[str, ...], variants: tuple[Variant, ...]) -> Record[Event, State]:
    policies = {name: RandomPolicy(Random(f"{seed} {name}")) for name in NAMES[:players]}
    lines = []
    for line in play(deal(Random(seed), players, variants), policies).lines():
        words = line.split(" ")
        lines.append(" ".join(as_word(names[NAMES.index(word)]) if word in NAMES else word for word in words))
    record: Record[Event, State] = read("\n".join(lines) + "\n")
    return record


class _Made:
    """One player's review, made up along the record."""

    def __init__(self, record: Record[Event, State], player: str, rng: Random) -> None:
        self.record, self.player, self.rng = record, player, rng
        share = 1 / len(record.state.players)
        self.start = self.now = Amount(12.5, share)
        self.events: list[Luck] = []
        self.decisions: list[Decision] = []
        self.course: list[Point] = []

    def review(self) -> PlayerReview:
        state = self.record.game.start
        seen = [state := self.record.game.apply(state, each.event, each.line) for each in self.record.entries]
        for before, after, entry in zip(seen, seen[1:], self.record.entries[1:], strict=False):
            self._happened(before, after, entry.line, entry.event)
        won = self.record.state.order[-1] == self.player
        result = Amount(float(self.record.state.spaces[self.player]), float(won))
        # What is left to the result came with the opening of the logs.
        last = self.record.entries[-1].line
        self._luck(Source.OPENED, last, self.record.state, result - self.now)
        losing = [each for each in self.decisions if each.loss.points < 0]
        return PlayerReview(
            self.player,
            self.start,
            result,
            {source: _sum(each.amount for each in self.events if each.source is source) for source in Source},
            {kind: _sum(each.kinds.get(kind, ZERO) for each in self.decisions) for kind in Kind},
            tuple(self.events),
            tuple(self.decisions),
            tuple(self.course),
            max(self.events, key=lambda each: abs(each.amount.win)),
            max((each for each in self.decisions if not each.loss.points), key=lambda each: each.gap or 0.0),
            min(losing, key=lambda each: each.loss.points),
        )

    def _happened(self, before: State, after: State, line: int, event: Event) -> None:
        mine = getattr(event, "player", None) == self.player
        match event:
            case Roll():
                self._luck(Source.DICE, line, after, event=event)
                if after.order[0] == self.player:
                    symbol = next(symbol for symbol in SYMBOLS if symbol is not event.dice[0])
                    self._decide(line, after, (Turn(event.dice[0], symbol),), (), Kind.DIE)
            case Guess(low=low, high=high):
                if mine:
                    width = self.rng.choice([w for w in after.points if w not in [b.width for b in after.set_now[:-1]]])
                    first = self.rng.randint(4, after.top - width - 4)
                    other = Guess(self.player, first, first + width - 1)
                    self._decide(line, after, (Guess(self.player, low, high),), (other,), Kind.WHEEL, Kind.RANGE)
                else:
                    self._luck(Source.TAKEN, line, after, event=event)
            case Answer():
                self._luck(Source.ANSWERS if mine else Source.OTHERS, line, after, event=event)
            case Exchange(player=player):
                if mine:
                    kept = next(symbol for symbol in SYMBOLS[1:] if symbol is not event.symbol)
                    self._decide(line, before, (event,), (Exchange(player, kept, None, None),), Kind.EXCHANGE)
                self._luck(Source.DRAWN if mine else Source.SEEN, line, after, event=event)
            case Final(guesses=guesses) if mine:
                other_final = Final(self.player, tuple((symbol, (3, 4)) for symbol, _ in guesses))
                self._decide(line, after, (event,), (other_final,), Kind.FINAL)

    def _luck(
        self, source: Source, line: int, state: State, amount: Amount | None = None, event: Event | None = None
    ) -> None:
        amount = amount or Amount(
            self.rng.gauss(0, 0.4), self.now.win * (1 - self.now.win) * self.rng.uniform(-0.3, 0.3)
        )
        self.events.append(Luck(source, line, state.round, amount, event))
        self._move(line, state, amount)

    def _move(self, line: int, state: State, amount: Amount) -> None:
        self.now += amount
        bits = max(0.0, 15 - state.round * 1.4 + self.rng.random())
        space = state.spaces[self.player]
        self.course.append(Point(line, state.round, self.now, space, round(2**bits), bits))

    def _decide(
        self, line: int, state: State, chosen: tuple[Event, ...], other: tuple[Event, ...], *kinds: Kind
    ) -> None:
        label = self.rng.choice(_LABELS)
        size = {Label.SMALL: 0.3, Label.CLEAR: 0.9, Label.HEAVY: 2.4}.get(label, 0.0)
        parts = {
            kind: Amount(-size * self.rng.random(), -size * 0.04 * self.now.win * self.rng.random()) for kind in kinds
        }
        parts = {kind: amount if size else ZERO for kind, amount in parts.items()}
        loss = _sum(parts.values())
        best_events = other if size else chosen
        best = Choice(best_events, self.now.points, 0.62, 1.24)
        taken = Choice(chosen, self.now.points + loss.points, 0.41, 0.82)
        bits = max(0.3, 15 - state.round * 1.4)
        guess = Kind.RANGE in kinds
        hindsight = Hindsight(1.0, 1.0 + 2 * self.rng.random(), Choice(other, self.now.points + 2))
        true = state.sum_of(state.bets[-1]) if guess else None
        self.decisions.append(
            Decision(
                line, state.round, parts, round(2**bits), bits, taken, best, best, self.now, loss, Amount(0.08, 0.006),
                128, self.rng.random(), label, hindsight, _sums(state) if guess else (), true, dice=state.dice,
            )
        )  # fmt: skip
        self._move(line, state, loss)


def _sum(amounts: Iterable[Amount]) -> Amount:
    found = ZERO
    for amount in amounts:
        found += amount
    return found


def _sums(state: State) -> tuple[tuple[int, int], ...]:
    """In how many ways three stones of different symbols have each sum, nothing being known of them."""
    ways = dict.fromkeys(range(state.top + 1), 0)
    for numbers in product(state.numbers, repeat=3):
        ways[sum(numbers)] += 1
    return tuple(ways.items())


def _story(record: Record[Event, State], made: PlayerReview) -> Story:
    bits = tuple((point.line, point.round, point.logs, point.bits) for point in made.course)
    first = made.decisions[1]
    missed = Missed(
        Oversight.NUMBER, first.line, first.round, Symbol.BIRD, (2, 5), 0.42, None, view(record, made.player)
    )
    false = FalseAnswer(first.line + 3, first.round, Verdict.RIGHT, Verdict.LOWER, 2, 3, None)
    certain = (Certain(Symbol.BIRD, 0, 4, 40, 3, 5), Certain(Symbol.SNAKE, 1, 0, 60, 6))
    return Story(bits, certain, (missed,), (false,))


def _told(record: Record[Event, State], made: PlayerReview) -> Told:
    others = [player for player in record.state.players if player != made.player]
    bet = next(each for each in made.decisions if Kind.RANGE in each.kinds)
    weighed = Weighed(bet.line, bet.round, bet.best.events, (Guess(made.player, 6, 8),), (0, 3), (0.012, 0.034))
    by_player = {player: 0.4 - 0.9 * n for n, player in enumerate(others)}
    return Told(sum(by_player.values()), by_player, (weighed,), 3, 24, 2)
