"""What messengers see of a link: titles, sentences and cards, and nothing that is not theirs."""

import asyncio
import json
import sqlite3
import struct
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import Request

from taupes.rules import LANGUAGES
from taupes.server.http.previews import LOCALES, preview_of
from taupes.server.storage import StorageAway
from taupes.words.catalogue import catalogue
from tests.server.hall.test_live import finish, seated_pair
from tests.server.http.raw import exchange
from tests.server.http.test_page import fetch
from tests.server.process import ServerProcess
from tests.server.test_limits import options

ROOT = Path(__file__).parents[3]
GAME = ROOT / "tests" / "golden" / "special-taken.json"
INDEX = (ROOT / "web" / "index.html").read_text("utf-8")
HOSTILE = '"><script>alert(1)</script>\\1 &lt;'
"""As long as a title may be, and what would do harm if it were taken for anything but text."""
HIDDEN = "Zora-not-for-all"


class Told(HTMLParser):
    """What a crawler reads in a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.title = ""
        self.scripts = 0
        self.alternates: list[str] = []
        self._is_title = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._is_title = tag == "title"
        self.scripts += tag == "script"
        found = dict(attrs)
        name, content = found.get("property") or found.get("name"), found.get("content")
        if tag != "meta" or name is None or content is None:
            return
        if name == "og:locale:alternate":
            self.alternates.append(content)
        elif name != "theme-color":
            assert name not in self.meta, f"{name} is said twice"
            self.meta[name] = content

    def handle_endtag(self, tag: str) -> None:
        self._is_title = False

    def handle_data(self, data: str) -> None:
        if self._is_title:
            self.title += data


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page")
    (folder / "index.html").write_text(INDEX)
    return folder


@pytest.fixture(scope="module")
def server(page: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    path = tmp_path_factory.mktemp("previews") / "taupes.sqlite"
    with ServerProcess(f"sqlite:///{path}", "--page", str(page)) as running:
        yield running


def said(server: ServerProcess, path: str, language: str = "en") -> Told:
    status, headers, body = fetch(server, path, accept_language=language)
    assert status == 200
    assert headers["cache-control"] == "no-cache"
    assert headers["vary"] == "accept-encoding, accept-language"
    return Told(body.decode())


def words(language: str = "en") -> Any:
    return catalogue("table", language)["previews"]


def table(server: ServerProcess, *, start: bool = False, **setup: Any) -> tuple[str, str]:
    """A table of one person and a bot; its id and the person's token."""
    token = server.guest()
    seats = [{"who": "me", "name": HIDDEN}, {"who": "bot", "level": "random"}]
    wish = {"seats": seats, "setup": setup, "start": start}
    status, view = server.post("/api/tables", wish, token)
    assert status == 201
    return view["table"], token


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_link_in_every_language(server: ServerProcess, language: str) -> None:
    invited, _ = table(server)
    begun, token = table(server, start=True)
    text = GAME.read_bytes()
    record = server.request("POST", "/api/records", text, token)[1]["record"]
    texts = words(language)
    for path, what, card in (
        (f"/table/{invited}", "invitation", f"/api/tables/{invited}/card"),
        (f"/table/{begun}", "watching", f"/api/tables/{begun}/card"),
        (f"/replay/{begun}", "replay", f"/api/records/{begun}/card"),
        (f"/replay/{record}", "replay", f"/api/records/{record}/card"),
        (f"/replay/{record}?at=40", "moment", f"/api/records/{record}/card?at=40"),
    ):
        told = said(server, path, language)
        assert told.title == told.meta["og:title"] == texts[what]
        assert told.meta["description"] == told.meta["og:description"] == texts[f"{what}_about"]
        assert told.meta["og:image"] == server.http + card
        assert told.meta["og:url"] == server.http + path
        assert told.meta["og:locale"] == LOCALES[language]
        assert len({*told.alternates, LOCALES[language]}) == len(LANGUAGES)
        assert told.meta["twitter:card"] == "summary_large_image"
        status, headers, png = fetch(server, card)
        assert (status, headers["content-type"]) == (200, "image/png")
        assert size_of(png) == (1200, 630)
    boards = said(server, "/boards/quick", language)
    assert boards.title == texts["boards_quick"]
    assert size_of(fetch(server, boards.meta["og:image"].removeprefix(server.http))[2])
    site = said(server, "/", language)
    assert site.title == said(server, "/boards/none", language).title == texts["site"]
    assert size_of(fetch(server, site.meta["og:image"].removeprefix(server.http))[2])


def test_names_and_titles_only_of_public_tables(server: ServerProcess) -> None:
    named, _ = table(server, public=True, start=True)
    assert said(server, f"/table/{named}").title.startswith(f"{HIDDEN}, Straggler · ")
    assert HIDDEN in said(server, f"/replay/{named}?at=1").title
    titled, _ = table(server, public=True, title="Friday moles")
    assert said(server, f"/table/{titled}").title.startswith("Friday moles · ")
    hidden, _ = table(server, title="Friday moles", start=True)
    for path in (f"/table/{hidden}", f"/replay/{hidden}"):
        html = fetch(server, path)[2].decode()
        assert HIDDEN not in html
        assert "Friday" not in html


def test_hostile_titles_are_text(server: ServerProcess) -> None:
    name, _ = table(server, public=True, title=HOSTILE)
    html = fetch(server, f"/table/{name}")[2].decode()
    told, plain = Told(html), Told(INDEX)
    assert told.title == told.meta["og:title"] == f"{HOSTILE} · {words()['invitation']}"
    assert told.scripts == plain.scripts
    assert "<script>alert" not in html
    assert html.count("<title>") == html.count("</title>") == 1


def test_what_is_not_to_be_seen_is_as_what_is_not_there(server: ServerProcess) -> None:
    private, token = table(server, public=True, spectators=False, start=True, title="Ours")
    deleted, leaver = table(server, public=True, start=True, title="Theirs")
    assert server.request("DELETE", "/api/me", token=leaver)[0] == 200
    nowhere = "A" * 22
    for kind, route in (("table", "tables"), ("replay", "records")):
        pages = {fetch(server, f"/{kind}/{each}")[2] for each in (private, deleted, nowhere)}
        assert pages == {fetch(server, "/")[2]}
        for method in ("GET", "HEAD"):
            cards = [
                fetch(server, f"/api/{route}/{each}/card", method)
                for each in (private, deleted, nowhere)
            ]
            assert [status for status, _, _ in cards] == [404] * 3
            assert len({body for _, _, body in cards}) == 1
    # Whoever plays there sees the page, and the table, as ever.
    assert server.get(f"/api/tables/{private}", token)[0] == 200


def test_who_is_deleted_is_in_no_title(server: ServerProcess) -> None:
    async def run() -> None:
        ada, bob = await seated_pair(server, public=True)
        path = f"/table/{ada.table}"
        assert "Ada" in said(server, path).title
        assert server.request("DELETE", "/api/me", token=ada.token)[0] == 200
        assert "Ada" not in fetch(server, path)[2].decode()
        await bob.close()
        await ada.close()

    asyncio.run(run())


def test_tables_of_the_first_version(page: Path, tmp_path: Path) -> None:
    database = tmp_path / "taupes.sqlite"
    script = ROOT / "tests" / "server" / "storage" / "schemas" / "sqlite-1.sql"
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript(script.read_text("utf-8"))
        connection.execute("UPDATE tables SET is_public = 1")
        connection.commit()
        names = [name for (name,) in connection.execute("SELECT id FROM tables")]
    assert names
    with ServerProcess(f"sqlite:///{database}", "--page", str(page)) as old:
        for name in names:
            told = said(old, f"/table/{name}")
            assert told.title != words()["site"]
            assert told.meta["og:url"].endswith(name)


def test_a_finished_game(server: ServerProcess) -> None:
    async def run() -> None:
        ada, bob = await seated_pair(server, public=True, boards="quick")
        await asyncio.gather(ada.play(Random(1)), bob.play(Random(2)))
        await finish(ada, bob)
        told = said(server, f"/table/{ada.table}")
        assert told.meta["og:description"] == words()["over_about"]
        cards = [fetch(server, f"/api/records/{ada.table}/card{at}") for at in ("", "?at=99999")]
        assert [status for status, _, _ in cards] == [200, 200]
        assert cards[0][2] != cards[1][2]

    asyncio.run(run())


def test_a_record_of_elsewhere_has_a_card_too(server: ServerProcess) -> None:
    record = json.loads(GAME.read_text("utf-8"))
    for player in record["players"]:
        player |= {"team": "mauve", "name": HIDDEN}
    status, kept = server.post("/api/records", record, server.guest())
    assert status == 201
    assert HIDDEN not in fetch(server, f"/replay/{kept['record']}")[2].decode()
    assert fetch(server, f"/api/records/{kept['record']}/card?at=30")[0] == 200


@pytest.mark.parametrize("at", ["-1", "x", "1e3", "٣", "9" * 400, "%00", '"><script>'])
def test_moments_that_are_none(server: ServerProcess, at: str) -> None:
    name, _ = table(server, start=True)
    told = said(server, f"/replay/{name}?at={at.encode().hex() if not at.isascii() else at}")
    assert told.title in {words()["replay"], words()["moment"]}
    assert told.scripts == Told(INDEX).scripts
    assert fetch(server, f"/api/records/{name}/card?at={9 * 10**20}")[0] == 422


def test_cards_are_kept_and_not_sent_twice(server: ServerProcess) -> None:
    path = "/api/boards/grand/card"
    _, headers, png = fetch(server, path)
    assert headers["cache-control"] == "public, max-age=3600"
    before = server.figure("computed")
    assert fetch(server, path)[2] == png
    assert server.figure("computed") == before
    status, again, body = fetch(server, path, if_none_match=headers["etag"])
    assert (status, again["etag"], body) == (304, headers["etag"], b"")
    status, head, body = fetch(server, path, "HEAD")
    assert (status, int(head["content-length"]), body) == (200, len(png), b"")
    begun, _ = table(server, start=True)
    passing = fetch(server, f"/api/tables/{begun}/card")[1]
    assert passing["cache-control"] == "public, max-age=60"


def test_many_at_once_are_drawn_once(page: Path, tmp_path: Path) -> None:
    with (
        ServerProcess(f"sqlite:///{tmp_path / 'taupes.sqlite'}", "--page", str(page)) as server,
        ThreadPoolExecutor(24) as pool,
    ):
        found = list(pool.map(lambda _: fetch(server, "/api/boards/quick/card"), range(24)))
        assert {status for status, _, _ in found} == {200}
        assert len({png for _, _, png in found}) == 1
        assert server.figure("computed") == 1


def test_the_greedy_wait_and_nothing_is_kept_beyond_its_bound(tmp_path: Path) -> None:
    limits = options({"kept_bytes": 1, "cards_burst": 3})
    limits += ("--limit", "cards_per_second=0.001")
    with ServerProcess(f"sqlite:///{tmp_path / 'taupes.sqlite'}", *limits) as server:
        found = [fetch(server, "/api/boards/quick/card")[0] for _ in range(4)]
        assert found == [200, 200, 200, 429]


def test_pages_of_links_have_the_pace_of_questions(page: Path, tmp_path: Path) -> None:
    limits = options({"requests_per_second": 1, "requests_burst": 5})
    database = f"sqlite:///{tmp_path / 'taupes.sqlite'}"
    with ServerProcess(database, "--page", str(page), *limits) as server:
        assert 429 in [fetch(server, "/table/" + "A" * 22)[0] for _ in range(40)]
        assert fetch(server, "/lobby")[0] == 200


def test_nothing_is_looked_up_at_the_pace_of_files(server: ServerProcess) -> None:
    code, _ = table(server, title="Moles", public=True)
    assert "Moles" in said(server, f"/table/{code}/").title
    for path in (f"//table/{code}", f"/./table/{code}", f"/%2ftable/{code}", f"/x/../table/{code}"):
        assert said(server, path).title == words()["site"]


def raw(server: ServerProcess, *headers: str) -> Told:
    lines = "\r\n".join(("GET /boards/quick HTTP/1.1", *headers, "Connection: close", "", ""))
    return Told(exchange(server, lines.encode("latin-1")).decode())


def test_addresses_in_pages_are_ours(page: Path, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'taupes.sqlite'}"
    names = ("--allow-host", "moles.example", "--page", str(page))
    card = "/api/boards/quick/card"
    with ServerProcess(database, *names) as server:
        for host, site in (
            ("moles.example", "http://moles.example"),
            ("MOLES.example.:8080", "http://moles.example:8080"),
            (f"127.0.0.1:{server.port}", server.http),
            ("localhost:80", "http://localhost"),
            # An address is let in; it is not repeated unless it is where the request arrived.
            ("6.6.6.6", "http://moles.example"),
            ("[fe80::1%<x>]", "http://moles.example"),
            (f"moles.example:{'1' * 5000}", "http://moles.example"),
        ):
            told = raw(server, f"Host: {host}")
            assert told.meta["og:image"] == site + card, host
        # Nobody is believed about TLS whom we do not trust.
        told = raw(server, "Host: moles.example", "X-Forwarded-Proto: https")
        assert told.meta["og:image"] == f"http://moles.example{card}"


def test_addresses_behind_a_proxy_with_tls(page: Path, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'taupes.sqlite'}"
    names = ("--allow-host", "moles.example", "--page", str(page), "--proxy", "127.0.0.1")
    with ServerProcess(database, *names) as server:
        for host in ("moles.example", "127.0.0.1:8080", "localhost"):
            told = raw(server, f"Host: {host}", "X-Forwarded-Proto: https")
            assert told.meta["og:image"] == "https://moles.example/api/boards/quick/card"
        evil = "X-Forwarded-Host: evil.example"
        told = raw(server, "Host: moles.example", "X-Forwarded-Proto: http", evil)
        assert told.meta["og:url"] == "http://moles.example/boards/quick"


def test_where_every_name_is_let_in_none_is_repeated(page: Path, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'taupes.sqlite'}"
    with ServerProcess(database, "--allow-host", "*", "--page", str(page)) as server:
        told = raw(server, "Host: evil.example")
        assert not {"og:image", "og:url"} & set(told.meta)
        assert told.meta["twitter:card"] == "summary"
        assert told.title == words()["boards_quick"]


def test_the_page_does_not_wait_for_a_database_that_is_away() -> None:
    async def away(_: object) -> None:
        raise StorageAway

    async def silent(_: object) -> None:
        await asyncio.Event().wait()

    scope = {"type": "http", "query_string": b"", "headers": []}

    async def run() -> None:
        for read in (away, silent):
            services: Any = SimpleNamespace(storage=SimpleNamespace(read=read))
            for path in ("table/" + "A" * 22, "replay/" + "A" * 22):
                found = await preview_of(services, path, Request(scope), "en")
                assert found.title == words()["site"]

    asyncio.run(run())
