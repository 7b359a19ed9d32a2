"""The booklet from a real server."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from taupes.answers.boards import format_toml
from taupes.paper import draw_booklet
from taupes.rules import Stack, format_boards, load_boards, load_stack
from taupes.server.http.paper import BURST
from tests.paper.reading import Document
from tests.server.process import PATIENCE, ServerProcess

Answer = tuple[int, dict[str, str], bytes]


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that nobody has asked for a booklet yet."""
    path = tmp_path_factory.mktemp("server") / "taupes.sqlite"
    with ServerProcess(f"sqlite:///{path}") as running:
        yield running


def ask(server: ServerProcess, query: str = "", wish: Any = None) -> Answer:
    data = None if wish is None else json.dumps(wish).encode()
    request = Request(f"{server.http}/api/print{query}", data)  # noqa: S310
    try:
        with urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
            return answer.status, dict(answer.headers), answer.read()
    except HTTPError as error:
        with error:
            return error.code, dict(error.headers), error.read()


def test_shipped_sets(server: ServerProcess) -> None:
    status, headers, pdf = ask(
        server, "?boards=quick&orientations=0123&paper=letter&language=fr&players=3"
    )
    assert (status, headers["content-type"]) == (200, "application/pdf")
    assert headers["content-disposition"] == (
        'attachment; filename="taupes-quick-0123-letter-fr.pdf"'
    )
    stack = load_stack("quick-0123")
    assert pdf == draw_booklet(stack, paper="letter", language="fr", players=3)
    assert ask(server)[2] == draw_booklet(load_stack("classic-0000"))


def test_boards_of_ones_own(server: ServerProcess) -> None:
    boards = format_boards(load_boards("quick")) | {"name": "Mön Jeu"}
    boards["levels"][0]["name"] = "Prairie à moi"
    wish = {"boards": boards, "orientations": [5, 0, 0, 1], "language": "de"}
    status, headers, pdf = ask(server, wish=wish)
    assert status == 200
    assert 'filename="taupes-m-n-jeu-5001-a4-de.pdf"' in headers["content-disposition"]
    assert "Prairie à moi" in Document(pdf).pages[1].text
    status, _, pdf = ask(server, wish={"toml": format_toml(load_boards("quick"))})
    assert (status, pdf) == (200, draw_booklet(Stack(load_boards("quick"), (0,) * 4)))


def test_refusals(server: ServerProcess) -> None:
    def refused(query: str = "", wish: Any = None) -> tuple[int, str]:
        status, _, body = ask(server, query, wish)
        answer = json.loads(body)
        assert set(answer) == {"code", "sentence"}
        assert answer["sentence"]
        return status, answer["code"]

    huge = format_boards(load_boards("quick"))
    huge["levels"][:-1] = [level | {"radius": 12} for level in huge["levels"][:-1]]
    assert refused("?boards=../x") == (404, "not_found")
    assert refused("?orientations=9999") == (422, "bad_boards")
    assert refused("?orientations=000") == (422, "bad_boards")
    assert refused("?paper=a3") == (422, "bad_message")
    assert refused("?players=5") == (422, "bad_message")
    assert refused(wish={}) == (422, "bad_boards")
    assert refused(wish={"toml": "= no"}) == (422, "bad_boards")
    assert refused(wish={"boards": 1, "language": "nl"}) == (422, "bad_message")
    assert refused(wish={"boards": huge}) == (413, "too_large")
    assert refused(wish={"toml": "x" * 100_001}) == (413, "too_large")


def test_others_are_served_meanwhile_and_the_greedy_wait(server: ServerProcess) -> None:
    with ThreadPoolExecutor(2 * BURST) as askers:
        asked = [askers.submit(ask, server, "?boards=grand") for _ in range(2 * BURST)]
        assert server.get("/api/health") == (200, {"ok": True})
        answers = [one.result() for one in asked]
    codes = [status for status, _, _ in answers]
    assert set(codes) == {200, 429}
    assert codes.count(200) >= BURST
    refusal = next(body for status, _, body in answers if status == 429)
    assert json.loads(refusal)["code"] == "too_fast"
