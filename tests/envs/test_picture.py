"""What people see of a learner's games."""

from random import Random
from typing import Any

import numpy as np
import pytest

from taupes.envs.episode import Episode, Illegal
from taupes.envs.picture import as_text, render
from taupes.envs.variant import Variant
from taupes.rules import Place


def played(boards: str, level: int = 0) -> Episode:
    """A game on that level, by random play."""
    episode = Episode(Variant(boards=boards), Random(1))
    while episode.state().level < level or episode.last_move is None:
        episode.play(-1, Illegal.REPLACE)
    return episode


def test_text_says_what_is_awaited() -> None:
    episode = Episode(Variant(boards="classic-0351"), Random(1))
    text = render(episode, "ansi")
    assert isinstance(text, str)
    assert text.splitlines()[:3] == [
        "meadow: red places a mole",
        "discs left: red 1 2 2 3 3 4, blue 1 2 2 3 3 4",
        "",
    ]
    later = played("classic-0351")
    assert "moves by" in as_text(later.state())
    while not later.is_over:
        later.play(-1, Illegal.REPLACE)
    assert as_text(later.state()).splitlines()[0].partition(": ")[2] in {
        "won by red",
        "won by blue",
        "drawn",
    }


def test_people_get_the_same_text(capsys: pytest.CaptureFixture[str]) -> None:
    episode = played("classic-0351")
    assert render(episode, "human") is None
    assert capsys.readouterr().out == f"{render(episode, 'ansi')}\n\n"


def test_pixels_show_moles() -> None:
    empty = Episode(Variant(boards="classic-0351"), Random(1))
    before = render(empty, "rgb_array")
    place = empty.engine.game.cell("a1")
    empty.choose(empty.engine.encode(Place(place)))
    after = render(empty, "rgb_array")
    assert isinstance(before, np.ndarray)
    assert isinstance(after, np.ndarray)
    rows, columns = np.nonzero((before != after).any(axis=2))
    # One mole, at the lower left.
    assert 0 < len(rows) < 5_000
    assert rows.min() > after.shape[0] / 2 > columns.max()


@pytest.mark.parametrize("boards", ["classic-0000", "quick-0000", "grand-0000"])
def test_all_boards_of_a_game_have_pictures_of_one_size(boards: str) -> None:
    sizes: set[Any] = set()
    for level in (0, 3 if boards != "quick-0000" else 2):
        picture = render(played(boards, level), "rgb_array")
        assert isinstance(picture, np.ndarray)
        sizes.add(picture.shape)
        assert (picture[0] == 255).all()
        assert (picture[:, -1] == 255).all()
        assert (picture < 255).any(axis=2).mean() > 0.3
    assert len(sizes) == 1
