"""Draw rooms as a burrow: doors at the top, the rules at the bottom."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from plan import Plan, Point, Way, arrange

from taupes.drawing.mole import mole_defs
from taupes.drawing.theme import CLAY, MEADOW, ROCK, SAND, mix

INK: Final = "#38261a"
PAPER: Final = "#fffdf8"


@dataclass(frozen=True)
class Room:
    """A room, what is said of it, and the rooms within."""

    name: str
    caption: str = ""
    inner: tuple["Room", ...] = ()
    ways: frozenset[Way] = frozenset()
    """Who knows whom among the inner rooms."""
    spoken: frozenset[Way] = frozenset()
    """Those of the ways that lead over a network."""


def size_of(room: Room) -> Point:
    """How large a room is drawn."""
    words = max(len(room.name) * 11.5, len(room.caption) * 6.3) + 28
    plan = inside(room)
    if plan is None:
        return words, 58.0 if room.caption else 30.0
    return max(words, plan.width + 32), plan.height + 80


def inside(room: Room) -> Plan | None:
    """Where the inner rooms stand."""
    if not room.inner:
        return None
    sizes = {inner.name: _chamber_size(inner.name) for inner in room.inner}
    return arrange(sizes, room.ways, across=12, down=22)


def draw(house: Room, title: str) -> str:
    """The whole house as SVG; `caption` of the house is said below the title."""
    sizes = {room.name: size_of(room) for room in house.inner}
    plan = arrange(sizes, house.ways, across=30, down=52)
    left, top = 34, 118
    width, height = plan.width + 2 * left, plan.height + top + 40
    parts = [_ground(width, height, top), _sky(title, house.caption, width, top)]
    for way in sorted(plan.tunnels):
        points = _moved(plan.tunnels[way], left, top)
        parts.append(_tunnel(points, 5, "tunnel", dashed=way in house.spoken))
    for room in house.inner:
        x, y = plan.places[room.name]
        parts.append(_room(room, x + left, y + top, sizes[room.name]))
    names = ", ".join(room.name for room in house.inner)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}" '
        'role="img" '
        "font-family=\"ui-rounded, system-ui, 'DejaVu Sans', Verdana, sans-serif\">\n"
        f"<title>{escape(title)}: {names}</title>\n" + "\n".join(parts) + "\n</svg>\n"
    )


def _moved(points: Iterable[Point], x: float, y: float) -> list[Point]:
    return [(px + x, py + y) for px, py in points]


def _ground(width: float, height: float, top: float) -> str:
    grounds = (CLAY, CLAY, SAND, ROCK)
    colours = [mix(ground.light, ground.dark, 0.4) for ground in grounds]
    stops = "".join(
        f'<stop offset="{number / (len(colours) - 1):.2f}" stop-color="{colour}"/>'
        for number, colour in enumerate(colours)
    )
    arrow = '<path d="M0 0L9 4.5L0 9z" fill="{0}"/></marker>'
    markers = "".join(
        f'<marker id="{name}" viewBox="0 0 9 9" refX="7" refY="4.5" orient="auto" '
        f'markerWidth="{wide}" markerHeight="{wide}" markerUnits="userSpaceOnUse">'
        + arrow.format(INK)
        for name, wide in (("tunnel", 17), ("passage", 9))
    )
    edge = top - 26
    waves = "".join(f"q20 {8 if i % 2 else -8} 40 0" for i in range(int(width / 40) + 1))
    return (
        f'<defs><linearGradient id="earth" x2="0" y2="1">{stops}</linearGradient>{markers}'
        f"{mole_defs(('red', 'blue'))}"
        f'<clipPath id="frame"><rect width="{width:.0f}" height="{height:.0f}" rx="18"/></clipPath>'
        f'</defs>\n<g clip-path="url(#frame)"><rect width="{width:.0f}" height="{height:.0f}" '
        f'fill="#dff0fa"/>'
        f'<path d="M0 {edge}{waves}V{height:.0f}H0z" fill="url(#earth)"/>'
        f'<path d="M0 {edge - 4}{waves}v10H0z" fill="{MEADOW.dark}"/>'
        f'<path d="M0 {edge - 8}{waves}v7H0z" fill="{MEADOW.light}"/></g>'
    )


def _sky(title: str, caption: str, width: float, top: float) -> str:
    ground = top - 44
    moles = "".join(
        f'<use xlink:href="#mole-{team}" transform="translate({width - away:.0f} {ground - 14})"/>'
        for team, away in (("red", 116), ("blue", 62))
    )
    return (
        f'{moles}<text x="34" y="40" font-size="22" font-weight="700" fill="{INK}">'
        f"{escape(title)}</text>"
        f'<text x="34" y="62" font-size="13" fill="{INK}">{escape(caption)}</text>'
    )


def _tunnel(points: Sequence[Point], width: float, kind: str, *, dashed: bool = False) -> str:
    (x, y), *rest = points
    path = f"M{x:.1f} {y:.1f}"
    for number, (to_x, to_y) in enumerate(rest):
        middle = (y + to_y) / 2
        straight = number % 2 == 0  # past a row; it turns between them
        path += (
            f"V{to_y:.1f}"
            if straight
            else f"C{x:.1f} {middle:.1f} {to_x:.1f} {middle:.1f} {to_x:.1f} {to_y:.1f}"
        )
        x, y = to_x, to_y
    dashes = ' stroke-dasharray="1 9"' if dashed else ""
    return (
        f'<path d="{path}" fill="none" stroke="{INK}" stroke-width="{width}" '
        f'stroke-linecap="round"{dashes} marker-end="url(#{kind})"/>'
    )


def _room(room: Room, x: float, y: float, size: Point) -> str:
    width, height = size
    left, top = x - width / 2, y - height / 2
    parts = [
        _box(left, top, size, f'rx="16" fill="{PAPER}" stroke="{INK}" stroke-width="2.5"'),
        _text(room.name, x, top + 27, 'font-size="18" font-weight="700"'),
        _text(room.caption, x, top + 46, 'font-size="11.5"'),
    ]
    if plan := inside(room):
        dx, dy = x - plan.width / 2, top + 62
        for way in sorted(plan.tunnels):
            parts.append(_tunnel(_moved(plan.tunnels[way], dx, dy), 2, "passage"))
        for inner in room.inner:
            parts.append(_chamber(inner.name, *_moved([plan.places[inner.name]], dx, dy)[0]))
    return "".join(parts)


def _chamber(name: str, x: float, y: float) -> str:
    width, height = _chamber_size(name)
    look = f'rx="14" fill="{SAND.light}" stroke="{SAND.side}" stroke-width="1.5"'
    box = _box(x - width / 2, y - height / 2, (width, height), look)
    return box + _text(name, x, y + 4.5, 'font-size="13"')


def _chamber_size(name: str) -> Point:
    return len(name) * 8.2 + 22, 28.0


def _box(left: float, top: float, size: Point, look: str) -> str:
    width, height = size
    return f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" {look}/>'


def _text(words: str, x: float, y: float, look: str) -> str:
    middle = f'x="{x:.1f}" y="{y:.1f}" fill="{INK}" text-anchor="middle"'
    return f"<text {middle} {look}>{escape(words)}</text>"
