"""New tables: made by somebody, or by those who want to play again."""

from functools import partial

from taupes.server.clock import now_ms
from taupes.server.hall.hall import Hall
from taupes.server.hall.live import Follower, Live, Wish
from taupes.server.hall.memory import decode_entry
from taupes.server.settings import Settings
from taupes.server.storage import AppendResult
from taupes.server.tokens import Signer, new_id, new_seed
from taupes.table import messages
from taupes.table.create import create, recreate
from taupes.table.decide import decide
from taupes.table.decision import Decision
from taupes.table.entries import Entry, is_erasure
from taupes.table.refusals import Refusal
from taupes.table.setup import BotSeat, SeatWish, Setup
from taupes.table.table import Table


async def new_table(
    hall: Hall, owner: str, setup: Setup, seats: list[SeatWish], settings: Settings, *, start: bool
) -> str | Refusal:
    """Make a table: its id, or why not."""
    storage, most = hall.memory.storage, settings.limits.tables_per_person
    if not settings.bots_alone and all(isinstance(seat, BotSeat) for seat in seats):
        return Refusal("people_needed")
    table_id = new_id()
    # Boards that people make take a moment to be worked out: not while others wait.
    entry = await storage.read(
        lambda: create(table_id, owner, setup, seats, new_seed(), now_ms(), start=start)
    )
    if not isinstance(entry, Entry):
        return entry
    result = await hall.create(table_id, entry, most)
    return table_id if result is AppendResult.STORED else why_not_made(result, most)


def why_not_made(result: AppendResult, most: int) -> Refusal:
    """Why a table was not made, by how storing its first entry went."""
    if result is AppendResult.DELETED:
        return Refusal("deleted")
    if result is AppendResult.FULL:
        return Refusal("too_many_tables", str(most))
    return Refusal("try_again")


async def _rematch_id(hall: Hall, signer: Signer, old: Table) -> str:
    """The id of a table's rematch.

    It follows from the old one: two who ask at once meet at the same table. If that was erased, for
    whoever made it is deleted, the others meet at the next.
    """
    storage = hall.memory.storage
    table_id = old.rematch or signer.derive(f"rematch:{old.id}")
    while first := await storage.read(partial(storage.entries, table_id, 0, 1)):
        if not is_erasure(decode_entry(first[0])):
            break
        table_id = signer.derive(f"rematch:{table_id}")
    return table_id


async def rematch(
    hall: Hall, signer: Signer, live: Live, follower: Follower, message: messages.Rematch, most: int
) -> None:
    """The same table again, once, whoever asks first and however many ask.

    Its owner has at most so many tables that are not over.
    """
    person, old = follower.person, live.table
    table_id = await _rematch_id(hall, signer, old)
    wanted = messages.Rematch(table_id, id=message.id)
    decision = decide(old, wanted, person)
    if isinstance(decision, Decision) and decision.happenings:
        entry = recreate(table_id, old, old.owner or person, new_seed(), now_ms())
        made = await hall.create(table_id, entry, most) if isinstance(entry, Entry) else None
        if made is AppendResult.FULL:
            decision = Refusal("too_many_tables", str(most))
        elif made in (AppendResult.FAILED, AppendResult.DELETED):
            # One of them may have been deleted just now: the old table soon knows.
            decision = Refusal("try_again")
    no = decision if isinstance(decision, Refusal) else None
    hall.handle(
        live,
        Wish(
            lambda table: no or decide(table, wanted, person),
            person=person,
            id=message.id,
            follower=follower,
        ),
    )
