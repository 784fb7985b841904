"""Decisions of simulated games: what each seat saw then, and all that had happened."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from random import Random

from solver.games import read
from solver.lost_code.events import Event, Exchange, Log, Players, Roll, Symbol, Variant
from solver.lost_code.notation import write
from solver.lost_code.play import apply
from solver.lost_code.policies import POLICIES
from solver.lost_code.policy import Policy
from solver.lost_code.simulate import Deal, Decision, Played, deal, play
from solver.lost_code.state import State
from solver.lost_code.view import View, view

__all__ = ["Decided", "Noting", "decisions", "playing", "record_of", "seen_from", "table_after", "with_log"]


@dataclass(frozen=True)
class Decided:
    """A decision that is due. view: what its seat sees. events: all that happened, nothing hidden."""

    decision: Decision
    view: View
    events: tuple[Event, ...]

    @property
    def seat(self) -> str:
        return self.view.seat


class Noting:
    """Decides as another policy does, and keeps what it was asked: decision, view, and how many events lay before."""

    def __init__(self, policy: Policy, set_up: int) -> None:
        self.policy = policy
        self.heard = set_up
        self.asked: list[tuple[Decision, View, int]] = []

    def watch(self, view: View, event: Event) -> None:
        self.heard += bool(view.table.round or isinstance(event, Roll))
        self.policy.watch(view, event)

    def _note(self, decision: Decision, view: View) -> None:
        self.asked.append((decision, view, self.heard))

    def token(self, view: View) -> tuple[int, ...]:
        self._note(Decision.TOKEN, view)
        return self.policy.token(view)

    def die(self, view: View) -> tuple[tuple[Symbol, Symbol], ...]:
        self._note(Decision.DIE, view)
        return self.policy.die(view)

    def guess(self, view: View) -> tuple[int, int]:
        self._note(Decision.GUESS, view)
        return self.policy.guess(view)

    def exchange(self, view: View) -> Symbol:
        self._note(Decision.EXCHANGE, view)
        return self.policy.exchange(view)

    def final(self, view: View) -> Mapping[Symbol, tuple[int, ...]]:
        self._note(Decision.FINAL, view)
        return self.policy.final(view)


def playing(dealt: Deal, names: Sequence[str], seed: int = 0) -> tuple[Played, list[Decided]]:
    """Play a deal with the policies of these names, one after another from the first seat on."""
    seats = next(event.names for event in dealt.set_up if isinstance(event, Players))
    policies = {
        seat: Noting(POLICIES[names[place % len(names)]](Random(f"{seed}/{seat}")), len(dealt.set_up))
        for place, seat in enumerate(seats)
    }
    game = play(dealt, policies)
    asked = [each for policy in policies.values() for each in policy.asked]
    asked.sort(key=lambda each: each[2])
    return game, [Decided(decision, seen, game.events[:before]) for decision, seen, before in asked]


def decisions(
    seed: int, players: int, variants: Iterable[Variant] = (), names: Sequence[str] = ("lookahead-blind",)
) -> list[Decided]:
    """Every decision of a game in the order in which they were taken."""
    return playing(deal(Random(seed), players, variants), names, seed)[1]


def table_after(events: Iterable[Event]) -> State:
    """Where events lead, nothing hidden."""
    return reduce(lambda state, numbered: apply(state, numbered[1], numbered[0]), enumerate(events, 2), State())


def record_of(events: Iterable[Event]) -> str:
    return "\n".join(["game lost-code", *map(write, events)])


def seen_from(events: Iterable[Event], seat: str) -> View:
    """What a seat sees of a complete record."""
    return view(read(record_of(events)), seat)


def with_log(events: Sequence[Event], seat: str, log: Mapping[Symbol, int]) -> list[Event]:
    """The same game, had these stones come to lie in a log where its present ones do."""
    changed = list(events)
    for symbol, number in log.items():
        drawn = [
            at for at, e in enumerate(events) if isinstance(e, Exchange) and (e.player, e.symbol) == (seat, symbol)
        ]
        if drawn:
            event = changed[drawn[-1]]
            assert isinstance(event, Exchange)
            changed[drawn[-1]] = replace(event, drawn=number)
        else:
            at = next(at for at, e in enumerate(events) if isinstance(e, Log) and e.owner == seat)
            event = changed[at]
            assert isinstance(event, Log)
            changed[at] = replace(event, stones=tuple((s, number if s is symbol else n) for s, n in event.stones))
    return changed
