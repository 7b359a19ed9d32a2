"""A game as a clip: every move is in it, and it is small enough to be sent."""

from io import BytesIO

import pytest

from taupes.bots import make_bot, play_game, record_game
from taupes.raster import draw_clip
from taupes.raster.clip import frames_of
from taupes.rules import MOLES, Draw, Game, Lift, Move, Place, Record, load_stack, preset_rules

image = pytest.importorskip("PIL.Image")
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


def test_many_hands_draw_what_one_does(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    first = len(record.events) - 4
    alone = draw_clip(record, first)
    monkeypatch.setattr("taupes.raster.clip._ALONE", 0)
    assert draw_clip(record, first) == alone
