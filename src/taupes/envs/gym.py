"""The game for Gymnasium: import this module, then `gymnasium.make("Taupes-v0")`.

You are one seat; bots have the others and act within your steps. The mask of legal actions is in
`info["action_mask"]`, and `env.unwrapped.action_masks()` gives it too; after a step,
`info["is_legal"]` says whether your action was legal.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

import numpy as np

try:
    import gymnasium
    from gymnasium import logger, spaces
except ImportError as error:
    raise ImportError("taupes.envs.gym needs Gymnasium: pip install 'taupes[envs]'") from error

from taupes.bots import REPEATABLE, Budget, Player, Turn, ask, make_bot
from taupes.bots.external.player import ExternalPlayer
from taupes.envs.encoding import MOST_NUMBER, VERSION, observation_size
from taupes.envs.episode import Episode, Mask, Observation, parse_illegal
from taupes.envs.picture import MODES, Picture, check_mode, render
from taupes.envs.shaping import Shaping, promises_of
from taupes.envs.variant import Variant
from taupes.kernel.layout import TURN_DISC
from taupes.rules import DEFAULT_BOARDS, DEFAULT_PRESET, MolesWish, Seat

ID: Final = f"Taupes-v{VERSION}"

Info = dict[str, Any]


class TaupesEnv(gymnasium.Env[Observation, np.int64]):
    """You against bots.

    `opponents` is a bot's name or several (`taupes bots` lists them), or players of your own, in
    playing order after you: one to three. `seat` is yours, or None to have it drawn for every
    game. `budget` limits how long bots think. `boards`, `options`, `moles`, `illegal` and `shaping`
    are as in `taupes.envs.aec.env`.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012 - as Gymnasium has it

    def __init__(  # noqa: PLR0913 - what an environment takes is what its users want to change
        self,
        opponents: str | Player | Sequence[str | Player] = "greedy",
        preset: str = DEFAULT_PRESET,
        boards: str = DEFAULT_BOARDS,
        *,
        options: Mapping[str, Any] | None = None,
        moles: MolesWish | None = None,
        seat: Seat | None = None,
        budget: Budget = REPEATABLE,
        illegal: str = "replace",
        render_mode: str | None = None,
        shaping: Shaping | None = None,
    ) -> None:
        check_mode(render_mode)
        promises_of(shaping, 0, 0)
        if isinstance(opponents, str) or not isinstance(opponents, Sequence):
            opponents = [opponents]
        self.opponents = [make_bot(bot) if isinstance(bot, str) else bot for bot in opponents]
        players = 1 + len(self.opponents)
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"seat={seat}: expected 0 to {players - 1}, or None to have it drawn")
        self.variant = Variant(players, preset, boards, options, moles)
        self.seat = seat or 0
        """Yours in the game that is played."""
        self._is_seat_drawn = seat is None
        self._budget, self._illegal = budget, parse_illegal(illegal)
        self.render_mode, self._shaping = render_mode, shaping
        size = observation_size(self.variant.cells)
        self.observation_space = spaces.Box(0, MOST_NUMBER, (size,), np.int8)
        self.action_space = spaces.Discrete(self.variant.action_count)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Begin a game and let the bots act until it is your turn."""
        super().reset(seed=seed)
        rng = Random(int(self.np_random.integers(1 << 62)))
        self.episode = Episode(self.variant, rng, self._shaping)
        if self._is_seat_drawn:
            self.seat = self.episode.rng.randrange(self.variant.players)
        self._let_bots_act()
        self.episode.pay()
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, Info]:
        """Play your action, and let the bots act until it is your turn or the game is over."""
        is_legal = self.episode.play(int(action), self._illegal)
        self._let_bots_act()
        info = self._info() | {"is_legal": is_legal}
        reward = self.episode.pay()[self.seat]
        return self._observation(), reward, self.episode.is_over, False, info

    def action_masks(self) -> Mask:
        """1 for each legal action: what masking learners ask for."""
        return self.episode.mask(self.seat)

    def render(self) -> str | Picture | None:
        """Show the board in play."""
        if self.render_mode is None:
            logger.warn(f"no render_mode was chosen: give make() one of {', '.join(MODES)}")
        return render(self.episode, self.render_mode)

    def close(self) -> None:
        """End the opponents that are programs of their own."""
        for bot in self.opponents:
            if isinstance(bot, ExternalPlayer):
                bot.close()

    def _let_bots_act(self) -> None:
        episode = self.episode
        while not episode.is_over and episode.seat != self.seat:
            state = episode.state()
            bot = self.opponents[(episode.seat - self.seat) % self.variant.players - 1]
            choice = ask(bot, state, self._budget, episode.rng).choice
            number = TURN_DISC if isinstance(choice, Turn) else episode.engine.encode(choice)
            episode.choose(number)
        if self.render_mode == "human":
            self.render()

    def _observation(self) -> Observation:
        return self.episode.observation(self.seat)

    def _info(self) -> Info:
        return {"action_mask": self.action_masks(), "seat": self.seat}


if ID not in gymnasium.registry:
    gymnasium.register(
        ID,
        entry_point="taupes.envs.gym:TaupesEnv",
        vector_entry_point="taupes.envs.gym_vector:TaupesVectorEnv",
    )
