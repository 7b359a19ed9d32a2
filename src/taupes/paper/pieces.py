"""What stands and lies on the boards: moles to fold, discs with two sides, the golden shovel.

A folded piece is a strip that becomes a small tent: its foot, one face upside down, the other face,
and a tab that is glued on the foot.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from taupes.drawing.mole import COLOURS, mole_defs
from taupes.drawing.plate import goal_defs
from taupes.paper.measure import (
    CAPTION,
    DISC,
    FRAME,
    LAST_HOLE,
    MARGIN,
    MOLE_FOOT,
    MOLE_HEIGHT,
    MOLE_WIDTH,
    TAB,
    Paper,
)
from taupes.paper.page import CUT, fold_line, glue, mm, paper_picture, words_at
from taupes.rules.options import DISCS, MOLES
from taupes.rules.record import TEAMS

_PALE: Final = {"red": "#fbdcdb", "blue": "#dbe6fa", "green": "#d8f0e1", "yellow": "#fff3cb"}
"""Behind a mole, so that its hat stands out."""

MOLE: Final = (MOLE_WIDTH, MOLE_HEIGHT, MOLE_FOOT)
_TROPHY: Final = (36.0, 54.0, 26.0)
"""Width, height and foot of the golden shovel for the winner."""

_EARTH: Final = 'fill="#5b4636"'
_GLEAM: Final = 'fill="url(#gleam)"'

_APART: Final = 12.0
"""Between the two pieces of the goal's sheet."""


def mole_teams(players: int | None) -> tuple[str, ...]:
    """The team of each mole that is needed; for any number of players if none is given.

    >>> len(mole_teams(2)), len(mole_teams(4)), len(mole_teams(None))
    (20, 24, 33)
    """
    counts = {
        seat: max(
            moles
            for seats, moles in MOLES.items()
            if seat < seats and (players is None or seats == players)
        )
        for seat in range(players or max(MOLES))
    }
    return tuple(TEAMS[seat] for seat, moles in counts.items() for _ in range(moles))


def mole_sheets(teams: Sequence[str], paper: Paper) -> Iterator[str]:
    """Moles to fold, side by side, on as many sheets as they need."""
    width, height = paper.room
    length = MOLE_FOOT + 2 * MOLE_HEIGHT + TAB
    columns, rows = int(width // MOLE_WIDTH), int(height // length)
    left = (paper.width - columns * MOLE_WIDTH) / 2
    for start in range(0, len(teams), columns * rows):
        parts, defs = [], [mole_defs(TEAMS)]
        for i, team in enumerate(teams[start : start + columns * rows]):
            row, column = divmod(i, columns)
            x = left + column * MOLE_WIDTH
            y = MARGIN + CAPTION + row * (length + (height - rows * length) / rows)
            needed, strip = tent(f"tab-{i}", (x, y), MOLE, mole_face(team), COLOURS[team])
            defs.append(needed)
            parts.append(strip)
        yield paper_picture(paper, "".join(defs), parts)


def mole_face(team: str) -> str:
    """A mole about the middle of its feet."""
    return (
        f'<rect x="-{mm(MOLE_WIDTH / 2)}" y="-{mm(MOLE_HEIGHT)}" width="{mm(MOLE_WIDTH)}" '
        f'height="{mm(MOLE_HEIGHT)}" fill="{_PALE[team]}"/>'
        f'<use xlink:href="#mole-{team}" transform="translate(0 -9.2) scale(.355)"/>'
    )


def tent(
    name: str, at: tuple[float, float], size: tuple[float, float, float], face: str, colour: str
) -> tuple[str, str]:
    """A strip to fold, from its upper left corner: the definition it needs, and the drawing.

    The face is drawn about the middle of its lower edge, upwards.
    """
    (x, y), (width, height, foot) = at, size
    folds = [y + foot, y + foot + height, y + foot + 2 * height]
    end, middle = folds[-1] + TAB, x + width / 2
    needed, hatch = glue(
        name, ((x, folds[-1]), (x + width, folds[-1]), (x + width - 1.5, end), (x + 1.5, end))
    )
    outline = (
        f"M{mm(x)} {mm(y)}H{mm(x + width)}V{mm(folds[-1])}L{mm(x + width - 1.5)} {mm(end)}"
        f"H{mm(x + 1.5)}L{mm(x)} {mm(folds[-1])}z"
    )
    parts = [
        f'<rect x="{mm(x)}" y="{mm(y)}" width="{mm(width)}" height="{mm(foot)}" fill="{colour}"/>',
        f'<g transform="translate({mm(middle)} {mm(folds[0])}) rotate(180)">{face}</g>',
        f'<g transform="translate({mm(middle)} {mm(folds[2])})">{face}</g>',
        hatch,
        *(fold_line((x, fold), (x + width, fold)) for fold in folds),
        f'<path d="{outline}" {CUT}/>',
    ]
    return needed, "".join(parts)


def disc_sheet(teams: Sequence[str], paper: Paper) -> str:
    """The discs of some teams: their faces left of a line to fold, their backs right of it."""
    _, height = paper.room
    rows = 2 * len(teams)
    pitch = min((height - 4) / rows, DISC + 4)
    middle, top = paper.width / 2, MARGIN + CAPTION + 2
    parts = [fold_line((middle, top - 2), (middle, top + rows * pitch))]
    for row in range(rows):
        team = teams[row // 2]
        y = top + (row + 0.5) * pitch
        for column in range(3):
            away = (DISC + 2) * (column + 0.5) + 1
            value = DISCS[3 * (row % 2) + 2 - column]
            parts.append(f'<g transform="translate({mm(middle - away)} {mm(y)})">')
            parts += [*_disc_face(team, value), "</g>"]
            parts.append(f'<g transform="translate({mm(middle + away)} {mm(y)})">')
            parts += [*_disc_back(team), "</g>"]
    return paper_picture(paper, mole_defs(TEAMS), parts)


def _disc_face(team: str, value: int) -> Iterator[str]:
    """A number, as many dots for those who do not read it yet, and whose it is."""
    yield _circle(DISC / 2, f'fill="{COLOURS[team]}"')
    yield _circle(DISC / 2 - 2.2, 'fill="#fff"')
    yield f'<use xlink:href="#mole-{team}-head" transform="translate(0 -4.4) scale(.17)"/>'
    yield words_at(0, 2, str(value), 12)
    for i in range(value):
        yield (
            f'<circle cx="{mm((i - (value - 1) / 2) * 2.6)}" cy="8.6" r=".85" '
            f'fill="{COLOURS[team]}" stroke="#222" stroke-width=".15"/>'
        )
    yield _circle(DISC / 2, CUT)


def _disc_back(team: str) -> Iterator[str]:
    """The same for every disc of a team."""
    yield _circle(DISC / 2, f'fill="{COLOURS[team]}"')
    yield _circle(DISC / 2 - 1.2, 'fill="none" stroke="#fff" stroke-width=".5"')
    yield _circle(DISC / 2 - 2.2, f'fill="{_PALE[team]}"')
    yield f'<use xlink:href="#mole-{team}-head" transform="translate(0 8.2) scale(.36)"/>'
    yield _circle(DISC / 2, CUT)


def _circle(radius: float, attributes: str) -> str:
    return f'<circle r="{mm(radius)}" {attributes}/>'


def goal_sheet(paper: Paper) -> str:
    """The plate that lies under the last hole, and the golden shovel for the winner."""
    top, middle = MARGIN + CAPTION + 2, paper.width / 2
    radius = LAST_HOLE / 2 + FRAME
    y = top + radius
    gold = '<use xlink:href="#shovel" transform="{}"/>'
    plate = (
        f'<g transform="translate({mm(middle)} {mm(y)})">'
        f"{_circle(radius, _EARTH)}{_circle(LAST_HOLE / 2 + 3, _GLEAM)}"
        f"{gold.format('rotate(62) translate(0 2.3) scale(.68)')}{_circle(radius, CUT)}</g>"
    )
    width, height, _ = _TROPHY
    face = (
        f'<rect x="-{mm(width / 2)}" y="-{mm(height)}" width="{mm(width)}" '
        f'height="{mm(height)}" fill="#fff8dd"/>'
        f'<g transform="translate(0 -{mm(height / 2)})">{_circle(width / 2, _GLEAM)}'
        f"{gold.format('translate(0 6) scale(1.35)')}</g>"
    )
    at = (middle - width / 2, top + 2 * radius + _APART)
    needed, trophy = tent("tab", at, _TROPHY, face, "#f2b705")
    return paper_picture(paper, goal_defs() + needed, (plate, trophy))
