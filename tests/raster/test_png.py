"""Drawings as pixels."""

from io import BytesIO

import pytest

from taupes.drawing.card import draw_card_svg, draw_stack_card_svg
from taupes.raster import draw_png
from taupes.rules import MOLES, Game, load_stack, new_game, preset_rules

image = pytest.importorskip("PIL.Image")
pytest.importorskip("resvg_py")


def test_a_card_has_the_size_that_messengers_want() -> None:
    game = Game(load_stack("classic-0000"), preset_rules("web", 2), seats=2, moles=MOLES[2])
    for svg in (draw_card_svg(new_game(game)), draw_stack_card_svg(game.stack)):
        drawn = image.open(BytesIO(draw_png(svg)))
        assert (drawn.format, drawn.size) == ("PNG", (1200, 630))
        assert len(drawn.convert("RGB").getcolors(1 << 24)) > 1000


def test_before_the_first_mole_is_placed_the_teams_are_there_all_the_same() -> None:
    game = Game(load_stack("classic-0000"), preset_rules("web", 3), seats=3, moles=MOLES[3])
    svg = draw_card_svg(new_game(game), teams=("blue", "green", "yellow"))
    for team in ("blue", "green", "yellow"):
        assert svg.count(f'id="mole-{team}"') == svg.count(f'href="#mole-{team}"') == 1
    assert "mole-red" not in svg


def test_a_drawing_can_be_larger() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>'
    assert image.open(BytesIO(draw_png(svg, zoom=4))).size == (12, 8)
