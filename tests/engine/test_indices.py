"""No index is below zero: what is compiled ahead of time does not look for one."""

import os
import subprocess
import sys
from typing import Final

SCRIPT: Final = """
import runpy, sys
from taupes.kernel import arrays
from taupes.kernel.way import WAY, Way

assert WAY is Way.PLAIN
usual = arrays.zeroes

def zeroes(code, *shape):
    made = usual(code, *shape)
    kind = type(made)

    def checked(method):
        def look(self, index, *number):
            assert isinstance(index, slice) or index >= 0, index
            return method(self, index, *number)
        return look

    methods = {name: checked(getattr(kind, name)) for name in ("__getitem__", "__setitem__")}
    if kind is list:
        return type("Checked", (list,), methods)(made)
    return type("Checked", (kind,), methods | {"_type_": kind._type_, "_length_": len(made)})()

arrays.zeroes = zeroes
if sys.argv[1] == "broken":
    arrays.words(3)[-1] = 1
sys.argv = ["everything", "few"]
runpy.run_module("tests.engine.everything", run_name="__main__", alter_sys=True)
"""


def run(word: str) -> "subprocess.CompletedProcess[str]":
    environment = os.environ | {"TAUPES_NO_NUMBA": "1", "TAUPES_LIBRARY": ""}
    command = [sys.executable, "-c", SCRIPT, word]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


def test_no_index_is_below_zero() -> None:
    done = run("whole")
    assert done.returncode == 0, done.stderr


def test_one_would_be_noticed() -> None:
    assert "AssertionError: -1" in run("broken").stderr
