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
from taupes.bots import Budget
from taupes.raster import draw_png
from taupes.rules import format_option
from taupes.words.language import DEFAULT, Words
from taupes.words.teller import reasons

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


def write_report(tournament: Tournament, folder: Path, language: str = DEFAULT) -> None:
    """Write report.html, its pictures and table.json into the folder of a run."""
    words = Words(language)
    final = tournament.tally.as_dict()
    pictures = draw_pictures(final, tournament.tally, words)
    for name, svg in pictures.items():
        (folder / f"{name}.svg").write_text(svg, "utf-8")
        if png := to_png(svg):
            (folder / f"{name}.png").write_bytes(png)
    table = json.dumps(final, indent=2, ensure_ascii=False)
    (folder / "table.json").write_text(table + "\n", "utf-8")
    page = write_page(tournament.settings, final, pictures, tournament.tally.words, words)
    (folder / "report.html").write_text(page, "utf-8")


def draw_pictures(final: Mapping[str, Any], tally: Tally, words: Words) -> dict[str, str]:
    """The pictures by name, as SVG."""
    pictures = {"ratings": plot_ratings(final, words)}
    if len(final["bots"]) > 1:
        pictures["cross"] = plot_cross(final, words)
    return pictures | {
        "seats": plot_seats(final, words),
        "turns": plot_turns(tally.turns, words),
        "think": plot_think(final, words),
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
    faults: Mapping[str, list[str]],
    words: Words,
) -> str:
    """The whole report as one HTML page without any other file."""
    best = final["bots"][0]
    cards = "".join(f'<div class="card">{svg}</div>\n' for svg in pictures.values())
    low, high = best["interval"]
    title = words("arena.report.title", entrants=len(final["bots"]), count=final["games"])
    first = words(
        "arena.report.first",
        name=f"<strong>{escape(best['name'])}</strong>",
        rating=f"{best['rating']:+.0f}",
        low=f"{low:+.0f}",
        high=f"{high:+.0f}",
    )
    return f"""<!doctype html>
<html lang="{words.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Taupes arena: {escape(title)}</title>
<style>{STYLE}</style>
</head>
<body>
<main>
<h1>Taupes arena</h1>
<p class="lead">{words("arena.report.with_players", title=escape(title), players=final["players"])}
{first}</p>
<div class="card">{_standings(final, words)}</div>
{cards}<h2>{words("arena.report.seats_of_bots")}</h2>
<div class="card">{_seats(final, words)}</div>
{_faults(faults, words)}<h2>{words("arena.report.run")}</h2>
<div class="card">{_settings(settings, final, words)}</div>
<p class="small">{words("arena.report.about")}</p>
</main>
</body>
</html>
"""


def _table(head: list[str], rows: list[list[str]]) -> str:
    heads = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    lines = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table>"


def _standings(final: Mapping[str, Any], words: Words) -> str:
    faulty = any(bot["faults"] for bot in final["bots"])
    rows = []
    for bot in final["bots"]:
        low, high = bot["wins_interval"]
        rows.append(
            [
                escape(bot["name"]),
                f"{bot['rating']:+.0f} <small>± {_reach(bot['interval']):.0f}</small>",
                words.figures(f"{bot['wins']:.1%}"),
                f"<small>{words.figures(f'{low:.1%} – {high:.1%}')}</small>",
                f"{bot['games']}",
                words.figures(format_seconds(bot["think"]["mean"])),
            ]
        )
        if faulty:
            rows[-1].append(f'<span class="bad">{bot["faults"]}</span>' if bot["faults"] else "0")
    head = [
        words("arena.report.bot"),
        words("arena.report.rating"),
        words("arena.report.wins"),
        "95\N{NARROW NO-BREAK SPACE}%",
        words("arena.report.games"),
        words("arena.report.per_choice"),
    ]
    return _table([*head, words("arena.report.faults")] if faulty else head, rows)


def _reach(interval: list[float]) -> float:
    return (interval[1] - interval[0]) / 2


def _seats(final: Mapping[str, Any], words: Words) -> str:
    seats = range(1, final["players"] + 1)
    head = [words("arena.report.bot"), *(words("arena.report.seat", number=n) for n in seats)]
    rows = []
    for bot in final["bots"]:
        shares = ("" if share is None else f"{share:.1%}" for share in bot["seats"])
        rows.append([escape(bot["name"]), *map(words.figures, shares)])
    return _table(head, rows)


def _faults(faults: Mapping[str, list[str]], words: Words) -> str:
    rows = [[escape(bot), escape(one)] for bot, told in faults.items() for one in told]
    if not rows:
        return ""
    table = _table([words("arena.report.bot"), words("arena.report.fault")], rows)
    return f'<h2>{words("arena.report.went_wrong")}</h2>\n<div class="card words">{table}</div>\n'


def _settings(settings: RunSettings, final: Mapping[str, Any], words: Words) -> str:
    options = [f"{name} {format_option(value)}" for name, value in settings.options.items()]
    turns = final["turns"]
    facts = {
        words("arena.report.bots"): ", ".join(settings.bots),
        words("arena.report.rules"): ", ".join([settings.preset, *options]),
        words("arena.report.boards"): words(
            "arena.report.boards_lie",
            boards=settings.boards.name,
            orientations=settings.orientations,
        ),
        words("arena.report.budget"): _budget(settings.budget, words),
        words("arena.report.seed"): str(settings.seed),
        words("arena.report.turns"): words(
            "arena.report.turns_of_a_game",
            mean=words.figures(f"{turns['mean']:.1f}"),
            median=words.figures(f"{turns['median']:g}"),
            shortest=turns["shortest"],
            longest=turns["longest"],
        ),
        words("arena.report.ended"): reasons(final["reasons"], words),
        words("arena.report.version"): settings.as_dict()["version"],
    }
    return "<dl>" + "".join(f"<dt>{k}</dt><dd>{escape(v)}</dd>" for k, v in facts.items()) + "</dl>"


def _budget(budget: Budget, words: Words) -> str:
    seconds = words.figures(f"{budget.seconds:g} s") if budget.seconds else ""
    count = words("arena.report.limit", count=budget.simulations) if budget.simulations else ""
    if seconds and count:
        return words("arena.report.limits", one=seconds, other=count)
    return seconds or count or words("arena.report.own_budget")
