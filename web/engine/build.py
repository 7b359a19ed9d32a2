"""Compile the engine ahead of time, from the functions that Numba compiles elsewhere.

    python web/engine/build.py --out FOLDER [--only engine-simd.so …]

writes a library for each target (`targets.py`) and `manifest.json`. The same sources and versions
give the same bytes. With `--shipped` those that a wheel brings are put where it takes them from.
"""

import os

# Before Numba is imported: its code is to suit any machine, and is wanted as text, from no cache.
os.environ.update(NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="")
os.environ["NUMBA_CACHE_DIR"] = f"{os.devnull}/none"
os.environ.pop("TAUPES_LIBRARY", None)

import argparse
import hashlib
import json
import sys
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Final

from exports import exported, is_table
from intermediate import leave_indices, leave_unoptimised, llvm, module_of
from objects import compile_for
from targets import TARGETS, Target, link

from taupes.kernel import shipped
from taupes.kernel.native import stands_on

HERE: Final = Path(__file__).resolve().parent
SOURCES: Final = HERE.parents[1] / "src"
PARTS: Final = ("numba", "llvmlite", "ziglang")


def main() -> None:
    """Build what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--out", type=Path, help="the folder to write into")
    where.add_argument("--shipped", action="store_true", help="write what a wheel brings")
    names = [target.file for target in TARGETS]
    parser.add_argument("--only", nargs="+", choices=names, default=names, metavar="FILE")
    arguments = parser.parse_args()
    brought = [file for files in shipped.LIBRARIES.values() for file in files]
    wanted = brought if arguments.shipped else arguments.only
    out = arguments.out or shipped.FOLDER
    build(out, [target for target in TARGETS if target.file in wanted])


def build(out: Path, targets: list[Target]) -> None:
    """Write the files of these targets and a manifest of them."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    leave_unoptimised()
    leave_indices()
    out.mkdir(parents=True, exist_ok=True)
    functions = list(exported())
    code, files = str(module_of(functions)), {}
    objects: dict[Target, bytes] = {}
    for target in targets:
        symbols = [each.name for each, _ in functions if target.has_tables or not is_table(each)]
        machine = replace(target, file="", link=())
        if machine not in objects:
            objects[machine] = compile_for(target, code, symbols)
        data = link(target, objects[machine], symbols)
        (out / target.file).write_bytes(data)
        files[target.file] = {"bytes": len(data), "sha256": _hash(data)}
        sys.stdout.write(f"{target.file}: {len(data):,} bytes\n")
    exports = {each.name: str(each) for each, _ in functions}
    manifest = {
        "exports": exports,
        "files": files,
        "sources": sources_of(exports),
        "versions": {name: version(name) for name in PARTS},
    }
    (out / "manifest.json").write_text(json.dumps(manifest, indent=1, sort_keys=True) + "\n")


def sources_of(exports: dict[str, str]) -> dict[str, str]:
    """The files that the engine is made of, each with its hash."""
    modules = {name.rpartition(".")[0] for name in exports}
    found: set[Path] = set()
    for module in modules:
        found |= stands_on(SOURCES.joinpath(*module.split(".")).with_suffix(".py"))
    files = {file.relative_to(SOURCES).as_posix(): file for file in found}
    files |= {
        f"web/engine/{file.name}": file for kind in ("*.py", "*.c") for file in HERE.glob(kind)
    }
    return {name: _hash(file.read_bytes()) for name, file in sorted(files.items())}


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


if __name__ == "__main__":
    main()
