"""The page as a folder of files for any host: the whole game, without a server."""

import gzip
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from taupes.answers.boards import boards_info, picture_wish, preview
from taupes.answers.info import bot_infos, describe_rules
from taupes.answers.job import Extent
from taupes.answers.puzzles import ListWish, first_views, list_all
from taupes.rules import LANGUAGES, SHIPPED
from taupes.server.http.page import INDEX, LICENCES, engine_of, licences_of, name_engine
from taupes.table.encoding import encode
from taupes.words.saying import Mistake

_TEXTS: Final = frozenset({".html", ".js", ".css", ".json", ".svg", ".webmanifest", ".md", ".txt"})
"""Files that become much smaller; engines are packed already."""

_HEADERS: Final = """\
/assets/*
  Cache-Control: public, max-age=31536000, immutable
/engine/*
  Cache-Control: public, max-age=31536000, immutable
/sw.js
  Cache-Control: no-cache
/*
  X-Content-Type-Options: nosniff
  Referrer-Policy: no-referrer
"""
"""For hosts that take headers from a file; docs/site.md has the same for nginx and Caddy."""


class NoSite(Mistake):
    """There is nothing to make a site of, or nowhere to put it."""


def make_site(page: Path, engine: Path, out: Path) -> dict[str, int]:
    """Write the site into a folder; what each of its parts weighs as it is sent, in bytes."""
    manifest = engine_of(engine)
    if not (page / INDEX).is_file():
        raise NoSite("server.site.no_page")
    if manifest is None:
        raise NoSite("server.site.no_engine")
    if out.exists() and any(out.iterdir()) and not (out / "answers").is_dir():
        raise NoSite("server.site.not_empty", folder=out)
    index = name_engine((page / INDEX).read_text(encoding="utf-8"), manifest)
    files = {path.relative_to(page).as_posix(): path.read_bytes() for path in _files(page)}
    files |= {f"engine/{path.name}": path.read_bytes() for path in _files(engine)}
    del files[f"engine/{LICENCES}"]
    files[LICENCES] = licences_of(page, engine)
    files |= {f"answers/{name}": data for name, data in answers()}
    files |= {INDEX: index.encode(), "_headers": _HEADERS.encode()}
    for folder in ("assets", "engine", "answers"):
        shutil.rmtree(out / folder, ignore_errors=True)
    return {name: _write(out / name, data) for name, data in sorted(files.items())}


def answers() -> Iterator[tuple[str, bytes]]:
    """What the page asks before a game begins, as files: levels, rules, boards, puzzles."""
    for language in LANGUAGES:
        yield f"bots.{language}.json", encode(bot_infos(language))
        yield f"rules.{language}.json", encode(describe_rules(language))
        yield f"puzzles.{language}.json", list_all(encode(ListWish(language)), Extent())
        yield f"first.{language}.json", encode(first_views(language))
    yield "boards.json", encode([boards_info(name) for name in SHIPPED])
    for name in SHIPPED:
        yield f"{name}.svg", preview(encode(picture_wish(name, None)), Extent())


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.name[0] != ".")


def _write(path: Path, data: bytes) -> int:
    """Write a file, and beside it what a host that looks for that sends instead."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    if path.suffix not in _TEXTS:
        return len(data)
    small = gzip.compress(data, 9, mtime=0)
    path.with_name(path.name + ".gz").write_bytes(small)
    return min(len(small), len(data))
