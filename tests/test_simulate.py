"""Simulated games obey the rules, and nobody sees more than his seat may."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from solver.games import read
from solver.lost_code.events import Answer, Event, Exchange, Final, Log, Roll, Symbol, Token, Variant
from solver.lost_code.policies import RandomPolicy
from solver.lost_code.simulate import NAMES, Deal, Played, deal, play
from solver.lost_code.view import View, view

SETS = [some for count in range(5) for some in combinations(Variant, count)]
"""All sets of variants."""


class Noting(RandomPolicy):
    """A random player that keeps every view that it decides by, with the number of lines before it."""

    def __init__(self, rng: Random, lines: int) -> None:
        super().__init__(rng)
        self.lines = lines
        self.noted: list[tuple[int, View]] = []
        self.heard: list[Event] = []

    def watch(self, view: View, event: Event) -> None:
        # The set-up is counted already.
        self.lines += bool(view.table.round or isinstance(event, Roll))
        self.heard.append(event)

    def token(self, view: View) -> tuple[int, ...]:
        self.noted.append((self.lines, view))
        return super().token(view)

    def die(self, view: View) -> tuple[tuple[Symbol, Symbol], ...]:
        self.noted.append((self.lines, view))
        return super().die(view)

    def guess(self, view: View) -> tuple[int, int]:
        self.noted.append((self.lines, view))
        return super().guess(view)

    def exchange(self, view: View) -> Symbol:
        self.noted.append((self.lines, view))
        return super().exchange(view)

    def final(self, view: View) -> Mapping[Symbol, tuple[int, ...]]:
        self.noted.append((self.lines, view))
        return super().final(view)


class Writing(Noting):
    """Writes these numbers with every token, and as final guesses, whatever it draws."""

    numbers: tuple[int, ...] = (0,)

    def token(self, view: View) -> tuple[int, ...]:
        return self.numbers if super().token(view) else ()

    def final(self, view: View) -> Mapping[Symbol, tuple[int, ...]]:
        return dict.fromkeys(super().final(view), self.numbers)


def played(dealt: Deal, seed: int, kind: type[Noting] = Noting) -> tuple[Played, dict[str, Noting]]:
    names = next(event.names for event in dealt.set_up if hasattr(event, "names"))
    policies: dict[str, Any] = {name: kind(Random(f"{seed}/{name}"), len(dealt.set_up) + 1) for name in names}
    return play(dealt, policies), policies


@pytest.mark.parametrize("case", range(len(SETS)))
def test_a_seat_sees_the_record_as_it_may_and_nothing_else(case: int) -> None:
    """The record reads back as the same game, and by each decision lay what the record so far tells the seat."""
    game, policies = played(deal(Random(case), 2 + case % 3, SETS[case]), case)
    lines = [*game.lines()]
    record = read("\n".join(lines))
    assert record.state == game.state
    assert record.state.scored
    rng = Random(case)
    for seat, policy in policies.items():
        # The last decision is that of the final guesses.
        for before, seen in [*rng.sample(policy.noted, 3), policy.noted[-1]]:
            assert seen == view(read("\n".join(lines[:before])), seat), (seat, before)


def hidden_until(events: list[Event], first: type[Event]) -> int:
    """How many lines stand before the first event of the kind, the set-up counted."""
    return 1 + next(place for place, event in enumerate(events) if isinstance(event, first))


def views(policy: Noting, up_to: int) -> list[View]:
    return [seen for lines, seen in policy.noted if lines <= up_to]


def test_own_stones_are_not_seen() -> None:
    """Until she is told an answer, all is the same to Ann whatever lies in her log, as if she held the next stones."""
    for seed in range(6):
        dealt = deal(Random(seed), 4, (Variant.SHORTCUT, Variant.CURSE))
        own = {symbol: pile[0] for symbol, pile in dealt.piles.items()}
        before = next(event for event in dealt.set_up if isinstance(event, Log) and event.owner == "Ann")
        piles = {s: (n, *dealt.piles[s][1:]) for s, n in before.stones if n is not None}
        changed = replace(before, stones=tuple(own.items()))
        other = Deal(tuple(changed if event is before else event for event in dealt.set_up), dealt.throws, piles)
        (one, ones), (two, twos) = played(dealt, seed), played(other, seed)
        assert one.events != two.events
        until = hidden_until(list(one.events), Answer)
        assert views(ones["Ann"], until) == views(twos["Ann"], until) != []
        # The others do see it.
        assert views(ones["Bob"], until) != views(twos["Bob"], until)


def test_piles_are_not_seen() -> None:
    """Until somebody draws, all is the same to everybody whatever lies in the piles, and to him who draws even then."""
    for seed in range(6):
        dealt = deal(Random(seed), 2, ())
        other = replace(dealt, piles={symbol: pile[::-1] for symbol, pile in dealt.piles.items()})
        (one, ones), (_, twos) = played(dealt, seed), played(other, seed)
        until = hidden_until(list(one.events), Exchange)
        who = next(event.player for event in one.events if isinstance(event, Exchange))
        for name in NAMES[:2]:
            assert views(ones[name], until) == views(twos[name], until) != []
        at = next(i for i, (lines, _) in enumerate(ones[who].noted) if lines > until)
        later = [policies[who].noted[at][1].table for policies in (ones, twos)]
        own = [[table.history(who, symbol) for symbol in table.symbols] for table in later]
        assert own[0] == own[1]


def test_what_others_write_is_not_seen() -> None:
    """Numbers written with tokens and final guesses stay hidden until the game is over."""
    compared = 0
    for seed in range(8):
        dealt = deal(Random(seed), 3, (Variant.SHORTCUT,))
        tables = []
        for numbers in ((0,), (1, 2, 3)):
            kind = type("WritesThese", (Writing,), {"numbers": numbers})
            game, policies = played(dealt, seed, kind)
            compared += len(game.state.tokens)
            tables.append({name: policy.noted for name, policy in policies.items()})
        for name in NAMES[:3]:
            for (_, one), (_, two) in zip(tables[0][name], tables[1][name], strict=True):
                # A player's own numbers are his to see.
                hers = [t for t in one.table.tokens if t.player != name]
                assert hers == [t for t in two.table.tokens if t.player != name]
                assert all(token.numbers is None for token in hers)
                assert not one.table.finals
                clear = [replace(v.table, tokens=()) for v in (one, two)]
                assert clear[0] == clear[1]
    assert compared > 10


def test_every_seat_hears_what_happens() -> None:
    """Every line after the players in turn; of what is hidden from the seat, nothing."""
    game, policies = played(deal(Random(3), 4, tuple(Variant)), 3)
    for name, policy in policies.items():
        others = [event for event in game.events[1:] if not isinstance(event, Final) or event.player == name]
        expected = [event for event in others if not (isinstance(event, Log) and event.owner == name)]
        assert [type(event) for event in policy.heard] == [type(event) for event in expected]
        for heard, true in zip(policy.heard, expected, strict=True):
            match heard:
                case Exchange(player=player) if player == name:
                    assert heard == replace(true, drawn=None)  # type: ignore[arg-type]
                case Token(player=player) if player != name:
                    assert heard == replace(true, numbers=None)  # type: ignore[arg-type]
                case _:
                    assert heard == true
