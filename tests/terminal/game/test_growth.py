from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from taupes.bots import LEVELS, choices
from taupes.bots.skill import Skill
from taupes.rules import Game, load_stack, preset_rules
from taupes.terminal.game import growth
from taupes.terminal.game.bots import TableBots
from taupes.terminal.game.growth import Pupil, conclude, known, learned
from taupes.terminal.game.session import Chair, Session

GAME = Game(load_stack("quick-0000"), preset_rules("web", 2), 2, 4)


def played(bots: TableBots, *chairs: Chair) -> Session:
    """A game to its end; people choose without looking."""
    session, rng = Session(GAME, chairs, "1"), Random(1)
    while session.state.outcome is None:
        if session.is_person(session.state.turn):
            session = session.act(rng.choice(choices(session.state)))
        else:
            session = session.act(bots.decide(session).choice)
    return session


def test_what_a_game_has_shown_is_kept_for_the_next_one(tmp_path: Path) -> None:
    path = tmp_path / "new" / "growth.json"
    bots = TableBots(path)
    session = played(bots, Chair("Ada"), Chair("buddy", "buddy"))
    bots.conclude(session)
    after = known(path)
    assert after.games == 1
    assert after.rating < learned(Skill(), session).rating + 200
    assert learned(Skill(), session).rating < Skill().rating, "who does not look is weak"
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_of_other_games_nothing_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "growth.json"
    session = played(TableBots(), Chair("Ada"), Chair("pup", "pup"))
    conclude(path, session)
    conclude(None, session)
    conclude(path, Session(GAME, (Chair("Ada"), Chair("buddy", "buddy")), "1"))
    conclude(path, Session(GAME, (Chair("Ada"), Chair("Bob")), "1", session.steps))
    assert not path.exists()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"lost": -1}', '{"other": 1}', '{"lost": "x"}'])
def test_a_spoilt_file_is_as_none(tmp_path: Path, text: str) -> None:
    path = tmp_path / "growth.json"
    path.write_text(text, "utf-8")
    assert known(path) == Skill()


def test_levels_that_do_not_grow_are_made_once() -> None:
    assert [name for name, level in LEVELS.items() if level.grows] == ["buddy"]


def test_only_what_is_new_is_learned_from(monkeypatch: pytest.MonkeyPatch) -> None:
    session = played(TableBots(), Chair("Ada"), Chair("pup", "pup"))
    half = replace(session, steps=session.steps[: len(session.steps) // 2])
    whole, asked = learned(Skill(), session), []
    pupil = Pupil()
    first = pupil.learned(Skill(), half)

    def noticed(skill: Skill, game: Session, since: int) -> Skill:
        asked.append(since)
        return learned(skill, game, since)

    monkeypatch.setattr(growth, "learned", noticed)
    assert pupil.learned(Skill(), session) == whole != first
    assert pupil.learned(Skill(), half) == first, "after an undo, from the beginning"
    assert pupil.learned(whole, half) == learned(whole, half), "somebody else is known otherwise"
    assert pupil.learned(whole, replace(half, seed="2")) == learned(whole, replace(half, seed="2"))
    assert asked == [len(half.steps), 0, 0, 0]
