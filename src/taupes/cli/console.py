"""The terminal as a place for tables, colours and bars: whether it can show them."""

import sys
from collections.abc import Mapping
from typing import Final

from rich.console import Console

out: Final = Console(highlight=False, soft_wrap=True, emoji=False)
"""Standard output; colours only when it is a terminal."""

err: Final = Console(highlight=False, soft_wrap=True, emoji=False, stderr=True)


def is_capable(environment: Mapping[str, str]) -> bool:
    """Whether there is a terminal on all sides that can show a full screen."""
    # Textual draws on the third: its output is not mixed with that of pipes.
    is_open = all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    return is_open and environment.get("TERM") not in ("dumb", "") and encoding == "utf8"


def is_colourless(console: Console, environment: Mapping[str, str]) -> bool:
    """Whether colours are unwelcome, or too few to tell the cells of a board apart."""
    return bool(environment.get("NO_COLOR")) or console.color_system not in ("256", "truecolor")
