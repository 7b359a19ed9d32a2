"""A position as a card: the board, the teams on it, whose disc it is."""

from random import Random
from xml.etree import ElementTree

import pytest

from taupes.drawing.card import draw_card_svg
from taupes.drawing.mole import COLOURS
from taupes.rules import (
    MOLES,
    TEAMS,
    Draw,
    Game,
    Phase,
    State,
    apply,
    legal_actions,
    load_stack,
    new_game,
    preset_rules,
)


@pytest.fixture
def state() -> State:
    """Three players, all moles placed, a disc shown."""
    game = Game(load_stack("classic-0000"), preset_rules("web", 3), seats=3, moles=MOLES[3])
    now, rng = new_game(game), Random(1)
    while now.phase is Phase.PLACE:
        now = apply(now, rng.choice(legal_actions(now)), now.turn)
    return apply(now, Draw(3), now.turn)


@pytest.mark.parametrize(("width", "height"), [(1200, 630), (320, 400)])
def test_the_disc_has_pips_and_the_colour_of_its_team(
    state: State, width: int, height: int
) -> None:
    svg = draw_card_svg(state, width=width, height=height)
    ElementTree.fromstring(svg)  # noqa: S314 - our own drawing
    assert svg.count('r="5.5"') == 3
    assert f'stroke="{COLOURS[TEAMS[state.turn]]}" stroke-width="7"' in svg
    assert "<text" not in svg


def test_every_team_on_the_board_stands_beside_it(state: State) -> None:
    beside = draw_card_svg(state).rpartition("</svg>\n")[0].rpartition("</svg>")[2]
    assert [f'"#mole-{team}"' in beside for team in TEAMS] == [True, True, True, False]
