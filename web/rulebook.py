"""Export the rules of the printed booklet for the page: writes src/game/rulebook.json.

The sentences on paper and those on the screen are the same, and the page needs no server for
them.
"""

import json
import sys
from pathlib import Path
from typing import Any, Final

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "src"))

from taupes.paper.words import preset_table, words  # noqa: E402

OUTPUT = HERE / "src" / "game" / "rulebook.json"
LANGUAGES: Final = ("fr", "en", "de")


def rulebook() -> str:
    """The rules in every language, as JSON."""
    return json.dumps({one: told(one) for one in LANGUAGES}, ensure_ascii=False, indent=1) + "\n"


def told(language: str) -> dict[str, Any]:
    """The rules in one language: for all tables, for one whose rules are known, and the presets."""
    said = words(language)
    rules, ways = said["rules"], said["ways"]
    return {
        "title": rules["title"],
        "lead": rules["lead"],
        "parts": rules["parts"],
        "more": rules["more"],
        "table": said["table"],
        "ways": {
            "title": ways["title"],
            "lead": ways["lead"],
            "rows": preset_table(language),
            "after": ways["after"],
        },
    }


if __name__ == "__main__":
    OUTPUT.write_text(rulebook(), encoding="utf-8")
