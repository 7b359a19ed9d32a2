"""Print what CHANGELOG.md says about a version: the notes of its release.

    python .ci/notes.py v0.2.0

Fails when the tag is not the version of the package, or when there is nothing to say about it.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def version() -> str:
    """The version of the package in this folder."""
    source = (ROOT / "src" / "taupes" / "__init__.py").read_text("utf-8")
    (found,) = re.findall(r'^__version__ = "(.+)"$', source, re.MULTILINE)
    return str(found)


def notes(changelog: str, wanted: str) -> str:
    """The part of a changelog about one version, without its heading."""
    parts = re.split(r"^## (\S+).*\n", changelog, flags=re.MULTILINE)
    found = dict(zip(parts[1::2], parts[2::2], strict=True)).get(wanted, "").strip()
    if not found:
        raise SystemExit(f"CHANGELOG.md says nothing about {wanted}")
    return found


if __name__ == "__main__":
    (tag,) = sys.argv[1:]
    if tag != f"v{version()}":
        raise SystemExit(f"the tag is {tag}, the package is {version()}")
    sys.stdout.write(notes((ROOT / "CHANGELOG.md").read_text("utf-8"), version()) + "\n")
