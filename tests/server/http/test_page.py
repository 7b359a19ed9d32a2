"""The built page as browsers get it."""

import asyncio
import gzip
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import httpx
import pytest
from fastapi import FastAPI

from taupes.server.http import page as pages
from taupes.server.settings import Settings
from tests.server.process import PATIENCE, ServerProcess

SCRIPT = "console.log('mole');\n" * 100


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("page")
    page = folder / "static"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html><title>Taupes</title><p>Moles" + " " * 500)
    (page / "assets" / "index-Ab12.js").write_text(SCRIPT)
    (page / "sw.js").write_text(SCRIPT)
    (page / "icon.png").write_bytes(bytes(3000))
    (folder / "secret.txt").write_text("secret")
    address = f"sqlite:///{folder / 'taupes.sqlite'}"
    with ServerProcess(address, "--page", str(page)) as running:
        yield running


def fetch(
    server: ServerProcess, path: str, method: str = "GET", **headers: str
) -> tuple[int, dict[str, str], bytes]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    request = Request(server.http + path, headers=named, method=method)  # noqa: S310
    try:
        with urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
            found = answer.status, dict(answer.headers.items()), answer.read()
    except HTTPError as error:
        with error:
            found = error.code, dict(error.headers.items()), error.read()
    return found[0], {name.lower(): value for name, value in found[1].items()}, found[2]


def test_compressed_for_those_who_understand_it(server: ServerProcess) -> None:
    status, headers, body = fetch(server, "/assets/index-Ab12.js", accept_encoding="br, gzip")
    assert (status, headers["content-encoding"]) == (200, "gzip")
    assert headers["content-type"].startswith("text/javascript")
    assert gzip.decompress(body).decode() == SCRIPT
    assert len(body) == int(headers["content-length"]) < len(SCRIPT) / 5
    for accepted in ("identity", "gzip;q=0"):
        status, headers, body = fetch(server, "/assets/index-Ab12.js", accept_encoding=accepted)
        assert "content-encoding" not in headers
        assert (headers["vary"], body.decode()) == ("accept-encoding", SCRIPT)
    _, headers, body = fetch(server, "/icon.png", accept_encoding="gzip")
    assert ("content-encoding" in headers, len(body)) == (False, 3000)


def test_what_is_kept_and_what_is_asked_again(server: ServerProcess) -> None:
    def cache(path: str) -> str:
        return fetch(server, path)[1]["cache-control"]

    assert cache("/assets/index-Ab12.js") == "public, max-age=31536000, immutable"
    assert cache("/") == cache("/index.html") == cache("/sw.js") == cache("/table/x") == "no-cache"
    assert cache("/icon.png") == "public, max-age=3600"
    mark = fetch(server, "/")[1]["etag"]
    status, headers, body = fetch(server, "/", if_none_match=mark)
    assert (status, headers["etag"], body) == (304, mark, b"")


def test_paths(server: ServerProcess) -> None:
    assert b"<p>Moles" in fetch(server, "/table/abc")[2]
    assert b"<p>Moles" in fetch(server, "/..%2fsecret.txt")[2]
    assert fetch(server, "/assets/index-Old.js")[0] == 404
    assert fetch(server, "/api/nothing")[0] == 404
    status, headers, body = fetch(server, "/", "HEAD")
    assert (status, body, int(headers["content-length"]) > 500) == (200, b"", True)


def test_a_file_is_kept_once_however_it_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    static, engine = tmp_path / "static", tmp_path / "engine"
    for folder, name in ((static, "index.html"), (static, "icon.png"), (engine, "engine-1.json")):
        folder.mkdir(exist_ok=True)
        (folder / name).write_text("<html><title>Taupes</title>")
    read, real = [], pages.read_file

    def reading(path: Path, *others: Any) -> pages.File:
        read.append(path)
        return real(path, *others)

    monkeypatch.setattr(pages, "read_file", reading)
    services: Any = SimpleNamespace(settings=Settings("sqlite:///", engine=engine))
    app = FastAPI()
    pages.add_page(app, services, static)
    # Encoded, for the client would tidy them.
    ways = ["", *("%2e/" * n for n in range(1, 9)), *(f"{n}/%2e%2e/" for n in range(9))]

    async def run() -> None:
        inside = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=inside) as client:
            for way in ways:
                for path in (f"engine/{way}engine-1.json", f"{way}icon.png"):
                    answer = await client.get(f"http://localhost/{path}")
                    assert answer.headers["cache-control"].startswith("public")

    asyncio.run(run())
    assert sorted(path.name for path in read) == ["engine-1.json", "icon.png"]


def test_licences_name_the_engine_too(tmp_path: Path) -> None:
    for name in ("page", "engine"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "licences.md").write_text(f"## {name}\n")
    page, engine = tmp_path / "page", tmp_path / "engine"
    both = pages.read_file(page / "licences.md", "/", None, engine)
    assert both.plain == b"## page\n\n## engine\n"
    assert pages.read_file(engine / "licences.md", "/", None, engine).plain == b"## engine\n"
    assert pages.read_file(page / "licences.md", "/", None, page / "none").plain == b"## page\n"


def test_a_page_that_was_built_again(server: ServerProcess) -> None:
    page = Path(server.options[1])
    (page / "index.html").write_text("<!doctype html><title>Taupes</title><p>New moles")
    assert b"New moles" in fetch(server, "/")[2]
