"""How tests wait: on a page by functions, for its own policy evaluates no text; never for ever."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
BROWSER = Path(__file__).parent / "browser"
WAITING = re.compile(r"""wait_for_function\(\s*f?"+\s*(.*)""")


def test_what_is_waited_for_is_a_function() -> None:
    # A text is evaluated anew at each look, and refused from the second one on: on a machine quick
    # enough nobody notices.
    found = [
        (path.name, waiting)
        for path in sorted(BROWSER.glob("*.py"))
        for waiting in WAITING.findall(path.read_text("utf-8"))
    ]
    assert len(found) > 20
    assert [one for one in found if not one[1].startswith("(")] == []


def test_a_test_that_hangs_is_ended_and_the_others_run(tmp_path: Path) -> None:
    tests = "def test_hangs():\n    import threading\n    threading.Event().wait()\n\n\n"
    (tmp_path / "test_two.py").write_text(f"{tests}def test_works():\n    pass\n", "utf-8")
    words = ["-m", "pytest", "-c", str(ROOT / "pyproject.toml"), f"--rootdir={tmp_path}"]
    words += ["-o", "faulthandler_timeout=10", "--numprocesses=1", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, *words, str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert "crashed while running 'test_two.py::test_hangs'" in done.stdout
    assert "1 failed, 1 passed" in done.stdout
    assert "in test_hangs" in done.stdout + done.stderr
