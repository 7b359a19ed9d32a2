"""The report of a run: one page that stands alone, its pictures, and the table as data."""

import json
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any, Final

from taupes.arena.plots import (
    format_seconds,
    plot_cross,
    plot_ratings,
    plot_seats,
    plot_think,
    plot_turns,
)
from taupes.arena.settings import RunSettings
from taupes.arena.tally import Tally
from taupes.arena.tournament import Tournament
from taupes.raster import draw_png
from taupes.rules import format_option

STYLE: Final = """
:root { color-scheme: light; }
body { margin: 0; background: #f3ecdd; color: #3b2f26;
  font: 16px/1.5 system-ui, 'DejaVu Sans', Verdana, sans-serif; }
main { max-width: 880px; margin: 0 auto; padding: 32px 20px 64px; }
h1 { font-size: 30px; margin: 0 0 4px; }
h2 { font-size: 20px; margin: 40px 0 12px; }
.lead { color: #75685b; margin: 0 0 20px; }
.card { background: #fffdf8; border-radius: 10px; box-shadow: 0 1px 4px #3b2f2626;
  overflow-x: auto; margin: 0 0 20px; }
.card svg { display: block; width: 100%; height: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: 9px 12px; text-align: right; white-space: nowrap; }
th { font-weight: 600; color: #75685b; font-size: 14px; }
td { border-top: 1px solid #ece3d3; }
th:first-child, td:first-child { text-align: left; }
td:first-child { font-weight: 600; max-width: 260px; overflow: hidden; text-overflow: ellipsis; }
.words td, .words th { text-align: left; white-space: normal; overflow-wrap: anywhere;
  vertical-align: top; }
.words td:first-child { min-width: 150px; }
.bad { color: #b23b1e; }
small { color: #75685b; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 18px; margin: 0;
  padding: 16px 20px; }
dt { color: #75685b; } dd { margin: 0; overflow-wrap: anywhere; }
.small { color: #75685b; font-size: 14px; }
"""

ABOUT: Final = """
Ratings are by maximum likelihood in Luce's model (Bradley and Terry's with two seats) around a mean
of 0; shared wins and draws count in equal parts; every bot has one won and one lost game more
against a bot of average strength. Intervals are at 95 %, robust, and take all games of a block
(the same stack and luck from every seat) as one observation. Shares of wins have Wilson's interval.
A bot at several seats of a table is counted once for each.
"""


def write_report(tournament: Tournament, folder: Path) -> None:
    """Write report.html, its pictures and table.json into the folder of a run."""
    final = tournament.tally.as_dict()
    pictures = draw_pictures(final, tournament.tally)
    for name, svg in pictures.items():
        (folder / f"{name}.svg").write_text(svg, "utf-8")
        if png := to_png(svg):
            (folder / f"{name}.png").write_bytes(png)
    table = json.dumps(final, indent=2, ensure_ascii=False)
    (folder / "table.json").write_text(table + "\n", "utf-8")
    page = write_page(tournament.settings, final, pictures, tournament.tally.words)
    (folder / "report.html").write_text(page, "utf-8")


def draw_pictures(final: Mapping[str, Any], tally: Tally) -> dict[str, str]:
    """The pictures by name, as SVG."""
    pictures = {"ratings": plot_ratings(final)}
    if len(final["bots"]) > 1:
        pictures["cross"] = plot_cross(final)
    return pictures | {
        "seats": plot_seats(final),
        "turns": plot_turns(tally.turns),
        "think": plot_think(final),
    }


def to_png(svg: str) -> bytes | None:
    """A picture as PNG, if the extra that can draw it is installed."""
    try:
        return draw_png(svg, zoom=2, has_letters=True)
    except ModuleNotFoundError:
        return None


def write_page(
    settings: RunSettings,
    final: Mapping[str, Any],
    pictures: Mapping[str, str],
    words: Mapping[str, list[str]],
) -> str:
    """The whole report as one HTML page without any other file."""
    best = final["bots"][0]
    cards = "".join(f'<div class="card">{svg}</div>\n' for svg in pictures.values())
    low, high = best["interval"]
    title = f"{len(final['bots'])} bots, {final['games']} games"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Taupes arena: {escape(title)}</title>
<style>{STYLE}</style>
</head>
<body>
<main>
<h1>Taupes arena</h1>
<p class="lead">{escape(title)} with {final["players"]} players. First:
<strong>{escape(best["name"])}</strong>, {best["rating"]:+.0f} ({low:+.0f} to {high:+.0f}).</p>
<div class="card">{_standings(final)}</div>
{cards}<h2>Wins by bot and seat</h2>
<div class="card">{_seats(final)}</div>
{_faults(words)}<h2>The run</h2>
<div class="card">{_settings(settings, final)}</div>
<p class="small">{ABOUT}</p>
</main>
</body>
</html>
"""


def _table(head: list[str], rows: list[list[str]]) -> str:
    heads = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    lines = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table>"


def _standings(final: Mapping[str, Any]) -> str:
    faulty = any(bot["faults"] for bot in final["bots"])
    rows = []
    for bot in final["bots"]:
        low, high = bot["wins_interval"]
        rows.append(
            [
                escape(bot["name"]),
                f"{bot['rating']:+.0f} <small>± {_reach(bot['interval']):.0f}</small>",
                f"{bot['wins']:.1%}",
                f"<small>{low:.1%} – {high:.1%}</small>",
                f"{bot['games']}",
                format_seconds(bot["think"]["mean"]),
            ]
        )
        if faulty:
            rows[-1].append(f'<span class="bad">{bot["faults"]}</span>' if bot["faults"] else "0")
    head = ["bot", "rating", "wins", "95 %", "games", "per choice"]
    return _table([*head, "faults"] if faulty else head, rows)


def _reach(interval: list[float]) -> float:
    return (interval[1] - interval[0]) / 2


def _seats(final: Mapping[str, Any]) -> str:
    head = ["bot", *(f"seat {seat + 1}" for seat in range(final["players"]))]
    rows = [
        [escape(bot["name"]), *("" if share is None else f"{share:.1%}" for share in bot["seats"])]
        for bot in final["bots"]
    ]
    return _table(head, rows)


def _faults(words: Mapping[str, list[str]]) -> str:
    rows = [[escape(bot), escape(one)] for bot, told in words.items() for one in told]
    if not rows:
        return ""
    table = _table(["bot", "fault"], rows)
    return f'<h2>What went wrong</h2>\n<div class="card words">{table}</div>\n'


def _settings(settings: RunSettings, final: Mapping[str, Any]) -> str:
    budget = settings.budget
    limits = [f"{budget.seconds:g} s"] if budget.seconds else []
    limits += [f"{budget.simulations} simulations"] if budget.simulations else []
    options = [f"{name} {format_option(value)}" for name, value in settings.options.items()]
    turns = final["turns"]
    facts = {
        "bots": ", ".join(settings.bots),
        "rules": ", ".join([settings.preset, *options]),
        "boards": f"{settings.boards.name}, orientations {settings.orientations}",
        "budget": " or ".join(limits) or "the bots' own",
        "seed": str(settings.seed),
        "turns per game": f"{turns['mean']:.1f} on average, {turns['median']:g} in the middle, "
        f"{turns['shortest']} to {turns['longest']}",
        "ended by": ", ".join(
            f"{reason.replace('_', ' ')} {n}" for reason, n in final["reasons"].items()
        ),
        "version": settings.as_dict()["version"],
    }
    return "<dl>" + "".join(f"<dt>{k}</dt><dd>{escape(v)}</dd>" for k, v in facts.items()) + "</dl>"
