"""Players of your own, by name and as objects; whatever is wrong with them is said."""

import pickle
from pathlib import Path
from random import Random

import pytest

from taupes.bots import BadBot, BadThought, Budget, Player, Thought, choices, make_bot, name_of
from taupes.bots.own import player_of
from taupes.rules import State

MODULE = """
from taupes.bots import Thought, choices

class First:
    name = "First of all"
    def think(self, state, budget, rng):
        return Thought(choices(state)[0])

class Shelf:
    class Inner(First):
        pass

class Hungry(First):
    def __init__(self, food):
        pass

class Mute:
    pass

one = First()
number = 3

def make():
    return one
"""


class First:
    def think(self, state: State, budget: Budget, rng: Random) -> Thought:
        return Thought(choices(state)[0])


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    name = f"bots_of_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend("")
    return name


@pytest.mark.parametrize("what", ["First", "Shelf.Inner", "one", "make"])
def test_a_player_is_found_by_module_and_name(module: str, what: str) -> None:
    player = make_bot(f"{module}:{what}")
    assert name_of(player, "other") == "First of all"


def test_a_class_is_made_anew_and_an_object_is_kept(module: str) -> None:
    name = f"{module}:First"
    assert make_bot(name) is not make_bot(name)
    assert make_bot(f"{module}:one") is make_bot(f"{module}:make")


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("Nobody", "no Nobody in .*; it has First, Hungry"),
        ("Hungry", "Hungry cannot be made: TypeError: .*food"),
        ("Mute", r"a player has think\(state, budget, rng\); <.*Mute object"),
        ("number", "3 is neither a player nor makes one"),
        ("", "expected a module and what is in it, as in mymodule:MyBot"),
        ("a b", "expected a module and what is in it"),
    ],
)
def test_what_is_wrong_is_said(module: str, what: str, said: str) -> None:
    with pytest.raises(BadBot, match=said):
        make_bot(f"{module}:{what}")


def test_a_module_that_is_not_there_or_does_not_load(module: str, tmp_path: Path) -> None:
    with pytest.raises(
        BadBot, match=r"nowhere:Bot: ModuleNotFoundError: No module named 'nowhere'"
    ):
        make_bot("nowhere:Bot")
    (tmp_path / f"broken_{module}.py").write_text("1 +")
    with pytest.raises(BadBot, match=r":Bot: SyntaxError"):
        make_bot(f"broken_{module}:Bot")


def test_objects_and_classes_are_players() -> None:
    one = First()
    assert player_of(one, "one") is one
    assert isinstance(player_of(First, "first"), First)


@pytest.mark.parametrize(
    ("name", "shown"),
    [("Ada", "Ada"), (" A\nd\ta\x1b ", "Ada"), ("x" * 99, "x" * 40), ("", "other"), (7, "other")],
)
def test_names_are_fit_for_a_record(name: object, shown: str) -> None:
    player: Player = First()
    player.name = name  # type: ignore[attr-defined]
    assert name_of(player, "other") == shown


@pytest.mark.parametrize(
    "error",
    [BadBot("no_class", name="a:B", what="B", where="a"), BadThought("no_thought", "B", "None")],
    ids=str,
)
def test_what_is_wrong_comes_whole_out_of_another_process(error: Exception) -> None:
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))
