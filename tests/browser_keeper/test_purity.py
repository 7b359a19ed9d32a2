"""A device has Python, msgspec and this package: a whole game is played with nothing else."""

import subprocess
import sys
from pathlib import Path

PROGRAM = """
import asyncio, random, sys

class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in {*sys.stdlib_module_names, "msgspec", "taupes", "tests"}:
            raise ImportError(f"{name} is not on a device")

sys.meta_path.insert(0, Nothing())

import taupes.browser.page
from tests.browser_keeper.device import Device

async def game():
    device = Device()
    table = await device.make(
        [{"who": "me"}, {"who": "bot", "level": "pup"}, {"who": "bot", "level": "greedy"}]
    )
    screen = await device.screen(table)
    await screen.play(random.Random(1))
    by = {e["by"] for entry in screen.entries for e in entry["events"] if e["type"] == "acted"}
    assert by == {"person", "bot"}, by
    _, record = await device.ask("GET", f"/api/records/{table}")
    for path in ("replay", "records/check"):
        status, _ = await device.ask("POST", f"/api/{path}", {"record": record})
        assert status == 200, path
    assert (await device.ask("GET", "/api/boards/classic/picture"))[0] == 200

asyncio.run(game())
known = {name.partition(".")[0] for name in sys.modules} - set(sys.stdlib_module_names)
print(sorted(name for name in known if not name.startswith("_")))
assert "taupes.server" not in sys.modules
"""


def test_a_game_needs_msgspec_alone() -> None:
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found = set(done.stdout.strip("[]\n").replace("'", "").split(", "))
    assert found <= {"msgspec", "taupes", "tests", "typing_extensions"}, found
