"""A game is weighed once for all who played it, though all ask at once from one house."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.server.process import ServerProcess

GAME = Path(__file__).parents[2] / "golden" / "special-taken.json"


def test_four_who_ask_at_once_are_all_answered_and_it_is_worked_out_once(tmp_path: Path) -> None:
    wish = {"record": json.loads(GAME.read_text("utf-8"))}
    with (
        ServerProcess(f"sqlite:///{tmp_path / 'taupes.sqlite'}") as server,
        ThreadPoolExecutor(4) as family,
    ):
        found = list(family.map(lambda _: server.post("/api/analyse", wish), range(4)))
        assert [status for status, _ in found] == [200] * 4
        assert all(answer == found[0][1] for _, answer in found)
        assert server.figure("computed") == 1


def test_what_is_bad_is_said_to_everybody_who_asks(tmp_path: Path) -> None:
    with (
        ServerProcess(f"sqlite:///{tmp_path / 'taupes.sqlite'}") as server,
        ThreadPoolExecutor(4) as family,
    ):
        found = list(family.map(lambda _: server.post("/api/analyse", {"record": {}}), range(4)))
        assert {(status, answer["code"]) for status, answer in found} == {(422, "bad_record")}
