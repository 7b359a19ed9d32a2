"""What the engine is made for: machines by their names, and how each is optimised and linked."""

import subprocess
import sys
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from intermediate import NumbaHasChanged

llvm: Any = import_module("llvmlite.binding")

WEB: Final = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
SIMD: Final = f"{WEB},+simd128"
OUTSIDE: Final = frozenset({"exp", "memcpy", "memset", "memmove"})
"""What of C the engine may need: every system and Emscripten have it."""
ZIG: Final = (sys.executable, "-m", "ziglang")


@dataclass(frozen=True, slots=True)
class Target:
    """One file to make."""

    file: str
    triple: str
    features: str
    link: tuple[str, ...]
    """Zig's command that makes the file of an object; `{export}` stands for the symbols."""
    cpu: str = ""
    has_tables: bool = False
    """Whether it is called where NumPy is, and so exact tables can be built."""


def _side(file: str, features: str) -> Target:
    link = (
        "wasm-ld",
        *("-shared", "--experimental-pic", "--unresolved-symbols=import-dynamic", "--strip-all"),
        "{export}",
    )
    return Target(file, "wasm32-unknown-emscripten", features, link)


def _alone(file: str, features: str) -> Target:
    link = (
        *(
            "cc",
            "-target",
            "wasm32-wasi",
            "-mexec-model=reactor",
            "-nostartfiles",
            "-Wl,--no-entry",
        ),
        *("-s", "-Wl,--export-memory", "-Wl,--export=__heap_base", "{export}"),
    )
    return Target(file, "wasm32-unknown-wasi", features, link)


def _native(file: str, triple: str, zig: str, cpu: str = "", features: str = "") -> Target:
    link = ("cc", "-target", zig, "-shared", "-s")
    return Target(file, triple, features, link, cpu, has_tables=True)


TARGETS: Final = (
    _side("engine-simd.so", SIMD),
    _side("engine-plain.so", WEB),
    _alone("thinker-simd.wasm", SIMD),
    _alone("thinker-plain.wasm", WEB),
    _native("engine-linux-x86_64.so", "x86_64-unknown-linux-gnu", "x86_64-linux-gnu.2.17"),
    _native(
        "engine-linux-x86_64-v3.so",
        "x86_64-unknown-linux-gnu",
        "x86_64-linux-gnu.2.17",
        "x86-64-v3",
    ),
    _native("engine-linux-arm64.so", "aarch64-unknown-linux-gnu", "aarch64-linux-gnu.2.17"),
    _native("engine-macos-arm64.dylib", "arm64-apple-macosx11.0", "aarch64-macos.11.0"),
    _native("engine-macos-x86_64.dylib", "x86_64-apple-macosx11.0", "x86_64-macos.11.0"),
    _native("engine-windows-x86_64.dll", "x86_64-pc-windows-gnu", "x86_64-windows-gnu"),
)


def compile_for(target: Target, code: str, symbols: list[str]) -> bytes:
    """The object code of a module for a target."""
    module = llvm.parse_assembly(code)
    machine = llvm.Target.from_triple(target.triple).create_target_machine(
        target.cpu, target.features, 3, "pic", "default"
    )
    module.triple, module.data_layout = target.triple, str(machine.target_data)
    for each in (*module.functions, *module.global_variables):
        if not each.is_declaration and each.name not in symbols:
            each.linkage = "internal"
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = tuning.slp_vectorization = True
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    module.verify()
    missing = [each.name for each in module.functions if each.is_declaration]
    if strange := {name for name in missing if not name.startswith("llvm.")} - OUTSIDE:
        raise NumbaHasChanged(f"the code for {target.file} wants {', '.join(sorted(strange))}")
    return bytes(machine.emit_object(module))


def link(target: Target, code: bytes, symbols: list[str]) -> bytes:
    """The finished file of a target."""
    with TemporaryDirectory() as folder:
        made, done = Path(folder, "engine.o"), Path(folder, target.file)
        made.write_bytes(code)
        command = [*ZIG]
        for part in target.link:
            prefix = "--export=" if target.link[0] == "wasm-ld" else "-Wl,--export="
            command += [prefix + name for name in symbols] if part == "{export}" else [part]
        subprocess.run([*command, str(made), "-o", str(done)], check=True, cwd=folder)
        return done.read_bytes()
