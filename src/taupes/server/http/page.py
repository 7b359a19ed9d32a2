"""The built page: its files, compressed once, and its index for every path that it may show."""

import asyncio
import gzip
import mimetypes
from hashlib import sha256
from pathlib import Path
from typing import Final

from fastapi import FastAPI, Request, Response
from msgspec import Struct

from taupes.answers.job import RequestRefused
from taupes.answers.trouble import language_of
from taupes.server.http.previews import preview_of, with_preview
from taupes.server.http.services import Services
from taupes.table.refusals import Refusal

INDEX: Final = "index.html"
LICENCES: Final = "licences.md"

ENGINE: Final = "engine/"

HASHED: Final = ("assets/", ENGINE)
"""The build puts a hash of the contents into the names in these folders: they never change."""

_FOR_EVER: Final = "public, max-age=31536000, immutable"
_FOR_AN_HOUR: Final = "public, max-age=3600"
_ASK_AGAIN: Final = "no-cache"

_ALWAYS_ASKED: Final = frozenset({INDEX, "sw.js", "manifest.webmanifest"})
"""Files that decide which others are used: a browser asks whether they are still the same."""

_TEXTS: Final = ("text/", "image/svg", "application/js", "application/manifest", "application/wasm")
"""Kinds of files that become much smaller; pictures and fonts are compressed already."""

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")


class File(Struct, frozen=True):
    """A file as it is sent."""

    version: tuple[int, int]
    """When it was written, and its size."""
    kind: str
    mark: str
    plain: bytes
    small: bytes | None
    """Compressed, if that is worth it."""


def add_page(app: FastAPI, services: Services, folder: Path) -> None:
    """Serve the page in a folder at every path that is not the server's own."""
    root, place = folder.resolve(), services.settings.place
    parts = (services.settings.engine or root / ENGINE).resolve()
    manifest = engine_of(parts)
    kept: dict[str, File] = {}

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        if path.startswith("api/"):
            raise RequestRefused(Refusal("not_found"))
        of_engine = path.startswith(ENGINE)
        base = parts if of_engine else root
        file = find_file(base, path.removeprefix(ENGINE) if of_engine else path)
        if file is None:
            if path.startswith(HASHED):
                # A page from before an update asks for its parts: it must not take another for it.
                raise RequestRefused(Refusal("not_found"))
            base, file = root, root / INDEX
        # By its own name, however it was asked for: no more are kept than there are files.
        name = (ENGINE if base is parts else "") + file.relative_to(base).as_posix()
        found = kept.get(name)
        stat = file.stat()
        if found is None or found.version != (stat.st_mtime_ns, stat.st_size):
            found = kept[name] = await asyncio.to_thread(read_file, file, place, manifest, parts)
        if name == INDEX:
            found = await told_file(services, path, request, found)
        return answer_file(request, name, found)


def find_file(root: Path, path: str) -> Path | None:
    """A file in a folder by what was asked for; None if there is none, or never could be."""
    try:
        file = (root / path).resolve()
        return file if file.is_relative_to(root) and file.is_file() else None
    except (OSError, ValueError):
        # Too long a name, or a character that no name has.
        return None


def engine_of(folder: Path) -> str | None:
    """The name of the engine in a folder, as its page says it; None if there is none."""
    found = sorted(folder.glob("engine-*.json"))
    return f"{ENGINE}{found[-1].name}" if found else None


def licences_of(page: Path, engine: Path) -> bytes:
    """Whose work a page is, and the engine that goes with it."""
    files = (folder / LICENCES for folder in dict.fromkeys((page, engine)))
    return b"\n".join(file.read_bytes() for file in files if file.is_file())


def name_engine(text: str, engine: str) -> str:
    """The index of a page that offers an engine."""
    return text.replace("<html", f'<html data-engine="{engine}"', 1)


def read_file(
    path: Path, place: str = "/", engine: str | None = None, parts: Path | None = None
) -> File:
    """A file from the disk, and compressed; the index knows where it lies, and its engine."""
    stat, data = path.stat(), path.read_bytes()
    if path.name == INDEX:
        text = place_index(data.decode(), place)
        data = (text if engine is None else name_engine(text, engine)).encode()
    elif path.name == LICENCES and parts is not None:
        data = licences_of(path.parent, parts)
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return made_file((stat.st_mtime_ns, stat.st_size), kind, data)


async def told_file(services: Services, path: str, request: Request, index: File) -> File:
    """The index for one path: it says to messengers what the link leads to."""
    language = language_of(request.headers.get("accept-language", ""))
    preview = await preview_of(services, path, request, language)
    text = with_preview(index.plain.decode(), preview, language, services.site(request.scope))
    return made_file(index.version, index.kind, text.encode())


def made_file(version: tuple[int, int], kind: str, data: bytes) -> File:
    """A file as it is sent, compressed too."""
    # Without a time in it, the same file is the same for every process.
    small = gzip.compress(data, 9, mtime=0) if kind.startswith(_TEXTS) else None
    if small is not None and len(small) >= len(data):
        small = None
    mark = f'"{sha256(data).hexdigest()[:24]}"'
    return File(version, kind, mark, data, small)


def place_index(text: str, place: str) -> str:
    """The index of a page for a server that answers every path with it.

    As it is built, it finds its parts beside it, and puts the paths of its screens after `#`.

    >>> place_index('<html lang="en"><script src="./assets/x.js">', "/games/")
    '<html data-root="/games/" lang="en"><script src="/games/assets/x.js">'
    """
    return text.replace('="./', f'="{place}').replace("<html", f'<html data-root="{place}"', 1)


def answer_file(request: Request, name: str, file: File) -> Response:
    """A file for whoever asks, or the word that theirs is still the same."""
    headers = {"cache-control": cache_of(name), "etag": file.mark}
    if file.small is not None:
        headers["vary"] = "accept-encoding"
    if name == INDEX:
        headers["vary"] = "accept-encoding, accept-language"
    if file.mark in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    body = file.plain
    if file.small is not None and takes_gzip(request.headers.get("accept-encoding", "")):
        body, headers["content-encoding"] = file.small, "gzip"
    return Response(body, headers=headers, media_type=file.kind)


def cache_of(name: str) -> str:
    """How long a browser may keep a file without asking."""
    if name in _ALWAYS_ASKED:
        return _ASK_AGAIN
    return _FOR_EVER if name.startswith(HASHED) else _FOR_AN_HOUR


def takes_gzip(accepted: str) -> bool:
    """Whether a browser says that it understands gzip.

    >>> takes_gzip("gzip, deflate, br"), takes_gzip("br;q=1, gzip;q=0"), takes_gzip("")
    (True, False, False)
    """
    for part in accepted.lower().split(","):
        coding, _, quality = part.strip().partition(";")
        if coding.strip() in ("gzip", "*"):
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
