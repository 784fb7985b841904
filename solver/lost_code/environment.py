"""Whole games as a PettingZoo environment, for agents that learn to play. Needs the extra `rl`.

The agents are the seats, `player_0` being Ann, `player_1` Bob and so on in the record of the game. A step is one
decision of one seat: a token, one die, a wheel with its range, an exchange, or the final guess for one symbol.

Actions: `Discrete(341)`, the same for every game, listed as `ACTIONS` in `environment_actions.py`. Observations:
`{"observation": int16 of shape (SIZE,), "action_mask": int8 of shape (341,)}`; the parts of the first are listed as
`PARTS` in `environment_observation.py`, and `named` takes them apart. The mask is all 0 for a seat that is not asked.

Rewards: the spaces that a seat's piece moved, whosever step it was, so that the sum of a seat's rewards is its score.
"""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

try:
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"{missing.name} is missing: install lostcode with its extra rl (pip install '.[rl]')", name=missing.name
    ) from missing

from solver.errors import IllegalEvent
from solver.lost_code.box import BUILT_IN_WHEELS, HIGHEST, MISSED, ROUNDS, TOKEN_FACTOR
from solver.lost_code.environment_actions import ACTIONS, Action, Question, event, mask, question
from solver.lost_code.environment_observation import MOST_POINTS, PARTS, SIZE, named, observation
from solver.lost_code.events import SYMBOLS, Final, Players, Symbol, Variant
from solver.lost_code.play import wheels_fault
from solver.lost_code.simulate import NAMES, Asked, Deal, Decided, Played, Table, deal

__all__ = ["Environment", "Observed", "env", "named"]


class Observed(TypedDict):
    """What `observe` gives: of shapes (SIZE,) and (341,)."""

    observation: NDArray[np.int16]
    action_mask: NDArray[np.int8]


def env(
    players: int = 2,
    variants: Iterable[str] = (),
    wheels: Mapping[int, int] | None = None,
    render_mode: str | None = None,
) -> AECEnv[str, Any, Any]:
    """Make an environment in PettingZoo's usual wrappers; for the arguments see `Environment`.

    An action that the mask forbids ends the game for all. Who chose it gets a reward that is lower than anything that
    he could still have lost; what the others have got stands.
    """
    game = Environment(players, variants, wheels, render_mode)
    worst = len(SYMBOLS) * MISSED * TOKEN_FACTOR - ROUNDS[players] * max(game.wheels.values()) - 1
    ended = wrappers.TerminateIllegalWrapper(game, illegal_reward=worst)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ended))


class Environment(AECEnv[str, Any, Any], EzPickle):
    """The bare environment.

    players: 2 to 4. variants: any of x-race, introductory, shortcut, curse. wheels: VP by width of the seven wheels,
    1 to 99 each; None for the built-in table, assumed. render_mode: None, or ansi: `render` gives the record so far.

    Raises ValueError for a game that is not there, IllegalEvent for wheels that cannot be.
    """

    metadata = {"name": "lost_code_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012 - PettingZoo's way

    def __init__(
        self,
        players: int = 2,
        variants: Iterable[str] = (),
        wheels: Mapping[int, int] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.variants = _variants(variants)
        EzPickle.__init__(self, players, sorted(self.variants), wheels and dict(wheels), render_mode)
        super().__init__()  # type: ignore[no-untyped-call]
        if players not in ROUNDS:
            raise ValueError(f"{players} players; expected 2 to 4")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"no render mode {render_mode!r}; expected None or 'ansi'")
        x_race = Variant.X_RACE in self.variants
        self.wheels = dict(wheels or BUILT_IN_WHEELS[x_race])
        if fault := wheels_fault(tuple(self.wheels.items()), 3 * HIGHEST[x_race]):
            raise fault
        if max(self.wheels.values()) > MOST_POINTS:
            raise ValueError(f"a wheel of {max(self.wheels.values())} VP; expected at most {MOST_POINTS}")
        self.wheels_given = wheels is not None
        self.render_mode = render_mode
        self.possible_agents = [f"player_{number}" for number in range(players)]
        self.agents: list[str] = []
        self.names = dict(zip(self.possible_agents, NAMES, strict=False))
        self.action_spaces = {agent: spaces.Discrete(len(ACTIONS)) for agent in self.possible_agents}
        self.observation_spaces = {agent: _observation_space() for agent in self.possible_agents}
        self.rng = Random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of what `observe` gives, the same for every seat."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of what `step` takes, the same for every seat."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a new game.

        seed: the same seed, the same deals from here on; None goes on. options: `{"deal": Deal}` plays this deal
        instead, with its variants and wheels. Raises ValueError for anything else, and where it has more players or
        fewer.
        """
        dealt = (options or {}).get("deal")
        if dealt is not None and not isinstance(dealt, Deal):
            raise ValueError(f"no deal: {dealt!r}; expected one of solver.lost_code.simulate.deal")
        if seed is not None:
            self.rng = Random(int(seed))
        dealt = dealt or self._shuffled()
        seated = next(event.names for event in dealt.set_up if isinstance(event, Players))
        if seated != tuple(self.names.values()):
            raise ValueError(f"a deal for {', '.join(seated)}; expected {', '.join(self.names.values())}")
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.table = Table(dealt)
        self.placed: dict[str, dict[Symbol, tuple[int, ...]]] = {name: {} for name in seated}
        self._course = self.table.course()
        self._asked: Asked | None = next(self._course)
        self.question: Question | None = None
        self._ask()

    def _shuffled(self) -> Deal:
        wheels = self.wheels if self.wheels_given else None
        return deal(self.rng, len(self.possible_agents), self.variants, wheels)

    def observe(self, agent: str) -> Observed:
        """What the seat sees now, and which actions it may choose from."""
        name = self.names[agent]
        asked = self.question if self.question and self.question.seat == name else None
        return {
            "observation": observation(self.table.view(name), asked, self.placed[name]),
            "action_mask": mask(asked),
        }

    def step(self, action: int | None) -> None:
        """Take the decision that is asked of `agent_selection`. Raises IllegalEvent for one that the mask forbids."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent] or self.question is None:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < len(ACTIONS) or not mask(self.question)[action]:
            shown = action if action is None or not 0 <= action < len(ACTIONS) else ACTIONS[action]
            raise IllegalEvent(
                f"the rules forbid {agent} this decision", typed=str(shown), expected="an action that the mask allows"
            )
        before = self.table.state.spaces
        self._decide(self.question, ACTIONS[action])
        self._ask()
        after = self.table.state.spaces
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {agent: float(after[name] - before[name]) for agent, name in self.names.items()}
        self._accumulate_rewards()

    def _decide(self, asked: Question, action: Action) -> None:
        """Let an action take place; a final guess waits until the seat has placed them all."""
        decided = event(action, asked)
        if isinstance(decided, Final):
            self.placed[asked.seat].update(decided.guesses)
        else:
            self._send((decided,) if decided else ())

    def _send(self, decided: Decided) -> None:
        try:
            self._asked = self._course.send(decided)
        except StopIteration:
            self._asked = None

    def _ask(self) -> None:
        """Find out what is asked next, and of whom; at the end, let everyone leave."""
        while self._asked:
            seat = self._asked.view.seat
            self.question = question(self._asked, self.placed[seat])
            if self.question:
                self.agent_selection = next(agent for agent, name in self.names.items() if name == seat)
                return
            self._send((Final(seat, tuple(self.placed[seat].items())),))
        self.question = None
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def record(self) -> str:
        """The record of the game so far, with all stones: as one tells it who sees everything."""
        return "\n".join(Played(tuple(self.table.events), self.table.state).lines()) + "\n"

    def render(self) -> str | None:
        """Give the record so far where the render mode is ansi."""
        return self.record() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""


def _variants(names: Iterable[str]) -> frozenset[Variant]:
    """Raises ValueError for a string, and for a name that is not there."""
    expected = f"expected a sequence of any of {', '.join(Variant)}"
    if isinstance(names, str):
        raise ValueError(f"variants {str(names)!r}; {expected}")
    given = list(names)
    for name in given:
        if name not in list(Variant):
            raise ValueError(f"no variant {name!r}; {expected}")
    return frozenset(map(Variant, given))


def _observation_space() -> spaces.Dict:
    low = np.concatenate([np.full(part.size, part.low, np.int16) for part in PARTS])
    high = np.concatenate([np.full(part.size, part.high, np.int16) for part in PARTS])
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, (SIZE,), np.int16),
            "action_mask": spaces.Box(0, 1, (len(ACTIONS),), np.int8),
        }
    )
