"""The bots at the table and the one that gives hints: made when they are first asked."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Lock
from typing import Final

from taupes.arena.guard import Guard
from taupes.bots import Budget, Thought, is_level, level_of, make_bot, without_asking
from taupes.bots.player import watching
from taupes.rules import State
from taupes.terminal.game import growth
from taupes.terminal.game.session import Chair, Session

ADVISER: Final = "master"
"""Who gives hints."""
SECONDS: Final = 1.0
"""How long it thinks about one."""


@dataclass
class TableBots:
    """Bots by name. Search bots bring Numba with them, so none is made before its turn."""

    kept: Path | None = None
    """The file of what a bot that grows has learned; None: nothing is kept."""
    _made: dict[str, Guard] = field(default_factory=dict)
    _pupil: growth.Pupil = field(default_factory=growth.Pupil)
    _told: Session | None = None
    """The game as far as those who watch have seen it."""
    _lock: Lock = field(default_factory=Lock)
    """After an undo a bot may still be busy with a question that nobody waits for."""

    def prepare(self, chairs: Iterable[Chair]) -> None:
        """Start the bots that are programs, before anybody plays; BadBot if one cannot be."""
        for chair in chairs:
            if chair.bot and not is_level(chair.bot):
                self._mind(chair.bot)

    def decide(self, session: Session) -> Thought:
        """What the bot to act decides; it is not asked when there is only one choice."""
        state = session.state
        if thought := without_asking(state):
            return thought
        bot = session.chairs[state.turn].bot
        assert bot is not None, "a person decides for this seat"  # noqa: S101
        with self._lock:
            decider = self._decider(bot, session)
            self._show(session)
            return decider.think(state, Budget(), session.generator())

    def conclude(self, session: Session) -> None:
        """Keep what a game that is over has taught."""
        with self._lock:
            growth.conclude(self.kept, session)

    def advise(self, state: State, seed: str) -> Thought:
        """What the strongest bot would do, and each choice's chance to win."""
        with self._lock:
            return self._mind(ADVISER).think(state, Budget(seconds=SECONDS), Random(seed))

    def faults(self, bot: str) -> list[str]:
        """What went wrong with a bot since last asked."""
        return [fault.words for fault in self._made[bot].faults()] if bot in self._made else []

    def _decider(self, bot: str, session: Session) -> Guard:
        if not is_level(bot) or not level_of(bot).grows:
            return self._mind(bot)
        from taupes.bots.players.buddy import Buddy  # noqa: PLC0415 - Numba takes half a second

        return Guard(Buddy(self._pupil.learned(growth.known(self.kept), session).rating))

    def _show(self, session: Session) -> None:
        """Show those who watch what was done since they last saw the game."""
        told = self._told
        first = len(told.steps) if told is not None and session.follows(told) else 0
        self._told = session
        for watch in watching(self._made.values()):
            for step in session.steps[first:]:
                watch(*step)

    def _mind(self, bot: str) -> Guard:
        if bot not in self._made:
            self._made[bot] = Guard(make_bot(bot))
        return self._made[bot]
