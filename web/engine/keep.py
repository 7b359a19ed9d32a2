"""Say where a built engine lies, and build it first if its sources have changed.

    python web/engine/keep.py engine-simd.so thinker-simd.wasm

prints the folder. `native` stands for the library of this machine. Folders lie in the user's cache
folder, each under the name of a fingerprint of sources and versions.
"""

import hashlib
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from taupes import folders
from taupes.kernel import shipped

HERE: Final = Path(__file__).resolve().parent
ROOMS: Final = ("kernel", "rules", "bots/evaluation", "bots/search", "bots/endgame")
"""Where the engine's functions are, and the numbers that they stand on."""
PARTS: Final = ("numba", "llvmlite", "ziglang")


def fingerprint() -> str:
    """A name for all that the engine is made of."""
    digest = hashlib.sha256(" ".join(map(version, PARTS)).encode())
    package = HERE.parents[1] / "src" / "taupes"
    for room in (HERE, *(package / room for room in ROOMS)):
        for file in sorted((*room.rglob("*.py"), *room.rglob("*.c"))):
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def kept(files: list[str]) -> Path:
    """The folder with these files, built now if they are not there."""
    folder = folders.cache_folder() / "engine" / fingerprint()
    missing = [file for file in files if not (folder / file).is_file()]
    if missing:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder) as work:
            command = [sys.executable, str(HERE / "build.py"), "--out", work, "--only", *missing]
            subprocess.run(command, check=True, stdout=sys.stderr)  # noqa: S603 - our own script
            for file in missing:  # each whole or not at all, whoever else is at it
                Path(work, file).replace(folder / file)
    return folder


if __name__ == "__main__":
    wanted = [shipped.candidates()[-1] if name == "native" else name for name in sys.argv[1:]]
    sys.stdout.write(f"{kept(wanted)}\n")
