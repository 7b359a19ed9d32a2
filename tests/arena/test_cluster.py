"""A real cluster of two worker processes, one of which dies in the middle of the run."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from taupes.arena import BadArena, RunSettings, Tournament, open_pool
from taupes.rules import load_boards

SETTINGS = RunSettings(("greedy", "random"), 2, boards=load_boards("quick"), seed=11)

pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[Path]:
    """A scheduler's file; whatever is started on it ends with it."""
    pytest.importorskip("distributed")
    file = tmp_path / "scheduler.json"
    place = ["--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file)]
    process = start("distributed.cli.dask_scheduler", "--no-dashboard", *place)
    while process.poll() is None and not (file.exists() and file.read_text().endswith("}")):
        time.sleep(0.02)
    yield file
    process.kill()
    process.wait()


def start(module: str, *options: str) -> subprocess.Popen[bytes]:
    nowhere = subprocess.DEVNULL
    command = [sys.executable, "-m", module, *options]
    return subprocess.Popen(command, stdout=nowhere, stderr=nowhere)


def worker(scheduler: Path) -> subprocess.Popen[bytes]:
    options = ["--no-nanny", "--nthreads", "1", "--no-dashboard", "--death-timeout", "300"]
    file = ["--scheduler-file", str(scheduler)]
    return start("distributed.cli.dask_worker", *file, *options)


def test_no_game_is_lost_or_counted_twice_when_a_worker_dies(
    scheduler: Path, tmp_path: Path
) -> None:
    distributed = pytest.importorskip("distributed")
    address = json.loads(scheduler.read_text())["address"]
    workers = [worker(scheduler) for _ in range(2)]
    tournament = Tournament(SETTINGS, 40, tmp_path / "cluster")
    try:
        with distributed.Client(address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=300)
        with open_pool(cluster=address) as pool:
            assert pool.width == 2
            for number, _ in enumerate(tournament.play(pool)):
                if number == 5:
                    workers[0].kill()
                    workers[0].wait()
        assert workers[1].poll() is None
    finally:
        for process in workers:
            process.kill()
            process.wait()
    here = Tournament(SETTINGS, 40, tmp_path / "here")
    with open_pool() as pool:
        list(here.play(pool))
    played = [(tmp_path / name / "games.jsonl").read_bytes() for name in ("cluster", "here")]
    assert tournament.tally.games == 40
    games = [json.loads(line)["arena"]["game"] for line in played[0].splitlines()]
    assert games == list(range(40))
    assert played[0] == played[1]


def test_a_cluster_without_workers_is_refused(scheduler: Path) -> None:
    address = json.loads(scheduler.read_text())["address"]
    with pytest.raises(BadArena, match="has no workers"), open_pool(cluster=address):
        pass


def test_without_dask_the_way_to_install_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(BadArena, match=r"pip install 'taupes\[cluster\]'"),
        open_pool(cluster="tcp://127.0.0.1:1"),
    ):
        pass
