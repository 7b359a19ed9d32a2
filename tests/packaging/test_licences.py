"""The page on licences names what is really used."""

import importlib.util
import json
import platform
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "licences.md").read_text("utf-8")
RENEW = "python docs/licences.py writes the page again"


def rows_under(title: str) -> dict[str, tuple[str, str]]:
    """Version and licence by package, of one table of the page."""
    part = re.split(r"^## ", PAGE, flags=re.MULTILINE)
    (table,) = (text for text in part if text.startswith(f"{title}\n"))
    found = re.findall(r"^\| (\S+) \| (\S+) \| (.+) \|$", table, re.MULTILINE)
    return {name: (version, licence) for name, version, licence in found[2:]}


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("licences", ROOT / "docs" / "licences.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_installed_package_is_listed_with_its_licence(script: ModuleType) -> None:
    python = ".".join(platform.python_version_tuple()[:2])
    is_same_machine = f"on\n{platform.system()} with Python {python};" in PAGE
    for title, packages in script.groups():
        listed = {name: licence for name, (_, licence) in rows_under(title).items()}
        used = {name: package.licence for name, package in packages.items()}
        assert used.items() <= listed.items(), f"{title}: {RENEW}"
        assert not is_same_machine or listed == used, f"{title}: {RENEW}"


def test_the_packages_in_the_page_are_those_of_the_lock_file() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    listed = rows_under("In the page")
    assert "svelte" in listed
    for name, row in listed.items():
        locked = lock[f"node_modules/{name}"]
        assert row == (locked["version"], locked["license"]), f"{name}: {RENEW}"


def test_the_packages_in_the_page_are_those_it_was_built_of(script: ModuleType) -> None:
    if not script.BUNDLED.exists():
        pytest.skip("the page is not built")
    built = {name: (p.version, p.licence) for name, p in script.bundled().items()}
    assert rows_under("In the page") == built, RENEW


def test_nothing_is_used_that_asks_more_than_to_be_named(script: ModuleType) -> None:
    # A licence that is not here is to be read before the package is used.
    kinds = {"MIT", "BSD", "0BSD", "Apache", "ISC", "PSF", "LGPL", "Zlib", "CC0"}
    for _, packages in script.groups():
        for package in packages.values():
            words = re.split(r" (?:AND|OR|WITH) ", package.licence)
            words = [word for word in words if not word.endswith("-exception")]
            assert {word.split("-")[0] for word in words} <= kinds, package
