"""The companion over HTTP: positions of a real table, ruled on."""

from collections.abc import Sequence
from typing import Any

import pytest

from taupes.rules import Hex, load_stack
from taupes.rules.hex import hexagon
from tests.server.process import ServerProcess

STACK = load_stack("classic-0351")
FULL = [1, 2, 2, 3, 3, 4]
CLAY: dict[str, Any] = {
    "level": 1,
    "turn": 0,
    "moles": [[[-2, 2], [1, -1]], [[-1, 0]]],
    "discs": [[1, 2, 2, 3, 4], FULL],
    "disc": 3,
}
"""Two moles against one on the red earth, the first player has turned a 3."""


def ask(server: ServerProcess, position: dict[str, Any], **more: Any) -> Any:
    wish = {
        "position": position,
        "names": ["Ada", "Bob"],
        "boards": "classic",
        "orientations": [0, 3, 5, 1],
        **more,
    }
    status, answer = server.post("/api/companion", wish)
    assert status == 200, answer
    return answer


def away(one: Sequence[int], other: Sequence[int]) -> int:
    """How many steps lie between two cells."""
    return Hex(one[0] - other[0], one[1] - other[1]).ring


def test_what_may_be_done_is_told(server: ServerProcess) -> None:
    counsel = ask(server, CLAY)
    assert (counsel["problems"], counsel["phase"]) == ([], "move")
    moves = [(tuple(one["from"]), tuple(one["to"])) for one in counsel["legal"]]
    assert moves
    assert {origin for origin, _ in moves} <= {(-2, 2), (1, -1)}
    assert all(away(origin, target) == 3 for origin, target in moves)
    before = ask(server, CLAY | {"disc": 0, "discs": [FULL, FULL]})
    assert before["phase"] == "draw"
    assert [one["disc"] for one in before["legal"]] == [1, 2, 3, 4]


def test_a_move_is_ruled_on_in_words(server: ServerProcess) -> None:
    move = {"type": "move", "from": [-2, 2], "to": [-2, 3]}
    ruling = ask(server, CLAY, action=move, language="fr")["ruling"]
    assert ruling["legal"] is False
    assert ruling["after"] is None
    assert "3" in ruling["reasons"][0]["sentence"]
    counsel = ask(server, CLAY)
    legal = counsel["legal"][0]
    ruling = ask(server, CLAY, action=legal)["ruling"]
    assert ruling["legal"] is True
    assert ruling["events"][0] == legal
    after = ruling["after"]
    assert (after["turn"], after["disc"]) == (1, 0)
    assert legal["to"] in after["moles"][0]
    assert ask(server, after)["phase"] == "draw"


def test_a_last_hole_lifts_the_board(server: ServerProcess) -> None:
    sand = STACK.levels[2]
    *full, free = [list(hole) for hole in sand.holes]
    start = next(
        list(cell)
        for cell in hexagon(sand.radius)
        if away(cell, free) == 1 and list(cell) not in full
    )
    position = {"level": 2, "turn": 0, "moles": [[start], full], "discs": [[2, 3], FULL], "disc": 1}
    move = {"type": "move", "from": start, "to": free}
    ruling = ask(server, position, action=move)["ruling"]
    assert ruling["events"][1] == {"type": "lift", "level": 2}
    assert ruling["after"]["level"] == 3
    assert "lifted" in " ".join(reason["sentence"] for reason in ruling["reasons"])


def test_the_shovel_ends_it(server: ServerProcess) -> None:
    rock = STACK.levels[3]
    path = Hex(*((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))[rock.solid[0]])
    position = {
        "level": 3,
        "turn": 1,
        "moles": [[[3, -1]], [list(path)]],
        "discs": [FULL, [2, 3]],
        "disc": 1,
    }
    move = {"type": "move", "from": list(path), "to": [0, 0]}
    ruling = ask(server, position, action=move)["ruling"]
    assert ruling["result"] == {"winners": [1], "reason": "shovel"}
    assert ruling["after"] is None


def test_a_strong_player_is_asked(server: ServerProcess) -> None:
    counsel = ask(server, CLAY, hint=True)
    hint = counsel["hint"]
    best = {key: value for key, value in hint["action"].items() if key != "player"}
    assert {**best, "player": 0} in counsel["legal"]
    assert 0 <= hint["choices"][0]["chance"] <= 1


def test_what_cannot_be_is_said(server: ServerProcess) -> None:
    counsel = ask(server, CLAY | {"moles": [[[0, 0], [0, 0]], []]}, language="de")
    assert counsel["legal"] == []
    assert counsel["problems"][0]["code"] == "two_moles"
    assert "zwei Maulwürfe" in counsel["problems"][0]["sentence"]


def test_a_handicap_is_known(server: ServerProcess) -> None:
    assert ask(server, CLAY, moles=[2, 1])["problems"] == []
    problem = ask(server, CLAY, moles=[1, 2])["problems"][0]
    assert (problem["code"], "Ada" in problem["sentence"]) == ("too_many_moles", True)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"boards": "/etc/passwd"}, "bad_boards"),
        ({"orientations": [0]}, "bad_boards"),
        ({"orientations": [9, 0, 0, 0]}, "bad_boards"),
        ({"preset": "nobody"}, "bad_rules"),
        ({"options": {"victory": "luck"}}, "bad_rules"),
        ({"moles": [10, 0]}, "bad_message"),
        ({"moles": [10, 2, 3]}, "bad_moles"),
        ({"moles": [400, 400]}, "bad_moles"),
        ({"names": ["Ada"]}, "bad_message"),
        ({"position": CLAY | {"level": 9}}, "bad_message"),
        ({"position": CLAY | {"turn": 7}}, "bad_message"),
        ({"position": CLAY | {"moles": [[]]}}, "bad_message"),
        ({"action": {"type": "lift", "level": 0}}, "bad_message"),
    ],
)
def test_nonsense_is_refused(server: ServerProcess, change: dict[str, Any], code: str) -> None:
    wish = {
        "position": CLAY,
        "names": ["Ada", "Bob"],
        "boards": "classic",
        "orientations": [0, 3, 5, 1],
        **change,
    }
    status, answer = server.post("/api/companion", wish)
    assert (status, answer["code"]) == (422, code)
