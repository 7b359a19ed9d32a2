"""What is kept of a person, as it is handed out to them."""

from typing import Any

from msgspec import Struct

from taupes.table.entries import Entry, Said
from taupes.table.facts import summary_of
from taupes.table.table import Table


class Export(Struct, frozen=True):
    """Everything that is kept about a person."""

    tables: list[dict[str, Any]]
    records: list[dict[str, Any]]
    said: list[dict[str, Any]]


class ErasedCount(Struct, frozen=True):
    """How many tables and records are gone."""

    erased: int


def own_table(table: Table, person: str) -> dict[str, Any]:
    """What is handed out of a table at which a person has a seat."""
    return {
        "table": table.id,
        "created": table.created,
        "stage": table.stage,
        "owner": table.owner == person,
        "you": table.seats_of(person),
        **summary_of(table),
    }


def own_words(table_id: str, entries: list[Entry], person: str) -> list[dict[str, Any]]:
    """What a person has said at a table."""
    return [
        {"table": table_id, "at": entry.at, "text": event.text, "phrase": event.phrase}
        for entry in entries
        if entry.secrets is not None and entry.secrets.person == person
        for event in entry.happenings
        if isinstance(event, Said)
    ]
