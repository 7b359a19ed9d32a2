"""Build the page as the package is built: hatchling calls this hook.

The page is built only if its sources have changed since the last time; only then is Node fetched,
as a wheel. `TAUPES_SKIP_PAGE=1` leaves the page as it is, for work on Python alone.
"""

import hashlib
import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SKIP = "TAUPES_SKIP_PAGE"
LEFT_OUT = {"node_modules", "tests", ".built", "__pycache__"}


def sources(web: Path) -> list[Path]:
    """Every file the built page follows from."""
    found = []
    for folder, folders, files in os.walk(web):
        folders[:] = sorted(set(folders) - LEFT_OUT)
        found += [Path(folder) / name for name in sorted(set(files) - LEFT_OUT)]
    return [path for path in found if path.suffix not in {".c", ".md", ".py"}]


def digest(web: Path) -> str:
    """A hash of all sources of the page."""
    total = hashlib.sha256()
    for path in sources(web):
        total.update(f"{path.relative_to(web).as_posix()}\0".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


class PageHook(BuildHookInterface):  # type: ignore[misc]
    """Builds the page before the wheel or the editable install."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node, if the page must be built."""
        if not self.is_stale():
            return []
        return [_npm_of(self.web).NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page if it is stale."""
        if not self.is_stale():
            return
        wanted = digest(self.web)
        _npm_of(self.web).run("build")
        self.stamp.write_text(wanted, encoding="utf-8")

    @property
    def web(self) -> Path:
        """The page's sources."""
        return Path(self.root) / "web"

    @property
    def stamp(self) -> Path:
        """Holds the hash of the sources the built page was made of."""
        return self.web / ".built"

    def is_stale(self) -> bool:
        """Whether the built page is missing or older than its sources."""
        if self.target_name != "wheel" or os.environ.get(SKIP) or not self.web.exists():
            return False
        page = Path(self.root) / "src" / "taupes" / "server" / "static" / "index.html"
        if not page.exists() or not self.stamp.exists():
            return True
        return self.stamp.read_text(encoding="utf-8") != digest(self.web)


def _npm_of(web: Path) -> Any:
    """The module `web/npm.py`."""
    sys.path.insert(0, str(web))
    try:
        import npm  # noqa: PLC0415
    finally:
        sys.path.pop(0)
    return npm
