"""Every bot equally often on every seat, against everybody, with the same luck."""

from collections import Counter
from itertools import groupby, permutations
from math import factorial

import pytest

from taupes.arena import BadArena, Pairing, RunSettings, pairings, round_size, rounded

TABLES = [(bots, players) for players in (2, 3, 4) for bots in range(players, 7)]


def schedule(bots: int, players: int, rounds: int) -> list[Pairing]:
    settings = RunSettings(tuple(f"bot {i}" for i in range(bots)), players)
    return list(pairings(settings, rounds * round_size(bots, players)))


@pytest.mark.parametrize(("bots", "players"), TABLES)
def test_one_round_seats_every_bot_equally_often_on_every_seat(bots: int, players: int) -> None:
    seated = Counter(
        (bot, seat) for p in schedule(bots, players, 1) for seat, bot in enumerate(p.seats)
    )
    assert len(seated) == bots * players
    assert len(set(seated.values())) == 1


@pytest.mark.parametrize(("bots", "players"), TABLES)
def test_one_round_brings_all_pairs_together_equally_often(bots: int, players: int) -> None:
    met = Counter(pair for p in schedule(bots, players, 1) for pair in permutations(p.seats, 2))
    assert len(met) == bots * (bots - 1)
    assert len(set(met.values())) == 1


@pytest.mark.parametrize(("bots", "players"), TABLES)
def test_in_time_every_bot_follows_every_other_equally_often(bots: int, players: int) -> None:
    rounds = factorial(players - 1)
    follows = Counter(
        (p.seats[i - 1], p.seats[i])
        for p in schedule(bots, players, rounds)
        for i in range(players)
    )
    assert len(follows) == bots * (bots - 1)
    assert len(set(follows.values())) == 1


@pytest.mark.parametrize(("bots", "players"), TABLES)
def test_a_block_is_one_group_once_in_every_rotation(bots: int, players: int) -> None:
    for _, group in groupby(schedule(bots, players, 2), key=lambda p: p.block):
        seatings = [p.seats for p in group]
        first = seatings[0]
        assert seatings == [first[i:] + first[:i] for i in range(players)]


def test_numbers_run_on_and_more_games_continue_where_fewer_end() -> None:
    long = schedule(4, 3, 5)
    assert [p.number for p in long] == list(range(60))
    assert long[:24] == schedule(4, 3, 2)


def test_a_bot_named_twice_takes_two_places() -> None:
    settings = RunSettings(("new", "old", "old", "old"), 4)
    seats = [p.seats.index(0) for p in pairings(settings, 8)]
    assert Counter(seats) == {0: 2, 1: 2, 2: 2, 3: 2}


def test_games_are_rounded_up_to_whole_rounds() -> None:
    assert rounded(1, 2, 2) == 2
    assert rounded(100, 6, 3) == 120
    assert rounded(120, 6, 3) == 120


def test_every_block_has_a_luck_of_its_own() -> None:
    settings = RunSettings(("a", "b"), 2, seed=5)
    assert len({settings.luck(block) for block in range(50)}) == 50


@pytest.mark.parametrize(("bots", "players"), TABLES)
def test_in_six_rounds_every_group_sees_every_orientation_of_every_board(
    bots: int, players: int
) -> None:
    settings = RunSettings(tuple(f"bot {i}" for i in range(bots)), players, seed=5)
    seen = Counter(
        (frozenset(p.seats), board, orientation)
        for p in pairings(settings, 12 * round_size(bots, players))
        for board, orientation in enumerate(settings.game(p.block).stack.orientations)
    )
    assert len(seen) == settings.groups * 4 * 6
    assert set(seen.values()) == {2 * players}


def test_stacks_differ_from_round_to_round_and_from_seed_to_seed() -> None:
    def codes(seed: int) -> list[str]:
        settings = RunSettings(("a", "b"), 2, seed=seed)
        return [settings.game(block).stack.code for block in range(60)]

    assert codes(5) == codes(5)
    assert codes(5) != codes(6)
    assert len(set(codes(5))) > 40


def test_one_stack_can_be_asked_for() -> None:
    settings = RunSettings(("a", "b"), 2, orientations="0351")
    assert {settings.game(block).stack.code for block in range(5)} == {"classic-0351"}


def test_too_few_bots_are_refused_with_a_way_out() -> None:
    with pytest.raises(BadArena, match=r"2 bots for 4 seats.*new,old,old,old"):
        RunSettings(("new", "old"), 4)


def test_orientations_that_do_not_fit_are_refused() -> None:
    with pytest.raises(BadArena, match="2 orientations for 4 boards"):
        RunSettings(("a", "b"), 2, orientations="03")
