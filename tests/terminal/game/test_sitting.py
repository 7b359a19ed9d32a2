from dataclasses import replace

import pytest

from taupes.bots import TURN, choices
from taupes.rules import BadRecord, Draw, IllegalAction, Pass, Phase, dump_record, load_record
from taupes.terminal.game.sitting import EXTRA, Chair, Sitting, resume
from tests.terminal.driver import PEOPLE, decided, wishes


def played(sitting: Sitting, steps: int) -> Sitting:
    while len(sitting.steps) < steps and sitting.state.outcome is None:
        options = choices(sitting.state)
        sitting = sitting.act(decided(sitting) if len(options) > 1 else options[0])
    return sitting


def to_first_move(*names: str) -> Sitting:
    """All moles are placed and a disc is turned."""
    sitting = wishes(*names).begin()
    while not sitting.state.disc:
        sitting = played(sitting, len(sitting.steps) + 1)
    return sitting


def test_a_game_is_repeated_by_its_seed() -> None:
    one, other = (played(wishes().begin(), 80) for _ in range(2))
    assert one.steps == other.steps
    assert played(wishes(seed="8").begin(), 80).steps != one.steps


def test_a_placement_is_undone_with_what_bots_did_since() -> None:
    begun = played(wishes("Ada", "greedy", "pup").begin(), 6)
    last = max(n for n, step in enumerate(begun.steps) if step[0].turn == 0)
    earlier = begun.undone()
    assert earlier is not None
    assert earlier.steps == begun.steps[:last]
    assert earlier.state.turn == 0


def test_undo_never_goes_past_a_disc() -> None:
    sitting = to_first_move("Ada", "Bob")
    assert isinstance(sitting.steps[-1][1], Draw)
    assert sitting.undone() is None
    moved = sitting.act(decided(sitting))
    assert moved.undone() == sitting
    assert moved.act(TURN).undone() is None


def test_nothing_can_be_undone_at_the_beginning_or_where_only_bots_acted() -> None:
    assert wishes().begin().undone() is None
    assert played(wishes("greedy", "pup").begin(), 6).undone() is None


def test_a_bot_decides_alike_after_an_undo() -> None:
    sitting = wishes("Ada", "greedy").begin()
    assert sitting.mind().random() == replace(sitting).mind().random()
    assert played(sitting, 1).mind().random() != sitting.mind().random()


@pytest.mark.parametrize("steps", [0, 7, 25, 60, 10_000])
def test_a_game_is_resumed_as_it_was_with_the_same_luck_to_come(steps: int) -> None:
    sitting = played(wishes("Ada", "greedy", "Bob", preset="soubeyrand").begin(), steps)
    again = resume(load_record(dump_record(sitting.record())), "other")
    assert again == sitting
    assert played(again, steps + 30).steps == played(sitting, steps + 30).steps


def test_a_record_of_another_surface_can_be_resumed() -> None:
    record = replace(played(wishes("Ada", "greedy").begin(), 30).record(), extras=())
    sitting = resume(record, "9")
    assert sitting.chairs == (Chair("Ada"), Chair("greedy", "greedy"))
    assert sitting.seed == "9"
    assert len(sitting.steps) == 30


@pytest.mark.parametrize(
    "extra",
    [
        "null",
        "[]",
        '{"seats": [null], "seed": "1"}',
        '{"seats": [null, 3], "seed": "1"}',
        '{"seats": [null, "greedy"]}',
        '{"seats": [null, "nobody"], "seed": "1"}',
    ],
)
def test_a_bad_note_of_who_decides_is_refused(extra: str) -> None:
    record = replace(wishes().begin().record(), extras=((EXTRA, extra),))
    with pytest.raises(BadRecord, match="terminal"):
        resume(record, "1")


def test_a_file_starts_no_program_unless_it_is_named_again() -> None:
    sitting = replace(wishes().begin(), chairs=(PEOPLE[0], Chair("mine", "cmd:./mine")))
    record = sitting.record()
    with pytest.raises(BadRecord, match="name it with --bot"):
        resume(record, "1")
    assert resume(record, "1", ["cmd:./mine"]) == sitting


def test_only_what_is_legal_can_be_done() -> None:
    sitting = wishes().begin()
    assert sitting.state.phase is Phase.PLACE
    with pytest.raises(IllegalAction):
        sitting.act(Pass())
