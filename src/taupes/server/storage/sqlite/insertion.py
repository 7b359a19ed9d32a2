"""A group of entries into a file, in one transaction."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import groupby
from operator import itemgetter

from taupes.server.storage.rows import (
    UNFINISHED,
    Append,
    AppendResult,
    arrivals,
    facts_statements,
    makers,
)


def store_group(connection: sqlite3.Connection, group: Sequence[Append]) -> Sequence[AppendResult]:
    """Store entries in one transaction; for each, how that went."""
    with transaction(connection):
        deleted = _deleted(connection, arrivals(group))
        if not deleted and not makers(group):
            if _insert(connection, group) == len(group):
                _keep_facts(connection, group)
                return [AppendResult.STORED] * len(group)
            # Some were taken: once more, one by one, to know which.
            connection.execute("ROLLBACK")
            connection.execute("BEGIN IMMEDIATE")
        return [_store_one(connection, item, deleted) for item in group]


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All that is done is done together, or not at all."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _deleted(connection: sqlite3.Connection, people: Sequence[str]) -> set[str]:
    """Those of some people who were deleted."""
    query = "SELECT 1 FROM deletions WHERE person = ?"
    return {person for person in people if connection.execute(query, (person,)).fetchone()}


def _store_one(connection: sqlite3.Connection, item: Append, deleted: set[str]) -> AppendResult:
    """Store an entry with what is known of its table by it, if nothing is against it."""
    if deleted.intersection(arrivals([item])):
        return AppendResult.DELETED
    for owner in makers([item]):
        if connection.execute(UNFINISHED, (owner, item.table)).fetchone()[0] >= item.most:
            return AppendResult.FULL
    if not _insert(connection, [item]):
        return AppendResult.TAKEN
    _keep_facts(connection, [item])
    return AppendResult.STORED


def _keep_facts(connection: sqlite3.Connection, group: Iterable[Append]) -> None:
    """Keep what is known of tables: in order, but equal statements at once, for most are."""
    statements = (
        statement
        for item in group
        if item.facts is not None
        for statement in facts_statements(item.table, item.facts)
    )
    for sql, equal in groupby(statements, itemgetter(0)):
        connection.executemany(sql, map(itemgetter(1), equal))


def _insert(connection: sqlite3.Connection, group: Sequence[Append]) -> int:
    """Insert the entries whose number is free; how many these are.

    Many rows in one statement, for each has a price of its own. The sizes are powers of two, so
    that a few prepared statements serve all groups.
    """
    count = at = 0
    while at < len(group):
        size = 1 << (len(group) - at).bit_length() - 1
        rows = group[at : at + size]
        # Of bytes the driver first asks in vain how they want to be adapted; not of an array.
        values = [v for row in rows for v in (row.table, row.number, row.at, bytearray(row.body))]
        count += connection.execute(_insertion(size), values).rowcount
        at += size
    return count


@cache
def _insertion(rows: int) -> str:
    # Not ON CONFLICT DO NOTHING, after which a row might still fail and SQLite therefore first
    # copies every page that the statement touches to a file of its own.
    marks = ", ".join(["(?, ?, ?, ?)"] * rows)
    return f"INSERT OR IGNORE INTO entries (table_id, number, at, body) VALUES {marks}"  # noqa: S608
