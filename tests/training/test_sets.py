"""The boards that networks are trained on, as `training/sets.py` makes them up."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from taupes.rules import BoardSet, check_boards, format_boards, load_boards

TRAINING = Path(__file__).parents[2] / "training"


@pytest.fixture(scope="module")
def sets() -> ModuleType:
    spec = importlib.util.spec_from_file_location("made_up_sets", TRAINING / "sets.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_made_up_boards_can_be_played_on(sets: ModuleType) -> None:
    radii, counts = set(), set()
    for number in range(300):
        boards = sets.made_up(number)
        _, problems = check_boards(format_boards(boards))
        assert not [problem for problem in problems if not problem.is_warning]
        assert len(boards.boards) <= sets.MOST_LEVELS
        radii |= {board.radius for board in boards.boards}
        counts.add(len(boards.boards))
    assert radii == {2, 3, 4, 5}
    assert counts == {2, 3, 4, 5}


def test_a_number_names_a_set_for_ever(sets: ModuleType, tmp_path: Path) -> None:
    boards = sets.made_up(0)
    assert boards == sets.made_up(0) != sets.made_up(1)
    file = tmp_path / "made-up-0.toml"
    file.write_text(sets.as_file(boards))
    assert load_boards(str(file)) == boards


def test_nothing_is_learned_from_what_is_held_out(
    sets: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, real = [], sets.made_up

    def noted(number: int) -> BoardSet:
        seen.append(number)
        boards: BoardSet = real(number)
        return boards

    monkeypatch.setattr(sets, "made_up", noted)
    monkeypatch.setattr(sets, "MADE_UP", 30)
    games = sets.make_games("any", 2)
    assert len(games.tables) == 30
    assert len(seen) == 27
    assert not set(seen) & set(sets.HELD_OUT)
