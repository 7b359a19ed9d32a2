"""Hints: for whoever plays alone, or where everybody agreed to them."""

import asyncio
from random import Random

from taupes.answers.hints import hint_refusal
from taupes.table.setup import Setup
from tests.server.client import Client
from tests.server.hall.test_live import finish, new_table, seated_pair
from tests.server.process import ServerProcess
from tests.table.desk import ADA, BOB, new_desk, pair_desk


def test_who_may_ask() -> None:
    desk = pair_desk(Setup(first=0))

    def code(seat: int, person: str) -> str | None:
        no = hint_refusal(desk.table, seat, person)
        return None if no is None else no.code

    assert code(0, ADA) == "no_hints"
    assert code(0, BOB) == "not_your_seat"
    assert code(1, BOB) == "against_the_rules"
    assert code(3, ADA) == "no_such_seat"
    agreed = pair_desk(Setup(first=0, hints=True))
    assert hint_refusal(agreed.table, 0, ADA) is None
    alone = new_desk(Setup(first=0))
    assert hint_refusal(alone.table, 0, ADA) is None


def test_a_hint_against_a_bot(server: ServerProcess) -> None:
    seats = [{"who": "me", "name": "Ada"}, {"who": "bot", "level": "random"}]
    table, token = new_table(server, seats, start=True, first=0)

    async def run() -> None:
        ada = await Client(server.socket, token).connect()
        await ada.join(table)
        first, second = await asyncio.gather(ada.do("hint", seat=0), ada.do("hint", seat=0))
        assert second["code"] == "too_fast"
        assert (first["type"], first["seat"], first["events"]) == ("hint", 0, 0)
        cells = ada.view["position"]["legal"][0]["cells"]
        assert first["action"]["cell"] in cells
        assert first["choices"][0]["action"] == first["action"]
        assert all(one["action"]["cell"] in cells for one in first["choices"])
        assert all(0 <= one["chance"] <= 1 for one in first["choices"])
        await ada.play(Random(1), 10)
        await ada.until(lambda: ada.wants_to_act() == 0)
        assert ada.view["position"]["phase"] == "draw"
        hint = await ada.do("hint", seat=0)
        assert hint["action"] == {"type": "turn", "slot": 0}
        assert hint["choices"] == [{"action": hint["action"]}]
        answer = await ada.do("act", seat=0, action=hint["action"], at=hint["events"])
        assert answer["type"] == "update"
        await finish(ada)

    asyncio.run(run())


def test_no_hints_among_people(server: ServerProcess) -> None:
    async def run() -> None:
        ada, bob = await seated_pair(server, first=0)
        answer = await ada.do("hint", seat=0)
        assert (answer["type"], answer["code"]) == ("refused", "no_hints")
        await finish(ada, bob)

    asyncio.run(run())
