from pathlib import Path

import pytest

from taupes.rules import dump_record, load_record
from taupes.terminal.game import savefile
from tests.terminal.driver import new_setup
from tests.terminal.game.test_session import played


def test_a_game_is_written_whole_and_leaves_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "game.json"
    for steps in (3, 9):
        savefile.write(played(new_setup().begin(), steps).record(), path)
    assert len(load_record(path.read_text("utf-8")).events) == 9
    assert list(path.parent.iterdir()) == [path]


def test_what_was_written_stays_when_the_next_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    record = played(new_setup().begin(), 3).record()
    savefile.write(record, path)

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="No space"):
        savefile.write(played(new_setup().begin(), 9).record(), path)
    assert path.read_text("utf-8") == dump_record(record) + "\n"


def test_each_game_has_a_file_of_its_own(tmp_path: Path) -> None:
    first = savefile.new_path(tmp_path)
    first.write_text("", "utf-8")
    assert savefile.new_path(tmp_path) != first


def test_the_newest_game_that_is_not_over_is_found(tmp_path: Path) -> None:
    assert savefile.unfinished(tmp_path / "nowhere") is None
    begun = new_setup("greedy", "greedy").begin()
    for name, steps in (("1", 5), ("2", 9), ("3", 10_000), ("4", 0)):
        savefile.write(played(begun, steps).record(), tmp_path / f"{name}.json")
    (tmp_path / "5.json").write_text("not a record", "utf-8")
    assert savefile.unfinished(tmp_path) == tmp_path / "2.json"
