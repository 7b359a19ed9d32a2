"""All that is kept of a person is handed out, however much it is."""

import re
from pathlib import Path

import pytest

from tests.server.process import ServerProcess
from tests.server.test_limits import options

LARGE = 250_000
MANY = 80


def most_memory(server: ServerProcess) -> int:
    """Bytes that the server's own process has had in memory at the worst moment."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text("utf-8")
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) * 1024


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_an_export_is_never_in_memory_as_a_whole(tmp_path: Path) -> None:
    limits = options({"computing_per_address": 64})
    with ServerProcess(f"sqlite:///{tmp_path / 'taupes.sqlite'}", *limits) as server:
        token = server.guest()
        wish = {"seats": [{"who": "me", "name": "Ada"}, {"who": "bot", "level": "random"}]}
        table = server.post("/api/tables", wish | {"start": True}, token)[1]["table"]
        record = server.get(f"/api/tables/{table}/record")[1] | {"padding": ["x" * 50] * 4500}
        kept = [server.post("/api/records", record, token)[1]["record"] for _ in range(MANY)]
        before = most_memory(server)
        status, found = server.get("/api/me/export", token)
        assert status == 200
        assert {one["record"] for one in found["records"]} == set(kept)
        assert all(one["body"]["padding"] == record["padding"] for one in found["records"])
        assert [one["table"] for one in found["tables"]] == [table]
        assert most_memory(server) - before < MANY * LARGE / 2
