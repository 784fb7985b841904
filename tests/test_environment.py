"""The environment is one in PettingZoo's sense, keeps to the rules, and shows a seat what it may see and no more."""

import pickle
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from pettingzoo.test.api_test import api_test
from pettingzoo.test.seed_test import seed_test

from solver.errors import IllegalEvent
from solver.games import read
from solver.lost_code.environment import Environment, env, named
from solver.lost_code.environment_actions import (
    ACTIONS,
    Action,
    GiveUp,
    Pass,
    Question,
    SetWheel,
    TurnDie,
    Write,
    event,
)
from solver.lost_code.events import SYMBOLS, Guess, Log, Symbol, Variant
from solver.lost_code.odds import odds
from solver.lost_code.play import apply
from solver.lost_code.simulate import Deal, Decision, deal
from solver.lost_code.view import view
from tests.readme import README

GAMES = [
    (2, ()),
    (3, ()),
    (4, ()),
    (2, ("introductory", "shortcut")),
    (3, ("curse", "shortcut")),
    (4, ("x-race", "curse")),
    (2, tuple(Variant)),
    (3, tuple(Variant)),
    (4, tuple(Variant)),
]
WHEELS = {1: 9, 2: 7, 3: 6, 4: 5, 6: 3, 8: 2, 12: 1}


def chosen(rng: Random, game: Environment) -> int:
    """Any action that the mask allows."""
    mask = game.observe(game.agent_selection)["action_mask"]
    return int(rng.choice(np.flatnonzero(mask)))


def steps(game: Environment, rng: Random) -> Iterator[Question]:
    """Play a random game to its end, and stop before every step."""
    while question := game.question:
        yield question
        game.step(chosen(rng, game))


# ---- PettingZoo ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "variants"), GAMES)
# What PettingZoo recommends, and its own games with a mask do not keep to, either; it excuses those by name.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning")
# A seat that has left is asked for nothing.
@pytest.mark.filterwarnings(r"ignore:Action mask numpy array is all zeros \(no legal actions\):UserWarning")
def test_it_is_an_environment(players: int, variants: Sequence[str]) -> None:
    api_test(env(players, variants), num_cycles=1000)  # type: ignore[no-untyped-call]
    api_test(Environment(players, variants, WHEELS, "ansi"), num_cycles=1000)  # type: ignore[no-untyped-call]


@pytest.mark.parametrize(("players", "variants"), GAMES)
def test_same_seed_same_game(players: int, variants: Sequence[str]) -> None:
    seed_test(lambda: env(players, variants), num_cycles=500)  # type: ignore[no-untyped-call]
    game, other = Environment(players, variants), Environment(players, variants)
    game.reset(seed=5)
    first = game.record()
    game.reset()
    second = game.record()
    assert first != second
    other.reset(seed=5)
    assert other.record() == first
    other.reset()
    assert other.record() == second


def test_forbidden_action_ends_the_wrapped_game_at_the_worst_price() -> None:
    """Two players have 10 rounds. Worst of all is a curse of 9 VP in each, and six tokens of -4."""
    game = env(2, wheels=WHEELS)
    game.reset(seed=1)
    agent = game.agent_selection
    observed = game.observe(agent)
    assert observed
    forbidden = int(np.flatnonzero(observed["action_mask"] == 0)[0])
    game.step(forbidden)
    assert game.terminations == {"player_0": True, "player_1": True}
    assert game.rewards[agent] < -(10 * 9 + 6 * 4)
    for _ in list(game.agents):
        game.step(None)
    assert game.agents == []
    game.reset(seed=1)
    assert not any(game.terminations.values())


@pytest.mark.parametrize("action", [None, -1, len(ACTIONS), ACTIONS.index(Write((1, 2)))])
def test_forbidden_action_is_refused_by_the_bare_game_and_changes_nothing(action: int | None) -> None:
    game = Environment()
    game.reset(seed=1)
    before, agent = game.record(), game.agent_selection
    with pytest.raises(IllegalEvent, match=f"the rules forbid {agent} this decision"):
        game.step(action)
    assert game.record() == before
    game.step(chosen(Random(1), game))
    assert game.record() != before


@pytest.mark.parametrize(
    ("arguments", "error", "says"),
    [
        ({"players": 5}, ValueError, "5 players"),
        ({"variants": ["chess"]}, ValueError, "no variant 'chess'; expected a sequence of any of x-race, "),
        ({"variants": "curse"}, ValueError, "variants 'curse'; expected a sequence of any of x-race, "),
        ({"wheels": {1: 5}}, IllegalEvent, "1 wheels are given"),
        ({"wheels": {**WHEELS, 12: 100}}, ValueError, "100 VP"),
        ({"render_mode": "human"}, ValueError, "human"),
    ],
)
def test_a_game_that_is_not_there(arguments: Mapping[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        env(**arguments)


def test_a_given_deal_is_played() -> None:
    dealt = deal(Random(3), 3, [Variant.CURSE])
    game = Environment(3)
    game.reset(options={"deal": dealt})
    assert tuple(game.table.events[: len(dealt.set_up)]) == dealt.set_up
    with pytest.raises(ValueError, match="no deal: 'x'; expected one of"):
        game.reset(options={"deal": "x"})
    with pytest.raises(ValueError, match="a deal for Ann, Bob; expected Ann, Bob, Cy"):
        game.reset(options={"deal": deal(Random(3), 2)})


def test_it_can_be_sent_to_another_process() -> None:
    game = pickle.loads(pickle.dumps(Environment(3, ["curse"], WHEELS, "ansi")))
    game.reset(seed=2)
    assert game.render() == game.record()
    assert "players Ann Bob Cy\nvariant curse\nwheels 1=9" in game.record()
    silent = Environment(3)
    silent.reset(seed=2)
    assert silent.render() is None
    silent.close()


# ---- the rules -------------------------------------------------------------------------------------------------------

KINDS: Mapping[Decision, tuple[type[Action], ...]] = {
    Decision.TOKEN: (Pass, Write),
    Decision.DIE: (Pass, TurnDie),
    Decision.GUESS: (SetWheel,),
    Decision.EXCHANGE: (GiveUp,),
    Decision.FINAL: (Pass, Write),
}


def accepted(action: Action, question: Question) -> bool:
    """Whether an action is about the decision, and the rules accept what it brings about."""
    if not isinstance(action, KINDS[question.decision]):
        return False
    happens = event(action, question)
    if happens is None and question.decision is Decision.DIE:
        happens = Guess(question.seat, 0, question.table.smallest - 1)
    try:
        if happens:
            apply(question.table, happens, 999)
    except IllegalEvent:
        return False
    return True


@pytest.mark.parametrize(("players", "variants"), GAMES)
def test_the_mask_is_what_the_rules_allow(players: int, variants: Sequence[str]) -> None:
    game, rng, seen = Environment(players, variants), Random(7), set()
    game.reset(seed=players)
    for question in steps(game, rng):
        seen.add(question.decision)
        mask = game.observe(game.agent_selection)["action_mask"]
        assert [accepted(action, question) for action in ACTIONS] == mask.tolist()
        others = set(game.agents) - {game.agent_selection}
        assert not any(game.observe(other)["action_mask"].any() for other in others)
    assert seen >= set(Decision) - {Decision.TOKEN}


@pytest.mark.parametrize(("players", "variants"), GAMES)
def test_rewards_add_up_to_the_score_and_the_record_reads_back(players: int, variants: Sequence[str]) -> None:
    for seed in range(5):
        game, rng = Environment(players, variants), Random(seed)
        game.reset(seed=seed)
        got = dict.fromkeys(game.agents, 0.0)
        for _ in steps(game, rng):
            for agent, reward in game.rewards.items():
                got[agent] += reward
        for agent, reward in game.rewards.items():
            got[agent] += reward
        record = read(game.record())
        assert record.state.scored
        assert record.state == game.table.state
        assert {game.names[agent]: reward for agent, reward in got.items()} == record.state.spaces
        assert all(game.terminations.values())


def test_all_bears_are_turned_one_after_another() -> None:
    dealt = deal(Random(1), 2, [Variant.INTRODUCTORY])
    bears = (Symbol.BEAR, Symbol.SNAKE, Symbol.BEAR)
    game = Environment(2, ["introductory"])
    game.reset(options={"deal": replace(dealt, throws=(bears, *dealt.throws[1:]))})
    thrower = game.agent_selection
    for turned, dice in [(Symbol.BIRD, "bird snake bear"), (Symbol.HUMAN, "bird snake human")]:
        assert game.question is not None
        assert (game.question.decision, game.agent_selection) == (Decision.DIE, thrower)
        game.step(ACTIONS.index(TurnDie(Symbol.BEAR, turned)))
        shown = named(game.observe(thrower)["observation"])["dice"][0]
        assert " ".join(SYMBOLS[die] for die in shown) == dice
    assert game.question is not None
    assert game.question.decision is Decision.GUESS


def test_nobody_is_asked_for_what_was_written_with_a_token() -> None:
    """Ann takes all six tokens, in rounds 1 to 6 of 10, so nothing is left to ask her at the end."""
    dealt = deal(Random(1), 2, [Variant.SHORTCUT])
    doubles = tuple((symbol, symbol, Symbol.BEAR) for symbol in SYMBOLS)
    game, rng = Environment(2, ["shortcut"]), Random(1)
    game.reset(options={"deal": replace(dealt, throws=doubles + dealt.throws[6:])})
    asked = set()
    while question := game.question:
        if question.decision is Decision.TOKEN:
            game.step(ACTIONS.index(Write((0, 5))) if question.seat == "Ann" else ACTIONS.index(Pass()))
            continue
        if question.decision is Decision.FINAL:
            asked.add((question.seat, question.symbol))
        game.step(chosen(rng, game))
    assert asked == {("Bob", symbol) for symbol in SYMBOLS}
    tokens = named(game.observe("player_1")["observation"])["tokens"]
    assert tokens.tolist() == [[1, -1, -1, -1]] * 6
    own = named(game.observe("player_0")["observation"])["tokens"]
    assert own.tolist() == [[0, 0, 5, -1]] * 6
    assert read(game.record()).state == game.table.state


# ---- what a seat sees ------------------------------------------------------------------------------------------------


def shuffled(dealt: Deal, rng: Random) -> Deal:
    """The same deal as Ann sees it: of one symbol, her stone, the pile and the stone in the box are mixed anew."""
    mine, *logs = (line for line in dealt.set_up if isinstance(line, Log))
    symbol = rng.choice(SYMBOLS)
    hidden = sorted(set(range(8)) - {number for log in logs for s, number in log.stones if s is symbol})
    number, _, *pile = rng.sample(hidden, len(hidden))
    other = Log("Ann", tuple((s, number if s is symbol else n) for s, n in mine.stones))
    set_up = tuple(other if line is mine else line for line in dealt.set_up)
    return replace(dealt, set_up=set_up, piles={**dealt.piles, symbol: tuple(pile)})


@pytest.mark.bare
def test_what_ann_cannot_see_is_in_no_observation_of_hers() -> None:
    """Two games with another stone in her log, pile and box: alike as long as she was told the same."""
    rng, alike = Random(11), [0] * 10
    for _ in range(15):
        dealt = deal(rng, 3, [Variant.CURSE])
        games = [Environment(3), Environment(3)]
        games[0].reset(options={"deal": dealt})
        games[1].reset(options={"deal": shuffled(dealt, rng)})
        while games[0].question:
            seen = [view(read(game.record()), "Ann").table for game in games]
            if seen[0] != seen[1] or games[0].agent_selection != games[1].agent_selection:
                break
            first, second = (game.observe("player_0") for game in games)
            assert first["observation"].tolist() == second["observation"].tolist()
            assert first["action_mask"].tolist() == second["action_mask"].tolist()
            alike[seen[0].round] += games[0].table.state.stones != games[1].table.state.stones
            action = chosen(rng, games[0])
            for game in games:
                game.step(action)
    assert alike[1] > 50
    assert sum(alike[2:]) > 50


def test_what_others_write_is_in_no_observation_of_anns() -> None:
    """Bob writes other numbers with his tokens and as final guesses; until the final moves she sees no difference."""
    rng, differed = Random(12), 0
    for seed in range(5):
        games = [Environment(2, ["shortcut"]), Environment(2, ["shortcut"])]
        for game in games:
            game.reset(seed=seed)
        while question := games[0].question:
            first, second = (named(game.observe("player_0")["observation"]) for game in games)
            assert all(first[name].tolist() == second[name].tolist() for name in first)
            action = other = chosen(rng, games[0])
            if question.seat == "Bob" and isinstance(ACTIONS[action], Write):
                other = int(
                    rng.choice([n for n, a in enumerate(ACTIONS) if isinstance(a, Write) and 8 not in a.numbers])
                )
                differed += other != action
            games[0].step(action)
            games[1].step(other)
    assert differed > 20


def own_logs(observed: NDArray[np.int16]) -> int:
    """How many logs the observer may have, by the observation alone: in plain Python, one log after another."""
    parts = named(observed)
    introductory, x_race = bool(parts["variants"][1]), bool(parts["variants"][0])
    symbols = range(1 if introductory else 0, 6)
    seen = [set(parts["stones"][:, symbol].ravel().tolist()) for symbol in range(6)]
    open_numbers = [sorted(set(range(9 if x_race else 8)) - seen[symbol]) for symbol in symbols]
    told = []
    for dice, (low, high, answer, *counted) in zip(parts["dice"].tolist(), parts["guesses"][0].tolist(), strict=True):
        if answer >= 0:
            gone = sum(number for number in counted if number >= 0)
            there = [die - symbols[0] for die, number in zip(dice, counted, strict=True) if number < 0]
            told.append((low, high, answer, gone, there))

    def fits(log: tuple[int, ...]) -> bool:
        for low, high, answer, gone, there in told:
            total = gone + sum(log[place] for place in there)
            true = (low <= total <= high, total < low, total > high, not low <= total <= high)
            if not true[answer]:
                return False
        return True

    return sum(map(fits, product(*open_numbers)))


@pytest.mark.parametrize(
    ("players", "variants"), [(2, ("x-race", "shortcut")), (3, ("introductory", "curse")), (4, ())]
)
def test_the_own_log_can_be_deduced_from_an_observation(players: int, variants: Sequence[str]) -> None:
    """As many logs fit as the exact engine counts from the seat's view."""
    game, rng = Environment(players, variants), Random(4)
    game.reset(seed=8)
    rounds = (1, 3, game.table.state.rounds)
    for question in steps(game, rng):
        if question.decision is Decision.GUESS and question.table.round in rounds:
            counted = odds(game.table.view(question.seat)).total
            assert own_logs(game.observe(game.agent_selection)["observation"]) == counted


@pytest.mark.parametrize(("players", "variants"), [(2, ()), (3, ("curse", "shortcut")), (4, tuple(Variant))])
def test_the_table_is_in_the_observation(players: int, variants: Sequence[str]) -> None:
    """Every open thing as the record of the game, read back, tells it."""
    game, rng = Environment(players, variants), Random(6)
    game.reset(seed=9)
    for question in steps(game, rng):
        if question.decision is not Decision.EXCHANGE:
            continue
        state = read(game.record()).state
        seats = list(state.players)
        while seats[0] != question.seat:
            seats.append(seats.pop(0))
        parts = {name: part.tolist() for name, part in named(game.observe(game.agent_selection)["observation"]).items()}
        assert parts["asked"] == [3, -1]
        assert parts["game"] == [players, state.round, state.rounds]
        assert parts["variants"] == [int(variant in state.variants) for variant in Variant]
        assert parts["track"][:players] == [state.spaces[seat] for seat in seats]
        assert [seats[place] for place in parts["order"][:players]] == list(state.order)
        assert parts["curse"][0] == state.curse_in_game
        assert (seats[parts["curse"][1]] if parts["curse"][1] >= 0 else None) == state.cursed
        assert parts["piles"] == [state.pile(symbol) for symbol in SYMBOLS]
        assert [SYMBOLS[die] for die in parts["thrown"]] == list(state.thrown)
        assert [SYMBOLS[die] for die in parts["dice"][state.round - 1]] == list(state.dice)
        assert [wheel[:2] for wheel in parts["wheels"]] == [list(wheel) for wheel in state.points.items()]
        for bet in state.set_now:
            assert [width for width, _, seat in parts["wheels"] if seat == seats.index(bet.player)] == [bet.width]
        for log, owner in enumerate([*seats, *(owner for owner in state.owners if owner not in seats)]):
            for row, symbol in enumerate(SYMBOLS):
                lay = [stone.number if stone.number is not None else -1 for stone in state.history(owner, symbol)]
                shown = [*lay[:-1], -1] if log == 0 else lay
                assert parts["stones"][log][row] == shown + [-1] * (5 - len(shown))
        for token in state.tokens:
            written = list(token.numbers or ()) if token.player == question.seat else []
            told = [seats.index(token.player), *written]
            assert parts["tokens"][SYMBOLS.index(token.symbol)] == told + [-1] * (4 - len(told))


# ---- the extra -------------------------------------------------------------------------------------------------------


def run(code: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, encoding="utf-8", cwd=README.parent
    ).stdout


def test_without_the_extra_one_message_says_how_to_get_it() -> None:
    code = """
import sys
sys.modules["pettingzoo"] = None
try:
    import solver.lost_code.environment
except ModuleNotFoundError as error:
    print(error.name, error)
"""
    said = "pettingzoo pettingzoo is missing: install lostcode with its extra rl (pip install '.[rl]')\n"
    assert run(code) == said


def test_nothing_else_loads_the_extra() -> None:
    code = """
import pkgutil, sys
import cli, solver
for package in (cli, solver):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if module.name != "solver.lost_code.environment" and not module.name.endswith("__main__"):
            __import__(module.name)
print({"gymnasium", "pettingzoo"} & set(sys.modules))
"""
    assert run(code) == "set()\n"


def test_the_readme_example_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    (block,) = (block for block in blocks if "environment" in block)
    (says,) = re.findall(r"^# prints (.*)$", block, re.MULTILINE)
    exec(block, {})
    assert capsys.readouterr().out == says + "\n"
