"""One game at this terminal: who decides for each seat, what happened, and what can be undone."""

import json
from collections.abc import Collection
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from taupes.bots import Choice, Step, Turn, chance, is_level, record_game
from taupes.rules import (
    BadRecord,
    Draw,
    Eliminate,
    Game,
    Lift,
    Record,
    Seat,
    State,
    apply,
    new_game,
)
from taupes.words.language import Words
from taupes.words.teller import Teller
from taupes.words.titles import title_of

EXTRA: Final = "/terminal"
"""The record's extra key that says who decides and whence the luck comes."""

MAX_NAME: Final = 40
"""The longest name a record may hold."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat's name and who decides there."""

    name: str
    bot: str | None = None
    """A bot by its name, or None for a person."""

    def title(self, language: str) -> str:
        """What the seat is called: a bot that nobody has named, by its title in a language.

        >>> Chair("greedy", "greedy").title("de"), Chair("Ada").title("de")
        ('Gierschlund', 'Ada')
        """
        is_nameless = self.bot == self.name and is_level(self.bot)
        return title_of(self.name, language).name if is_nameless else self.name


@dataclass(frozen=True)
class Session:
    """A game as it has come so far. To undo, drop the last steps."""

    game: Game
    chairs: tuple[Chair, ...]
    seed: str
    """Every disc and every bot's decision follows from it, so a game can be repeated."""
    steps: tuple[Step, ...] = ()

    @property
    def state(self) -> State:
        """The position now."""
        return self.steps[-1][2] if self.steps else new_game(self.game)

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called in the record, which is the same for all languages."""
        return tuple(chair.name for chair in self.chairs)

    def titles(self, language: str) -> tuple[str, ...]:
        """What the seats are called at this terminal; with their letters where two are alike."""
        told = [chair.title(language) for chair in self.chairs]
        return tuple(
            f"{title} {letter}" if told.count(title) > 1 else title
            for title, letter in zip(told, "ABCD", strict=False)
        )

    def teller(self, words: Words) -> Teller:
        """Words for this game."""
        return Teller(self.game, self.titles(words.language), words)

    @property
    def has_people(self) -> bool:
        """Whether anybody at the table is a person."""
        return any(chair.bot is None for chair in self.chairs)

    @property
    def counts(self) -> bool:
        """Whether it is played once, so that nothing is taken back or advised."""
        return False

    def is_person(self, seat: Seat) -> bool:
        """Whether a person decides for a seat."""
        return self.chairs[seat].bot is None

    def act(self, choice: Choice) -> "Session":
        """The game after a choice of the player to act; IllegalAction if it is none."""
        state = self.state
        action = self._turned() if isinstance(choice, Turn) else choice
        return replace(self, steps=(*self.steps, (state, action, apply(state, action))))

    def generator(self) -> Random:
        """The generator for the decision due now: the same again after an undo."""
        return Random(f"{self.seed}/player/{self.state.turn}/{len(self.steps)}")

    def follows(self, other: "Session") -> bool:
        """Whether this is the same game, as far as that one or further."""
        is_same = (self.game, self.chairs, self.seed) == (other.game, other.chairs, other.seed)
        return is_same and self.steps[: len(other.steps)] == other.steps

    def undone(self) -> "Session | None":
        """The game before the last action of a person, or None if a disc was turned since.

        What a disc shows cannot be forgotten, so nothing before it can be taken back.
        """
        for number in reversed(range(len(self.steps))):
            before, action, _ = self.steps[number]
            if isinstance(action, Draw):
                return None
            if self.is_person(before.turn):
                return replace(self, steps=self.steps[:number])
        return None

    def _turned(self) -> Draw:
        """The disc that chance turns now.

        As in `play_game`, every seat owns a generator for its discs; those turned before are turned
        again, so that nothing but the steps is needed to go on.
        """
        seat = self.state.turn
        luck = Random(f"{self.seed}/discs/{seat}")
        for before, action, _ in self.steps:
            if isinstance(action, Draw) and before.turn == seat:
                chance(before, luck)
        return chance(self.state, luck)

    def record(self) -> Record:
        """The game as a record that can be resumed."""
        record = record_game(self.game, self.names, self.steps)
        extra = {"seats": [chair.bot for chair in self.chairs], "seed": self.seed}
        return replace(record, extras=((EXTRA, json.dumps(extra)),))


def resume(record: Record, seed: str, programs: Collection[str] = ()) -> Session:
    """The game of a record, to go on with.

    A record of another surface does not say who decides: then seats named like a bot are that
    bot's, and the luck to come is from `seed`. A file must not start a program: bots that are
    programs play on only if they are among those named again.
    """
    kept = _kept(record, programs)
    bots = kept.get("seats", [t.name if is_level(t.name) else None for t in record.teams])
    chairs = tuple(Chair(team.name, bot) for team, bot in zip(record.teams, bots, strict=True))
    states = tuple(record.replay())
    steps = tuple(
        (before, event, after)
        for (_, event), before, after in zip(record.events, states, states[1:], strict=False)
        if not isinstance(event, Lift | Eliminate)
    )
    return Session(record.game, chairs, kept.get("seed", seed), steps)


def _kept(record: Record, programs: Collection[str]) -> dict[str, Any]:
    """What this terminal wrote beside the game, checked: the file may come from anybody."""
    text = dict(record.extras).get(EXTRA)
    if text is None:
        return {}
    kept = json.loads(text)
    seats = kept.get("seats") if isinstance(kept, dict) else None
    if (
        not isinstance(seats, list)
        or len(seats) != record.game.seats
        or not all(bot is None or isinstance(bot, str) for bot in seats)
        or not isinstance(kept.get("seed"), str)
    ):
        raise BadRecord(
            "terminal",
            f"expected a bot's name or null for each of the {record.game.seats} seats, and a seed",
        )
    for bot in seats:
        if bot is not None and not is_level(bot) and bot not in programs:
            raise BadRecord(
                "terminal",
                f"bot {bot!r:.60} is none of ours; to let it play on, name it with --bot",
            )
    return dict(kept)
