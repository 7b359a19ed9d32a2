"""What tests start servers with: processes as any others, only sooner ready."""

import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.server.nursery import ROOT, Child, start
from tests.server.process import PATIENCE

HOW = "import os, sys; print(*sys.argv[1:], os.getcwd(), 'fastapi' in sys.modules, flush=True)\n"


def run(code: str, folder: Path, *words: str) -> tuple[int, str]:
    with tempfile.TemporaryFile() as output:
        child = start(HOW + code, list(words), output.fileno(), folder)
        code_of_end = child.wait(PATIENCE)
        output.seek(0)
        return code_of_end, output.read().decode()


def test_it_has_its_own_words_folder_output_and_end(tmp_path: Path) -> None:
    is_loaded = sys.platform == "linux"
    assert run("", tmp_path, "a", "b c") == (0, f"a b c {tmp_path} {is_loaded}\n")
    assert run("sys.exit(3)", tmp_path)[0] == 3
    code, said = run("raise ValueError('so it is')", tmp_path)
    assert (code, "ValueError: so it is" in said) == (1, True)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_it_can_be_ended(number: int, tmp_path: Path) -> None:
    with tempfile.TemporaryFile() as output:
        child = start("import time; time.sleep(1000)", [], output.fileno(), tmp_path)
        assert child.poll() is None
        child.send_signal(number)
        assert child.wait(PATIENCE) == child.poll() == -number
        child.terminate()  # nobody else is meant by its number


@pytest.mark.skipif(sys.platform != "linux", reason="others load each process anew")
def test_it_ends_with_whoever_wished_for_it() -> None:
    code = "import os, pathlib, signal\nfrom tests.server.nursery import start\n"
    code += "start('import time; time.sleep(1000)', [], 1, pathlib.Path())\n"
    code += "os.kill(os.getpid(), signal.SIGKILL)"
    # What they say has an end only when all are gone.
    subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        check=False,
        timeout=PATIENCE,
        stdout=subprocess.PIPE,
    )


def test_another_environment_is_loaded_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAUPES_TRIAL", "heard")
    assert run("print(os.environ['TAUPES_TRIAL'])", tmp_path)[1].endswith("False\nheard\n")


@pytest.mark.skipif(sys.platform != "linux", reason="others load each process anew")
def test_their_chances_are_their_own(tmp_path: Path) -> None:
    code = "import random; print(random.random(), os.urandom(4).hex())"
    said = {run(code, tmp_path)[1] for _ in range(3)}
    assert len(said) == 3
    with tempfile.TemporaryFile() as output:
        child = start("", [], output.fileno(), tmp_path)
        assert isinstance(child, Child)
        assert child.wait(PATIENCE) == 0
