"""Where a user's things lie, by the custom of the system: what is kept, and what is made again."""

import os
import sys
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path, user_data_path

NAME: Final = "taupes"


def data_folder() -> Path:
    """Where games and tables are kept."""
    folder = user_data_path(NAME, appauthor=False)
    if sys.platform == "darwin" and not folder.is_dir():
        # Version 0.1 did not listen to XDG_DATA_HOME there.
        earlier = Path.home() / "Library" / "Application Support" / NAME
        return earlier if earlier.is_dir() else folder
    return folder


def cache_folder() -> Path:
    """Where things lie that can be made again; `TAUPES_CACHE` names another place."""
    if chosen := os.environ.get("TAUPES_CACHE"):
        return Path(chosen)
    return user_cache_path(NAME, appauthor=False, opinion=False)
