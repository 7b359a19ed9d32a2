"""A user's things stay where they were before, and everybody looks for them in one place."""

import sys
from pathlib import Path

import pytest

from taupes import folders
from taupes.bots.endgame import store
from taupes.folders import cache_folder, data_folder
from taupes.kernel import native

needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="where XDG's folders are used")


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "TAUPES_CACHE", "NUMBA_CACHE_DIR"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))


@needs_linux
def test_things_lie_where_they_always_lay(tmp_path: Path) -> None:
    assert data_folder() == tmp_path / ".local" / "share" / "taupes"
    assert cache_folder() == tmp_path / ".cache" / "taupes"


@needs_linux
def test_the_variables_of_the_system_are_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    monkeypatch.setenv("XDG_CACHE_HOME", "/cache")
    assert (data_folder(), cache_folder()) == (Path("/data/taupes"), Path("/cache/taupes"))


def test_one_variable_moves_all_that_can_be_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAUPES_CACHE", str(tmp_path / "large"))
    source = tmp_path / "package.py"
    source.touch()
    code = native.cache_folder(source)
    assert store.cache_folder() == tmp_path / "large" / "endgame"
    assert code is not None
    assert code.parent == tmp_path / "large" / "compiled"


def test_numbas_own_variable_moves_compiled_code_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAUPES_CACHE", str(tmp_path / "large"))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "numba"))
    source = tmp_path / "other.py"
    source.touch()
    code = native.cache_folder(source)
    assert code is not None
    assert code.parent == tmp_path / "numba" / "taupes" / "compiled"
    assert store.cache_folder() == tmp_path / "large" / "endgame"


def test_without_a_home_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless(*_: object, **__: object) -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(folders, "user_cache_path", homeless)
    source = tmp_path / "homeless.py"
    source.touch()
    assert native.cache_folder(source) is None


def test_what_version_0_1_kept_on_a_mac_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders.sys, "platform", "darwin")  # type: ignore[attr-defined]
    monkeypatch.setattr(folders, "user_data_path", lambda *_, **__: tmp_path / "xdg" / "taupes")
    assert data_folder() == tmp_path / "xdg" / "taupes"
    earlier = tmp_path / "Library" / "Application Support" / "taupes"
    earlier.mkdir(parents=True)
    assert data_folder() == earlier
    (tmp_path / "xdg" / "taupes").mkdir(parents=True)
    assert data_folder() == tmp_path / "xdg" / "taupes"
