"""Whole runs: the same games in any number of processes, resumed after any end, never twice."""

import json
import os
import select
import signal
import subprocess
import sys
import time
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from taupes.arena import BadArena, RunSettings, Tournament, open_pool
from taupes.arena.ledger import Ledger
from taupes.rules import load_boards, load_record

SETTINGS = RunSettings(("greedy", "random"), 2, boards=load_boards("quick"), seed=11)
COMMAND = [sys.executable, "-c", "from taupes.cli.commands.arena import app; app()"]


def play(settings: RunSettings, games: int, out: Path | None = None, jobs: int = 1) -> Tournament:
    tournament = Tournament(settings, games, out)
    with open_pool(jobs) as pool:
        for _ in tournament.play(pool):
            pass
    return tournament


def games_of(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]


def test_the_same_games_whatever_the_number_of_processes(tmp_path: Path) -> None:
    play(SETTINGS, 12, tmp_path / "one", jobs=1)
    play(SETTINGS, 12, tmp_path / "two", jobs=2)
    one, two = ((tmp_path / name / "games.jsonl").read_bytes() for name in ("one", "two"))
    assert one == two
    assert [row["arena"]["game"] for row in games_of(tmp_path / "two")] == list(range(12))


def test_another_seed_gives_other_games(tmp_path: Path) -> None:
    play(SETTINGS, 2, tmp_path / "one")
    play(RunSettings(SETTINGS.bots, 2, boards=SETTINGS.boards, seed=12), 2, tmp_path / "two")
    assert games_of(tmp_path / "one") != games_of(tmp_path / "two")


def test_every_line_is_a_record_with_the_result_beside(tmp_path: Path) -> None:
    play(SETTINGS, 4, tmp_path)
    for line in (tmp_path / "games.jsonl").read_text().splitlines():
        record = load_record(line)
        row = json.loads(line)
        assert record.outcome is not None
        assert [team.name for team in record.teams] == row["arena"]["bots"]
        assert row["arena"]["turns"] > 10


def test_blocks_share_stack_and_discs(tmp_path: Path) -> None:
    play(
        RunSettings(("greedy", "random", "random"), 3, boards=SETTINGS.boards, seed=1), 6, tmp_path
    )
    rows = games_of(tmp_path)
    for block in (rows[:3], rows[3:]):
        assert len({tuple(row["orientations"]) for row in block}) == 1
        draws = [
            [
                event["disc"]
                for event in row["events"]
                if event == event | {"type": "draw", "player": 0}
            ]
            for row in block
        ]
        shortest = min(map(len, draws))
        assert shortest > 5
        assert draws[0][:shortest] == draws[1][:shortest] == draws[2][:shortest]
    assert rows[0]["orientations"] != rows[3]["orientations"]


def test_a_finished_run_is_not_played_again_and_can_be_made_longer(tmp_path: Path) -> None:
    play(SETTINGS, 4, tmp_path)
    before = (tmp_path / "games.jsonl").read_bytes()
    again = play(SETTINGS, 4, tmp_path)
    assert (again.resumed, again.tally.games) == (4, 4)
    assert (tmp_path / "games.jsonl").read_bytes() == before
    longer = play(SETTINGS, 6, tmp_path)
    assert (longer.resumed, longer.tally.games) == (4, 6)
    assert (tmp_path / "games.jsonl").read_bytes().startswith(before)
    with pytest.raises(BadArena, match="holds games up to number 6; ask for at least as many"):
        play(SETTINGS, 4, tmp_path)


def test_a_run_killed_in_the_middle_goes_on_where_it_ended(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    who = ["--bots", "greedy,random", "--boards", "quick", "--seed", "11"]
    command = [*COMMAND, *who, "--games", "36", "--jobs", "2", "--json", "--out"]
    run = subprocess.Popen(
        [*command, str(broken)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    games = broken / "games.jsonl"
    while run.poll() is None and (not games.exists() or games.read_bytes().count(b"\n") < 5):
        time.sleep(0.01)
    run.send_signal(signal.SIGKILL)
    run.communicate()
    assert run.returncode == -signal.SIGKILL, "it was over before it could be killed"
    kept = games.read_bytes().count(b"\n")
    assert 5 <= kept < 36
    with games.open("ab") as file:
        file.write(b'{"format": "taupes-record", "ver')

    done = subprocess.run([*command, str(broken)], capture_output=True, check=True, text=True)
    answer = json.loads(done.stdout)
    assert answer["games"] == 36
    assert answer["resumed"] >= kept
    play(SETTINGS, 36, whole)
    assert games.read_bytes() == (whole / "games.jsonl").read_bytes()


def test_times_are_kept_apart_and_decide_nothing(tmp_path: Path) -> None:
    first = play(SETTINGS, 4, tmp_path)
    spent = {name: standing.seconds for name, standing in first.tally.standings.items()}
    assert all(seconds > 0 for seconds in spent.values())
    times = tmp_path / "times.jsonl"
    assert {json.loads(line)["game"] for line in times.read_text().splitlines()} == {0, 1, 2, 3}
    again = play(SETTINGS, 4, tmp_path).tally.standings
    assert {name: again[name].seconds for name in spent} == pytest.approx(spent)
    lines = times.read_bytes().splitlines(keepends=True)
    strange = [b"oh dear\n", b'{"game": 3, "think": 7}\n']
    times.write_bytes(b"".join([*strange, *lines[:3], lines[3][:9]]))
    shorter = play(SETTINGS, 4, tmp_path).tally.standings
    assert all(0 < shorter[name].seconds < spent[name] for name in spent)
    times.unlink()
    assert play(SETTINGS, 4, tmp_path).tally.games == 4


def test_a_half_line_is_dropped_and_a_bad_one_refused(tmp_path: Path) -> None:
    play(SETTINGS, 4, tmp_path)
    games = tmp_path / "games.jsonl"
    lines = games.read_bytes().splitlines(keepends=True)
    games.write_bytes(b"".join(lines[:3]) + lines[3][:-1])
    assert play(SETTINGS, 4, tmp_path).resumed == 3
    assert [row["arena"]["game"] for row in games_of(tmp_path)] == [0, 1, 2, 3]
    games.write_bytes(lines[0] + b"oh dear\n" + lines[1])
    with pytest.raises(BadArena, match=r"line 2: not a game of the arena; remove the line"):
        play(SETTINGS, 4, tmp_path)
    games.write_bytes(lines[0] + lines[1] + lines[0])
    with pytest.raises(BadArena, match=r"line 3: game 0 is there twice"):
        play(SETTINGS, 4, tmp_path)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": 12}, "seed is 11 there and 12 here"),
        ({"bots": ("random", "greedy")}, "bots is"),
        ({"preset": "booklet"}, 'preset is "web" there and "booklet" here'),
        ({"options": {"stall_limit": 50}}, "options is {} there"),
        ({"boards": load_boards("classic")}, "boards is quick"),
        ({"orientations": "0000"}, 'orientations is "random" there'),
    ],
)
def test_other_settings_in_the_same_folder_are_refused(
    tmp_path: Path, change: dict[str, Any], words: str
) -> None:
    play(SETTINGS, 2, tmp_path)
    before = (tmp_path / "games.jsonl").read_bytes()
    other = replace(SETTINGS, **change)
    with pytest.raises(BadArena, match="other settings") as caught:
        play(other, 2, tmp_path)
    assert words in str(caught.value)
    assert "another --out" in str(caught.value)
    assert (tmp_path / "games.jsonl").read_bytes() == before


@pytest.mark.skipif(os.name != "posix", reason="folders are locked on POSIX systems only")
def test_two_runs_at_once_in_one_folder_are_refused(tmp_path: Path) -> None:
    with (
        Ledger(tmp_path, SETTINGS, {"kind": "tournament"}),
        pytest.raises(BadArena, match="another run is writing there"),
    ):
        play(SETTINGS, 2, tmp_path)
    assert play(SETTINGS, 2, tmp_path).tally.games == 2


def test_games_are_rounded_up_so_that_all_is_balanced() -> None:
    assert Tournament(SETTINGS, 3).games == 4
    assert Tournament(RunSettings(("greedy", "random", "greedy"), 2), 7).games == 12


@pytest.mark.skipif(os.name != "posix", reason="waits for a pipe as POSIX systems can")
def test_workers_leave_when_the_one_who_gave_the_work_is_killed(tmp_path: Path) -> None:
    """Each worker holds a pipe whose other end we read: it ends when the last worker does."""
    options = ["--bots", "greedy,random", "--games", "4000", "--jobs", "2", "--out"]
    run = subprocess.Popen([*COMMAND, *options, str(tmp_path)], stdout=subprocess.PIPE)
    assert run.stdout is not None
    games = tmp_path / "games.jsonl"
    while run.poll() is None and (not games.exists() or not games.read_bytes()):
        time.sleep(0.01)
    run.kill()
    run.wait()
    with run.stdout as pipe:
        ended, _, _ = select.select([pipe], [], [], 30)
        assert ended, "a worker is still there"
        assert pipe.read() == b""


@pytest.mark.skipif(os.name != "posix", reason="interrupts as POSIX systems do")
def test_an_interrupt_ends_workers_and_programs_and_says_how_to_go_on(tmp_path: Path) -> None:
    script = tmp_path / "stuck.py"
    script.write_text(
        "import json, os, sys, time\n"
        "sys.stdin.readline()\n"
        f"with open({str(tmp_path / 'pids')!r}, 'a') as file: file.write(f'{{os.getpid()}} ')\n"
        "print(json.dumps({'type': 'ready', 'name': 'stuck'}), flush=True)\n"
        "while True: time.sleep(1)\n"
    )
    bots = f"greedy,cmd:{sys.executable} -S {script}"
    options = ["--bots", bots, "--jobs", "2", "--seconds", "600"]
    # Whoever runs these tests in the background has them ignore interrupts, and what they start.
    listening = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    command = [*COMMAND[:-1], listening + COMMAND[-1], *options]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    pids = tmp_path / "pids"
    while run.poll() is None and (not pids.exists() or len(pids.read_text().split()) < 3):
        time.sleep(0.01)  # one to see whether it starts, and one in each worker
    run.send_signal(signal.SIGINT)
    _, said = run.communicate(timeout=300)
    assert run.returncode == 130
    assert b"the same command goes on" in said
    for pid in pids.read_text().split():
        with pytest.raises(ProcessLookupError):
            os.kill(int(pid), 0)


OWN = """
from taupes.bots import Thought, choices

class First:
    name = "Number One"

    def think(self, state, budget, rng):
        return Thought(choices(state)[0])
"""


@pytest.mark.parametrize("kind", ["class", "object"])
def test_players_of_your_own_take_part_under_their_own_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    (tmp_path / f"own_{kind}.py").write_text(OWN)
    monkeypatch.syspath_prepend(tmp_path)
    first = import_module(f"own_{kind}").First
    own = {"mine": first if kind == "class" else first()}
    settings = replace(SETTINGS, bots=("random", "mine"), own=own)
    for jobs in (1, 2):  # beside this process it has to be pickled
        tournament = play(settings, 4, tmp_path / str(jobs), jobs)
        final = tournament.tally.as_dict()
        shown = {bot["bot"]: bot["name"] for bot in final["bots"]}
        assert shown == {"random": "random", "mine": "Number One"}
        assert not any(bot["faults"] for bot in final["bots"])
    one, two = ((tmp_path / name / "games.jsonl").read_bytes() for name in ("1", "2"))
    assert one == two
    names = {each["name"] for each in games_of(tmp_path / "1")[0]["players"]}
    assert names == {"Number One", "random"}
