"""Decisions of the planner, and that no policy sees what its seat cannot see."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
import pytest

from solver.games import read as read_text
from solver.lost_code.events import Event, Exchange, Roll, Token, Variant
from solver.lost_code.odds import odds
from solver.lost_code.planner import MEASURED, Aim, Moment, Planner
from solver.lost_code.policies import POLICIES, Lookahead
from solver.lost_code.ranking import guess_choices, one_step
from solver.lost_code.rules import open_token
from solver.lost_code.simulate import Decision, deal
from solver.lost_code.view import View, view
from tests.deciding import Decided, decisions, playing, record_of, seen_from, table_after, with_log

VARIANTS = [
    (80, 2, ()),
    (81, 3, (Variant.SHORTCUT, Variant.CURSE)),
    (82, 2, (Variant.INTRODUCTORY, Variant.SHORTCUT)),
    (83, 4, (Variant.INTRODUCTORY, Variant.CURSE)),
]


@cache
def game(seed: int, players: int, variants: tuple[Variant, ...]) -> list[Decided]:
    return decisions(seed, players, variants, ("lookahead-blind",))


def decide(policy: object, decided: Decided, seen: View | None = None) -> object:
    return getattr(policy, decided.decision)(decided.view if seen is None else seen)


@pytest.mark.parametrize("case", VARIANTS, ids=str)
def test_for_points_it_decides_as_lookahead(case: tuple[int, int, tuple[Variant, ...]]) -> None:
    """But for tokens, of which it takes fewer."""
    every = [decided for decided in game(*case) if decided.decision is not Decision.TOKEN]
    for decided in [*Random(case[0]).sample(every, 12), every[-1]]:
        planner, lookahead = Planner(Random(0), aim=Aim.POINTS), Lookahead(Random(0))
        assert decide(planner, decided) == decide(lookahead, decided), decided.decision


def test_tokens_are_taken_where_they_are_worth_enough() -> None:
    """Where the doubled guess is worth less than it must be, the token is refused; else it is written as for VP."""
    taken = refused = 0
    for seed in range(84, 87):
        for decided in game(seed, 2, (Variant.SHORTCUT,)):
            if decided.decision is Decision.TOKEN:
                symbol = open_token(decided.view.table)
                assert symbol is not None
                known = odds(decided.view)
                law = sorted(known.values[symbol].values(), reverse=True)
                worth = max(gain * sum(law[:k]) / known.total - 2 for k, gain in ((1, 7), (2, 4), (3, 3)))
                numbers = decide(Planner(Random(0)), decided)
                if worth < MEASURED.token - 1e-9:
                    assert numbers == ()
                    refused += 1
                elif worth > MEASURED.token + 1e-9:
                    assert numbers == decide(Lookahead(Random(0)), decided) != ()
                    taken += 1
    assert taken
    assert refused


@pytest.mark.parametrize("case", VARIANTS, ids=str)
def test_to_win_it_differs_only_in_what_is_named(case: tuple[int, int, tuple[Variant, ...]]) -> None:
    """Before the last round: by what the dice leave to the other, where two play and the viewer is the first to bet."""
    earlier = [d for d in game(*case) if d.view.table.round < d.view.table.rounds and d.decision is not Decision.TOKEN]
    for decided in Random(case[0]).sample(earlier, 8):
        moment = Moment(decided.view, Aim.WIN)
        assert not moment.last
        table = decided.view.table
        if decided.decision is not Decision.GUESS:
            if decided.decision is Decision.EXCHANGE or len(table.players) > 2:
                assert decide(Planner(Random(0)), decided) == decide(Lookahead(Random(0)), decided)
            continue
        bets = moment.bets()
        wheels = sorted({bet.wheel for bet in bets})
        choices = {(choice.low, choice.high): choice for choice in guess_choices(moment.odds, table.dice, wheels)}
        assert len(choices) == len(bets)
        leaves = len(table.players) == 2 and not table.set_now
        for bet in bets:
            choice = choices[bet.low, bet.high]
            assert bet.win is None
            assert bet.value == pytest.approx(choice.value, abs=1e-9)
            assert bet.expected == pytest.approx(choice.expected, abs=1e-9)
            assert bet.right == pytest.approx(choice.right / moment.odds.total, abs=1e-9)
            assert bet.plan == pytest.approx(bet.value - MEASURED.left[len(table.players)] * bet.left, abs=1e-9)
            assert leaves or bet.left == 0
            assert -5 <= bet.left <= 5
        assert bets[0].plan == pytest.approx(max(bet.plan for bet in bets), abs=1e-9)
        assert (moment.best_bet().low, moment.best_bet().high) == (bets[0].low, bets[0].high)
        # A wheel leaves the same to the other wherever it is set.
        assert all(len({round(b.left, 6) for b in bets if b.wheel == wheel}) == 1 for wheel in {b.wheel for b in bets})


@pytest.mark.parametrize("case", VARIANTS, ids=str)
def test_every_decision_is_legal_and_chance_is_the_same(case: tuple[int, int, tuple[Variant, ...]]) -> None:
    """`play` lets nothing pass that the rules forbid; with the same seed everything comes about again."""
    seed, players, variants = case
    dealt = deal(Random(seed), players, variants)
    names = ("reader", "planner", "planner-points", "lookahead-blind") if players < 4 else ("planner", "random")
    one, _ = playing(dealt, names, seed)
    assert one.state.scored
    if players == 2:
        two, _ = playing(dealt, names, seed)
        assert one.events == two.events


# ---- what is not in sight --------------------------------------------------------------------------------------------


def hiding(events: Sequence[Event], seat: str) -> View:
    """The view of a seat where one stone of a log of nobody was not noted."""
    text = record_of(events)
    line = next(line for line in text.splitlines() if line.startswith("log neutral-1 "))
    words = line.split()
    words[-1] = "?"
    return view(read_text(text.replace(line, " ".join(words))), seat)


@pytest.mark.parametrize("aim", list(Aim))
def test_a_hidden_stone_leaves_the_one_step_value(aim: Aim) -> None:
    """Of whatever is decided, in the last round as well."""
    every = game(*VARIANTS[0])
    last = [d for d in every if d.view.table.round == d.view.table.rounds]
    for decided in [*Random(1).sample(every[len(every) // 3 :], 5), *last]:
        if decided.decision is Decision.DIE and decided not in last:
            continue
        seen = hiding(decided.events, decided.seat)
        moment = Moment(seen, aim)
        assert not moment.fathomable
        assert not moment.last
        advice = one_step(seen)
        chosen = decide(Planner(Random(0), aim=aim), decided, seen)
        match decided.decision:
            case Decision.GUESS:
                assert chosen == (moment.bets()[0].low, moment.bets()[0].high)
                assert all(bet.left == 0 and bet.win is None for bet in moment.bets())
                assert chosen == (advice.guesses[0].low, advice.guesses[0].high)
                assert moment.bets()[0].value == pytest.approx(advice.guesses[0].value, abs=1e-9)
            case Decision.EXCHANGE:
                assert chosen == advice.exchanges[0].symbol
            case Decision.DIE:
                assert chosen == advice.turns[0].turns
            case Decision.FINAL:
                assert advice.final is not None
                assert chosen == {c[0].symbol: c[0].numbers for c in advice.final.symbols}
                assert moment.finals()[1] is None
            case _:
                assert chosen is not None
        reader = POLICIES["reader"](Random(0))
        assert decide(reader, decided, seen) is not None


@pytest.mark.parametrize("aim", list(Aim))
@pytest.mark.parametrize("seat", ["Ann", "Bob"])
def test_before_any_roll(aim: Aim, seat: str) -> None:
    """Nothing is thrown: exchanges and final guesses can be looked at, and a bet on no dice is a bet on 0."""
    dealt = deal(Random(1), 2, ())
    seen = seen_from(dealt.set_up, seat)
    moment = Moment(seen, aim)
    assert not moment.last
    assert len(moment.exchanges()) == 6
    assert len(moment.finals()[0]) == 6
    assert moment.token() is None
    assert all(bet.right == float(bet.low == 0) for bet in moment.bets())
    assert len(moment.dice()) == 1


def test_another_seat_waits() -> None:
    """Whoever is not the first to set a wheel can look at the dice as well, and leaves nothing to himself."""
    thrown = next(d for d in game(*VARIANTS[0]) if d.decision is Decision.GUESS and not d.view.table.set_now)
    other = next(player for player in thrown.view.table.players if player != thrown.seat)
    bets = Moment(seen_from(thrown.events, other), Aim.WIN).bets()
    assert all(bet.left == 0 for bet in bets)


# ---- no peeking ------------------------------------------------------------------------------------------------------


def unlike(decided: Decided, rng: Random) -> list[Decided]:
    """The same decision with another log of the seat that fits all answers, and other numbers on others' tokens."""
    known = odds(decided.view)
    table = table_after(decided.events)
    places = np.argwhere(known.table.ways > 0).tolist()
    found = []
    for place in rng.sample(places, min(2, len(places))):
        log = {s: known.table.numbers[a][p] for a, (s, p) in enumerate(zip(table.symbols, place, strict=True))}
        events = with_log(decided.events, decided.seat, log)
        events = [
            replace(e, numbers=(0, 5)) if isinstance(e, Token) and e.player != decided.seat else e for e in events
        ]
        found.append(replace(decided, view=seen_from(events, decided.seat), events=tuple(events)))
    return found


def follow(name: str, decided: Decided) -> object:
    """What a policy decides that has watched the game from the start."""
    policy = POLICIES[name](Random("the same"))
    start = next(place for place, event in enumerate(decided.events) if isinstance(event, Roll))
    if name == "reader":
        for place in range(start, len(decided.events)):
            seen = seen_from(decided.events[:place], decided.seat)
            event = decided.events[place]
            if isinstance(event, Exchange) and event.player == decided.seat:
                event = replace(event, drawn=None)
            if isinstance(event, Token) and event.player != decided.seat:
                event = replace(event, numbers=None)
            policy.watch(seen, event)
    return decide(policy, decided)


@pytest.mark.bare
@pytest.mark.parametrize("name", ["lookahead", "planner", "reader", "greedy", "entropy"])
def test_no_policy_sees_its_own_stones_or_what_others_wrote(name: str) -> None:
    rng = Random(5)
    every = [d for d in game(*VARIANTS[1]) if d.decision is not Decision.DIE]
    changed = 0
    for decided in [*rng.sample(every[len(every) // 3 :], 1 if name == "reader" else 4), every[-1]]:
        others = unlike(decided, rng)
        changed += sum(other.events != decided.events for other in others)
        decisions_of = [follow(name, each) for each in (decided, *others)]
        assert all(each == decisions_of[0] for each in decisions_of), decided.decision
    assert changed


def test_no_policy_sees_the_piles() -> None:
    """Until somebody draws, all comes about alike with the piles turned over."""
    dealt = deal(Random(88), 2, ())
    other = replace(dealt, piles={symbol: pile[::-1] for symbol, pile in dealt.piles.items()})
    one, _ = playing(dealt, ("reader", "planner"))
    two, _ = playing(other, ("reader", "planner"))
    until = next(place for place, event in enumerate(one.events) if isinstance(event, Exchange))
    assert one.events[:until] == two.events[:until]
    first, second = one.events[until], two.events[until]
    assert isinstance(first, Exchange)
    assert isinstance(second, Exchange)
    assert (first.player, first.symbol) == (second.player, second.symbol)
