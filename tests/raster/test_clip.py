"""A game as a clip: every move is in it, and it is small enough to be sent."""

from io import BytesIO
from typing import Any

import pytest

from taupes.bots import make_bot, play_game, record_game
from taupes.drawing.card import draw_card_svg
from taupes.raster import draw_clip, draw_png
from taupes.raster.clip import frames_of
from taupes.rules import MOLES, Draw, Game, Lift, Move, Place, Record, load_stack, preset_rules

image = pytest.importorskip("PIL.Image")
chops = pytest.importorskip("PIL.ImageChops")
pytest.importorskip("resvg_py")


@pytest.fixture(scope="module")
def record() -> Record:
    game = Game(load_stack("quick-0000"), preset_rules("web", 2), seats=2, moles=MOLES[2])
    steps = list(play_game(game, [make_bot("greedy")] * 2, "clip"))
    return record_game(game, ["Ada", "Bob"], steps)


def test_every_event_that_changes_the_picture_is_seen(record: Record) -> None:
    kinds = [type(event) for _, event in record.events]
    moves, others = kinds.count(Move), sum(kinds.count(kind) for kind in (Place, Draw, Lift))
    frames = list(frames_of(record))
    assert len(frames) == 2 + 2 * moves + others
    assert all(frame.milliseconds > 0 for frame in frames)


def test_a_moment_is_a_clip_that_plays(record: Record) -> None:
    first = len(record.events) - 6
    made = image.open(BytesIO(draw_clip(record, first)))
    assert made.format == "WEBP"
    assert made.is_animated
    # What looks the same twice is shown once, for longer.
    assert 1 < made.n_frames <= len(list(frames_of(record, first)))


def test_a_whole_game_would_fit_into_a_message(record: Record) -> None:
    events = len(record.events)
    first = events * 2 // 3
    share = (events - first) / events
    assert len(draw_clip(record, first)) / share < 2_000_000


def test_a_picture_in_layers_is_the_whole_one(record: Record) -> None:
    state = list(record.replay())[-1]
    layers = [BytesIO(draw_png(draw_card_svg(state, layer=one))) for one in ("ground", "pieces")]
    ground, pieces, whole = (
        image.open(one).convert("RGBA")
        for one in (*layers, BytesIO(draw_png(draw_card_svg(state))))
    )

    def apart(one: Any) -> int:
        return max(int(high) for _, high in chops.difference(one, whole).getextrema())

    # Half-transparent edges are rounded once more, by a few of 255.
    assert apart(image.alpha_composite(ground, pieces)) < 25
    assert apart(ground) > 100
