"""Games by way of the kernel are those of the rules, to the byte of the record."""

import pytest

from taupes.arena import series
from taupes.arena.audit import is_good
from taupes.arena.run import is_fast
from taupes.arena.series import Played, SeriesSettings, play_number
from taupes.arena.settings import RunSettings
from taupes.kernel.tables import MAX_RADIUS
from taupes.rules import (
    FAIR_START,
    BadRecord,
    Board,
    BoardSet,
    Game,
    Hex,
    Moles,
    load_boards,
    load_record,
)


def by_rules(settings: SeriesSettings, number: int, monkeypatch: pytest.MonkeyPatch) -> Played:
    def never(_: Game) -> bool:
        return False

    with monkeypatch.context() as patch:
        patch.setattr(series, "is_fast", never)
        return play_number(settings, number)


@pytest.mark.parametrize("boards", ["classic", "quick", "grand"])
@pytest.mark.parametrize("preset", ["web", "soubeyrand", "shop-points", "booklet-pro"])
@pytest.mark.parametrize(
    "bots",
    [("greedy", "greedy"), ("greedy", "random", "pup"), ("greedy", "greedy", "random", "forager")],
    ids=len,
)
def test_the_same_games(
    boards: str, preset: str, bots: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = SeriesSettings(bots, load_boards(boards), preset, seed=3)
    for number in (0, 1):
        fast = play_number(settings, number)
        assert fast == by_rules(settings, number, monkeypatch)
        assert load_record(fast.line).outcome is not None


@pytest.mark.parametrize(
    ("bots", "moles"),
    [
        (("greedy", "greedy"), (10, 3)),
        (("greedy", "random"), 1),
        (("greedy", "random", "greedy"), (1, 12, 7)),
        (("random", "greedy", "forager", "greedy"), (6, 5, 1, 6)),
    ],
    ids=str,
)
def test_the_same_games_with_a_handicap(
    bots: tuple[str, ...], moles: Moles, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = SeriesSettings(bots, load_boards("quick"), "web-pro", seed=4, moles=moles)
    for number in range(len(bots)):
        fast = play_number(settings, number)
        assert fast == by_rules(settings, number, monkeypatch)
        assert load_record(fast.line).game.moles == moles
        assert is_good(fast.line)


def test_with_a_fair_start_the_mole_fewer_goes_round_with_who_begins() -> None:
    settings = SeriesSettings(("random", "random"), load_boards("quick"), "web", moles=FAIR_START)
    games = [load_record(play_number(settings, number).line).game for number in range(3)]
    assert [(game.first, game.moles) for game in games] == [
        (0, (9, 10)),
        (1, (10, 9)),
        (0, (9, 10)),
    ]
    run = RunSettings(("random", "greedy"), moles=FAIR_START)
    assert (run.game(0).first, run.game(0).moles) == (0, (9, 10))
    assert run.as_dict()["moles"] == FAIR_START


def test_a_handicap_is_of_its_version_or_it_is_no_good_record() -> None:
    settings = SeriesSettings(("greedy", "random"), load_boards("quick"), "web", moles=(3, 2))
    line = play_number(settings, 0).line
    assert is_good(line)
    for wrong in (
        line.replace('"version":2', '"version":1'),
        line.replace('"version":2', '"version":3'),
        line.replace('"moles":[3,2]', '"moles":[3,3]'),
        line.replace('"moles":[3,2]', '"moles":[2,3]'),
        line.replace('"moles":[3,2]', '"moles":3'),
        line.replace('"moles":[3,2]', '"moles":[3,2,1]'),
        line.replace('"moles":[3,2]', '"moles":[3,true]'),
    ):
        assert wrong != line
        assert not is_good(wrong)
        with pytest.raises(BadRecord):
            load_record(wrong)


def test_boards_that_the_kernel_cannot_take_are_played_by_the_rules() -> None:
    top = Board("plain", MAX_RADIUS + 1, (Hex(0, 1), Hex(0, 2)))
    last = Board("rock", 2, (Hex(0, 0),), (), (0, 2, 4))
    settings = SeriesSettings(("greedy", "random"), BoardSet("huge", (top, last)), "web")
    assert not is_fast(settings.game(0))
    played = play_number(settings, 0)
    record = load_record(played.line)
    assert record.game.stack.radius == MAX_RADIUS + 1
    assert record.outcome is not None
    assert played.winners == record.outcome.winners
