from dataclasses import replace

import pytest

from taupes.bots import TURN, choices
from taupes.rules import BadRecord, Draw, IllegalAction, Pass, Phase, dump_record, load_record
from taupes.terminal.game.session import EXTRA, Chair, Session, resume
from tests.terminal.driver import PEOPLE, decided, new_setup


def played(session: Session, steps: int) -> Session:
    while len(session.steps) < steps and session.state.outcome is None:
        options = choices(session.state)
        session = session.act(decided(session) if len(options) > 1 else options[0])
    return session


def to_first_move(*names: str) -> Session:
    """All moles are placed and a disc is turned."""
    session = new_setup(*names).begin()
    while not session.state.disc:
        session = played(session, len(session.steps) + 1)
    return session


def test_a_game_is_repeated_by_its_seed() -> None:
    one, other = (played(new_setup().begin(), 80) for _ in range(2))
    assert one.steps == other.steps
    assert played(new_setup(seed="8").begin(), 80).steps != one.steps


def test_bots_have_titles_here_and_their_own_names_in_the_record() -> None:
    session = new_setup("Ada", "greedy", "pup", "pup").begin()
    assert session.titles("de") == ("Ada", "Gierschlund", "Welpe C", "Welpe D")
    assert session.titles("fr") == ("Ada", "Gourmande", "Taupinou C", "Taupinou D")
    assert [team.name for team in session.record().teams] == ["Ada", "greedy", "pup", "pup"]


def test_a_bot_that_somebody_has_named_keeps_its_name() -> None:
    assert Chair("Otto", "greedy").title("de") == "Otto"
    assert Chair("cmd:./mine", "cmd:./mine").title("de") == "cmd:./mine"
    assert Chair("greedy").title("de") == "greedy"


def test_a_placement_is_undone_with_what_bots_did_since() -> None:
    begun = played(new_setup("Ada", "greedy", "pup").begin(), 6)
    last = max(n for n, step in enumerate(begun.steps) if step[0].turn == 0)
    earlier = begun.undone()
    assert earlier is not None
    assert earlier.steps == begun.steps[:last]
    assert earlier.state.turn == 0


def test_undo_never_goes_past_a_disc() -> None:
    session = to_first_move("Ada", "Bob")
    assert isinstance(session.steps[-1][1], Draw)
    assert session.undone() is None
    moved = session.act(decided(session))
    assert moved.undone() == session
    assert moved.act(TURN).undone() is None


def test_nothing_can_be_undone_at_the_beginning_or_where_only_bots_acted() -> None:
    assert new_setup().begin().undone() is None
    assert played(new_setup("greedy", "pup").begin(), 6).undone() is None


def test_a_bot_decides_alike_after_an_undo() -> None:
    session = new_setup("Ada", "greedy").begin()
    assert session.generator().random() == replace(session).generator().random()
    assert played(session, 1).generator().random() != session.generator().random()


@pytest.mark.parametrize("steps", [0, 7, 25, 60, 10_000])
def test_a_game_is_resumed_as_it_was_with_the_same_luck_to_come(steps: int) -> None:
    session = played(new_setup("Ada", "greedy", "Bob", preset="soubeyrand").begin(), steps)
    again = resume(load_record(dump_record(session.record())), "other")
    assert again == session
    assert played(again, steps + 30).steps == played(session, steps + 30).steps


def test_a_record_of_another_surface_can_be_resumed() -> None:
    record = replace(played(new_setup("Ada", "greedy").begin(), 30).record(), extras=())
    session = resume(record, "9")
    assert session.chairs == (Chair("Ada"), Chair("greedy", "greedy"))
    assert session.seed == "9"
    assert len(session.steps) == 30


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
    record = replace(new_setup().begin().record(), extras=((EXTRA, extra),))
    with pytest.raises(BadRecord, match="terminal"):
        resume(record, "1")


def test_a_file_starts_no_program_unless_it_is_named_again() -> None:
    session = replace(new_setup().begin(), chairs=(PEOPLE[0], Chair("mine", "cmd:./mine")))
    record = session.record()
    with pytest.raises(BadRecord, match="name it with --bot"):
        resume(record, "1")
    assert resume(record, "1", ["cmd:./mine"]) == session


def test_only_what_is_legal_can_be_done() -> None:
    session = new_setup().begin()
    assert session.state.phase is Phase.PLACE
    with pytest.raises(IllegalAction):
        session.act(Pass())
