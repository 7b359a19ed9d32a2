"""What the engine is made for: machines by their names, and how each is optimised and linked."""

import platform
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

WEB: Final = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
SIMD: Final = f"{WEB},+simd128"
WASM: Final = "wasm32-unknown-emscripten"
"""What is linked into a page's Python, and what runs alone, are of the same object code."""
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
    return Target(file, WASM, features, link)


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
        *(
            "-s",
            "-Wl,--export-memory",
            "-Wl,-z,stack-size=131072",
            "-Wl,--export=__heap_base",
            "{export}",
        ),
    )
    return Target(file, WASM, features, link)


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


def native_file() -> str:
    """The file that suits this machine, whatever its kind can do."""
    machine = {"AMD64": "x86_64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    return next(target.file for target in TARGETS if f"-{system}-{machine}." in target.file)


def link(target: Target, code: bytes, symbols: list[str]) -> bytes:
    """The finished file of a target."""
    with TemporaryDirectory() as folder:
        made, done = Path(folder, "engine.o"), Path(folder, target.file)
        made.write_bytes(code)
        command = [*ZIG]
        for part in target.link:
            prefix = "--export=" if target.link[0] == "wasm-ld" else "-Wl,--export="
            command += [prefix + name for name in symbols] if part == "{export}" else [part]
        subprocess.run(  # noqa: S603 - our own command
            [*command, str(made), "-o", str(done)], check=True, cwd=folder
        )
        return done.read_bytes()
