"""Where a user's things lie."""

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Where the user's games are kept, by the custom of the system."""
    home = Path.home()
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
        return Path(base or home / "AppData" / "Local") / "taupes"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "taupes"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "taupes"
