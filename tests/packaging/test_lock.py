"""What is locked fits what is asked for on every system, and names no place it came from."""

import re
import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from packaging.markers import Marker, default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
GROUPS = {"play": "build", "serve": None, "test": "test", "bench": "bench"}
"""The group that is installed with the package, by lock file; a server needs none."""
SYSTEMS = (
    ("linux", "Linux", "posix", "x86_64"),
    ("darwin", "Darwin", "posix", "arm64"),
    ("win32", "Windows", "nt", "AMD64"),
)
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
RENEW = "make lock writes the files again"

PIN = re.compile(r"^(?P<name>[\w.\[\],-]+)==(?P<version>\S+)(?: ; (?P<marker>.+?))? \\$")
HASH = re.compile(r"^    --hash=sha256:[0-9a-f]{64}(?: \\)?$")


def path_of(lock: str) -> Path:
    return ROOT / "requirements" / f"{lock}.txt"


def pins(lock: str) -> list[tuple[str, str, Marker | None]]:
    found = [PIN.match(line) for line in path_of(lock).read_text("utf-8").splitlines()]
    return [
        (canonicalize_name(pin["name"].split("[")[0]), pin["version"], marker)
        for pin in found
        if pin
        for marker in [Marker(pin["marker"]) if pin["marker"] else None]
    ]


def members(group: str) -> Iterator[str]:
    for wish in PROJECT["dependency-groups"][group]:
        if isinstance(wish, str):
            yield wish
        else:
            yield from members(wish["include-group"])


def machines() -> Iterator[dict[str, str]]:
    for (platform, system, name, machine), python in product(SYSTEMS, PYTHONS):
        yield {
            **{key: str(value) for key, value in default_environment().items()},
            "sys_platform": platform,
            "platform_system": system,
            "os_name": name,
            "platform_machine": machine,
            "python_version": python,
            "python_full_version": f"{python}.9",
            "implementation_name": "cpython",
            "platform_python_implementation": "CPython",
        }


@pytest.mark.parametrize("lock", GROUPS)
def test_every_range_is_met_on_every_system(lock: str) -> None:
    wishes = [*PROJECT["project"]["dependencies"]]
    if group := GROUPS[lock]:
        wishes += [*members(group), *PROJECT["build-system"]["requires"]]
    for machine in machines():
        here = {
            name: version for name, version, m in pins(lock) if m is None or m.evaluate(machine)
        }
        for wish in map(Requirement, wishes):
            if wish.marker is None or wish.marker.evaluate(machine):
                version = here.get(canonicalize_name(wish.name))
                assert version, f"{wish} has no version in {lock}.txt: {RENEW}"
                assert wish.specifier.contains(version), f"{wish}: {version} is locked; {RENEW}"


@pytest.mark.parametrize("lock", GROUPS)
def test_no_line_is_anything_but_a_version_with_hashes(lock: str) -> None:
    lines = path_of(lock).read_text("utf-8").splitlines()
    said = [line for line in lines if not PIN.match(line) and not HASH.match(line)]
    assert [line for line in said if not line.lstrip().startswith("#")] == []
    # Comments say who wants a package: the names of packages, and of files here.
    assert [line for line in said if re.search(r"//|@|(?<!\w)/|\\|file:", line)] == []
    for number, line in enumerate(lines):
        assert not PIN.match(line) or HASH.match(lines[number + 1]), line


def test_who_plays_and_who_tests_have_the_same_versions() -> None:
    tested = set(pins("test"))
    shared = {name for name, _, _ in tested}
    for lock in ("play", "serve", "bench"):
        for name, version, _ in pins(lock):
            assert name not in shared or any(pin[:2] == (name, version) for pin in tested), name


def test_compiled_packages_are_locked_for_all_systems() -> None:
    # Each wheel of four systems or more and of four Pythons has a hash of its own.
    text = path_of("play").read_text("utf-8")
    for name in ("numpy", "numba", "llvmlite", "msgspec"):
        (first, *_) = re.findall(rf"^{name}==.*\n((?:    --hash.*\n)+)", text, re.MULTILINE)
        assert first.count("--hash") >= len(SYSTEMS) * len(PYTHONS), name


def test_the_page_is_built_with_the_node_that_is_locked() -> None:
    source = (ROOT / "web" / "npm.py").read_text("utf-8")
    found = re.search(r'^NODE = "(.+)"$', source, re.MULTILINE)
    assert found
    assert found[1] in set(members("build"))
