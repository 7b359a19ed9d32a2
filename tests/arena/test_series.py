"""Games by way of the kernel are those of the rules, to the byte of the record."""

import pytest

from taupes.arena import series
from taupes.arena.series import Played, SeriesSettings, play_number
from taupes.kernel.tables import MAX_RADIUS
from taupes.rules import Board, BoardSet, Game, Hex, load_boards, load_record


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


def test_boards_that_the_kernel_cannot_take_are_played_by_the_rules() -> None:
    top = Board("plain", MAX_RADIUS + 1, (Hex(0, 1), Hex(0, 2)))
    last = Board("rock", 2, (Hex(0, 0),), (), (0, 2, 4))
    settings = SeriesSettings(("greedy", "random"), BoardSet("huge", (top, last)), "web")
    assert not series.is_fast(settings.game(0))
    played = play_number(settings, 0)
    record = load_record(played.line)
    assert record.game.stack.radius == MAX_RADIUS + 1
    assert record.outcome is not None
    assert played.winners == record.outcome.winners
