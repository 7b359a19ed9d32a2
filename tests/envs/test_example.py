"""The example learns something, even in seconds."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_small.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("train_small", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_thousand_games_are_enough_to_beat_random_play(example: ModuleType) -> None:
    nothing = example.share_won(example.train(0, seed=0), games=300, seed=1)
    something = example.share_won(example.train(1_000, seed=0), games=300, seed=1)
    assert 0.35 < nothing < 0.65
    assert something > nothing + 0.2


def test_it_says_what_came_of_it(
    example: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["train_small.py", "--games", "1", "--trials", "1"])
    example.main()
    said = capsys.readouterr().out
    assert "games against random play" in said
    assert "beside one" in said
