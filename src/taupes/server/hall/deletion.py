"""Deletes people: at every table, at every process, and for good (docs/privacy.md)."""

import hashlib
from functools import partial

from taupes.server.clock import now_ms
from taupes.server.hall.hall import Hall
from taupes.server.hall.live import Wish
from taupes.server.hall.memory import decode_entry
from taupes.server.storage import Storage, StorageAway
from taupes.server.storage.deletions import Deletions, Rewrite
from taupes.table.deletion import decide_deletion, without
from taupes.table.encoding import encode
from taupes.table.entries import Entry, Erased, is_erasure
from taupes.table.refusals import Refusal


async def delete_person(hall: Hall, person: str) -> int:
    """Delete a person; how many tables and records are gone with them.

    First nothing more of theirs is accepted anywhere. Whatever happens after that, the rest
    follows: `finish_deletions` takes up what was left.
    """
    storage = hall.memory.storage
    await storage.read(lambda: Deletions(storage).add(person, now_ms()))
    await hall.see_out(person)
    return await _take_out(hall, person)


async def finish_deletions(hall: Hall) -> None:
    """Take out of the database what is still there of people who were deleted."""
    storage = hall.memory.storage
    for person in await storage.read(Deletions(storage).unfinished):
        await _take_out(hall, person)


async def _take_out(hall: Hall, person: str) -> int:
    storage = hall.memory.storage
    deletions = Deletions(storage)
    erased = 0
    for table in await storage.read(lambda: deletions.tables(person)):
        erased += await leave_for_good(hall, table, person)
    for record in await storage.read(lambda: deletions.uploads(person)):
        await storage.read(partial(deletions.erase_record, record))
        erased += 1
    await storage.read(lambda: deletions.finish(person))
    return erased


async def leave_for_good(hall: Hall, table: str, person: str) -> bool:
    """Take a person out of a table and its record; whether it is erased, for nobody is left."""
    wish = Wish(partial(decide_deletion, person=person), person=person)
    result = await hall.perform(table, wish)
    if isinstance(result, Refusal) and result.code != "no_such_table":
        raise StorageAway(f"a person could not be deleted: {result.code}")
    storage = hall.memory.storage
    return await storage.read(lambda: _clean(storage, table, person))


def _clean(storage: Storage, table: str, person: str) -> bool:
    """Write the log of a table anew, without a person; whether it is erased.

    After the entry that says so there is nothing of theirs, and before it nothing is missing: the
    numbers have no gaps. Others may be cleaning the same log: until there is nothing left to do.
    """
    deletions = Deletions(storage)
    alias = "gone-" + hashlib.sha256(f"{table}:{person}".encode()).hexdigest()[:12]
    while bodies := storage.entries(table):
        last = decode_entry(bodies[-1])
        if is_erasure(last):
            end = encode(Entry(last.number, last.at, [Erased()]))
            deletions.erase_table(table, encode(Entry(1, last.at, [Erased()])), (last.number, end))
            return True
        entries = [(decode_entry(body), body) for body in bodies]
        changed = [
            Rewrite(entry.number, body, encode(after))
            for entry, body in entries
            if (after := without(entry, person, alias)) is not entry
        ]
        if not changed:
            break
        deletions.rewrite(table, changed)
    deletions.forget(table, person)
    return False
