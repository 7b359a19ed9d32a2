"""Write `licences.md`: the packages of others that Taupes stands on, and their licences.

    python docs/licences.py

Python's come from the metadata of what is installed, so all extras must be; those in the page from
the list that its build writes. A test fails when the page and this script disagree.
"""

import platform
import re
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Final, NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT: Final = Path(__file__).parent.parent
PAGE: Final = ROOT / "docs" / "licences.md"
BUNDLED: Final = ROOT / "src" / "taupes" / "server" / "static" / "licences.md"

SPELLINGS: Final = {
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "ISC License": "ISC",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
}
"""What metadata say, and what SPDX calls it."""

SIGNS: Final = {
    "Neither the name": "BSD-3-Clause",
    "Redistribution and use in source and binary forms": "BSD-2-Clause",
    "Permission is hereby granted, free of charge": "MIT",
}
"""What a licence says that others do not, for metadata that say "BSD", or nothing."""


APART: Final = {"rl": "PyTorch (BSD-3-Clause), Stable-Baselines3 and sb3-contrib (both MIT)"}
"""Extras that are too large to be installed for every test, and whose packages they add."""


class Package(NamedTuple):
    """A package of others."""

    name: str
    version: str
    licence: str


def licence_of(found: Distribution) -> str:
    """The licence of an installed package, as SPDX writes it."""
    about = found.metadata
    # `about[…]` may answer None or raise for what is not said, by who provides the metadata.
    for expression in about.get_all("License-Expression") or []:
        return str(expression)
    said = [str(words) for words in about.get_all("License") or [""]]
    kinds = about.get_all("Classifier") or []
    said += [kind.rsplit(" :: ")[-1] for kind in kinds if kind.startswith("License :: ")]
    for words in said:
        if words in SPELLINGS or words in SPELLINGS.values():
            return SPELLINGS.get(words, words)
    files = [file for file in found.files or [] if file.stem == "LICENSE"]
    for text in (said[0], *(Path(str(file.locate())).read_text("utf-8") for file in files)):
        for sign, licence in SIGNS.items():
            if sign in text:
                return licence
    raise LookupError(f"{about['Name']} says {said}: teach {__file__} what that is")


def closure(wishes: Iterable[str]) -> dict[str, Package]:
    """Everything that is installed for these requirements, by name."""
    found: dict[str, Package] = {}
    seen: set[str] = set()
    waiting = [(Requirement(wish), frozenset({""})) for wish in wishes]
    while waiting:
        wish, extras = waiting.pop()
        marker = wish.marker
        if marker and not any(marker.evaluate({"extra": extra}) for extra in extras):
            continue
        if f"{wish.name} {sorted(wish.extras)}" in seen:
            continue
        seen.add(f"{wish.name} {sorted(wish.extras)}")
        installed = distribution(wish.name)
        name = canonicalize_name(wish.name)
        found[name] = Package(name, installed.version, licence_of(installed))
        within = frozenset(wish.extras or {""})
        waiting += [(Requirement(text), within) for text in installed.requires or []]
    return found


def groups() -> Iterator[tuple[str, dict[str, Package]]]:
    """What everybody gets, then what each extra adds."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    always = closure(project["dependencies"])
    yield "In every installation", always
    extras = project["optional-dependencies"]
    for extra, wishes in sorted((extra, extras[extra]) for extra in extras.keys() - APART.keys()):
        added = closure(wishes)
        yield f"With `taupes[{extra}]`", {n: p for n, p in added.items() if n not in always}


def bundled() -> dict[str, Package]:
    """What the built page is made of beside our own files."""
    heading = re.compile(r"^## (\S+) - (\S+) \((.+)\)$", re.MULTILINE)
    listed = heading.findall(BUNDLED.read_text("utf-8"))
    return {name: Package(name, version, licence) for name, version, licence in listed}


def write() -> str:
    """The page."""
    machine = f"{platform.system()} with Python {'.'.join(platform.python_version_tuple()[:2])}"
    parts = [
        f"""# Licences

Taupes itself is under the MIT licence. It uses the packages below, unchanged, each under its own
licence; only those in the page are handed on with it. Versions are those that were looked at, on
{machine}; other systems need a few more or less.

`python docs/licences.py` makes this page from what is installed.
"""
    ]
    for title, packages in (*groups(), ("In the page", bundled())):
        rows = [f"| {p.name} | {p.version} | {p.licence} |" for _, p in sorted(packages.items())]
        head = f"## {title}\n\n| package | version | licence |\n| --- | --- | --- |"
        parts.append("\n".join((head, *rows)) + "\n")
    parts.append("Their texts go with the page, as `licences.md` in its folder.\n")
    parts += [
        f"`taupes[{extra}]` adds {what}, and what these need.\n" for extra, what in APART.items()
    ]
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(write(), "utf-8")
