"""What the bot that grows has learned about whoever plays at this terminal."""

import json
import os
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from random import Random

from taupes.bots import is_level, level_of
from taupes.bots.skill import Skill
from taupes.terminal.game.session import Session


def known(path: Path | None) -> Skill:
    """What a file says; what is usual, where there is none or somebody has spoilt it."""
    with suppress(OSError, ValueError, TypeError):
        if path is not None:
            return Skill(**json.loads(path.read_text("utf-8")))
    return Skill()


def learned(skill: Skill, session: Session, first: int = 0) -> Skill:
    """What is known after what people have chosen in a game so far, or from its `first` step on."""
    from taupes.bots.players.buddy import learn  # noqa: PLC0415 - Numba takes half a second

    for number, (before, action, _) in enumerate(session.steps[first:], first):
        if session.is_person(before.turn):
            skill = learn(skill, before, action, Random(f"{session.seed}/{number}"))
    return skill


class Pupil:
    """Learns as a game goes on: asked again, from what is new alone."""

    def __init__(self) -> None:
        self._known = self._learned = Skill()
        self._session: Session | None = None

    def learned(self, skill: Skill, session: Session) -> Skill:
        """The same as `learned`."""
        first = 0
        if self._session is not None and skill == self._known and session.follows(self._session):
            skill, first = self._learned, len(self._session.steps)
        else:
            self._known = skill
        self._session, self._learned = session, learned(skill, session, first)
        return self._learned


def conclude(path: Path | None, session: Session) -> None:
    """Keep what a game that is over has shown, if it was one person's against a bot that grows."""
    bots = [level_of(chair.bot) for chair in session.chairs if chair.bot and is_level(chair.bot)]
    outcome = session.state.outcome
    is_one = len(bots) == len(session.chairs) - 1
    if path is None or outcome is None or not is_one or not any(bot.grows for bot in bots):
        return
    person = next(seat for seat in range(len(session.chairs)) if session.is_person(seat))
    winners = outcome.winners
    share = (person in winners) / len(winners) if winners else 1 / len(session.chairs)
    after = learned(known(path), session).after_game(share, [bot.name for bot in bots])
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    with suppress(OSError):  # then the next game begins as this one did
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text(json.dumps(asdict(after)), "utf-8")
        fresh.replace(path)
