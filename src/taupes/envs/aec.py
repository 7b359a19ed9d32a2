"""The game for PettingZoo: `taupes.envs.aec.env()`, two to four agents who act in turn.

Agents are `player_0` to `player_3`, by seat. Observations are dictionaries of an `observation` and
an `action_mask` (docs/envs.md). An agent whose moles are all out acts no more, but sees the game
to its end, as a person does.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from inspect import signature
from random import Random
from typing import Any, ClassVar, ParamSpec, Protocol, TypeVar

import numpy as np

try:
    from gymnasium import logger, spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError as error:
    raise ImportError(
        "taupes.envs.aec needs PettingZoo and Gymnasium: pip install 'taupes[envs]'"
    ) from error

from taupes.envs.encoding import MOST_NUMBER, VERSION, observation_size
from taupes.envs.episode import Episode, Mask, Observation, parse_illegal
from taupes.envs.picture import MODES, Picture, check_mode, render
from taupes.envs.shaping import Shaping, promises_of
from taupes.envs.variant import Variant
from taupes.rules import DEFAULT_BOARDS, DEFAULT_PRESET, MolesWish

Agent = str
Seen = dict[str, Observation | Mask]
Wish = ParamSpec("Wish")
Made = TypeVar("Made")


class raw_env(AECEnv[Agent, Seen, int | None]):  # type: ignore[misc] # noqa: N801 - its name there
    """The environment itself; `env` puts PettingZoo's check of the order of calls around it.

    `boards` is a board set, whose boards are turned anew for every game, or a stack's code such
    as `classic-0351`. `moles` are those of every seat, a tuple by seat, or `fair-start`: one fewer
    for seat 0 of two; left out, as many as the rules say. After `max_cycles` actions for each
    player a game is truncated. An action that the mask does not allow is replaced by a legal one
    (`replace`), loses the game (`lose`) or is an error (`raise`). `shaping` pays on the way.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": f"taupes_v{VERSION}",
        "render_modes": list(MODES),
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(  # noqa: PLR0913 - what an environment takes is what its users want to change
        self,
        players: int = 2,
        preset: str = DEFAULT_PRESET,
        boards: str = DEFAULT_BOARDS,
        *,
        options: Mapping[str, Any] | None = None,
        moles: MolesWish | None = None,
        max_cycles: int | None = None,
        illegal: str = "replace",
        render_mode: str | None = None,
        shaping: Shaping | None = None,
    ) -> None:
        super().__init__()
        check_mode(render_mode)
        self.is_shaped = promises_of(shaping, 0, 0).weight > 0
        self._shaping = shaping
        self.variant = variant = Variant(players, preset, boards, options, moles)
        self.illegal, self.render_mode = parse_illegal(illegal), render_mode
        self.max_cycles = max_cycles
        self.max_steps = None if max_cycles is None else max_cycles * players
        self.possible_agents = [f"player_{seat}" for seat in range(variant.players)]
        self.agents: list[Agent] = []
        size = observation_size(variant.cells)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, MOST_NUMBER, (size,), np.int8),
                    "action_mask": spaces.Box(0, 1, (variant.action_count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(variant.action_count) for agent in self.possible_agents
        }
        self._rng = Random()
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}

    def observation_space(self, agent: Agent) -> spaces.Dict:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Discrete:
        """What an agent may answer; the mask says what is legal."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game; the same seed begins the same series of games."""
        if seed is not None:
            self._rng = Random(seed)
        self.episode = Episode(self.variant, self._rng, self._shaping)
        self.episode.pay()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.episode.seat]

    def observe(self, agent: Agent) -> Seen:
        """The position as an agent sees it, and what it can do now: nothing out of turn."""
        seat = self._seats[agent]
        return {
            "observation": self.episode.observation(seat),
            "action_mask": self.episode.mask(seat),
        }

    def step(self, action: int | None) -> None:
        """Play the action of the agent to act."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to act: expected one of its legal actions, not None")
        episode = self.episode
        is_legal = episode.play(int(action), self.illegal)
        self.infos[agent] = {"is_legal": is_legal}
        self._cumulative_rewards[agent] = 0.0
        is_cut = not episode.is_over and episode.steps == self.max_steps
        if episode.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif is_cut:
            self.truncations = dict.fromkeys(self.agents, True)
        if episode.is_over or self.is_shaped:
            self.rewards = dict(zip(self.agents, episode.pay(is_cut=is_cut), strict=True))
            self._accumulate_rewards()
        self.agent_selection = self.possible_agents[episode.seat]
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | Picture | None:
        """Show the board in play."""
        if self.render_mode is None:
            logger.warn(f"no render_mode was chosen: give env() one of {', '.join(MODES)}")
        return render(self.episode, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


class Contract(Protocol):
    """What both kinds of environments have."""

    metadata: dict[str, Any]
    agents: list[Agent]
    possible_agents: list[Agent]

    @property
    def unwrapped(self) -> raw_env:
        """The environment itself."""

    def observation_space(self, agent: Agent) -> spaces.Dict:
        """What an agent sees."""

    def action_space(self, agent: Agent) -> spaces.Discrete:
        """What an agent may answer."""

    def render(self) -> str | Picture | None:
        """Show the board in play."""

    def close(self) -> None:
        """Nothing is held open."""


def _called_like(
    make: Callable[Wish, raw_env],
) -> Callable[[Callable[[raw_env], Made]], Callable[Wish, Made]]:
    """Let what is made of an environment be called with what the environment is made of."""

    def decorate(wrap: Callable[[raw_env], Made]) -> Callable[Wish, Made]:
        @wraps(wrap)
        def called(*wishes: Wish.args, **named: Wish.kwargs) -> Made:
            return wrap(make(*wishes, **named))

        called.__dict__["__signature__"] = signature(make)
        return called

    return decorate


class TurnEnv(Contract, Protocol):
    """What PettingZoo promises of an `AECEnv`, with types: it has none of its own."""

    agent_selection: Agent
    rewards: dict[Agent, float]
    terminations: dict[Agent, bool]
    truncations: dict[Agent, bool]
    infos: dict[Agent, dict[str, Any]]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game."""

    def step(self, action: int | None) -> None:
        """Play the action of the agent to act; None for one whose game is over."""

    def observe(self, agent: Agent) -> Seen:
        """What an agent sees and can do now."""

    def last(self) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """What the agent to act sees, has won since it last acted, and is told."""

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[Agent]:
        """Whoever is to act, until nobody is."""


@_called_like(raw_env)
def env(raw: raw_env) -> TurnEnv:
    """The game as a PettingZoo environment; `raw_env` says what it takes."""
    made: TurnEnv = OrderEnforcingWrapper(raw)
    return made


class JointEnv(Contract, Protocol):
    """The same of a `ParallelEnv`."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[Agent, Seen], dict[Agent, dict[str, Any]]]:
        """Begin a game."""

    def step(
        self, actions: Mapping[Agent, int]
    ) -> tuple[
        dict[Agent, Seen],
        dict[Agent, float],
        dict[Agent, bool],
        dict[Agent, bool],
        dict[Agent, dict[str, Any]],
    ]:
        """Play the action of the player to act."""


@_called_like(raw_env)
def parallel_env(raw: raw_env) -> JointEnv:
    """The same for tools that want an action of everybody at every step.

    Only that of the player to act counts, so here one cycle is one action.
    """
    raw.max_steps = raw.max_cycles
    made: JointEnv = turn_based_aec_to_parallel(raw)
    return made
