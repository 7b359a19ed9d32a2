"""The sequential test with real games: same answer in any number of processes, resumed, early."""

import json
from pathlib import Path
from typing import Any

import pytest

from taupes.arena import BadArena, Claim, RunSettings, Trial, open_pool, trial_bots
from taupes.rules import load_boards

QUICK = load_boards("quick")


def run(out: Path | None = None, jobs: int = 1, games: int = 400, seed: int = 2) -> dict[str, Any]:
    settings = RunSettings(trial_bots("greedy", "random", 2), 2, boards=QUICK, seed=seed)
    trial = Trial(settings, Claim(0, 150), games, out)
    with open_pool(jobs) as pool:
        for _ in trial.play(pool):
            pass
    return trial.as_dict()


def test_it_stops_as_soon_as_it_knows_whoever_is_faster(tmp_path: Path) -> None:
    alone, together = run(tmp_path / "one"), run(tmp_path / "two", jobs=2)
    assert alone == together
    assert alone["verdict"] == "stronger"
    assert alone["games"] < 100
    assert alone["llr"] >= alone["bounds"][1]
    assert sum(alone["blocks"].values()) * 2 == alone["games"]
    json.dumps(alone, allow_nan=False)


def test_it_goes_on_where_it_ended(tmp_path: Path) -> None:
    first = run(tmp_path, games=8)
    assert (first["verdict"], first["games"]) == ("undecided", 8)
    games = tmp_path / "games.jsonl"
    lines = games.read_bytes().splitlines(keepends=True)
    games.write_bytes(b"".join(lines[:5]))  # the third pair lacks a game
    answer = run(tmp_path)
    assert answer == run()
    numbers = [json.loads(line)["arena"]["game"] for line in games.read_bytes().splitlines()]
    assert numbers == list(range(answer["games"]))


def test_another_claim_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    run(tmp_path, games=2)
    settings = RunSettings(trial_bots("greedy", "random", 2), 2, boards=QUICK, seed=2)
    with open_pool() as pool, pytest.raises(BadArena, match="claim is"):
        next(Trial(settings, Claim(0, 10), 2, tmp_path).play(pool))
