"""Sums over constructed games: shares, seats, draws, shared wins, faults."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest

from taupes.arena import Tally, label


def row(
    bots: list[str],
    winners: list[int],
    block: int = 0,
    turns: int = 50,
    faults: int = 0,
    titles: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, Any]:
    seats = range(len(bots))
    told = ["slow: no choice"] * min(faults, 2)
    return {
        "players": [{"name": titles.get(bot, bot)} for bot in bots],
        "result": {"winners": winners, "reason": "shovel" if winners else "stalemate"},
        "arena": {
            "bots": bots,
            "block": block,
            "turns": turns,
            "faults": [
                {"count": 0 if seat else faults, "words": [] if seat else told} for seat in seats
            ],
            "think": [{"count": 10, "seconds": 0.5, "longest": 0.2} for _ in seats],
        },
    }


def tally_of(*rows: dict[str, Any]) -> Tally:
    bots = [name for one in rows for name in one["arena"]["bots"]]
    tally = Tally.of(bots, len(rows[0]["arena"]["bots"]))
    for one in rows:
        tally.add(one)
    return tally


def by_name(tally: Tally) -> dict[str, dict[str, Any]]:
    return {bot["bot"]: bot for bot in tally.as_dict()["bots"]}


def test_wins_are_shares_of_the_games() -> None:
    tally = tally_of(
        row(["a", "b"], [0]), row(["b", "a"], [1]), row(["a", "b"], [1], 1), row(["b", "a"], [], 1)
    )
    bots = by_name(tally)
    assert (bots["a"]["wins"], bots["b"]["wins"]) == (0.5, 0.25)
    assert bots["a"]["draws"] == bots["b"]["draws"] == 0.25
    assert bots["a"]["seats"] == [0.5, 0.5]
    assert bots["b"]["seats"] == [0.0, 0.5]
    assert tally.as_dict()["seats"] == [0.25, 0.5]
    assert tally.as_dict()["reasons"] == {"shovel": 3, "stalemate": 1}


def test_a_shared_win_is_shared() -> None:
    bots = by_name(tally_of(row(["a", "b", "c"], [0, 2]), row(["b", "c", "a"], [0])))
    assert [bots[name]["wins"] for name in "abc"] == [0.25, 0.5, 0.25]


def test_the_cross_table_shares_the_wins_of_two() -> None:
    tally = tally_of(
        row(["a", "b", "c"], [0]), row(["a", "b", "c"], [0]), row(["a", "b", "c"], [1])
    )
    assert tally.against("a", "b") == pytest.approx(2 / 3)
    assert tally.against("b", "a") == pytest.approx(1 / 3)
    assert tally.against("a", "c") == 1
    assert tally.against("a", "nobody") is None


def test_copies_of_a_bot_are_counted_by_seat() -> None:
    rows = [row(["new", "old", "old", "old"], [i % 4 if i % 4 < 2 else 0], i) for i in range(8)]
    bots = by_name(tally_of(*rows))
    assert (bots["new"]["games"], bots["old"]["games"]) == (8, 24)
    assert bots["new"]["wins"] == 0.75
    assert bots["old"]["wins"] == pytest.approx(0.25 / 3)
    assert tally_of(*rows).against("new", "old") == pytest.approx(0.75 / (0.75 + 0.25 / 3))


def test_the_best_comes_first_with_its_interval_around_it() -> None:
    rows = [row(["a", "b"], [1 if i % 4 else 0], i) for i in range(40)]
    final = tally_of(*rows).as_dict()
    assert [bot["bot"] for bot in final["bots"]] == ["b", "a"]
    for bot in final["bots"]:
        assert bot["interval"][0] < bot["rating"] < bot["interval"][1]
        assert bot["wins_interval"][0] < bot["wins"] < bot["wins_interval"][1]
    assert final["superiority"]["b"]["a"] > 0.95


def test_games_that_fall_together_widen_the_interval_of_the_share() -> None:
    apart = [row(["a", "b"], [i % 2], i) for i in range(80)]
    together = [row(["a", "b"], [i // 4 % 2], i // 4) for i in range(80)]
    narrow = by_name(tally_of(*apart))["a"]["wins_interval"]
    wide = by_name(tally_of(*together))["a"]["wins_interval"]
    assert narrow[0] == pytest.approx(0.393, abs=2e-3)
    assert wide[1] - wide[0] > 1.8 * (narrow[1] - narrow[0])


def test_faults_are_counted_by_kind_even_those_not_told() -> None:
    tally = tally_of(row(["a", "b"], [1], faults=5), row(["a", "b"], [1], faults=1))
    bots = by_name(tally)
    assert bots["a"]["faults"] == 6
    assert bots["a"]["fault_kinds"] == {"more": 3, "slow": 3}
    assert bots["b"]["faults"] == 0
    assert tally.words["a"] == ["slow: no choice"]


def test_lengths_and_thinking() -> None:
    tally = tally_of(*(row(["a", "b"], [0], turns=turns) for turns in (40, 50, 90)))
    assert tally.as_dict()["turns"] == {"mean": 60, "median": 50, "shortest": 40, "longest": 90}
    assert by_name(tally)["a"]["think"] == {"mean": pytest.approx(0.05), "longest": 0.2}


def test_bots_are_shown_by_the_names_they_gave_unless_two_gave_the_same() -> None:
    long = "cmd:python some/where/far/away/mybot.py --depth 3"
    named = {"cmd:./a": "Ada", "cmd:./b": "Bob", "cmd:./c": "Bob", long: label(long)}
    tally = tally_of(row(list(named), [0], titles=named))
    shown = {bot["bot"]: bot["name"] for bot in tally.as_dict()["bots"]}
    assert shown == {"cmd:./a": "Ada", "cmd:./b": "cmd:./b", "cmd:./c": "cmd:./c", long: long}
