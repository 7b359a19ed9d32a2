"""Puzzles over HTTP: listed, shown, judged, and bounded."""

from typing import Any

from tests.server.process import ServerProcess


def first(server: ServerProcess) -> Any:
    status, found = server.get("/api/puzzles?language=de")
    assert status == 200
    return found["puzzles"][0]


def test_a_puzzle_is_shown_and_an_answer_judged(server: ServerProcess) -> None:
    name = first(server)["id"]
    status, shown = server.get(f"/api/puzzles/{name}")
    assert status == 200
    choice = shown["legal"][0]
    if choice["type"] == "draw":
        choice = {"type": "turn"}
    status, verdict = server.post(f"/api/puzzles/{name}", {"choice": choice, "rating": {}})
    assert status == 200
    assert verdict["rating"]["deviation"] < 350
    assert len(verdict["choices"]) > 1


def test_a_decision_of_one_s_own_game_is_judged(server: ServerProcess) -> None:
    name = first(server)["id"]
    _, shown = server.get(f"/api/puzzles/{name}")
    choice = {"type": "turn"} if shown["legal"][0]["type"] == "draw" else shown["legal"][0]
    _, verdict = server.post(f"/api/puzzles/{name}", {"choice": choice})
    wish = {"record": shown["record"], "choices": verdict["choices"], "choice": choice}
    status, own = server.post("/api/puzzles", wish)
    assert status == 200
    assert own["reasons"] == verdict["reasons"]
    assert own["rating"] is None
    status, answer = server.post("/api/puzzles", wish | {"choices": []})
    assert (status, answer["code"]) == (422, "bad_message")
    status, answer = server.post("/api/puzzles", wish | {"record": {"x": "y" * 3_000_000}})
    assert (status, answer["code"]) == (413, "too_large")


def test_what_is_too_long_or_no_answer_is_refused(server: ServerProcess) -> None:
    path = f"/api/puzzles/{first(server)['id']}"
    status, answer = server.post(path, {"choice": {"type": "x" * 100_000}})
    assert (status, answer["code"]) == (413, "too_large")
    wrongs: list[object] = [{}, {"choice": 1}, {"choice": {}, "rating": {"rating": 1e9}}, []]
    for wrong in wrongs:
        status, answer = server.post(path, wrong)
        assert (status, answer["code"]) == (422, "bad_message"), wrong


def test_a_day_without_a_date_and_a_puzzle_that_is_not_there(server: ServerProcess) -> None:
    status, answer = server.get("/api/puzzles/day/today")
    assert (status, answer["code"]) == (422, "bad_message")
    status, answer = server.get("/api/puzzles/nothing")
    assert (status, answer["code"]) == (404, "no_such_puzzle")
