"""The game for OpenSpiel: import this module, then `pyspiel.load_game("python_taupes")`.

Chance is explicit: turning a disc is a chance node over the discs left. Actions have the numbers
of `kernel.layout`; those of chance are 3 to 6, for the discs 1 to 4. All is public, so what a
player observes is the whole position. The boards lie still in all games of one `load_game`: as its
`boards` says (`classic-0351`), or turned by its `seed`.
"""

from collections.abc import Mapping
from copy import deepcopy
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

try:
    import pyspiel
except ImportError as error:
    raise ImportError(
        "taupes.envs.openspiel needs OpenSpiel: pip install 'taupes[openspiel]'"
    ) from error

from taupes.envs.encoding import (
    PLANE_COUNT,
    observation_size,
    write_boards,
    write_rewards,
    write_table,
)
from taupes.envs.picture import as_text
from taupes.envs.position import CHANCE, TERMINAL, start_position
from taupes.envs.variant import Variant
from taupes.kernel import TALLY_WORDS, Engine, chance, play_out, stir, words
from taupes.kernel.choices import turn_disc
from taupes.kernel.layout import TURN_DISC
from taupes.rules import DEFAULT_BOARDS, DEFAULT_PRESET, MOLES, parse_moles_wish

NAME: Final = "python_taupes"
PARAMETERS: Final = {
    "players": 2,
    "preset": DEFAULT_PRESET,
    "boards": DEFAULT_BOARDS,
    "seed": 0,
    "stall_limit": -1,
    "moles": "",
}
"""With their defaults; a negative stall limit is the preset's, no moles are as many as its rules
say."""

_AND: Final = "/"
"""Between the moles of one seat and of the next: in the name of a game, a comma ends a parameter,
and OpenSpiel takes what has digits alone for a number, which is no text."""

ENDLESS: Final = 100_000
"""Turns after which a board counts as endless, where no stall limit ends it."""
NO_LIMIT: Final = 1 << 40
TURN_DECISIONS: Final = 4
"""At most so many in a turn: to turn a disc, a move, to turn the extra disc, a move."""


class TaupesState(pyspiel.State):  # type: ignore[misc]
    """One position, as OpenSpiel steps it."""

    def __init__(self, game: "TaupesGame") -> None:
        super().__init__(game)
        self.position = deepcopy(game.start)

    def current_player(self) -> Any:
        """The seat to act, or OpenSpiel's names for chance and the end."""
        actor = self.position.actor
        return actor if actor >= 0 else _ACTORS[actor]

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.decisions() if player == self.position.actor else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The discs that may be turned over, each with its probability."""
        return self.position.chances()

    def _apply_action(self, action: int) -> None:
        self.position.play(action)

    def _action_to_string(self, _: int, action: int) -> str:
        return self.position.name(action)

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.position.actor == TERMINAL

    def returns(self) -> list[float]:
        """What each seat has won so far: nothing before the end."""
        return self.position.rewards()

    def __str__(self) -> str:
        """All that can matter: algorithms take states with the same text for the same state."""
        state = self.position.engine.unpack(self.position.row)
        chance = " of chance" if self.position.actor == CHANCE else ""
        count = f"turns without progress: {state.stall}, most holes: {state.most}"
        points = f", points: {state.points}" if state.points else ""
        return f"{as_text(state)}\n{count}{points}{chance}"


_ACTORS: Final = {CHANCE: pyspiel.PlayerId.CHANCE, TERMINAL: pyspiel.PlayerId.TERMINAL}


class TaupesObserver:
    """What a player sees: the observation of docs/envs.md.

    With perfect recall the text is the history; the numbers are the same, since nothing that
    happened before can matter any more.
    """

    def __init__(self, game: "TaupesGame", *, perfect_recall: bool) -> None:
        cells = game.start.engine.cells
        self._perfect_recall = perfect_recall
        self._seen = np.zeros(observation_size(cells), np.int8)
        self.tensor: NDArray[np.float32] = np.zeros(len(self._seen), np.float32)
        planes, numbers = np.split(self.tensor, [PLANE_COUNT * cells])
        self.dict = {"planes": planes.reshape(PLANE_COUNT, cells), "numbers": numbers}

    def set_from(self, state: TaupesState, player: int) -> None:
        """Write what a player sees into the tensor."""
        tables, row = state.position.engine.tables, state.position.row
        write_boards(tables, row, self._seen)
        write_table(tables, row, player, self._seen)
        self.tensor[:] = self._seen

    def string_from(self, state: TaupesState, player: int) -> str:
        """The same for people: the way to here, or the position."""
        if self._perfect_recall:
            return f"seat {player}: {state.history_str()}"
        return f"seat {player} sees {state}"


class TaupesGame(pyspiel.Game):  # type: ignore[misc]
    """The rules and boards of one `load_game`."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen = {**PARAMETERS, **(params or {})}
        limit = chosen["stall_limit"]
        options = {"stall_limit": limit} if limit >= 0 else {}
        moles = parse_moles_wish(chosen["moles"].replace(_AND, ",")) if chosen["moles"] else None
        variant = Variant(chosen["players"], chosen["preset"], chosen["boards"], options, moles)
        engine = variant.draw(Random(chosen["seed"]))
        self.start = start_position(engine)
        if isinstance(moles, int | tuple):
            chosen["moles"] = _AND.join(map(str, engine.game.counts))
        super().__init__(_GAME_TYPE, _game_info(engine), chosen)

    def new_initial_state(self) -> TaupesState:
        """The empty top board."""
        return TaupesState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TaupesObserver:
        """Somebody who looks at states."""
        if params:
            raise ValueError(f"{NAME} has no parameters for its observer, but got {params}")
        perfect_recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return TaupesObserver(self, perfect_recall=perfect_recall)


def _game_info(engine: Engine) -> Any:
    game = engine.game
    turns = game.rules.stall_limit or ENDLESS
    boards = sum((len(board.holes) + 1) * turns for board in game.stack.levels)
    return pyspiel.GameInfo(
        num_distinct_actions=engine.action_count,
        max_chance_outcomes=TURN_DISC,
        num_players=game.seats,
        min_utility=-1.0 / (game.seats - 1),
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=sum(game.counts) + TURN_DECISIONS * boards,
    )


class RolloutEvaluator:
    """Random games to the end, played inside the kernel: for OpenSpiel's own `mcts.MCTSBot`.

    It does what `mcts.RandomRolloutEvaluator` does, some hundred times as fast. With `hole_first` a
    mole that can enter a hole does: shorter and more telling games.
    """

    def __init__(self, rollouts: int = 1, seed: int = 0, *, hole_first: bool = False) -> None:
        self.rollouts, self.hole_first = rollouts, hole_first
        self._rng = chance.seed(seed)
        self._tally = words(TALLY_WORDS)

    def evaluate(self, state: TaupesState) -> NDArray[np.float64]:
        """The mean of what each seat wins."""
        start = state.position
        tables, total = start.engine.tables, np.zeros(start.engine.game.seats)
        rewards = np.zeros(len(total))
        for _ in range(self.rollouts):
            row = start.row.copy()
            if start.actor == CHANCE:
                self._rng = stir(self._rng)
                turn_disc(tables, row, self._rng)
            hungry = int(self.hole_first)
            self._rng = play_out(tables, row, self._rng, hungry, NO_LIMIT, self._tally)
            write_rewards(tables, row, rewards)
            total += rewards
        return total / self.rollouts

    def prior(self, state: TaupesState) -> list[tuple[int, float]]:
        """All legal actions, each as likely."""
        if state.position.actor == CHANCE:
            return state.position.chances()
        actions = state.position.decisions()
        return [(action, 1 / len(actions)) for action in actions]


_GAME_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Taupes et Compagnie",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=max(MOLES),
    min_num_players=min(MOLES),
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
)

if NAME not in pyspiel.registered_names():
    pyspiel.register_game(_GAME_TYPE, TaupesGame)
