"""A watch beside a player: how long it thinks, and what is played when it fails."""

import time
from functools import partial
from random import Random

from taupes.bots import BadThought, Budget, Player, Thought, choices
from taupes.bots.external.fault import Fault
from taupes.bots.external.player import ExternalPlayer
from taupes.bots.player import Watch, checked
from taupes.rules import Action, State


class Guard:
    """A player whose faults cost it its choice, not the game.

    A player that raises, or chooses what is not legal, has any legal choice played in its place;
    external players do the same by themselves.
    """

    def __init__(self, player: Player) -> None:
        self.player = player
        self.thoughts = 0
        self.seconds = 0.0
        self.longest = 0.0
        self._faults: list[Fault] = []

    @property
    def watch(self) -> Watch | None:
        """How the player is told what is done, if it wants to know; it may fail there as well."""
        watch = getattr(self.player, "watch", None)
        return None if watch is None else partial(self._watch, watch)

    def _watch(self, watch: Watch, before: State, action: Action, after: State) -> None:
        try:
            watch(before, action, after)
        except Exception as error:  # noqa: BLE001 - as when it thinks
            self._faults.append(Fault("crash", f"{type(error).__name__}: {error}"))

    def think(self, state: State, budget: Budget, rng: Random) -> Thought:
        """Let the player think, and look at its clock and its choice."""
        began = time.perf_counter()
        try:
            thought = self.player.think(state, budget, rng)
        except Exception as error:  # noqa: BLE001 - a bot may fail in any way, the game goes on
            return self._instead(state, rng, "crash", f"{type(error).__name__}: {error}")
        finally:
            spent = time.perf_counter() - began
            self.thoughts += 1
            self.seconds += spent
            self.longest = max(self.longest, spent)
        try:
            return checked(thought, choices(state), self.player)
        except BadThought as error:
            kind = "illegal" if isinstance(thought, Thought) else "garbled"
            return self._instead(state, rng, kind, str(error))

    def _instead(self, state: State, rng: Random, kind: str, words: str) -> Thought:
        self._faults.append(Fault(kind, words))
        return Thought(rng.choice(choices(state)))

    def faults(self) -> list[Fault]:
        """What went wrong, told once."""
        told, self._faults = self._faults, []
        if isinstance(self.player, ExternalPlayer):
            told += self.player.faults
            self.player.faults = []
        return told
