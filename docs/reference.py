"""The reference in docs/reference/, written from the docstrings: `python docs/reference.py`.

A page shows what its packages name in `__all__`, or what a module defines for others. The pages
are part of the repository, so that they can be read where they lie; a test fails when they differ
from what the sources say.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, cast

import griffe

ROOT: Final = Path(__file__).parent.parent
FOLDER: Final = ROOT / "docs" / "reference"
LONGEST: Final = 60
"""Letters of a value that is shown."""


@dataclass(frozen=True)
class Page:
    """One page: what it begins with, and the packages that it shows."""

    title: str
    about: str
    packages: tuple[str, ...]
    together: tuple[str, ...] = ()
    """Classes whose fields are shown in one table first."""
    heading: str = ""


PAGES: Final = {
    "rules": Page(
        "taupes.rules",
        "[The rules engine](../rules-engine.md) shows how the names go together, [a game as "
        "data](../record.md) and [as text](../notation.md) what is read and written.",
        ("taupes.rules",),
        (
            *("State", "Outcome", "Place", "Draw", "Move", "Blocked", "Pass", "Decline"),
            *("Lift", "Eliminate"),
        ),
        "Positions and actions",
    ),
    "drawing": Page(
        "taupes.drawing",
        "[Drawing](../drawing.md) shows the pictures.",
        ("taupes.drawing",),
    ),
    "kernel": Page(
        "taupes.kernel",
        "[The kernel](../kernel.md) explains rows, tables and the numbers of actions.",
        ("taupes.kernel", "taupes.kernel.layout"),
    ),
    "bots": Page(
        "taupes.bots",
        "[The bots](../bots.md) says how they think, and how to write one.",
        (
            *("taupes.bots", "taupes.bots.analysis", "taupes.bots.slip"),
            "taupes.bots.external.speaking",
        ),
    ),
    "endgame": Page(
        "taupes.bots.endgame",
        "[The last board](../endgame.md) explains what is exact and what is estimated.",
        ("taupes.bots.endgame",),
    ),
    "arena": Page(
        "taupes.arena",
        "[The arena](../arena.md) explains schedules and figures.",
        ("taupes.arena",),
    ),
    "envs": Page(
        "taupes.envs",
        "Doors for other people's tools, each a module of its own; [environments](../envs.md) "
        "explains observations, actions and rewards, which all of them share.",
        (
            *("taupes.envs.aec", "taupes.envs.gym", "taupes.envs.gym_vector"),
            *("taupes.envs.vector", "taupes.envs.openspiel", "taupes.envs.sb3"),
            *("taupes.envs.shaping", "taupes.envs.policy", "taupes.envs.encoding"),
        ),
    ),
}


def written(page: Page) -> str:
    """The text of a page."""
    several = len(page.packages) > 1
    parts = [f"# {page.title}", page.about, "*Written by `python docs/reference.py`.*"]
    for number, package in enumerate(page.packages):
        module = _loaded(package)
        if package != page.title:
            parts += [f"## {package}", _text(module)]
        names = _public(module)
        if page.together and not number:
            parts += [f"## {page.heading}", _fields_of([names[name] for name in page.together])]
        parts += _sections(names, "###" if several else "##", set(page.together))
    return "\n\n".join(parts) + "\n"


@cache
def _read() -> griffe.Module:
    """The whole program, read once."""
    loader = griffe.GriffeLoader(search_paths=[ROOT / "src"])
    read = loader.load("taupes")
    loader.resolve_aliases(external=False)
    return cast("griffe.Module", read)


def _loaded(package: str) -> griffe.Module:
    return cast("griffe.Module", _read()[package.removeprefix("taupes.")])


def _public(module: griffe.Module) -> dict[str, griffe.Object]:
    """What a module shows to others, by name."""
    if module.exports is not None:
        names = sorted(map(str, module.exports), key=str.lower)
    else:
        names = [
            name
            for name, member in module.members.items()
            if not name.startswith("_") and not member.is_alias and not member.is_module
        ]
    found = {}
    for name in names:
        member = module.members[name]
        # A function may have the name of its module, as taupes.rules.explain: it is meant.
        if member.is_module and name in member.members:
            member = member.members[name]
        target = member.final_target if isinstance(member, griffe.Alias) else member
        is_told = module.exports is not None or target.docstring or not target.is_attribute
        if is_told and not target.is_module:
            found[name] = target
    return found


def _sections(names: dict[str, griffe.Object], level: str, done: set[str]) -> Iterator[str]:
    """Functions, classes, errors, and everything else."""
    functions = {name: one for name, one in names.items() if isinstance(one, griffe.Function)}
    classes = {name: one for name, one in names.items() if isinstance(one, griffe.Class)}
    errors = {name: one for name, one in classes.items() if _is_error(one)}
    values = {name: one for name, one in names.items() if isinstance(one, griffe.Attribute)}
    if functions:
        yield f"{level} Functions"
        yield _table("function", [(_call(name, one), one) for name, one in functions.items()])
    for name, one in classes.items():
        if name not in errors and name not in done:
            yield f"{level} {name}"
            yield from _described(one)
    if errors:
        yield f"{level} Errors"
        yield _table("error", [(f"`{name}`", one) for name, one in errors.items()])
    if values:
        yield f"{level} Constants and types"
        yield _table("name", [(_value(name, one), one) for name, one in values.items()])


def _described(one: griffe.Class) -> Iterator[str]:
    """A class: what it is, its fields, its methods."""
    yield _text(one)
    making = one.members.get("__init__")
    if isinstance(making, griffe.Function) and "dataclass" not in one.labels:
        yield _call(one.name, making, gives=False)
    if any(_is_field(each) for each in one.members.values()):
        yield _fields_of([one])
    methods = [
        (f"`{name}`" if member.is_attribute else _call(name, member), member)
        for name, member in one.members.items()
        if (member.is_function or "property" in member.labels) and not name.startswith("_")
    ]
    if methods:
        yield _table("method", methods)


def _is_field(member: griffe.Object | griffe.Alias) -> bool:
    is_plain = member.is_attribute and "property" not in member.labels
    return is_plain and not member.name.startswith("_") and bool(member.docstring or _typed(member))


def _typed(member: griffe.Object | griffe.Alias) -> str:
    return _plain(str(getattr(member, "annotation", None) or ""))


def _fields_of(classes: list[griffe.Object]) -> str:
    """The fields of classes in one table."""
    lines = ["| field | type | meaning |", "| --- | --- | --- |"]
    for one in classes:
        if len(classes) > 1:
            lines.append(f"| **`{one.name}`** | | {_text(one)} |")
        for name, member in one.members.items():
            if _is_field(member):
                kind = f"`{_typed(member)}`" if _typed(member) else ""
                lines.append(f"| `{name}` | {kind} | {_text(member)} |")
    return "\n".join(lines)


def _is_error(one: griffe.Class) -> bool:
    bases = {str(base).rpartition(".")[2] for base in one.bases}
    return bool(bases & {"ValueError", "Exception", "RuntimeError", "LookupError"}) or any(
        isinstance(base, griffe.Class) and _is_error(base) for base in one.mro() if base is not one
    )


def _call(name: str, one: griffe.Object | griffe.Alias, *, gives: bool = True) -> str:
    """A call as one writes it, with types."""
    function = cast("griffe.Function", one)
    shown, is_starred = [], False
    for each in function.parameters:
        if each.name in ("self", "cls"):
            continue
        star = {"variadic positional": "*", "variadic keyword": "**"}.get(str(each.kind.value), "")
        if each.kind is griffe.ParameterKind.keyword_only and not is_starred:
            is_starred = True
            shown.append("*")
        is_starred = is_starred or star == "*"
        kind = f": {_plain(str(each.annotation))}" if each.annotation else ""
        default = f" = {each.default}" if each.default is not None and not star else ""
        shown.append(f"{star}{each.name}{kind}{default}")
    given = f" → {_plain(str(function.returns))}" if gives and function.returns else ""
    return f"`{name}({', '.join(shown)}){given}`"


def _value(name: str, one: griffe.Object) -> str:
    value = _plain(str(getattr(one, "value", "")))
    return f"`{name} = {value}`" if 0 < len(value) <= LONGEST else f"`{name}`"


def _table(head: str, rows: list[tuple[str, griffe.Object | griffe.Alias]]) -> str:
    lines = [f"| {head} | |", "| --- | --- |"]
    return "\n".join([*lines, *(f"| {shown} | {_text(one)} |" for shown, one in rows)])


def _plain(code: str) -> str:
    """Code that a table can hold."""
    return code.replace("'", "").replace('"', "").replace(" | ", " or ").replace("|", "\\|")


def _text(one: griffe.Object | griffe.Alias) -> str:
    """A docstring in one line, without its examples."""
    if not one.docstring:
        return ""
    paragraphs = one.docstring.value.split("\n\n")
    kept = [" ".join(each.split()) for each in paragraphs if not each.lstrip().startswith(">>>")]
    return " ".join(kept).replace("|", "\\|")


def main() -> None:
    """Write all pages."""
    for name, page in PAGES.items():
        (FOLDER / f"{name}.md").write_text(written(page), "utf-8")


if __name__ == "__main__":
    main()
