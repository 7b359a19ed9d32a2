"""Build the page as the package is built: hatchling calls this hook.

The page is built only if its sources have changed since the last time; only then is Node fetched,
as a wheel. `TAUPES_SKIP_PAGE=1` leaves the page as it is, for work on Python alone.
"""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SKIP = "TAUPES_SKIP_PAGE"


class PageHook(BuildHookInterface):  # type: ignore[misc]
    """Builds the page before the wheel or the editable install."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node, if the page must be built."""
        return [_npm_of(self.web).NODE] if self.is_stale() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page if it is stale."""
        if self.is_stale():
            _npm_of(self.web).run("build")

    @property
    def web(self) -> Path:
        """The page's sources."""
        return Path(self.root) / "web"

    def is_stale(self) -> bool:
        """Whether the built page is missing or not of its sources."""
        if self.target_name != "wheel" or os.environ.get(SKIP) or not self.web.exists():
            return False
        return not _npm_of(self.web).is_built()


def _npm_of(web: Path) -> Any:
    """The module `web/npm.py`."""
    sys.path.insert(0, str(web))
    try:
        import npm  # noqa: PLC0415
    finally:
        sys.path.pop(0)
    return npm
