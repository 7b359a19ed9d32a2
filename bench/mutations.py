"""Shows whether tests bite: small faults are put into a room, one at a time, and should be noticed.

    python bench/mutations.py                          all modules of taupes.table
    python bench/mutations.py taupes.table.decide      one module
    python bench/mutations.py taupes.table --list      the faults, without trying them
    python bench/mutations.py taupes.rules --sample 80 some of them, drawn by chance (--seed)

A fault is a comparison turned, a number raised by one, a condition that always or never holds,
`and` for `or`, a value that is not returned, a statement left out and the like (`FAULTS`). Each is
tried in a process forked from one that has loaded everything but the room itself: there the module
is loaded with its fault, and the tests of the room's folder run until one fails, those of the
module's own test file first. What is left at the end are the faults that no test notices.

Run by hand, for it takes minutes. `EQUIVALENT` lists the faults that change nothing anybody could
see, each with the reason; they are not counted.
"""

import argparse
import ast
import copy
import gc
import importlib
import importlib.util
import os
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from io import StringIO
from pathlib import Path
from random import Random
from types import CodeType, ModuleType
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).parent.parent
SECONDS: Final = 120
"""After so many of the processor a fault counts as noticed: it keeps the tests from ending. So it
does after ten times as many by the clock, for it may wait: the machine may be busy."""
BYTES: Final = 4 * 1024**3
"""And if it wants more memory than this."""

QUIETLY: Final = (
    *("-x", "-q", "--assert=plain", "--tb=no"),
    *("-p", "no:cacheprovider", "-p", "no:unraisableexception"),
    *("-W", "ignore::pytest.PytestWarning"),
)
"""Only whether a test fails counts, not how it is told. Hypothesis is loaded before the tests
begin, which is worth a warning to pytest."""

EQUIVALENT: Final[dict[tuple[str, str, str], str]] = {
    (
        "taupes.rules.inspection",
        "under = next((k for k in range(6) if hole.turned(k) in holes_below), None)",
        "6 becomes 7",
    ): "the seventh turn is the first again",
    (
        "taupes.table.create",
        'first = 0 if setup.first == "random" else setup.first',
        "0 becomes 1",
    ): "what chance will draw is any seat; the game is made only to see whether it can be",
    (
        "taupes.table.create",
        "orientations = [0] * len(boards.boards) if is_random else list(setup.orientations)",
        "0 becomes 1",
    ): "and any orientation",
    (
        "taupes.table.create",
        "if name is not None and not clean_text(name, 40):",
        "40 becomes 41",
    ): "only whether anything is left of the name counts here",
    (
        "taupes.table.decide",
        "disc, slot = 0, None",
        "0 becomes 1",
    ): "only a turn has a disc, and it is looked up before it is used",
    (
        "taupes.table.evolve",
        "rows = with_item(rows, seat, (*row[:slot], first.disc or 0, *row[slot + 1 :]))",
        "0 becomes 1",
    ): "a disc without a value is refused by the rules before",
    (
        "taupes.table.fairness",
        "order = sorted(range(len(DISCS)), key=lambda i: (tags[10 * i : 10 * i + 10], i))",
        "10 becomes 11 (2)",
    ): "a tag that ends later sorts otherwise only after another with the same ten digits",
    (
        "taupes.table.fairness",
        "order = sorted(range(len(DISCS)), key=lambda i: (tags[10 * i : 10 * i + 10], i))",
        "10 becomes 11 (3)",
    ): "the same",
    (
        "taupes.table.applied",
        "self.last = -1",
        "1 becomes 2",
    ): "any number below that of every entry will do",
    (
        "taupes.table.applied",
        "self._last = -1",
        "1 becomes 2",
    ): "the same",
    (
        "taupes.table.deletion",
        "created.seats, theirs or [False] * len(created.seats), strict=True",
        "strict: True becomes False",
    ): "a table is created with a person, or nobody, for each of its seats",
    (
        "taupes.table.effects",
        "if play.watch is not None:",
        "the condition always holds (2)",
    ): "without a clock no watch is given back as it was",
    (
        "taupes.table.history",
        "if isinstance(index, slice):",
        "the condition always holds",
    ): "one item is found in a copy of all of them too, only slowly",
    (
        "taupes.table.projection",
        "eights = [cells[i : i + 8] for i in range(0, len(cells), 8)]",
        "8 becomes 9",
    ): "no byte has a ninth bit",
    (
        "taupes.table.projection",
        "for octet in range(1 << len(eight))",
        "1 becomes 2",
    ): "nor a greater value than those that are looked up",
    (
        "taupes.table.projection",
        "texts = [eight[value] for eight, value in zip(octets, values, strict=True) if value]",
        "strict: True becomes False",
    ): "there is a byte for each eight cells, by the line before",
    (
        "taupes.table.projection",
        "for index, (event, driver) in enumerate(zip(play.events, play.drivers, strict=True)):",
        "strict: True becomes False",
    ): "every event is kept with who decided it",
    (
        "taupes.table.requests",
        "return [] if target is None else [Undone(seat, len(target.events))]",
        "the condition never holds",
    ): "an undo is asked for only if it leads somewhere, and the next action ends the request",
    (
        "taupes.table.table",
        "lines = zip(self.chat, self.speakers, strict=True)",
        "strict: True becomes False",
    ): "every line is kept with who said it",
    (
        "taupes.table.table",
        "mark = blake2b(msgspec.json.encode(facts), digest_size=16).digest()",
        "digest_size: 16 becomes 17",
    ): "a longer mark tells the same games apart",
    (
        "taupes.table.text",
        "map(chr, range(0xE0100, 0xE01F0)),  # and more of them",
        "918000 becomes 918001",
    ): "the next one is no character, and goes for that",
}
"""By module, line and fault: why nobody can see it."""


@dataclass(frozen=True)
class Fault:
    """One small fault of a module."""

    module: str
    path: Path
    line: int
    text: str
    """The line as it is written."""
    what: str
    """What is done to it; with a number if it is not the first such on such a line."""
    tree: ast.Module

    @property
    def is_equivalent(self) -> bool:
        """Whether it is known to change nothing that can be seen."""
        return (self.module, self.text, self.what) in EQUIVALENT

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.what}\n    {self.text}"


# What can be wrong with a piece of a program: the piece with a fault, and the fault in words.

Change = tuple[ast.AST, str]

LOCATED: Final = (ast.expr, ast.stmt, ast.pattern, ast.keyword)

TURNED: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}

OTHER: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
"""`|` is not among them: between types it means nothing else."""


def _copied(node: ast.AST, **values: Any) -> ast.AST:
    changed = copy.copy(node)
    for name, value in values.items():
        setattr(changed, name, value)
    return changed


def _compare(node: ast.Compare) -> Iterator[Change]:
    for i, op in enumerate(node.ops):
        for other in TURNED[type(op)]:
            ops = [*node.ops[:i], other(), *node.ops[i + 1 :]]
            yield _copied(node, ops=ops), f"{type(op).__name__} becomes {other.__name__}"


def _constant(node: ast.Constant) -> Iterator[Change]:
    if isinstance(node.value, bool):
        yield _copied(node, value=not node.value), f"{node.value} becomes {not node.value}"
    elif isinstance(node.value, int | float):
        yield _copied(node, value=node.value + 1), f"{node.value} becomes {node.value + 1}"


def _bool_op(node: ast.BoolOp) -> Iterator[Change]:
    if isinstance(node.op, ast.And):
        yield _copied(node, op=ast.Or()), "and becomes or"
    else:
        yield _copied(node, op=ast.And()), "or becomes and"


def _bin_op(node: ast.BinOp | ast.AugAssign) -> Iterator[Change]:
    other = OTHER.get(type(node.op))
    if other is not None:
        yield _copied(node, op=other()), f"{type(node.op).__name__} becomes {other.__name__}"


def _unary_op(node: ast.UnaryOp) -> Iterator[Change]:
    if isinstance(node.op, ast.Not):
        yield node.operand, "not is left out"


def _conditional(node: ast.If | ast.IfExp) -> Iterator[Change]:
    for value, word in ((True, "always"), (False, "never")):
        yield _copied(node, test=ast.Constant(value)), f"the condition {word} holds"


def _while(node: ast.While) -> Iterator[Change]:
    yield _copied(node, test=ast.Constant(value=False)), "the condition never holds"


def _comprehension(node: ast.comprehension) -> Iterator[Change]:
    for i in range(len(node.ifs)):
        for value, word in ((True, "always"), (False, "never")):
            ifs = [*node.ifs[:i], ast.Constant(value), *node.ifs[i + 1 :]]
            yield _copied(node, ifs=ifs), f"the condition {word} holds"


def _case(node: ast.match_case) -> Iterator[Change]:
    yield _copied(node, guard=ast.Constant(value=False)), "the case never holds"


def _return(node: ast.Return) -> Iterator[Change]:
    if node.value is not None and not _is_none(node.value):
        yield _copied(node, value=ast.Constant(None)), "nothing is returned"


def _left_out(node: ast.stmt) -> Iterator[Change]:
    is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    if not is_docstring:
        yield ast.Pass(), "the statement is left out"


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


FAULTS: Final[dict[type[ast.AST], tuple[Callable[[Any], Iterator[Change]], ...]]] = {
    ast.Compare: (_compare,),
    ast.Constant: (_constant,),
    ast.BoolOp: (_bool_op,),
    ast.BinOp: (_bin_op,),
    ast.UnaryOp: (_unary_op,),
    ast.If: (_conditional,),
    ast.IfExp: (_conditional,),
    ast.While: (_while,),
    ast.comprehension: (_comprehension,),
    ast.match_case: (_case,),
    ast.Return: (_return,),
    ast.Expr: (_left_out,),
    ast.Raise: (_left_out,),
    ast.Delete: (_left_out,),
    ast.AugAssign: (_bin_op, _left_out),
}


def faults(module: str) -> Iterator[Fault]:
    """All faults that are tried in a module."""
    # Not by `find_spec`, which would load the room.
    path = ROOT / "src" / f"{module.replace('.', '/')}.py"
    source = path.read_text("utf-8")
    lines = source.splitlines()
    tree = ast.parse(source)
    seen = Counter[tuple[str, str]]()
    places = list(_places(tree))
    for parent, name, index, node in places:
        for make in FAULTS.get(type(node), ()):
            for changed, what in make(node):
                line = _line_of(node)
                ast.copy_location(changed, node)
                _put(parent, name, index, changed)
                broken = ast.fix_missing_locations(copy.deepcopy(tree))
                _put(parent, name, index, node)
                named = f"{parent.arg}: {what}" if isinstance(parent, ast.keyword) else what
                text = lines[line - 1].strip()
                seen[text, named] += 1
                if seen[text, named] > 1:
                    named += f" ({seen[text, named]})"
                yield Fault(module, path, line, text, named, broken)


def _places(tree: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    """Every piece of a program that anybody can see, and where it stands."""
    for name, value in ast.iter_fields(tree):
        for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.AST) and not _is_hidden(child):
                yield tree, name, index, child
                yield from _places(child)


def _is_hidden(node: ast.AST) -> bool:
    """Whether it is only about speed or memory: the size of a cache, the garbage collector."""
    is_cache = isinstance(node, ast.Call) and ast.unparse(node.func) == "lru_cache"
    return is_cache or (isinstance(node, ast.keyword) and node.arg == "gc")


def _put(parent: ast.AST, name: str, index: int | None, node: ast.AST) -> None:
    if index is None:
        setattr(parent, name, node)
    else:
        getattr(parent, name)[index] = node


def _line_of(node: ast.AST) -> int:
    return next(each.lineno for each in ast.walk(node) if isinstance(each, LOCATED))


# Trying one.


class Broken(MetaPathFinder, SourceFileLoader):  # type: ignore[misc]
    """Loads one module with a fault in it."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.module, str(fault.path))
        self.fault = fault

    def find_spec(
        self, fullname: str, path: object = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The loader of that module, and of no other."""
        if fullname != self.fault.module:
            return None
        return importlib.util.spec_from_file_location(fullname, self.fault.path, loader=self)

    def get_code(self, fullname: str) -> CodeType:
        """The module with its fault, compiled and not kept."""
        return compile(self.fault.tree, str(self.fault.path), "exec", dont_inherit=True)


def test_files(module: str) -> tuple[list[str], list[str]]:
    """The tests of a module, and the others of its room, short ones first."""
    room, _, name = module.removeprefix("taupes.").rpartition(".")
    folder = ROOT / "tests" / room.replace(".", "/")
    files = sorted(folder.glob("test_*.py"), key=lambda path: path.stat().st_size)
    own = [str(path) for path in files if path.stem == f"test_{name}"]
    return own, [str(path) for path in files if str(path) not in own]


def fails(files: Sequence[str]) -> bool:
    """Whether one of these tests fails."""
    return bool(files) and pytest.main([*QUIETLY, *files]) != pytest.ExitCode.OK


def start(module: str, fault: Fault | None = None) -> int:
    """Run the tests for a module in a process of its own, with a fault or without; its number."""
    number = os.fork()
    if number:
        return number
    silence()
    signal.alarm(10 * SECONDS)
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    if fault is not None:
        sys.meta_path.insert(0, Broken(fault))
    noticed = True
    try:
        noticed = any(map(fails, test_files(module)))
    finally:
        os._exit(noticed)


def silence() -> None:
    """Say nothing any more."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)


def attempt(all_faults: Sequence[Fault], workers: int) -> list[Fault]:
    """Try all of them, so many side by side; those that nobody noticed."""
    running: dict[int, Fault] = {}
    left: list[Fault] = []
    waiting, done = list(reversed(all_faults)), 0
    while waiting or running:
        while waiting and len(running) < workers:
            fault = waiting.pop()
            running[start(fault.module, fault)] = fault
        number, status = os.wait()
        fault = running.pop(number)
        done += 1
        if status == 0:
            left.append(fault)
            print(f"\r{fault}", flush=True)
        print(f"\r{done} of {len(all_faults)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return left


BELOW: Final = ("taupes.rules", "taupes.drawing", "taupes.bots")
"""Rooms that others stand on, each on those before it."""


def warm(modules: Sequence[str]) -> None:
    """Load what every try needs and no fault is in."""
    import hypothesis  # noqa: PLC0415
    import jsonschema  # noqa: F401, PLC0415
    import msgspec  # noqa: F401, PLC0415

    for room in BELOW:
        if any(module.startswith(f"{room}.") for module in modules):
            break
        importlib.import_module(room)
    # The same examples every time, and none from the last fault.
    hypothesis.settings.register_profile("mutations", derandomize=True, database=None)
    hypothesis.settings.load_profile("mutations")
    # Other people's plugins take longer to load than most of the tests need.
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    with redirect_stdout(StringIO()):
        pytest.main([*QUIETLY, "--collect-only", str(ROOT / "tests" / "conftest.py")])
    loaded = [module for module in modules if module in sys.modules]
    assert not loaded, f"no fault can be put into what is loaded already: {loaded}"
    gc.freeze()


def modules_of(names: Sequence[str]) -> list[str]:
    """The modules that are named, or are in a room that is named."""
    found = []
    for name in names:
        path = ROOT / "src" / name.replace(".", "/")
        inside = sorted(each.stem for each in path.glob("*.py") if each.stem != "__init__")
        found += [f"{name}.{stem}" for stem in inside] if path.is_dir() else [name]
    return found


def main() -> int:
    """Try the faults of the modules named; 1 if some are not noticed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", default=["taupes.table"], metavar="MODULE")
    parser.add_argument("--list", action="store_true", help="only list the faults")
    parser.add_argument("--sample", type=int, metavar="N", help="only so many, drawn by chance")
    parser.add_argument("--seed", type=int, default=0, help="of that chance")
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="tries side by side")
    chosen = parser.parse_args()
    os.chdir(ROOT)
    modules = modules_of(chosen.names)
    tried = [fault for module in modules for fault in faults(module) if not fault.is_equivalent]
    if chosen.sample is not None and chosen.sample < len(tried):
        drawn = Random(chosen.seed).sample(range(len(tried)), chosen.sample)
        tried = [tried[i] for i in sorted(drawn)]
    if chosen.list:
        print("\n".join(map(str, tried)))
        print(f"{len(tried)} faults")
        return 0
    began = time.monotonic()
    warm(modules)
    start(modules[0])
    if os.wait()[1]:
        print("the tests fail without any fault", file=sys.stderr)
        return 2
    left = attempt(tried, chosen.workers)
    for module in modules:
        total = sum(fault.module == module for fault in tried)
        unseen = sum(fault.module == module for fault in left)
        if total:
            print(f"{module}: {total - unseen} of {total} noticed")
    share = 100 * (len(tried) - len(left)) / len(tried)
    minutes = (time.monotonic() - began) / 60
    print(f"{len(tried) - len(left)} of {len(tried)} noticed: {share:.1f} % in {minutes:.1f} min")
    return int(bool(left))


if __name__ == "__main__":
    sys.exit(main())
