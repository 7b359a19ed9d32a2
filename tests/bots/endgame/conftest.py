from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def tables(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for tables that only the tests of one run share."""
    folder = tmp_path_factory.getbasetemp() / "tables"
    monkeypatch.setenv("TAUPES_CACHE", str(folder))
    return folder / "endgame"
