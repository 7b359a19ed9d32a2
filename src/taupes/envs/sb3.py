"""Many games at once for Stable-Baselines3: `MaskablePPO("MlpPolicy", Sb3VecEnv(64))`.

Their contract over `taupes.envs.gym_vector`: the same observations, actions, opponents and rewards.
Masks are asked for by `action_masks`, the last observation of a game that has ended is in
`info["terminal_observation"]`.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise ImportError(
        "taupes.envs.sb3 needs Stable-Baselines3: pip install 'taupes[rl]'"
    ) from error

from taupes.envs.gym_vector import Actions, Infos, Observations, TaupesVectorEnv

Indices = int | Iterable[int] | None


class Sb3VecEnv(VecEnv):  # type: ignore[misc]
    """So many games, as Stable-Baselines3 steps them; it takes what `TaupesVectorEnv` takes."""

    def __init__(self, num_envs: int = 64, **wishes: Any) -> None:
        self.games = TaupesVectorEnv(num_envs, **wishes)
        self.render_mode = None
        super().__init__(
            num_envs, self.games.single_observation_space, self.games.single_action_space
        )

    def action_masks(self) -> NDArray[np.int8]:
        """1 for each legal action of each game."""
        return self.games.action_masks()

    def reset(self) -> Observations:
        """Begin all games anew, by the seed that `seed` was given."""
        seen, infos = self.games.reset(seed=self._seeds[0])
        self.reset_infos = self._listed(infos)
        self._reset_seeds()
        self._reset_options()
        return seen

    def step_async(self, actions: Actions) -> None:
        """Keep the actions for `step_wait`."""
        self._actions = actions

    def step_wait(
        self,
    ) -> tuple[Observations, NDArray[np.float32], NDArray[np.bool_], list[Infos]]:
        """Play them."""
        seen, rewards, terminated, truncated, infos = self.games.step(self._actions)
        ended, told = terminated | truncated, self._listed(infos)
        for game in np.flatnonzero(ended):
            told[game]["terminal_observation"] = infos["final_obs"][game]
            told[game]["TimeLimit.truncated"] = bool(truncated[game])
        return seen, rewards.astype(np.float32), ended, told

    def close(self) -> None:
        """End the opponents that are programs of their own."""
        self.games.close()

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """What all games have in common, once for each."""
        return [getattr(self, attr_name)] * len(self._chosen(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Nothing can be changed in one game alone."""
        raise AttributeError(f"{attr_name} cannot be set: all games share what they were made with")

    def env_method(
        self, method_name: str, *args: Any, indices: Indices = None, **named: Any
    ) -> list[Any]:
        """What a method that answers for all games says of these."""
        answers: Sequence[Any] = getattr(self, method_name)(*args, **named)
        return [answers[game] for game in self._chosen(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Indices = None) -> list[bool]:
        """No game has a wrapper of its own."""
        return [False] * len(self._chosen(indices))

    def _chosen(self, indices: Indices) -> list[int]:
        return list(self._get_indices(indices))

    def _listed(self, infos: Infos) -> list[Infos]:
        """By game, what is told of it."""
        names = [name for name in ("seat", "is_legal", "rewards") if name in infos]
        return [{name: infos[name][game] for name in names} for game in range(self.num_envs)]
