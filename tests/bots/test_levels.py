import pytest

from taupes.bots import LEVELS, TEMPERAMENTS, Budget, is_level, make_bot, play_game
from taupes.bots.levels import cast
from taupes.rules import (
    LANGUAGES,
    MOLES,
    PRESETS,
    Game,
    load_boards,
    preset_rules,
    shuffled_stack,
)
from taupes.words.titles import temperaments, titles

FEW = Budget(simulations=4)
MINDS = [name for name in LEVELS if name != "random"]


def game(boards: str, preset: str, seats: int) -> Game:
    from random import Random  # noqa: PLC0415

    return Game(
        shuffled_stack(load_boards(boards), Random(3)),
        preset_rules(preset, seats, {"stall_limit": 30}),
        seats,
        MOLES[seats],
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_has_a_title_of_its_own(language: str) -> None:
    told = titles(language)
    assert list(told) == list(LEVELS)
    assert len({title.name for title in told.values()}) == len(LEVELS)
    assert all(title.description.endswith(".") for title in told.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_temperament_has_a_title_of_its_own(language: str) -> None:
    told = temperaments(language)
    assert tuple(told) == TEMPERAMENTS
    names = [title.name for title in (*told.values(), *titles(language).values())]
    assert len(set(names)) == len(names)
    assert all(title.description.endswith(".") for title in told.values())


def test_several_of_one_level_get_temperaments_by_seat() -> None:
    assert cast(["pup"] * 4) == ("pup/bold", "pup/careful", "pup/envious", "pup")
    assert cast(["pup", "greedy", None]) == ("pup", "greedy", None), "one alone needs none"
    assert cast(["pup", "pup/bold"]) == ("pup/careful", "pup/bold")
    assert cast(["buddy", "buddy"]) == ("buddy", "buddy")
    assert cast(["cmd:./mine", "cmd:./mine"]) == ("cmd:./mine", "cmd:./mine")
    assert all(is_level(name) for name in cast(["master"] * 3))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("preset", PRESETS)
def test_all_levels_play_all_presets(preset: str, seats: int) -> None:
    names = (MINDS * 2)[seats : 2 * seats]
    table = game("quick", preset, seats)
    *_, last = play_game(table, [make_bot(name) for name in names], "1", FEW)
    assert last[2].outcome is not None


@pytest.mark.parametrize("name", MINDS)
@pytest.mark.parametrize("boards", ["classic", "grand"])
def test_every_level_plays_large_and_small_boards(name: str, boards: str) -> None:
    table = game(boards, "web", 2)
    *_, last = play_game(table, [make_bot(name), make_bot("greedy")], "2", FEW)
    assert last[2].outcome is not None


@pytest.mark.parametrize("name", MINDS)
def test_the_same_seed_and_budget_give_the_same_game(name: str) -> None:
    table = game("quick", "web-pro", 2)

    def actions() -> list[object]:
        players = [make_bot(name), make_bot("pup")]
        return [action for _, action, _ in play_game(table, players, "5", FEW)]

    assert actions() == actions()


def test_each_level_is_stronger_than_the_baby_mole() -> None:
    def wins(strong: str) -> int:
        count = 0
        for seed in range(10):
            players = [make_bot(strong), make_bot("pup")]
            *_, last = play_game(game("quick", "web", 2), players, str(seed), FEW)
            outcome = last[2].outcome
            count += outcome is not None and outcome.winners == (0,)
        return count

    assert all(wins(name) >= 7 for name in ("greedy", "burrower", "master"))
