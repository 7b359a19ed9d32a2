"""A game up to a decision is one number: what goes in comes out, and nonsense does not."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from random import Random

import pytest

from taupes.bots import choices, make_bot, play_game, record_game
from taupes.puzzles.coding import decode, encode, ranked
from taupes.rules import MOLES, PRESETS, Game, Record, load_stack, preset_rules


def played(preset: str, seats: int, seed: str) -> Record:
    game = Game(load_stack("classic-0351"), preset_rules(preset, seats), seats, MOLES[seats], 1)
    steps = list(play_game(game, [make_bot("random")] * seats, seed))
    return record_game(game, ["red", "blue", "green", "yellow"][:seats], steps)


@pytest.mark.parametrize("seats", MOLES)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_moment_of_a_game_comes_back(preset: str, seats: int) -> None:
    record = played(preset, seats, f"{preset}{seats}")
    rng = Random(seats)
    states = list(record.replay())
    for number in sorted(rng.sample(range(len(states)), 8)):
        upto = record.upto(number)
        *_, state = upto.replay()
        values = [rng.randrange(1001) / 1000 for _ in choices(state)]
        code = encode(record.game, upto.events, values)
        assert decode(record.game, code) == (upto.events, state, tuple(values))


def test_a_game_takes_few_letters() -> None:
    record = played("web", 2, "few")
    assert len(encode(record.game, record.upto(100).events, ())) < 100


@pytest.mark.parametrize("text", ["A", "????", "é", "AAAAA", "A A A A", "____" * 400])
def test_nonsense_is_refused(text: str) -> None:
    game = played("web", 2, "nonsense").game
    with pytest.raises(ValueError, match=r"."):
        decode(game, text)


def test_a_game_that_ends_before_the_decision_is_refused() -> None:
    record = played("web", 2, "over")
    code = encode(record.game, record.events, ())
    assert decode(record.game, code)[1].outcome == record.outcome
    number = int.from_bytes(urlsafe_b64decode(code + "=="), "little")
    one_more = (number + 1).to_bytes(len(code), "little")  # the first digit counts the actions
    with pytest.raises(ValueError, match="over before"):
        decode(record.game, urlsafe_b64encode(one_more).decode())


def test_the_best_comes_first_and_equals_keep_their_order() -> None:
    one, two, three = choices(next(iter(played("web", 2, "x").replay())))[:3]
    assert ranked((one, two, three), (0.2, 0.5, 0.2)) == ((two, 0.5), (one, 0.2), (three, 0.2))
