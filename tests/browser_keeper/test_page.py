"""The door to the page, with objects that behave as JavaScript's do."""

import asyncio
import json
import struct
import sys
from dataclasses import replace
from itertools import islice
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from taupes.answers.thinking import Watched, question_of, reply_of
from taupes.bots import Thought, UnknownBot, choices, make_bot, play_game
from taupes.bots.search import thinker
from taupes.bots.search.habits import Habits
from taupes.bots.search.rivals import Rivals
from taupes.bots.temperament import careful
from taupes.browser import page
from taupes.browser.minds import NoReply, reply_by, requests_of
from taupes.browser.shelf import ShelfFull
from taupes.rules import MOLES, Game, load_stack, new_game, preset_rules
from taupes.table.actions import wire_event
from taupes.table.encoding import encode
from tests.browser_keeper.device import Device, Screen
from tests.browser_keeper.shelf import MemoryShelf


class TypedArray:
    """Bytes as JavaScript has them."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def to_bytes(self) -> bytes:
        return self._data


class Headers:
    """An object of JavaScript."""

    def to_py(self) -> dict[str, str]:
        return {"accept-language": "de"}


class ScriptShelf:
    """A shelf as the page has it: camel case, typed arrays, words for what happened."""

    def __init__(self, shelf: MemoryShelf) -> None:
        self.shelf = shelf

    async def entries(self, table: str) -> list[TypedArray]:
        return [TypedArray(body) for body in await self.shelf.entries(table)]

    async def append(self, table: str, number: int, body: Any, summary: Any, stage: str) -> str:
        line = None if summary is None else summary.to_bytes()
        try:
            kept = await self.shelf.append(table, number, body.to_bytes(), line, stage)
        except ShelfFull:
            return "full"
        return "kept" if kept else "taken"

    async def tables(self) -> list[Any]:
        return [_row(row) for row in await self.shelf.tables()]

    async def records(self) -> list[Any]:
        return [_row(row) for row in await self.shelf.records()]

    async def record(self, record: str) -> TypedArray | None:
        found = await self.shelf.record(record)
        return None if found is None else TypedArray(found)

    async def putRecord(self, record: str, created: int, line: Any, body: Any) -> str:  # noqa: N802
        try:
            await self.shelf.put_record(record, created, line.to_bytes(), body.to_bytes())
        except ShelfFull:
            return "full"
        return "kept"

    async def deleteRecord(self, record: str) -> None:  # noqa: N802
        await self.shelf.delete_record(record)

    async def deleteTable(self, table: str) -> None:  # noqa: N802
        await self.shelf.delete_table(table)


class ScriptMinds:
    """Another worker with the same Python."""

    async def think(self, question: TypedArray, seconds: float | None) -> TypedArray:
        return TypedArray(page.think(question, seconds))

    async def compute(self, job: str, data: TypedArray) -> TypedArray:
        return TypedArray(page.compute(job, data))


def _row(row: Any) -> Any:
    return SimpleNamespace(id=row.id, created=float(row.created), summary=TypedArray(row.summary))


@pytest.fixture(autouse=True)
def pyodide(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one function of Pyodide that is used."""
    ffi = ModuleType("pyodide.ffi")
    ffi.to_js = TypedArray  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pyodide", ModuleType("pyodide"))
    monkeypatch.setitem(sys.modules, "pyodide.ffi", ffi)


class PageDevice(Device):
    """A tab whose keeper is behind the door."""

    async def open(self) -> "PageDevice":
        self.keeper = self.door = await page.start(ScriptShelf(self.shelf), ScriptMinds(), None)
        return self


def test_a_game_goes_through_the_door() -> None:
    async def run() -> None:
        device = await PageDevice().open()
        table = await device.make([{"who": "me"}, {"who": "bot", "level": "pup"}])
        screen: Screen = await device.screen(table)
        await screen.play(Random(1))
        answer = await device.door.request("GET", f"/api/records/{table}", Headers(), None)
        assert answer.status == 200
        uploaded = await device.door.request(
            "POST", "/api/records", Headers(), TypedArray(answer.body)
        )
        assert uploaded.status == 201
        _, listed = await device.ask("GET", "/api/records")
        assert len(listed) == 2
        other = json.loads(uploaded.body)["record"]
        assert (await device.ask("DELETE", f"/api/records/{other}"))[0] == 200
        short = {**json.loads(answer.body), "result": None}
        short["events"] = short["events"][:3]
        assert (await device.ask("POST", "/api/analyse", {"record": short}))[0] == 200
        device.shelf.is_full = True
        assert (await device.ask("POST", "/api/records", answer.body))[0] == 507
        assert (await screen.ask(type="rematch", table=table))["code"] == "device_full"
        no = await device.door.request("GET", "/api/print", Headers())
        assert "Server" in json.loads(no.body)["sentence"]
        assert (await device.ask("DELETE", f"/api/records/{table}"))[0] == 200

    asyncio.run(run())


def test_a_worker_that_only_thinks_says_when_it_cannot() -> None:
    game = Game(load_stack("classic-0000"), preset_rules("web", 2), seats=2, moles=MOLES[2])
    question = encode(question_of(new_game(game), "pup", "seed", 0.1))
    assert json.loads(page.think(TypedArray(question)))["action"]["type"] == "place"
    with pytest.raises(NoReply):
        page.think(b"{}")
    with pytest.raises(NoReply):
        page.think(encode(question_of(new_game(game), "nobody", "seed", 0.1)))


def test_what_was_thought_elsewhere_is_chosen_by_temperament(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = Game(load_stack("classic-0000"), preset_rules("web", 2), seats=2, moles=MOLES[2])
    start = new_game(game)
    liked = max(choices(start), key=lambda one: careful(start, one))
    best = min(choices(start), key=lambda one: careful(start, one))
    thought = Thought(best, (0.5, 0.5), (best,), ((best, 0.5), (liked, 0.4999)))
    monkeypatch.setattr(thinker, "conclude", lambda *_: thought)
    for level, choice in (("master", best), ("master/careful", liked)):
        question = encode(question_of(start, level, "seed", 0.1))
        assert json.loads(reply_by(question, [])) == json.loads(
            encode(reply_of(replace(thought, choice=choice)))
        )


def test_only_a_patient_bot_with_a_choice_is_thought_for_elsewhere() -> None:
    game = Game(load_stack("classic-0000"), preset_rules("web", 2), seats=2, moles=MOLES[2])
    for level in ("pup", "greedy", "burrower"):
        question = encode(question_of(new_game(game), level, "seed", 0.1))
        assert requests_of(question, 3) == []
    with pytest.raises(UnknownBot):
        requests_of(encode(question_of(new_game(game), "nobody", "seed", 0.1)), 3)


def test_thinkers_elsewhere_expect_of_others_what_they_have_shown() -> None:
    game = Game(load_stack("classic-0000"), preset_rules("web", 3), seats=3, moles=MOLES[3])
    steps = list(islice(play_game(game, [make_bot("greedy")] * 3, "1"), 7))
    past, before = [wire_event(state.turn, action) for state, action, _ in steps], steps[-1][2]
    plain = encode(question_of(before, "master", "seed", 0.1))
    told = encode(question_of(before, "master", "seed", 0.1, Watched(past=past)))
    rivals = Rivals()
    for step in steps:
        rivals.watch(*step)
    habits = [*rivals.habits(before), Habits()]
    for shares in zip(*habits, strict=True):
        expected = struct.pack("<4f", *shares)
        assert expected in requests_of(told, 1)[0]
        assert expected not in requests_of(plain, 1)[0]


def test_who_judges_a_game_is_told_which_weights_were_made_for_it() -> None:
    def asked(code: str, seats: int, level: str) -> TypedArray:
        game = Game(load_stack(code), preset_rules("web", seats), seats, moles=MOLES[seats])
        return TypedArray(encode(question_of(new_game(game), level, "seed", 0.1)))

    assert page.weights(asked("classic-0351", 3, "master")) == "classic-3"
    assert page.weights(asked("classic-0351", 2, "burrower")) == "classic-2"
    assert page.weights(asked("classic-0351", 2, "pup")) is None
    boards = {**json.loads(asked("classic-0000", 2, "master").to_bytes())["record"]}
    assert page.weights(encode({"record": boards})) == "classic-2"  # a game to be weighed
    for nonsense in (b"", b"{}", b"[]", b'{"record": 7}', b'{"record": {"boards": "classic"}}'):
        assert page.weights(nonsense) is None
    assert page.weights(asked("classic-0000", 2, "nobody")) is None
