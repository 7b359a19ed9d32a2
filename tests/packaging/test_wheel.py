"""What is handed on is whole, the same whoever builds it, and works where nothing else is."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from taupes import __version__
from tests.server.nursery import thinking

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "taupes" / "server" / "static"
LEFT_OUT = shutil.ignore_patterns(
    *("node_modules", "__pycache__", "*.egg-info", "build", "dist", ".*_cache", ".hypothesis"),
    *(".git", ".venv", ".benchmarks"),
)
PREFIX = "import sys; print(sys.prefix)"
Run = Callable[..., subprocess.CompletedProcess[str]]

pytestmark = pytest.mark.skipif(
    not (STATIC / "index.html").exists(), reason="the page is not built: pip install --editable ."
)


def build(folder: Path) -> tuple[Path, Path]:
    """Wheel and source distribution, built of a copy of the project, with the page as it is."""
    copy = folder / "sources"
    shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
    environment = {**os.environ, "TAUPES_SKIP_PAGE": "1"}
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)]
    subprocess.run(command, cwd=copy, env=environment, check=True, capture_output=True)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return wheel, sdist


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return build(tmp_path_factory.mktemp("built"))


def test_two_builds_are_the_same_to_the_byte(built: tuple[Path, Path], tmp_path: Path) -> None:
    folder = tmp_path / "somewhere" / "else"
    folder.mkdir(parents=True)
    before = os.umask(0o077)
    try:
        again = build(folder)
    finally:
        os.umask(before)
    for one, other in zip(built, again, strict=True):
        assert one.name == other.name
        assert one.read_bytes() == other.read_bytes(), one.name


def test_the_wheel_holds_all_that_is_needed(built: tuple[Path, Path]) -> None:
    wheel, _ = built
    assert wheel.name.endswith("-py3-none-any.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    package = ROOT / "src" / "taupes"
    wanted = {
        f"taupes/{path.relative_to(package).as_posix()}"
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    for part in (
        *("taupes/py.typed", "taupes/rules/boards/classic.toml", "taupes/rules/sentences/fr.toml"),
        *("taupes/rules/record.schema.json", "taupes/table/protocol.schema.json"),
        *("taupes/server/static/index.html", "taupes/bots/evaluation/weights/classic-2.npz"),
        *("taupes/paper/booklet.typ", "taupes/words/table/de.toml"),
    ):
        assert part in wanted, part
    assert wanted <= names
    extra = {name for name in names - wanted if ".dist-info/" not in name}
    assert not extra
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


def test_the_source_distribution_holds_what_is_worked_on(built: tuple[Path, Path]) -> None:
    _, sdist = built
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for name in (
        *("pyproject.toml", "hatch_build.py", "Makefile", "README.md", "LICENSE", "CHANGELOG.md"),
        *("mkdocs.yml", "docs/tour.md", "docs/pictures/meadow.svg", "web/package-lock.json"),
        *("web/src/main.ts", "tests/packaging/test_wheel.py", "src/taupes/py.typed"),
    ):
        assert name in names, name
    made = ("web/node_modules", "src/taupes/server/static", ".git/", "build/", "web/.built")
    assert not [name for name in names if name.startswith(made)]


@pytest.fixture(scope="module")
def bare(built: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs a command where the wheel is installed, with no other program on the path."""
    home = tmp_path_factory.mktemp("bare")
    wheel, _ = built
    venv.create(home / "venv", with_pip=False)
    scripts = home / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    python = scripts / Path(sys.executable).name
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    subprocess.run([*pip, "--no-index", "--no-deps", str(wheel)], check=True)
    environment = {
        **{name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ},
        "PATH": str(scripts),
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / "cache"),
        # Only the packages it asks for: the sources, installed to be edited, are not found by it.
        "PYTHONPATH": sysconfig.get_path("purelib"),
    }

    def run(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        command, told = [str(scripts / words[0]), *words[1:]], environment | variables
        return subprocess.run(
            command, cwd=home, env=told, check=True, capture_output=True, text=True
        )

    return run


def test_it_works_without_node_and_compiler(bare: Run, tmp_path: Path) -> None:
    assert bare("taupes", "--version").stdout == f"taupes {__version__}\n"
    report = json.loads(bare("taupes", "doctor", "--json").stdout)
    assert report["ok"] is True
    assert Path(report["installed"]).is_relative_to(bare("python", "-c", PREFIX).stdout.strip())
    health = {part["part"]: part["health"] for part in report["parts"]}
    assert {health[part] for part in ("rules", "kernel", "bots", "page")} == {"ok"}
    games, drawing = tmp_path / "games.jsonl", tmp_path / "end.svg"
    # Numba has compiled for the doctor: a game needs it for no more.
    words = ("--games", "1", "--boards", "quick", "--records", str(games))
    bare("taupes", "simulate", *words, **thinking())
    shown = bare("taupes", "show", str(games), "--svg", str(drawing)).stdout
    assert "The game is over." in shown
    assert drawing.read_text("utf-8").startswith("<svg")


def test_the_page_is_the_same_when_it_is_built_again(tmp_path: Path) -> None:
    npm = load("npm", ROOT / "web" / "npm.py")
    if not npm.is_built():
        pytest.skip("the built page is not of these sources: python web/npm.py build")
    again = Path(os.path.relpath(tmp_path / "page", ROOT / "web"))
    npm.run("build", "--", "--outDir", again.as_posix())
    assert contents(tmp_path / "page") == contents(STATIC)


def load(name: str, path: Path) -> ModuleType:
    """A module by its file."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
