"""The pictures of a report, as SVG in plain text."""

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

from taupes.arena.settings import label
from taupes.drawing.chart import ticks
from taupes.drawing.theme import mix
from taupes.words.language import Words

INK: Final = "#3b2f26"
FAINT: Final = "#8d8073"
GRID: Final = "#e8dfd0"
PAPER: Final = "#fffdf8"
GREEN: Final = "#5f9e33"
CLAY: Final = "#c4673f"
ROCK: Final = "#4f7cb0"
WIDTH: Final = 720
ROW: Final = 38
LEFT: Final = 200
RIGHT: Final = 40


def text(x: float, y: float, words: str, **style: object) -> str:
    """Words at a place; `font_size` and the like as SVG has them."""
    settings = {"fill": INK, "font-size": 14} | {k.replace("_", "-"): v for k, v in style.items()}
    attributes = "".join(f' {name}="{value}"' for name, value in settings.items())
    return f'<text x="{x:.1f}" y="{y:.1f}"{attributes}>{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float = 1) -> str:
    """A line with round ends."""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" '
        f'stroke-width="{width}" stroke-linecap="round"/>'
    )


def box(x: float, y: float, width: float, height: float, colour: str, round_: float = 4) -> str:
    """A filled box with round corners."""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(0, width):.1f}" height="{max(0, height):.1f}" '
        f'rx="{round_}" fill="{colour}"/>'
    )


def dot(x: float, y: float, colour: str, radius: float = 6) -> str:
    """A filled circle."""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{colour}"/>'


def picture(height: float, title: str, parts: Sequence[str]) -> str:
    """A whole picture on paper of its own, readable on light and dark pages."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" '
        f'width="{WIDTH}" height="{height:.0f}" role="img" aria-label="{escape(title)}" '
        f"""font-family="system-ui, 'DejaVu Sans', Verdana, sans-serif">"""
        f"<title>{escape(title)}</title>"
        f'<rect width="{WIDTH}" height="{height:.0f}" fill="{PAPER}"/>'
        + text(20, 32, title, font_size=17, font_weight=600)
        + "".join(parts)
        + "</svg>\n"
    )


def plot_ratings(final: Mapping[str, Any], words: Words) -> str:
    """Every bot's rating with its interval."""
    bots = final["bots"]
    low: float = min(bot["interval"][0] for bot in bots)
    high: float = max(bot["interval"][1] for bot in bots)
    pad = max(10.0, (high - low) * 0.06)
    low, high = low - pad, high + pad

    def at(value: float) -> float:
        return LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    bottom = 60 + ROW * len(bots)
    parts = []
    for tick in ticks(low, high):
        parts.append(line(at(tick), 52, at(tick), bottom, FAINT if tick == 0 else GRID))
        parts.append(
            text(
                at(tick),
                bottom + 20,
                f"{tick:+g}" if tick else "0",
                text_anchor="middle",
                font_size=12,
            )
        )
    for i, bot in enumerate(bots):
        y = 60 + ROW * (i + 0.5)
        parts.append(text(LEFT - 16, y + 5, label(bot["name"], 20), text_anchor="end"))
        start, end = map(at, bot["interval"])
        parts.append(line(start, y, end, y, GREEN, 5))
        parts.append(dot(at(bot["rating"]), y, INK))
        parts.append(
            text(
                at(bot["rating"]),
                y - 10,
                f"{bot['rating']:+.0f}",
                text_anchor="middle",
                font_size=12,
            )
        )
    return picture(bottom + 34, words("arena.report.ratings"), parts)


def plot_cross(final: Mapping[str, Any], words: Words) -> str:
    """Who won against whom."""
    names = {bot["bot"]: bot["name"] for bot in final["bots"]}
    size = min(92.0, (WIDTH - LEFT - RIGHT) / len(names))
    parts = []
    top = 84
    for j, title in enumerate(names.values()):
        short = label(title, max(4, int(size / 9)))
        x = LEFT + size * (j + 0.5)
        parts.append(text(x, top - 12, short, text_anchor="middle", font_size=12))
    for i, name in enumerate(names):
        y = top + ROW * i
        parts.append(text(LEFT - 16, y + ROW / 2 + 5, label(names[name], 20), text_anchor="end"))
        for j, other in enumerate(names):
            share = None if other == name else final["cross"][name][other]
            colour = "#f4eee2" if share is None else _shade(share)
            x = LEFT + size * j
            parts.append(box(x + 2, y + 2, size - 4, ROW - 4, colour))
            if share is not None:
                middle, told = x + size / 2, words.figures(f"{share:.0%}")
                parts.append(text(middle, y + ROW / 2 + 5, told, text_anchor="middle"))
    return picture(top + ROW * len(names) + 20, words("arena.report.cross"), parts)


def _shade(share: float) -> str:
    """From clay for none over sand to green for all."""
    none, half, all_ = "#e8a082", "#faf3e0", "#a5d078"
    part = 2 * min(max(share, 0.0), 1.0)
    return mix(none, half, part) if part < 1 else mix(half, all_, part - 1)


def plot_seats(final: Mapping[str, Any], words: Words) -> str:
    """What each seat wins, whoever sits there."""
    seats: list[float] = final["seats"]
    fair = 1 / len(seats)
    widest = max(*seats, fair) * 1.15

    def at(value: float) -> float:
        return LEFT + value / widest * (WIDTH - LEFT - RIGHT)

    bottom = 60 + ROW * len(seats)
    parts = []
    for i, share in enumerate(seats):
        y = 60 + ROW * i
        name = words("arena.report.seat" if i else "arena.report.seat_begins", number=i + 1)
        parts.append(text(LEFT - 16, y + 24, name, text_anchor="end"))
        parts.append(box(LEFT, y + 6, at(share) - LEFT, ROW - 12, ROCK))
        # Never under the line that stands for an even share.
        end = max(at(share), at(fair)) if fair - share < 0.1 else at(share)
        parts.append(text(end + 8, y + 24, words.figures(f"{share:.1%}")))
    parts.append(line(at(fair), 52, at(fair), bottom, CLAY, 2))
    even = words("arena.report.even", share=words.figures(f"{fair:.0%}"))
    parts.append(text(at(fair), bottom + 20, even, text_anchor="middle", font_size=12))
    return picture(bottom + 34, words("arena.report.seats"), parts)


def plot_turns(turns: Mapping[int, int], words: Words) -> str:
    """How long the games were."""
    low, high = min(turns), max(turns)
    bins = min(40, high - low + 1)
    width = (high - low + 1) / bins
    counts = [0] * bins
    for length, games in turns.items():
        counts[min(bins - 1, int((length - low) / width))] += games
    left, top, bottom = 60, 60, 250
    scale = (WIDTH - left - RIGHT) / bins
    tallest = max(counts)
    parts = []
    for tick in ticks(0, tallest, 4):
        y = bottom - tick / tallest * (bottom - top)
        parts.append(line(left, y, WIDTH - RIGHT, y, GRID))
        parts.append(text(left - 8, y + 4, f"{tick:g}", text_anchor="end", font_size=12))
    for i, count in enumerate(counts):
        height = count / tallest * (bottom - top)
        parts.append(box(left + scale * i + 1, bottom - height, scale - 2, height, GREEN, 2))
    for tick in ticks(low, high, 8):
        x = left + (tick - low + 0.5) / width * scale
        parts.append(text(x, bottom + 20, f"{tick:g}", text_anchor="middle", font_size=12))
    return picture(bottom + 34, words("arena.report.turns"), parts)


def plot_think(final: Mapping[str, Any], words: Words) -> str:
    """How long each bot thought about a choice: on average, and at most."""
    bots = final["bots"]
    times = [(max(b["think"]["mean"], 1e-6), max(b["think"]["longest"], 1e-6)) for b in bots]
    low = math.floor(math.log10(min(mean for mean, _ in times)))
    high = max(low + 1, math.ceil(math.log10(max(longest for _, longest in times))))

    def at(seconds: float) -> float:
        return LEFT + (math.log10(seconds) - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    bottom = 60 + ROW * len(bots)
    parts = []
    for power in range(low, high + 1):
        x = at(10.0**power)
        parts.append(line(x, 52, x, bottom, GRID))
        told = words.figures(format_seconds(10.0**power))
        parts.append(text(x, bottom + 20, told, text_anchor="middle", font_size=12))
    for i, (bot, (mean, longest)) in enumerate(zip(bots, times, strict=True)):
        y = 60 + ROW * (i + 0.5)
        parts.append(text(LEFT - 16, y + 5, label(bot["name"], 20), text_anchor="end"))
        parts.append(line(at(mean), y, at(longest), y, "#d9b98a", 5))
        parts.append(dot(at(longest), y, CLAY, 5))
        parts.append(dot(at(mean), y, INK))
    return picture(bottom + 34, words("arena.report.think"), parts)


def format_seconds(seconds: float) -> str:
    """A time that people can read.

    >>> format_seconds(0.00002), format_seconds(0.25), format_seconds(3)
    ('20 µs', '250 ms', '3 s')
    """
    if seconds >= 1:
        return f"{seconds:.3g} s"
    if seconds >= 1e-3:
        return f"{seconds * 1e3:.3g} ms"
    return f"{seconds * 1e6:.3g} µs"
