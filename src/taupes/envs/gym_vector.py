"""Many games at once for Gymnasium: `gymnasium.make_vec("Taupes-v0", num_envs=…)`.

`TaupesVectorEnv` is Gymnasium's contract over `taupes.envs.vector`. A game that ends begins anew in
the same step (`AutoresetMode.SAME_STEP`): its last observation is in `info["final_obs"]`.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector import VectorEnv as GymVectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError(
        "taupes.envs.gym_vector needs Gymnasium: pip install 'taupes[envs]'"
    ) from error

from taupes.bots import REPEATABLE, Budget, Player, Turn, ask, make_bot
from taupes.bots.external.player import ExternalPlayer
from taupes.bots.players.greedy import GreedyPlayer, RandomPlayer
from taupes.envs.batch import ASKS, GREEDY_MIND, OTHER_MIND, RANDOM_MIND, WAITS
from taupes.envs.encoding import MOST_NUMBER, observation_size
from taupes.envs.episode import Illegal, IllegalChoice, parse_illegal
from taupes.envs.shaping import Shaping
from taupes.envs.vector import STACKS, VectorEnv
from taupes.kernel.layout import TURN_DISC
from taupes.rules import DEFAULT_BOARDS, DEFAULT_PRESET, MolesWish, Seat

Observations = NDArray[np.int8]
Actions = NDArray[np.int64]
Infos = dict[str, Any]

_SEEDS: Final = 1 << 62


class TaupesVectorEnv(GymVectorEnv[Observations, Actions, NDArray[Any]]):
    """So many games of you against bots, or against yourself.

    `opponents`, `preset`, `boards`, `options`, `moles`, `seat` and `budget` are as in
    `taupes.envs.gym.TaupesEnv`; `random` and `greedy` act within the kernel, all others in Python,
    one player for all games. With `opponents=None` you act for all seats of `players`, whoever is
    to act: what is seen is seen from there, and rewards are those of the seat that has acted.

    An action that the mask does not allow is replaced by a legal one (`replace`) or an error
    (`raise`). `stacks`, `max_steps` and `shaping` are as in `taupes.envs.vector.VectorEnv`. With
    `copy=False` every step writes into the same arrays.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium has it
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": [],
    }

    def __init__(  # noqa: PLR0913 - what an environment takes is what its users want to change
        self,
        num_envs: int = 1,
        opponents: str | Player | Sequence[str | Player] | None = "greedy",
        preset: str = DEFAULT_PRESET,
        boards: str = DEFAULT_BOARDS,
        *,
        options: Mapping[str, Any] | None = None,
        players: int = 2,
        moles: MolesWish | None = None,
        seat: Seat | None = None,
        budget: Budget = REPEATABLE,
        illegal: str = "replace",
        stacks: int = STACKS,
        max_steps: int = 0,
        copy: bool = True,
        shaping: Shaping | None = None,
    ) -> None:
        self.opponents = _players_of(opponents)
        self.is_selfplay = opponents is None
        self.players = players if self.is_selfplay else 1 + len(self.opponents)
        if seat is not None and (self.is_selfplay or not 0 <= seat < self.players):
            right = "None: you have all seats" if self.is_selfplay else f"0 to {self.players - 1}"
            raise ValueError(f"seat={seat}: expected {right}")
        self._illegal = parse_illegal(illegal)
        if self._illegal is Illegal.LOSE:
            raise ValueError("illegal='lose': many games at once take replace or raise")
        self.env = VectorEnv(
            num_envs,
            players=self.players,
            preset=preset,
            boards=boards,
            options=options,
            moles=moles,
            stacks=stacks,
            max_steps=max_steps,
            shaping=shaping,
        )
        self.num_envs, self._seat, self._budget, self._copy = num_envs, seat, budget, copy
        variant = self.env.variant
        size = observation_size(variant.cells)
        self.single_observation_space = spaces.Box(0, MOST_NUMBER, (size,), np.int8)
        self.single_action_space = spaces.Discrete(variant.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.seats = np.zeros(num_envs, np.int64)
        """Yours in each game; with yourself as opponent, that of whoever is to act."""
        self._minds = np.array([OTHER_MIND, *map(_mind_of, self.opponents)], np.int64)
        self._chosen = np.zeros(num_envs, np.int64)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Infos]:
        """Begin all games anew; the same seed begins the same series of games."""
        super().reset(seed=seed)
        self.env.reset(int(self.np_random.integers(_SEEDS)))
        self._rng = Random(int(self.np_random.integers(_SEEDS)))
        self._draw_seats(np.ones(self.num_envs, np.bool_))
        self._let_bots_act()
        return self._given(self.env.batch.observations), self._infos()

    def step(
        self, actions: Actions
    ) -> tuple[Observations, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Infos]:
        """Play one action of yours in every game, and let the bots act until it is your turn."""
        batch, every = self.env.batch, np.arange(self.num_envs)
        chosen, is_legal = self._legal(actions)
        actors = self.seats.copy()
        self.env.step_some(chosen, actors)
        paid = batch.rewards.copy()
        terminated, truncated = batch.terminated.copy(), batch.truncated.copy()
        self._draw_seats(terminated | truncated)
        self._let_bots_act(paid, terminated, truncated)
        infos = self._infos() | {"is_legal": is_legal, "_is_legal": np.ones_like(is_legal)}
        if self.is_selfplay:
            infos |= {"rewards": paid, "_rewards": np.ones_like(is_legal)}
        ended = terminated | truncated
        if ended.any():
            infos |= self._final_infos(ended, actors)
        rewards = paid[every, actors].astype(np.float64)
        return self._given(batch.observations), rewards, terminated, truncated, infos

    def action_masks(self) -> NDArray[np.int8]:
        """1 for each legal action of each game: what masking learners ask for."""
        return self._given(self.env.batch.masks)

    def close_extras(self, **_: Any) -> None:
        """End the opponents that are programs of their own."""
        for bot in self.opponents:
            if isinstance(bot, ExternalPlayer):
                bot.close()

    def _legal(self, actions: Actions) -> tuple[Actions, NDArray[np.bool_]]:
        """The actions to play, and which of those asked for are among them."""
        masks = self.env.batch.masks
        asked = np.asarray(actions)
        if asked.shape != (self.num_envs,) or asked.dtype.kind not in "iu":
            raise ValueError(
                f"actions of shape {asked.shape} and type {asked.dtype}: expected "
                f"{self.num_envs} whole numbers"
            )
        is_number = (asked >= 0) & (asked < masks.shape[1])
        is_legal = masks[np.arange(self.num_envs), np.where(is_number, asked, 0)] == 1
        is_legal &= is_number
        if is_legal.all():
            return asked.astype(np.int64), is_legal
        if self._illegal is Illegal.RAISE:
            wrong = int(np.flatnonzero(~is_legal)[0])
            raise IllegalChoice(
                f"action {asked[wrong]} is not legal in game {wrong}: choose one that the mask "
                "allows"
            )
        return np.where(is_legal, asked, self.env.sample()), is_legal

    def _draw_seats(self, which: NDArray[np.bool_]) -> None:
        """Give you a seat in games that begin."""
        if self.is_selfplay:
            self.seats[:] = self.env.batch.seats
        elif self._seat is not None:
            self.seats[which] = self._seat
        else:
            self.seats[which] = self.np_random.integers(self.players, size=int(which.sum()))

    def _let_bots_act(self, *told: NDArray[Any]) -> None:
        """Let the bots act until it is your turn everywhere, and note which games end by that."""
        batch, env = self.env.batch, self.env
        while not self.is_selfplay:
            env.answer(self.seats, self._minds, self._chosen)
            acting = self._chosen != WAITS
            if not acting.any():
                return
            for game in np.flatnonzero(self._chosen == ASKS):
                self._chosen[game] = self._ask(int(game))
            env.step_some(self._chosen, self.seats)
            ended = acting & (batch.terminated | batch.truncated)
            if told:
                # What follows an end belongs to the next game: nothing of it is paid here.
                paid, terminated, truncated = told
                goes_on = acting & ~(terminated | truncated)
                paid[goes_on] += batch.rewards[goes_on]
                terminated[goes_on] = batch.terminated[goes_on]
                truncated[goes_on] = batch.truncated[goes_on]
            self._draw_seats(ended)

    def _ask(self, game: int) -> int:
        """What an opponent in Python does."""
        state = self.env.state(game)
        bot = self.opponents[(state.turn - int(self.seats[game])) % self.players - 1]
        choice = ask(bot, state, self._budget, self._rng).choice
        return TURN_DISC if isinstance(choice, Turn) else self.env.engine(game).encode(choice)

    def _infos(self) -> Infos:
        everywhere = np.ones(self.num_envs, np.bool_)
        masks = self._given(self.env.batch.masks)
        seats = self.seats.copy()
        return {
            "action_mask": masks,
            "_action_mask": everywhere,
            "seat": seats,
            "_seat": everywhere,
        }

    def _final_infos(self, ended: NDArray[np.bool_], seats: Actions) -> Infos:
        """The last of the games that have ended, as your seat saw it."""
        last = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(ended):
            last[game] = self.env.batch.finals[game].copy()
        return {
            "final_obs": last,
            "_final_obs": ended,
            "final_info": {"seat": seats, "_seat": ended},
            "_final_info": ended,
        }

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array


def _players_of(opponents: str | Player | Sequence[str | Player] | None) -> list[Player]:
    if opponents is None:
        return []
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        opponents = [opponents]
    return [make_bot(bot) if isinstance(bot, str) else bot for bot in opponents]


def _mind_of(player: Player) -> int:
    """Whether the kernel can act for a player."""
    if type(player) is RandomPlayer:
        return RANDOM_MIND
    return GREEDY_MIND if player == GreedyPlayer() else OTHER_MIND
