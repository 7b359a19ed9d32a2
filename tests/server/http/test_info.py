"""Readiness knows of every part that can fail."""

from types import SimpleNamespace
from typing import Any

import pytest

from taupes.server.http.info import ready_parts
from tests.server.process import ServerProcess

PARTS = ("bots", "computing", "sweeps", "push")


def services(**parts: bool) -> Any:
    wells = {part: SimpleNamespace(is_well=parts.get(part, True)) for part in PARTS}
    wells["pool"], wells["courier"] = wells.pop("bots"), wells.pop("push")
    return SimpleNamespace(endpoint=SimpleNamespace(is_closing=False), **wells)


@pytest.mark.parametrize("part", PARTS)
def test_one_part_that_is_dead_is_enough(part: str) -> None:
    assert ready_parts(services()).ok
    found = ready_parts(services(**{part: False}))
    assert not found.ok
    assert not getattr(found, part)
    assert [getattr(found, other) for other in PARTS if other != part] == [True] * 3


def test_readiness_is_told_part_by_part(server: ServerProcess) -> None:
    parts = ("ok", "storage", "doors", *PARTS)
    assert server.get("/api/ready") == (200, dict.fromkeys(parts, True))
