"""Drawings as pixels."""

from io import BytesIO

import pytest

from taupes.drawing.card import draw_card_svg
from taupes.raster import draw_png
from taupes.rules import MOLES, Game, load_stack, new_game, preset_rules

image = pytest.importorskip("PIL.Image")
pytest.importorskip("resvg_py")


def test_a_card_has_the_size_that_messengers_want() -> None:
    game = Game(load_stack("classic-0000"), preset_rules("web", 2), seats=2, moles=MOLES[2])
    drawn = image.open(BytesIO(draw_png(draw_card_svg(new_game(game)))))
    assert (drawn.format, drawn.size) == ("PNG", (1200, 630))
    assert len(drawn.convert("RGB").getcolors(1 << 24)) > 1000


def test_a_drawing_can_be_larger() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>'
    assert image.open(BytesIO(draw_png(svg, zoom=4))).size == (12, 8)
