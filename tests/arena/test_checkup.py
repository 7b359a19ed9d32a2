"""The conformance checker says what is wrong, in words."""

import sys
from pathlib import Path

import pytest

from taupes.arena.checkup import Checkup, Finding, probes
from taupes.bots import Budget, choices
from taupes.bots.external.player import Allowance
from taupes.rules import MOLES, PRESETS, Phase

HEAD = "import json, os, random, sys, time\n"
FRAME = """
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello":
        print(json.dumps({"type": "ready", "name": "x"}), flush=True)
    elif m["type"] == "think":
        choice = m["legal"][0]
        CODE
        print(json.dumps({"type": "choice", "id": m["id"], "choice": choice}), flush=True)
    elif m["type"] == "quit":
        break
"""


def examine(tmp_path: Path, script: str, allowance: Allowance | None = None) -> list[Finding]:
    path = tmp_path / "bot.py"
    path.write_text(HEAD + script)
    checkup = Checkup(
        f"{sys.executable} -S {path}", Budget(seconds=0.1), allowance or Allowance(margin=5)
    )
    findings = list(checkup.run())
    assert findings == checkup.findings
    assert checkup.ok == all(one.ok or one.is_warning for one in findings)
    return findings


def wrong(findings: list[Finding]) -> dict[str, str]:
    return {str(one.question): str(one.words) for one in findings if not one.ok}


def test_the_positions_cover_everything() -> None:
    states = [probe.state for probe in probes()]
    assert {state.phase for state in states} == set(Phase) - {Phase.OVER}
    assert {state.level for state in states} == {0, 1, 2, 3}
    assert {state.game.seats for state in states} == set(MOLES)
    assert {state.game.stack.boards.name for state in states} == {"classic", "quick", "grand"}
    assert len({str(probe.where).partition(",")[0] for probe in probes()}) == len(PRESETS)
    assert all(len(choices(state)) > 1 for state in states)


def test_a_minimal_bot_is_good(tmp_path: Path) -> None:
    findings = examine(tmp_path, FRAME.replace("CODE", ""))
    assert wrong(findings) == {}
    assert len(findings) == 6


def test_the_first_failure_stops_what_makes_no_sense(tmp_path: Path) -> None:
    findings = examine(tmp_path, "sys.exit('not today')")
    assert len(findings) == 1
    assert "not today" in str(findings[0].words)


def test_a_bot_that_cannot_extra_move_is_told_where(tmp_path: Path) -> None:
    code = 'choice = {"type": "pass"} if m["position"]["phase"] == "extra_move" else choice'
    findings = wrong(examine(tmp_path, FRAME.replace("CODE", code)))
    told = [question for question in findings if "extra move on the" in question]
    assert len(told) == 8
    assert all(findings[question].startswith("illegal: ") for question in told)
    assert "too much went wrong" in findings["the rest"]


def test_a_bot_that_knows_two_players_only_is_told_so(tmp_path: Path) -> None:
    code = 'sys.exit(9) if len(m["position"]["moles"]) > 2 else None'
    findings = wrong(examine(tmp_path, FRAME.replace("CODE", code)))
    assert all("3 players" in q or "4 players" in q for q in findings if q != "the rest")
    assert any("ended with code 9" in words for words in findings.values())


def test_a_bot_that_fails_on_strange_messages_is_told_so(tmp_path: Path) -> None:
    script = FRAME.replace("CODE", "").replace(
        'elif m["type"] == "quit":\n        break',
        'elif m["type"] == "newgame":\n        pass\n    else:\n        break',
    )
    findings = wrong(examine(tmp_path, script))
    assert list(findings) == ["it skips messages and keys that it does not know"]


def test_a_bot_that_cannot_be_repeated_is_warned(tmp_path: Path) -> None:
    findings = examine(tmp_path, FRAME.replace("CODE", 'choice = random.choice(m["legal"])'))
    bad = [one for one in findings if not one.ok]
    assert [str(one.question) for one in bad] == ["it repeats itself for the same seed"]
    assert bad[0].is_warning


def test_a_bot_that_does_not_leave_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("taupes.arena.checkup.FAREWELL", 1.0)
    stays = FRAME.replace("CODE", "").replace("        break", "        time.sleep(60)")
    assert wrong(examine(tmp_path, stays)) == {
        "it ends when told to quit": "still there after 1 seconds"
    }


def test_values_that_make_no_sense_are_a_warning(tmp_path: Path) -> None:
    script = FRAME.replace("CODE", "").replace(
        '"choice": choice}', '"choice": choice, "values": 1}'
    )
    findings = examine(tmp_path, script)
    assert list(wrong(findings)) == ["its values can be used"]
