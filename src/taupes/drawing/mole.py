"""The moles, drawn once for each team and used wherever one stands.

A team is told by its colour and, without colour, by its hat and the pattern of its jersey: red has
a bobble hat and a dot, blue a pointed hat and stripes, green a square hat and checks, yellow a
helmet and a star.
"""

from typing import Final

_INK: Final = "#2a2028"
_FUR: Final = "#665b6b"
_SKIN: Final = "#f7b3a8"
_GOLD: Final = "#ffcf3f"

COLOURS: Final = {"red": "#e0262c", "blue": "#1f57c8", "green": "#128a45", "yellow": "#ffc91f"}

_STAR: Final = "l1.9 3.9 4.3.6-3.1 3 .7 4.3-3.8-2-3.8 2 .7-4.3-3.1-3 4.3-.6z"
"""A five-pointed star, from its upper tip."""

_HATS: Final = {
    "red": '<path d="M-15.5-21C-16-39 16-39 15.5-21Q0-28-15.5-21z"/>'
    '<circle cy="-36.5" r="5.2" fill="#fff"/>',
    "blue": '<path d="M-15-21L0-47L15-21Q0-28-15-21z"/>'
    '<path d="M-11.4-27.2Q0-33 11.4-27.2L8.6-32Q0-36.5-8.6-32z" fill="#fff" stroke="none"/>'
    '<path d="M-5.3-37.8Q0-40.5 5.3-37.8L2.9-42H-2.9z" fill="#fff" stroke="none"/>'
    '<path d="M-15-21L0-47L15-21Q0-28-15-21z" fill="none"/>',
    "green": '<path d="M-14-21L-15-39H15L14-21Q0-28-14-21z"/>'
    '<path d="M-15-39h7.5v7h-7zM0-39h7.5v7H0zM-7.5-32H0v5.8q-4 .3-7.3 1.3z'
    'M7.5-32h7l-.4 10q-3-2-6.6-2.9z" fill="#fff" stroke="none"/>'
    '<path d="M-14-21L-15-39H15L14-21Q0-28-14-21z" fill="none"/>',
    "yellow": '<path d="M-13-24C-14-42 14-42 13-24z"/>'
    '<path d="M-20-21.5Q-16-26-13-26Q0-30 13-26Q16-26 20-21.5Q0-28-20-21.5z"/>'
    f'<path d="M0-38.5{_STAR}" fill="{_INK}" stroke="none"/>',
}

_JERSEYS: Final = {
    "red": '<circle cy="9" r="4.6" fill="#fff"/>',
    "blue": '<path d="M-15.2 3.5h30.4l.6 3.6h-31.6zM-15.6 11h31.2l-1 3.6h-29.2z" fill="#fff"/>',
    "green": '<path d="M-15 1.5h7.5v6.5h-8zM0 1.5h7.5V8H0zM-7.5 8H0v6.5h-7.5z'
    'M7.5 8h8l-.9 6.5H7.5z" fill="#fff"/>',
    "yellow": f'<path d="M0 2.5{_STAR}" fill="{_INK}"/>',
}

_HEAD: Final = (
    f'<g id="mole-head"><ellipse cy="-14" rx="18" ry="15.5" fill="{_FUR}" stroke="{_INK}" '
    'stroke-width="1.8"/>'
    f'<path d="M-7-6l-14-3M-7-4l-13 2M7-6l14-3M7-4l13 2" stroke="{_INK}" stroke-width="1"/>'
    '<ellipse cy="-6.5" rx="10.5" ry="6.8" fill="#d9c3b4"/>'
    f'<path d="M-3.4-3h6.8v5q-3.4 1.6-6.8 0z" fill="#fff" stroke="{_INK}" stroke-width=".9"/>'
    f'<path d="M0-3v5" stroke="{_INK}" stroke-width=".9"/>'
    f'<g stroke="{_INK}" stroke-width="1.8"><circle cx="-7.3" cy="-18" r="6.4" fill="#eaf6ff"/>'
    '<circle cx="7.3" cy="-18" r="6.4" fill="#eaf6ff"/></g>'
    f'<g fill="{_INK}"><circle cx="-5.8" cy="-16.5" r="2.5"/>'
    '<circle cx="5.8" cy="-16.5" r="2.5"/></g>'
    f'<ellipse cy="-9.5" rx="5.6" ry="4.6" fill="#ff7f93" stroke="{_INK}" stroke-width="1.4"/>'
    '<ellipse cx="-1.6" cy="-11" rx="1.7" ry="1.1" fill="#ffd3da"/></g>'
)

_PAW: Final = (
    f'<g id="mole-paw" fill="{_SKIN}" stroke="{_INK}" stroke-width="1.3">'
    '<path d="M-6-1q0-6 6-6t6 6q.6 3-1.5 4.5q-1.5 3-3 .4q-1.5 3-3 0q-1.5 2.6-3-.4'
    'Q-6.6 2-6-1z"/></g>'
)

_BODY: Final = (
    '<g id="mole-body"><ellipse cy="18" rx="21" ry="6" fill="#000" fill-opacity=".28"/>'
    f'<g fill="{_SKIN}" stroke="{_INK}" stroke-width="1.3"><ellipse cx="-8" cy="18" rx="7" '
    'ry="3.8"/><ellipse cx="8" cy="18" rx="7" ry="3.8"/></g></g>'
)

SHOVEL: Final = (
    '<g id="shovel" stroke="#7a4d00" stroke-width="1.4" stroke-linejoin="round">'
    f'<path d="M-1.7-5h3.4V9h-3.4z" fill="{_GOLD}"/>'
    f'<path d="M-5.5-4.5h11v-7q0-6-5.5-10q-5.5 4-5.5 10z" fill="{_GOLD}"/>'
    '<path d="M-3-7v-5q0-3.5 2-6" fill="none" stroke="#fff3b8"/>'
    f'<path d="M-5 9h10v3.6h-10z" fill="{_GOLD}"/></g>'
)
"""The golden shovel, blade up, about its middle."""


def mole_defs(teams: tuple[str, ...]) -> str:
    """Moles by team: `mole-red` stands on a cell, `mole-red-head` looks out of a hole."""
    return "".join((_HEAD, _PAW, _BODY, *map(_team_defs, teams))) if teams else ""


def _team_defs(team: str) -> str:
    ink = f'stroke="{_INK}" stroke-width="1.8" stroke-linejoin="round"'
    colour = COLOURS[team]
    body = "M-13-4C-20 6-17 18-9 18.5H9C17 18 20 6 13-4z"
    return (
        f'<g id="mole-{team}-head"><use xlink:href="#mole-head"/>'
        f'<g fill="{colour}" {ink}>{_HATS[team]}</g></g>'
        f'<g id="mole-{team}"><use xlink:href="#mole-body"/>'
        f'<path d="{body}" fill="{colour}"/>{_JERSEYS[team]}'
        f'<path d="{body}" fill="none" {ink}/>'
        '<use xlink:href="#mole-paw" transform="translate(-17 6) rotate(35)"/>'
        '<use xlink:href="#mole-paw" transform="translate(17 6) rotate(-35)"/>'
        f'<use xlink:href="#mole-{team}-head"/></g>'
    )
