"""Puzzles as they are listed, shown and judged."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from taupes.answers.job import Extent, JobResult, perform
from taupes.answers.puzzles import BEGINNING, FIRST, first_views
from taupes.puzzles.store import shipped
from taupes.rules import LANGUAGES, parse_record

DAY = "2026-11-18"


def do(job: str, **wish: Any) -> JobResult:
    return perform(f"puzzles.{job}", msgspec.json.encode(wish), Extent())


def answer(job: str, **wish: Any) -> Any:
    done = do(job, **wish)
    assert not done.failure
    assert done.refusal is None, done.refusal
    return msgspec.json.decode(done.data)


def first(kind: str) -> str:
    """The first puzzle that is decided by such a choice."""
    for line in shipped().lines:
        found = answer("show", id=line.id)
        if any(one["type"] == kind for one in found["legal"]):
            return line.id
    raise AssertionError(kind)


@pytest.fixture(scope="module")
def moving() -> Any:
    return answer("show", id=first("move"))


def test_all_are_listed_with_their_themes_in_words() -> None:
    for language in LANGUAGES:
        found = answer("list_all", language=language)
        assert [one["id"] for one in found["puzzles"]] == [line.id for line in shipped().lines]
        assert {theme for one in found["puzzles"] for theme in one["themes"]} <= set(
            found["themes"]
        )
        assert all(1 <= one["step"] <= 5 and 2 <= one["seats"] <= 4 for one in found["puzzles"])
    english, german = (answer("list_all", language=one)["themes"] for one in ("en", "de"))
    assert english.keys() == german.keys()
    assert english != german


def test_a_day_has_a_puzzle() -> None:
    found = answer("of_day", day=DAY)
    assert found == answer("of_day", day=DAY)
    assert found["id"] in {line.id for line in shipped().lines}
    days = {answer("of_day", day=f"2026-11-{day:02}")["id"] for day in range(1, 31)}
    assert len(days) > 5


def test_a_puzzle_is_shown_without_its_answer(moving: Any) -> None:
    record = parse_record(moving["record"])
    assert record.outcome is None
    assert moving["position"]["turn"] == record.at(len(record.events)).turn
    assert {one["type"] for one in moving["legal"]} == {"move"}
    assert "choices" not in moving
    assert "themes" not in moving
    french = answer("show", id=moving["id"], language="fr")
    names = [[one["name"] for one in view["record"]["players"]] for view in (moving, french)]
    assert names[0] != names[1]


def test_answers_are_judged(moving: Any) -> None:
    wish: dict[str, Any] = {"id": moving["id"]}
    some = answer("judge", **wish, answer={"choice": moving["legal"][0]})
    choices = some["choices"]
    assert len(choices) == len(moving["legal"])
    values = [value for _, value in choices]
    assert values == sorted(values, reverse=True)
    best = answer("judge", **wish, answer={"choice": choices[0][0]})
    worst = answer("judge", **wish, answer={"choice": choices[-1][0]})
    assert (best["solved"], best["value"]) == (True, values[0])
    assert (worst["solved"], worst["value"]) == (False, values[-1])
    assert best["reasons"]
    assert best["rating"] is None
    # Whoever did it need not be said.
    bare = {name: value for name, value in choices[0][0].items() if name != "player"}
    assert answer("judge", **wish, answer={"choice": bare})["solved"]


def test_a_rating_follows(moving: Any) -> None:
    best, worst = (
        answer("judge", id=moving["id"], answer={"choice": moving["legal"][0]})["choices"][place][0]
        for place in (0, -1)
    )
    before = {"rating": 1500.0, "deviation": 200.0, "volatility": 0.06}
    up, down = (
        answer("judge", id=moving["id"], answer={"choice": one, "rating": before})["rating"]
        for one in (best, worst)
    )
    assert up["rating"] > 1500 > down["rating"]
    assert max(up["deviation"], down["deviation"]) < 200


@pytest.mark.parametrize(
    "given",
    [
        {"choice": {"type": "move", "from": [9, 9], "to": [0, 0]}},
        {"choice": {"type": "pass"}},
        {"choice": {}},
        {"choice": []},
        {"choice": {"type": "pass"}, "rating": {"rating": 1e9}},
        {"choice": {"type": "pass"}, "rating": {"deviation": -1}},
        {"choice": {"type": "pass"}, "language": "la"},
    ],
)
def test_what_is_no_answer_is_refused_and_gives_nothing_away(moving: Any, given: Any) -> None:
    done = do("judge", id=moving["id"], answer=given)
    assert not done.failure
    assert done.refusal is not None
    assert done.refusal.code == "bad_message"
    best = answer("judge", id=moving["id"], answer={"choice": moving["legal"][0]})["choices"][0][0]
    assert msgspec.json.encode(best).decode() not in done.refusal.detail


@pytest.mark.parametrize("name", ["", "nothing", "../shipped", "x" * 9999, "\x00"])
def test_there_is_no_other_puzzle(name: str) -> None:
    for done in (do("show", id=name), do("judge", id=name, answer={"choice": {}})):
        assert done.refusal is not None
        assert done.refusal.code == "no_such_puzzle"


@pytest.mark.parametrize("day", ["", "today", "2026-13-01", "2026-11-18T00:00", 5])
def test_a_day_is_a_date(day: Any) -> None:
    done = do("of_day", day=day)
    assert done.refusal is not None
    assert done.refusal.code == "bad_message"


def own(moving: Any, **change: Any) -> dict[str, Any]:
    """A puzzle as if it were a decision of one's own game."""
    judged = answer("judge", id=moving["id"], answer={"choice": moving["legal"][0]})
    values = [[choice, value] for choice, value in judged["choices"]]
    return {"record": moving["record"], "choices": values, "choice": values[0][0]} | change


def test_one_s_own_decisions_are_judged_as_puzzles_are(moving: Any) -> None:
    wish = own(moving)
    for place in (0, -1):
        chosen = wish["choices"][place][0]
        puzzle = answer("judge", id=moving["id"], answer={"choice": chosen})
        mine = answer("judge_own", **{**wish, "choice": chosen})
        assert mine == puzzle | {"exact": False}
    backwards = answer("judge_own", **own(moving, choices=wish["choices"][::-1]))
    assert backwards == answer("judge_own", **wish)
    french = answer("judge_own", **own(moving, language="fr"))
    assert french["reasons"] != backwards["reasons"]


def test_what_is_no_decision_of_one_s_own_is_refused(moving: Any) -> None:
    good = own(moving)
    values, choice = good["choices"], good["choice"]
    bad = [
        ({"choices": values[1:]}, "bad_message"),
        ({"choices": [*values, values[0]]}, "bad_message"),
        ({"choices": [values[0]] * len(values)}, "bad_message"),
        ({"choices": []}, "bad_message"),
        ({"choices": [[each, 1.5] for each, _ in values]}, "bad_message"),
        ({"choices": [[{"type": "move"}, 0.5], *values[1:]]}, "bad_message"),
        ({"choice": {"type": "pass"}}, "bad_message"),
        ({"choice": choice | {"to": [40, 40]}}, "bad_message"),
        ({"language": "la"}, "bad_message"),
        ({"record": {}}, "bad_record"),
        ({"record": moving["record"] | {"events": []}}, "bad_message"),
    ]
    for change, code in bad:
        done = do("judge_own", **own(moving, **change))
        assert not done.failure, change
        assert done.refusal is not None, change
        assert done.refusal.code == code, (change, done.refusal)
    long = perform("puzzles.judge_own", msgspec.json.encode(good), Extent(record_events=3))
    assert long.refusal is not None


def test_a_device_begins_with_puzzles_that_the_page_would_choose() -> None:
    """Else they would lie there, and somebody would wait for another one."""
    page = Path(__file__).parents[2] / "web" / "src" / "game" / "practice.ts"
    said = dict(re.findall(r"const (BEGINNING|NEAR) = (\d+);", page.read_text("utf-8")))
    assert int(said["BEGINNING"]) == BEGINNING
    found = first_views("fr")
    assert len({view.id for view in found}) == FIRST
    assert all(abs(view.rating - BEGINNING) <= int(said["NEAR"]) for view in found)
    shown = answer("show", id=found[0].id, language="fr")
    assert msgspec.json.decode(msgspec.json.encode(found[0])) == shown
