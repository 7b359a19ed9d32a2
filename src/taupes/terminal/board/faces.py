"""How each cell of a board looks: short texts and colours.

Signs tell everything that colours tell, so that a picture without colour says the same:

- around the name: `(c5)` a hole, `*c5*` a special cell, `[c5]` the cursor;
- below it: `A▲` a mole of the first seat, `›A▲‹` one that can move, `»A▲«` the one in hand,
  `×A▲×` one that is out, `▸◂` where the mole in hand can go, `!!` what a hint points at;
- on the last board `══ ╲╲ ╱╱` a solid path and `··` a dotted one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from taupes.drawing.theme import mix, theme_of
from taupes.rules import TEAMS, Board, Game, Hex, Seat, hexagon
from taupes.rules.ground import bits
from taupes.rules.hex import CENTRE, straight
from taupes.terminal.board.colours import (
    GOLD,
    GREY,
    HINT,
    HOLE,
    HOLE_INK,
    INK,
    LIGHT,
    PAINTS,
    TONES,
    tones,
)

TOKENS: Final = ("A▲", "B●", "C■", "D♦")
"""The moles of each seat: a letter and a shape."""

_SOLID: Final = ("══", "╲╲", "╱╱")
_DOTTED: Final = "··"


@dataclass(frozen=True, slots=True)
class Marks:
    """What is pointed out on a board."""

    movable: frozenset[Hex] = frozenset()
    targets: frozenset[Hex] = frozenset()
    hinted: frozenset[Hex] = frozenset()
    out: frozenset[Hex] = frozenset()
    """Moles that leave the game with the board."""
    selected: Hex | None = None
    cursor: Hex | None = None


@dataclass(frozen=True)
class Scene:
    """A board with its moles, as it is to be seen."""

    game: Game
    level: int
    moles: tuple[int, ...]
    marks: Marks = Marks()
    teams: Sequence[str] = TEAMS

    @property
    def board(self) -> Board:
        """The board in play, as it lies."""
        return self.game.stack.levels[self.level]

    def owners(self) -> dict[Hex, Seat]:
        """Whose mole is on each cell."""
        frame = self.game.frame
        return {frame[i]: seat for seat, word in enumerate(self.moles) for i in bits(word)}


@dataclass(frozen=True, slots=True)
class Face:
    """How one cell looks. Without colour all colours are empty."""

    name: str
    """Its name, with what it is on both sides."""
    sign: str
    """Who is there or what is meant, four characters wide."""
    brief: str
    """Both in one, where a cell has but four characters."""
    ground: str
    ink: str
    pill: str
    """The ground under the sign: a mole in a hole covers only a part of it."""
    pill_ink: str
    is_strong: bool
    is_lit: bool


def faces(scene: Scene, *, colour: bool) -> dict[Hex, Face]:
    """The looks of all cells of the board in play."""
    owners = scene.owners()
    look = _coloured if colour else _plain
    return {cell: look(scene, cell, owners.get(cell)) for cell in hexagon(scene.board.radius)}


def _plain(scene: Scene, cell: Hex, seat: Seat | None) -> Face:
    return _face(scene, cell, seat, ("", ""), ("", ""))


def _coloured(scene: Scene, cell: Hex, seat: Seat | None) -> Face:
    ground, ink = _ground(scene, cell)
    is_hole = cell in scene.board.holes
    if cell == scene.marks.cursor:
        is_dark = ground == HOLE
        ground = mix(ground, "#ffffff", 0.3 if is_dark else 0.5)
        ink = "#ffffff" if is_dark else "#000000"
    if seat is None:
        return _face(scene, cell, seat, (ground, ink), (ground, INK))
    pill = _pill(scene, cell, seat)
    # A mole in a hole looks out of it; one outside fills its cell.
    around = (ground, ink) if is_hole or cell == scene.marks.cursor else pill
    return _face(scene, cell, seat, around, pill)


def _face(
    scene: Scene, cell: Hex, seat: Seat | None, ground: tuple[str, str], pill: tuple[str, str]
) -> Face:
    board, marks = scene.board, scene.marks
    name = scene.game.name(cell)
    kind = "()" if cell in board.holes else "**" if cell in board.specials else "  "
    sign = _sign(scene, cell, seat)
    is_lit = cell in marks.targets or cell in marks.hinted or cell == marks.selected
    around = "[]" if cell == marks.cursor else kind
    return Face(
        name=f"{around[0]}{name}{around[1]}",
        sign=sign,
        brief=_brief(name, sign, around, has_mole=seat is not None, is_lit=is_lit),
        ground=ground[0],
        ink=ground[1],
        pill=pill[0],
        pill_ink=pill[1],
        is_strong=is_lit or cell == marks.cursor,
        is_lit=is_lit,
    )


def _brief(name: str, sign: str, around: str, *, has_mole: bool, is_lit: bool) -> str:
    """What four characters can say of a cell; a name of three leaves room for one sign only."""
    if has_mole:
        is_marked = sign[0] != " " and around != "[]"
        return sign if is_marked else f"{around[0]}{sign.strip(' ›‹»«×!')}{around[1]}"
    if is_lit and around != "[]":
        around = "▸◂"
    return f"{around[0]}{name}{around[1]}"[:4]


def _ground(scene: Scene, cell: Hex) -> tuple[str, str]:
    """The colour of a cell without its mole, and its ink."""
    board, marks = scene.board, scene.marks
    if cell in marks.hinted:
        return HINT, INK
    if cell in marks.targets:
        return (GOLD if cell in board.holes else LIGHT), INK
    if cell in board.holes:
        return HOLE, HOLE_INK
    theme = theme_of(scene.level, len(scene.game.stack.levels))
    if cell in board.specials:
        return theme.cell, theme.side
    ground = tones(theme)[(cell.q - cell.r) % TONES]
    return ground, mix(ground, "#000000", 0.55)


def _pill(scene: Scene, cell: Hex, seat: Seat) -> tuple[str, str]:
    """The colour of a mole, and its ink."""
    marks, paint = scene.marks, PAINTS[scene.teams[seat]]
    if cell in marks.out:
        return GREY, "#ffffff"
    if cell == marks.selected:
        return "#ffffff", mix(paint.ground, "#000000", 0.2)
    if cell in marks.hinted:
        return HINT, "#00303d"
    if cell in marks.movable:
        return mix(paint.bright, "#ffffff", 0.12 * ((cell.q - cell.r) % TONES)), "#000000"
    # Neighbours of one team are told apart as the cells under them are.
    return mix(paint.ground, "#000000", 0.09 * ((cell.q - cell.r) % TONES)), paint.ink


def _sign(scene: Scene, cell: Hex, seat: Seat | None) -> str:
    marks = scene.marks
    if seat is None:
        is_target = cell in marks.targets
        sign = "!!" if cell in marks.hinted else "▸◂" if is_target else _path(scene.board, cell)
        return f" {sign} "
    around = "  "
    if cell in marks.out:
        around = "××"
    elif cell == marks.selected:
        around = "»«"
    elif cell in marks.hinted:
        around = "!!"
    elif cell in marks.movable:
        around = "›‹"
    return f"{around[0]}{TOKENS[seat]}{around[1]}"


def _path(board: Board, cell: Hex) -> str:
    """The piece of a path that runs through a cell of the last board."""
    line = straight(CENTRE, cell) if board.solid and cell != CENTRE else None
    if line is None:
        return "  "
    return _SOLID[line[0] % 3] if line[0] in board.solid else _DOTTED
