"""Reasons: why something is forbidden, compulsory or about to happen, as data and as a sentence."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from taupes.rules.hex import Hex, format_cell

LANGUAGES: Final = ("en", "fr", "de")

RULE_OF: Final[Mapping[str, str]] = {
    # Why not: codes of refusals.
    "game_over": "End of the game",
    "not_your_turn": "Set-up, 4",
    "still_placing": "Set-up, 5",
    "all_placed": "Set-up, 5",
    "off_board": "Material",
    "place_taken": "Set-up, 5",
    "place_in_hole": "Set-up, 5",
    "disc_first": "A turn, 1",
    "disc_shown": "A turn, 1",
    "no_such_disc": "A turn, 3",
    "home_no_disc": "A turn, 5",
    "no_mole": "A turn, 2",
    "other_team": "A turn, 2",
    "not_straight": "A turn, 2",
    "wrong_distance": "A turn, 2",
    "passes_over": "A turn, 2",
    "target_taken": "A turn, 2",
    "stay_in_hole": "A turn, 4",
    "dotted_path": "The blue board",
    "second_special": "Pro version",
    "must_move": "A turn, 4",
    "must_turn": "A turn, 4",
    "nothing_to_decline": "Pro version",
    # Why so: codes of explanations.
    "placing": "Set-up, 5",
    "turns_disc": "A turn, 1",
    "home_may_turn": "A turn, 5",
    "extra_disc": "Pro version",
    "compulsory": "A turn, 4",
    "only_move": "A turn, 4",
    "forced_out": "A turn, 4",
    "enters_hole": "End of a board",
    "gains_extra": "Pro version",
    "turn_lost": "A turn, 6",
    "extra_lost": "Pro version",
    "home_must_pass": "A turn, 5",
    "home_may_pass": "A turn, 5",
    "declines": "Pro version",
    "lifted_full": "End of a board",
    "lifted_home": "End of a board",
    "lifted_stand_off": "End of a board, Stand-off",
    "lifted_at_once": "End of a board",
    "mole_out": "End of a board",
    "eliminated": "End of a board",
    "wins_shovel": "End of the game",
    "wins_last_team": "End of the game",
    "points_counted": "End of the game",
    "drawn": "End of a board, Stand-off",
    # What cannot be: codes of objections to a position.
    "stands_off_board": "Material",
    "two_moles": "Set-up, 5",
    "too_many_moles": "Set-up, 2",
    "too_many_dropped": "End of a board",
    "wrong_discs": "Material",
    "no_disc_down": "A turn, 3",
    "mover_without_moles": "End of a board",
    "one_team_left": "End of the game",
    "should_be_lifted": "End of a board",
    "already_won": "End of the game",
    "no_extra": "Pro version",
    "out_of_turn": "Set-up, 5",
}
"""Every code, and where the rules page speaks of it."""


@dataclass(frozen=True, slots=True)
class Why:
    """One reason. The code is stable; the other fields say what it is about."""

    code: str
    cell: Hex | None = None
    """The cell or mole concerned."""
    other: Hex | None = None
    """A second one: where a mole could go, what stands in the way."""
    seat: int | None = None
    disc: int | None = None
    count: int | None = None
    """How many: steps, moles, turns."""

    @property
    def rule(self) -> str:
        """Where the rules page speaks of it.

        >>> Why("passes_over", cell=Hex(0, 0)).rule
        'RULES, A turn, 2'
        """
        return f"RULES, {RULE_OF[self.code]}"


@cache
def catalogue(language: str) -> Mapping[str, Any]:
    """All sentences of one language: reasons by code, presets and options by name."""
    if language not in LANGUAGES:
        raise ValueError(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
    text = files("taupes.rules").joinpath(f"sentences/{language}.toml").read_text("utf-8")
    return tomllib.loads(text)


def sentence(why: Why, radius: int, language: str = "en", names: Sequence[str] = ()) -> str:
    """A reason in words that a child of eight understands.

    `radius` is that of the stack, for the names of cells; `names` are the players'.

    >>> sentence(Why("passes_over", cell=Hex(0, 0)), 4)
    'A mole may not pass over another mole: e5 is taken.'
    """
    seat = why.seat
    name = None if seat is None else names[seat] if seat < len(names) else f"{seat + 1}"
    template: str = catalogue(language)["reasons"][why.code]
    return template.format(
        cell=why.cell and format_cell(why.cell, radius),
        other=why.other and format_cell(why.other, radius),
        name=name,
        disc=why.disc,
        count=why.count,
    )
