"""A group into a file: what is known of its tables, statement by statement."""

import sqlite3
from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from taupes.server.storage import Append
from taupes.server.storage.sqlite.insertion import store_group
from taupes.table.facts import Facts

TURN = Facts(
    7,
    "playing",
    is_public=False,
    owner="ada",
    summary="{}",
    due=None,
    people=None,
    is_next_turn=True,
)


class Watched(sqlite3.Connection):
    """Notes what is executed for many rows at once."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.said: list[tuple[str, int]] = []

    def executemany(self, sql: str, rows: Iterable[Any], /) -> sqlite3.Cursor:
        """Note it."""
        known = list(rows)
        self.said.append((sql.split(maxsplit=1)[0], len(known)))
        return super().executemany(sql, known)


def test_equal_statements_are_executed_at_once_and_in_order() -> None:
    connection = sqlite3.connect(":memory:", isolation_level=None, factory=Watched)
    connection.execute("CREATE TABLE entries (table_id, number, at, body)")
    connection.execute(
        "CREATE TABLE tables (id PRIMARY KEY, created, stage, is_public, owner, summary, due)"
    )
    turns = [replace(TURN, summary=f'"{n}"') for n in range(4)]
    begun = [replace(turn, is_next_turn=False) for turn in turns]
    plan = [("A", begun[0]), ("B", begun[1]), ("C", None), ("A", turns[2]), ("B", turns[3])]
    group = [
        Append(table, n, 5, b"{}", facts, lambda _: None) for n, (table, facts) in enumerate(plan)
    ]
    store_group(connection, group)
    assert connection.said == [("INSERT", 2), ("UPDATE", 2)]
    rows = connection.execute("SELECT id, summary FROM tables ORDER BY id").fetchall()
    assert rows == [("A", '"2"'), ("B", '"3"')]
    assert connection.execute("SELECT DISTINCT body FROM entries").fetchall() == [(b"{}",)]
