"""The table and the plot of depth.md."""

from collections.abc import Mapping
from typing import Any, Final

from plots import LANE, SEATS, TOP
from study_page import format_share, table

from taupes.arena.plots import FAINT, GRID, LEFT, PAPER, RIGHT, WIDTH, dot, line, picture, text
from taupes.drawing.chart import ticks

Figures = Mapping[str, Any]

GAP: Final = 12
"""Between the lanes of one step and those of the next."""


def draw_depth(figures: Figures) -> dict[str, str]:
    """The table of the steps, by name."""
    lines = [
        (
            f"{row['players']}",
            f"{row['less']:,} → {row['more']:,}",
            f"{row['games']:,}" + ("" if row["luck"] else ", luck out"),
            format_share(row["wins"], row["interval"]),
            "{:+} ({:+} to {:+})".format(*row["points"]),
        )
        for row in figures["steps"]
    ]
    head = ("players", "simulations", "games", "wins of the one who thinks more", "rating points")
    return {"steps": table(head, lines)}


def plot_depth(figures: Figures) -> str:
    """What each step of thinking is worth, by number of players."""
    rows = figures["steps"]
    low: float = min(0, *(row["points"][1] for row in rows))
    high: float = max(row["points"][2] for row in rows)

    def at(points: float) -> float:
        return LEFT + (points - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    steps = sorted({(row["less"], row["more"]) for row in rows})
    parts, y = [], float(TOP + 24)
    for step in steps:
        there = [row for row in rows if (row["less"], row["more"]) == step]
        words = f"{step[0]:,} → {step[1]:,}"
        parts.append(text(20, y + LANE * len(there) / 2 + 5, words))
        for row in there:
            lane, colour = y + LANE / 2, SEATS[row["players"] - 2]
            middle, left, right = map(at, row["points"])
            number = {"text_anchor": "middle", "font_size": 11, "font_weight": 700, "fill": PAPER}
            parts.append(line(left, lane, right, lane, colour, 4))
            parts.append(dot(middle, lane, colour, 8.5))
            parts.append(text(middle, lane + 4, f"{row['players']}", **number))
            y += LANE
        y += GAP
    frame = []
    for tick in ticks(low, high, 8):
        x = at(tick)
        frame.append(line(x, TOP + 16, x, y, GRID))
        frame.append(
            text(x, y + 18, f"{tick:+g}" if tick else "0", text_anchor="middle", font_size=12)
        )
    frame.append(line(at(0), TOP + 16, at(0), y, FAINT, 2))
    frame.append(text(20, TOP + 6, "simulations; the number on a dot says how many play"))
    title = "Rating points won by thinking three times as long, with 95 % interval"
    return picture(y + 34, title, frame + parts)
