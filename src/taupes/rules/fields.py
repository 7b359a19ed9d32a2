"""The values of plain data, key by key: each of its kind, or BadRecord says what it is not."""

from collections.abc import Mapping
from typing import Any

from taupes.rules.hex import Hex
from taupes.rules.inspection import is_cell, is_whole
from taupes.rules.record import BadRecord


def read_object(data: object, where: str) -> Mapping[str, Any]:
    """The data, if it is an object."""
    if not isinstance(data, dict):
        raise BadRecord(where, f"expected an object, not {data!r:.60}")
    return data


def read_key(table: Mapping[str, Any], key: str, where: str) -> Any:
    """What is under a key, whatever it is."""
    if key not in table:
        raise BadRecord(where, f"{key!r} is missing")
    return table[key]


def read_list(table: Mapping[str, Any], key: str, where: str = "record") -> list[Any]:
    """The list under a key."""
    value = read_key(table, key, where)
    if not isinstance(value, list):
        raise BadRecord(where, f"{key}: expected a list, not {value!r:.60}")
    return value


def read_whole(table: Mapping[str, Any], key: str, where: str = "record") -> int:
    """The whole number under a key."""
    value = read_key(table, key, where)
    if not is_whole(value) or abs(value) >= 10**9:
        raise BadRecord(where, f"{key}: expected a whole number, not {value!r:.60}")
    return value


def read_cell(table: Mapping[str, Any], key: str, where: str) -> Hex:
    """The cell under a key."""
    value = read_key(table, key, where)
    if not is_cell(value):
        raise BadRecord(where, f"{key}: expected a cell such as [1, -1], not {value!r:.60}")
    return Hex(*value)
