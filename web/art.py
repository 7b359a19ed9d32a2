"""Export the drawings of `taupes.drawing` for the page: writes src/board/art.json.

The page moves and tilts what Python draws as still pictures; shapes and colours have one source.
"""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "src"))

from taupes.drawing.mole import COLOURS, mole_defs  # noqa: E402
from taupes.drawing.plate import MARGIN, STEP, goal_defs, plate_defs  # noqa: E402
from taupes.drawing.theme import CLAY, MEADOW, ROCK, SAND  # noqa: E402
from taupes.rules import DEFAULT_BOARDS, load_boards  # noqa: E402

OUTPUT = HERE / "src" / "board" / "art.json"
PUPILS = '<g fill="#2a2028"><circle cx="-5.8" cy="-16.5" r="2.5"/>'
"""The pupils of a mole's eyes, which the page moves."""


def boards() -> dict[str, Any]:
    """The usual board set in the record's form, for the picture on the first screen."""
    usual = load_boards(DEFAULT_BOARDS)
    return {
        "name": usual.name,
        "levels": [
            {
                "name": board.name,
                "radius": board.radius,
                "holes": board.holes,
                "specials": board.specials,
                "solid": board.solid,
            }
            for board in usual.boards
        ],
    }


def art() -> str:
    """Everything the page draws with, as JSON."""
    themes = (MEADOW, CLAY, SAND, ROCK)
    moles = mole_defs(tuple(COLOURS))
    if moles.count(PUPILS) != 1:
        raise ValueError("the mole's pupils are drawn in another way: change PUPILS in web/art.py")
    moles = moles.replace(PUPILS, PUPILS.replace("<g ", '<g class="pupils" ', 1))
    defs = "".join(map(plate_defs, themes)) + goal_defs() + moles
    content: dict[str, Any] = {
        "step": STEP,
        "margin": MARGIN,
        "teams": COLOURS,
        "themes": {theme.name: asdict(theme) for theme in themes},
        "defs": defs.replace("xlink:href", "href"),
        "boards": boards(),
    }
    for theme in content["themes"].values():
        theme["ornaments"] = len(theme["ornaments"])
    return json.dumps(content, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    OUTPUT.write_text(art(), encoding="utf-8")
