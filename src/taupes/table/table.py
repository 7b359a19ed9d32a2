"""A table: frozen data that its log leads to, one entry at a time."""

from collections import deque
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct

from taupes.bots.levels import is_level, level_of
from taupes.bots.skill import Skill
from taupes.rules import (
    SHIPPED,
    BadBoard,
    BoardSet,
    Game,
    Problem,
    Stack,
    State,
    load_boards,
    moles_for,
    parse_boards,
    preset_rules,
)
from taupes.table.actions import GameEvent
from taupes.table.applied import Applied
from taupes.table.entries import Driver, MixedNonce
from taupes.table.history import History
from taupes.table.setup import Setup
from taupes.table.timing import Watch
from taupes.table.view import ChatLine, Stage

CHAT_KEPT = 50
"""Lines of chat that newcomers are shown."""


class Seat(Struct, frozen=True, gc=False):
    """A seat: free, a person's or a bot's."""

    team: str
    level: str | None = None
    person: str | None = None
    name: str | None = None
    nonce: str | None = None
    away: bool = False
    resigned: bool = False
    undos: int = 0
    """How often it took something back, which the record says."""
    is_deleted: bool = False
    """Whether its person was deleted: it is nobody's any more."""
    skill: Skill | None = None
    """What a bot that grows knew before the game."""

    @property
    def is_free(self) -> bool:
        """Whether somebody could sit down here."""
        return self.person is None and self.level is None and not self.is_deleted

    @property
    def grows(self) -> bool:
        """Whether a bot sits here whose strength follows that of people."""
        return self.level is not None and is_level(self.level) and level_of(self.level).grows


class Play(Struct, frozen=True, gc=False):
    """The game at a table."""

    state: State
    mix: str
    """The key of all shuffles: never sent."""
    rows: tuple[tuple[int, ...], ...]
    """By seat, its six slots: a disc that lies face up, or 0."""
    shuffles: tuple[int, ...]
    events: History[GameEvent]
    drivers: str
    """Who decided each of the events: the first letter of a `Driver`."""
    watch: Watch | None = None
    back: "tuple[int, Play] | None" = None
    """Who acted last, and the game before that: where an undo leads. None after a disc."""
    skill: Skill | None = None
    """What a bot that grows has learned about the people here; None if there is none."""
    shown: tuple[tuple[State, GameEvent], ...] = ()
    """What people have chosen since, and where: it learns from that when it acts next."""

    @property
    def game(self) -> Game:
        """What stays the same."""
        return self.state.game

    def steps_back(self) -> "Iterator[tuple[int, Play]]":
        """Who acted since the last disc, the last one first, and the game before each of them."""
        step = self.back
        while step is not None:
            yield step
            step = step[1].back


class Asking(Struct, frozen=True):
    """An open request."""

    seat: int
    what: str
    waits: frozenset[int]


class Table(Struct, frozen=True, gc=False):
    """Everything about one table.

    Nothing in it leads back to it, so the collector of rings need not look at it (`gc=False`): with
    thousands of tables in play it would do little else.
    """

    id: str
    number: int
    stage: Stage
    created: int
    touched: int
    """The time of its last entry."""
    setup: Setup
    owner: str
    seed: str
    commitment: str
    seats: tuple[Seat, ...]
    nonces: tuple[MixedNonce, ...] | None = None
    play: Play | None = None
    ask: Asking | None = None
    chat: tuple[ChatLine, ...] = ()
    speakers: tuple[str | None, ...] = ()
    """By line of chat, who said it: never sent."""
    said: tuple[int, ...] = ()
    """By seat, the lines that were said from it."""
    applied: Applied = Applied()
    """All messages so far, to apply none of them twice."""
    rematch: str | None = None
    rematch_by: int | None = None
    """The seat that wished for it."""
    earlier: tuple[Play, ...] = ()
    """At a table of one person, the game before each of their last decisions."""
    day: str | None = None
    """The date whose stack is played here: it counts, and nothing is taken back or advised."""
    is_sealed: bool = False
    """Whether others may still play with the same seed: it stays secret, also after the end."""
    is_erased: bool = False
    """Whether it was deleted: whoever has it in memory lets go of it."""

    def seats_of(self, person: str | None) -> list[int]:
        """The seats of a person."""
        if person is None:
            return []
        return [number for number, seat in enumerate(self.seats) if seat.person == person]

    def lines_of(self, person: str) -> list[int]:
        """The numbers of the lines that a person said, of those that are shown."""
        lines = zip(self.chat, self.speakers, strict=True)
        return [line.number for line, speaker in lines if speaker == person]

    def answer_to(self, person: str, message: str) -> int | None:
        """The entry that a message led to, if it was applied before."""
        return self.applied.answer_to(person, message)

    def driver(self, number: int) -> Driver:
        """Who decides for a seat."""
        seat = self.seats[number]
        if seat.level is not None:
            return "bot"
        if seat.away or seat.resigned or seat.is_deleted:
            return "auto" if self.setup.stand_in == "auto" else "stand_in"
        return "person"

    @property
    def has_ended(self) -> bool:
        """Whether no disc is left to turn: nobody can act any more, and the seed may be shown."""
        return self.stage in ("over", "closed")

    @property
    def shown_seed(self) -> str | None:
        """The seed as the end of the game shows it."""
        return None if self.is_sealed else self.seed

    @property
    def awaited(self) -> int | None:
        """The seat that is to act, while the game goes on."""
        play = self.play
        return play.state.turn if play is not None and self.stage == "playing" else None

    @property
    def deadline(self) -> int | None:
        """When the time of the person to act is up."""
        seat = self.awaited
        if seat is None or self.play is None or self.play.watch is None:
            return None
        return self.play.watch.deadline(seat) if self.driver(seat) == "person" else None

    @property
    def holders(self) -> set[str]:
        """The people who have seats."""
        return {seat.person for seat in self.seats if seat.person is not None}

    @property
    def is_solo(self) -> bool:
        """Whether one person plays against bots, and nobody else could mind what they take back."""
        return [seat.level for seat in self.seats].count(None) == 1

    @property
    def people(self) -> list[int]:
        """The seats of people who have not resigned."""
        return [n for n, seat in enumerate(self.seats) if seat.person and not seat.resigned]


def boards_of(setup: Setup) -> BoardSet:
    """The board set of a table; BadBoard if it is bad."""
    if not isinstance(setup.boards, str):
        return parse_boards(setup.boards)
    if setup.boards not in SHIPPED:
        # `load_boards` would read files too, which a guest may not name.
        sets = ", ".join(SHIPPED)
        values = {"sets": sets, "known": f"{sets} or a whole set"}
        raise BadBoard(setup.boards, (Problem("no_such_set", values),))
    return load_boards(setup.boards)


_games: WeakValueDictionary[bytes, Game] = WeakValueDictionary()
"""The games that are played somewhere, by a mark of all that makes them."""

_latest: deque[Game] = deque(maxlen=16)
"""Those that were wanted last, and may be again: no more, for anybody may think of new boards."""


def game_of(setup: Setup, orientations: list[int], first: int, seats: int) -> Game:
    """The game of a table. Equal ones are shared while anybody has them: they are large."""
    facts = (setup.preset, setup.options, setup.boards, setup.moles, orientations, first, seats)
    mark = blake2b(msgspec.json.encode(facts), digest_size=16).digest()
    game = _games.get(mark)
    if game is None:
        stack = Stack(boards_of(setup), tuple(orientations))
        rules = preset_rules(setup.preset, seats, setup.options)
        wish = tuple(setup.moles) if isinstance(setup.moles, list) else setup.moles
        moles = moles_for(seats, wish, first)
        game = _games[mark] = Game(stack, rules, seats, moles, first)
    if all(game is not other for other in _latest):
        _latest.append(game)
    return game


def plain(value: Any) -> Any:
    """Wire structures as plain JSON data."""
    return msgspec.to_builtins(value)
