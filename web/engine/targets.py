"""What the engine is made for: machines by their names, and how each is optimised and linked."""

import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

WEB: Final = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
SIMD: Final = f"{WEB},+simd128"
WASM: Final = "wasm32-unknown-emscripten"
"""What is linked into a page's Python, and what runs alone, are of the same object code."""
ZIG: Final = (sys.executable, "-m", "ziglang")
SUITS: Final = Path(__file__).resolve().with_name("suits.c")


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


def _native(file: str, triple: str, zig: str) -> Target:
    # Else a library holds the folder that it was linked in (macOS), or the time (Windows).
    same = {"macos": f"-Wl,-install_name,@rpath/{file}", "windows": "-Wl,-Brepro"}
    link = ("cc", "-target", zig, "-shared", "-s", *(same[name] for name in same if name in zig))
    return Target(file, triple, "", link, has_tables=True)


def _wide(file: str, triple: str, zig: str) -> Target:
    """For processors with AVX2 and what came with it; it can ask them."""
    plain = _native(file, triple, zig)
    return replace(plain, cpu="x86-64-v3", link=(*plain.link, "-O2", str(SUITS)))


_LINUX: Final = ("x86_64-unknown-linux-gnu", "x86_64-linux-gnu.2.17")
_MACOS: Final = ("x86_64-apple-macosx11.0", "x86_64-macos.11.0")
_WINDOWS: Final = ("x86_64-pc-windows-gnu", "x86_64-windows-gnu")

TARGETS: Final = (
    _side("engine-simd.so", SIMD),
    _side("engine-plain.so", WEB),
    _alone("thinker-simd.wasm", SIMD),
    _alone("thinker-plain.wasm", WEB),
    _native("engine-linux-x86_64.so", *_LINUX),
    _wide("engine-linux-x86_64-v3.so", *_LINUX),
    _native("engine-linux-arm64.so", "aarch64-unknown-linux-gnu", "aarch64-linux-gnu.2.17"),
    _native("engine-macos-x86_64.dylib", *_MACOS),
    _wide("engine-macos-x86_64-v3.dylib", *_MACOS),
    _native("engine-macos-arm64.dylib", "arm64-apple-macosx11.0", "aarch64-macos.11.0"),
    _native("engine-windows-x86_64.dll", *_WINDOWS),
    _wide("engine-windows-x86_64-v3.dll", *_WINDOWS),
)


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
