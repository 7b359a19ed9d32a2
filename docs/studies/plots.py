"""The plots of the study, as SVG in the look of the arena's reports."""

from collections.abc import Mapping, Sequence
from statistics import NormalDist, fmean
from typing import Any, Final

from taupes.arena.plots import (
    CLAY,
    FAINT,
    GREEN,
    GRID,
    INK,
    LEFT,
    PAPER,
    RIGHT,
    ROCK,
    WIDTH,
    dot,
    line,
    picture,
    text,
)
from taupes.arena.ratings import NORMAL_95
from taupes.drawing.chart import ticks

SAND: Final = "#a8741a"
SEATS: Final = (GREEN, ROCK, CLAY, SAND)
"""A colour for each seat; its number stands on the dot too."""
LANE: Final = 20
"""The height of one seat's lane."""
TOP: Final = 56
ROW: Final = 44

Figures = Mapping[str, Any]


def draw_plots(figures: Figures) -> dict[str, str]:
    """All plots by file name."""
    return {
        "seats.svg": plot_seats(figures["seats"]),
        "stacks.svg": plot_stacks(figures["layout"]),
        "choices.svg": plot_choices(figures["choices"]),
    }


class Scale:
    """Where a share lies from left to right."""

    def __init__(self, low: float, high: float, left: float = LEFT) -> None:
        self.low, self.high, self.left = max(0.0, low), min(1.0, high), left

    def at(self, share: float) -> float:
        """The place of a share."""
        part = (share - self.low) / (self.high - self.low)
        return self.left + part * (WIDTH - RIGHT - self.left)

    def draw(self, top: float, bottom: float, even: float) -> list[str]:
        """Lines at round numbers from top to bottom, and a stronger one where all are even."""
        parts = []
        for tick in ticks(self.low * 100, self.high * 100, 8):
            x = self.at(tick / 100)
            parts.append(line(x, top, x, bottom, GRID))
            parts.append(text(x, bottom + 18, f"{tick:g} %", text_anchor="middle", font_size=12))
        x = self.at(even)
        return [*parts, line(x, top, x, bottom, FAINT, 2)]


def plot_seats(rows: Sequence[Figures]) -> str:
    """What each seat wins, by number of players and preset."""
    off = 1.05 * max(
        abs(limit - 1 / row["players"])
        for row in rows
        for limits in row["intervals"]
        for limit in limits
    )
    parts: list[str] = []
    y = float(TOP)
    for players in sorted({row["players"] for row in rows}):
        panel = [row for row in rows if row["players"] == players]
        drawn, y = _panel(players, panel, Scale(1 / players - off, 1 / players + off), y)
        parts += drawn
    return picture(y, "Who wins, by order of play, with 95 % interval", parts)


def _panel(
    players: int, rows: Sequence[Figures], scale: Scale, top: float
) -> tuple[list[str], float]:
    """The rows for one number of players, and where the next panel begins."""
    depth = LANE * players + 14
    start = top + 26
    bottom = start + depth * len(rows)
    parts = [text(20, top + 12, f"{players} players", font_weight=600)]
    parts += scale.draw(start, bottom, 1 / players)
    for i, row in enumerate(rows):
        y = start + depth * i
        if i:
            parts.append(line(20, y, WIDTH - RIGHT, y, GRID))
        for k, name in enumerate(row["presets"]):
            lift = 17 * (k - (len(row["presets"]) - 1) / 2)
            parts.append(text(20, y + depth / 2 + 5 + lift, name))
        for seat, (share, limits) in enumerate(zip(row["wins"], row["intervals"], strict=True)):
            lane = y + 7 + LANE * (seat + 0.5)
            low, high = map(scale.at, limits)
            x = scale.at(share)
            parts.append(line(low, lane, high, lane, SEATS[seat], 4))
            parts.append(dot(x, lane, SEATS[seat], 8.5))
            parts.append(
                text(
                    x,
                    lane + 4,
                    f"{seat + 1}",
                    text_anchor="middle",
                    font_size=11,
                    font_weight=700,
                    fill=PAPER,
                )
            )
    return parts, bottom + 46


def plot_stacks(layout: Figures) -> str:
    """What the first player wins on each stack, in order, beside what chance alone would spread."""
    stacks = sorted(layout["stacks"].values())
    middle = fmean(mean for mean, _ in stacks)
    reach = NORMAL_95 * max(error for _, error in stacks)
    scale = Scale(min(stacks[0][0], 0.5) - reach, max(stacks[-1][0], 0.5) + reach, 60)
    step = 6.0
    bottom = TOP + 24 + step * len(stacks)
    parts = scale.draw(TOP + 16, bottom, 0.5)
    luck = NormalDist(middle, layout["noise"])
    curve = []
    for i, (mean, error) in enumerate(stacks):
        y = TOP + 24 + step * i
        low, high = (scale.at(mean + sign * NORMAL_95 * error) for sign in (-1, 1))
        parts.append(line(low, y, high, y, "#c9dfae", 3))
        parts.append(dot(scale.at(mean), y, GREEN, 3))
        curve.append(f"{scale.at(luck.inv_cdf((i + 0.5) / len(stacks))):.1f},{y:.1f}")
    parts.append(
        f'<polyline points="{" ".join(curve)}" fill="none" stroke="{CLAY}" stroke-width="2" '
        'stroke-dasharray="6 4"/>'
    )
    x = scale.at(middle)
    parts += [
        dot(66, TOP + 2, GREEN, 4),
        text(76, TOP + 7, "one stack, with 95 % interval", font_size=12),
        line(280, TOP + 2, 291, TOP + 2, CLAY, 2),
        line(299, TOP + 2, 310, TOP + 2, CLAY, 2),
        text(318, TOP + 7, "if only chance made them differ", font_size=12),
        line(536, TOP + 2, 558, TOP + 2, INK, 0.7),
        text(566, TOP + 7, f"mean: {100 * middle:.1f} %", font_size=12),
        line(x, TOP + 16, x, bottom, INK, 0.7),
    ]
    return picture(
        bottom + 34, f"What the first player wins on each of {len(stacks)} stacks", parts
    )


LABELS: Final = {
    "first chooses the stack": "the first chooses the stack",
    "first turns one board": "the first turns one board",
    "as it falls": "the stack as it falls",
    "second turns one board": "the second turns one board",
    "second chooses the stack": "the second chooses the stack",
    "the most even stack": "the most even stack",
}
"""The choices in words, from the first player's best to the second's, then the fair one."""


def plot_choices(choices: Sequence[Figures]) -> str:
    """What the first player wins when somebody may choose the stack or turn a board."""
    found = {row["choice"]: row for row in choices}
    limits = [limit for row in choices for limit in row["interval"]]
    pad = 0.1 * (max(*limits, 0.5) - min(*limits, 0.5))
    scale = Scale(min(*limits, 0.5) - pad, max(*limits, 0.5) + pad, 250)
    bottom = TOP + ROW * len(LABELS)
    parts = scale.draw(TOP, bottom, 0.5)
    for i, (name, words) in enumerate(LABELS.items()):
        row, y = found[name], TOP + ROW * (i + 0.5)
        colour = FAINT if name == "as it falls" else ROCK if "second" in name else GREEN
        colour = SAND if name == "the most even stack" else colour
        low, high = map(scale.at, row["interval"])
        x = scale.at(row["first"])
        parts += [
            text(20, y + 5, words),
            line(low, y, high, y, colour, 5),
            dot(x, y, colour),
            text(x, y - 10, f"{100 * row['first']:.1f} %", text_anchor="middle", font_size=12),
        ]
    return picture(bottom + 34, "What the first player wins, with 95 % interval", parts)
