"""A table without a server: decide and evolve, with the log kept as a server would keep it."""

from dataclasses import dataclass, field
from random import Random

import msgspec

from taupes.bots import Budget, choices, make_bot
from taupes.table import messages
from taupes.table.actions import PlayerAction, action_of
from taupes.table.create import create
from taupes.table.decide import decide
from taupes.table.decision import Decision
from taupes.table.entries import Entry, Happening, Secrets
from taupes.table.evolve import evolve, rebuild
from taupes.table.messages import TableMessage
from taupes.table.refusals import Refusal
from taupes.table.setup import MySeat, OpenSeat, SeatWish, Setup
from taupes.table.table import Play, Table

ADA, BOB, EVE = "ada", "bob", "eve"
SEED = "5e" * 32


@dataclass
class Desk:
    """One table and its log."""

    table: Table
    log: list[Entry]
    now: int = 1_000_000
    refusals: list[Refusal] = field(default_factory=list)

    @property
    def play(self) -> Play:
        assert self.table.play is not None
        return self.table.play

    @property
    def stage(self) -> str:
        """Where the table is; its kinds are told apart at run time only."""
        return self.table.stage

    def tell(self, person: str, message: TableMessage) -> Decision | Refusal:
        """Carry out a message as the hall does."""
        if message.id is not None and self.table.answer_to(person, message.id) is not None:
            return Decision([])
        verdict = decide(self.table, message, person)
        if isinstance(verdict, Refusal):
            self.refusals.append(verdict)
        elif verdict.happenings:
            self.happen(verdict, Secrets(person, message.id))
        return verdict

    def happen(
        self, verdict: Decision | Refusal, secrets: Secrets | None = None
    ) -> list[Happening]:
        """Write what was decided into the log."""
        assert isinstance(verdict, Decision), verdict
        entry = Entry(self.table.number + 1, self.now, verdict.happenings, secrets)
        self.log.append(entry)
        self.table = evolve(self.table, entry, verdict.foreseen)
        return verdict.happenings

    def act(self, action: PlayerAction, person: str | None = None) -> Decision | Refusal:
        """The seat to act does something."""
        seat = self.play.state.turn
        who = person or self.table.seats[seat].person or ""
        return self.tell(who, messages.Act("T", seat, action))

    def replayed(self) -> Table:
        """The table from its log, through JSON, as after a restart."""
        bodies = [msgspec.json.encode(entry) for entry in self.log]
        return rebuild("T", (msgspec.json.decode(body, type=Entry) for body in bodies))

    def choose(self, rng: Random, bot: str = "greedy") -> PlayerAction:
        """What a bot would do."""
        state = self.play.state
        choice = make_bot(bot).think(state, Budget(), rng).choice
        free = [slot for slot, disc in enumerate(self.play.rows[state.turn]) if not disc]
        return action_of(choice, rng.choice(free) if free else 0)

    def play_on(self, rng: Random, steps: int = 100_000, bot: str = "greedy") -> None:
        """Let the people at the table play like bots."""
        while self.table.stage == "playing" and steps:
            assert isinstance(self.act(self.choose(rng, bot)), Decision)
            steps -= 1


def new_desk(
    setup: Setup | None = None,
    seats: list[SeatWish] | None = None,
    seed: str = SEED,
    *,
    start: bool = True,
) -> Desk:
    """A table of Ada's; by default both seats are hers."""
    wishes = seats or [MySeat("Ada"), MySeat("Ann")]
    entry = create("T", ADA, setup or Setup(), wishes, seed, 1_000_000, start=start)
    assert isinstance(entry, Entry), entry
    return Desk(rebuild("T", [entry]), [entry])


def pair_desk(setup: Setup | None = None, seed: str = SEED) -> Desk:
    """Ada against Bob."""
    desk = new_desk(setup, [MySeat("Ada"), OpenSeat()], seed, start=False)
    desk.tell(BOB, messages.Sit("T", 1, "Bob", "b0" * 8))
    desk.tell(ADA, messages.Mix("T", 0, "a0" * 8))
    assert isinstance(desk.tell(ADA, messages.Start("T")), Decision)
    return desk


def code(verdict: Decision | Refusal | Entry) -> str | None:
    """Why something was refused, in a word: the rule's, if there is one; None if it was not."""
    if isinstance(verdict, Refusal):
        return verdict.why.code if verdict.why else verdict.code
    return None


def first_choice(desk: Desk) -> PlayerAction:
    """The first thing the seat to act may do."""
    row = desk.play.rows[desk.play.state.turn]
    return action_of(choices(desk.play.state)[0], row.index(0) if 0 in row else 0)


def after(table: Table, *happenings: Happening, person: str | None = None, at: int = 9) -> Table:
    """The table after one more entry."""
    secrets = None if person is None else Secrets(person)
    return evolve(table, Entry(table.number + 1, at, list(happenings), secrets))


def open_table() -> Table:
    """A table of Ada's with two free seats."""
    return new_desk(seats=[MySeat("Ada"), OpenSeat(), OpenSeat()], start=False).table
