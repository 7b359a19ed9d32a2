"""The file of a mining run: stopped anywhere and gone on with, it is the same to the byte."""

from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path

import pytest

from taupes.arena import Pool, open_pool
from taupes.puzzles import PuzzleLine, shipped
from taupes.puzzles.mining import output
from taupes.puzzles.mining.output import BATCH, ForeignFile, Vein, mine, read_mined

ALONE = Pool(None, 1)
VEIN = Vein(1)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game but each third has a puzzle, found at once."""

    def found(seed: int, numbers: Sequence[int], themes: Sequence[str]) -> list[PuzzleLine]:
        assert not themes
        return [shipped().lines[seed + number] for number in numbers if number % 3]

    monkeypatch.setattr(output, "dig", found)


def whole(path: Path, wanted: int = 30) -> bytes:
    for _ in mine(path, VEIN, wanted, ALONE):
        pass
    return path.read_bytes()


def test_it_ends_when_there_are_enough(tmp_path: Path) -> None:
    path = tmp_path / "mined.txt"
    told = list(mine(path, VEIN, 12, ALONE))
    mined = read_mined(path, VEIN)
    assert told[0] == 0
    assert told[-1] == len(mined.lines) >= 12 > told[-2]
    assert mined.games % BATCH == 0
    assert list(mine(path, VEIN, 12, ALONE)) == [len(mined.lines)]


@pytest.mark.parametrize("cut", [0, 1, 19, 20, 21, 300, 2000, -1, -2, -30, -500])
def test_wherever_it_stopped_it_goes_on_to_the_same(cut: int, tmp_path: Path) -> None:
    expected = whole(tmp_path / "expected.txt")
    path = tmp_path / "mined.txt"
    path.write_bytes(expected[:cut])
    assert whole(path) == expected


def test_a_run_that_nobody_listens_to_any_more_stops(tmp_path: Path) -> None:
    path = tmp_path / "mined.txt"
    told = list(takewhile(lambda found: found < 10, mine(path, VEIN, 1000, ALONE)))
    assert told
    assert read_mined(path, VEIN).games == len(told) * BATCH


def test_more_are_wished_for_later(tmp_path: Path) -> None:
    path = tmp_path / "mined.txt"
    whole(path, 10)
    assert whole(path, 30) == whole(tmp_path / "expected.txt", 30)


@pytest.mark.parametrize(
    "content",
    [
        b"{}\n",
        b"# puzzles of seed 2\n# games 8\n",
        b"# puzzles of seed 1 about place\n# games 8\n",
        b"# puzzles of seed 1\nnonsense\n# games 8\n",
        b"# puzzles of seed 1\n\xff\xfe\n",
        b"\x00" * 1000,
    ],
)
def test_what_is_something_else_is_left_alone(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "mined.txt"
    path.write_bytes(content)
    with pytest.raises(ForeignFile):
        list(mine(path, VEIN, 10, ALONE))
    assert path.read_bytes() == content


def test_a_head_alone_is_a_run_that_has_not_begun(tmp_path: Path) -> None:
    path = tmp_path / "mined.txt"
    path.write_bytes(b"# puzzles of seed 1\n")
    assert whole(path) == whole(tmp_path / "expected.txt")


def test_processes_find_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    vein = Vein(5, ("fill_last",))  # few positions have to be weighed for it
    assert len(list(mine(one, vein, 4, ALONE))) > 2, "there is something to be shared out"
    with open_pool(2) as pool:
        for _ in mine(two, vein, 4, pool):
            pass
    assert one.read_bytes() == two.read_bytes()
