from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.process import Postgres, ServerProcess


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    cluster = Postgres()
    yield cluster
    cluster.stop()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'taupes.sqlite'}"
    cluster: Postgres = request.getfixturevalue("postgres")
    return cluster.new_database()


@pytest.fixture
def serve() -> Iterator[Callable[..., ServerProcess]]:
    """Starts servers that end with the test."""
    started: list[ServerProcess] = []

    def start(database: str, *options: str, port: int | None = None) -> ServerProcess:
        server = ServerProcess(database, *options, port=port)
        started.append(server)
        return server.start()

    yield start
    for server in started:
        server.stop()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server on SQLite for a whole file of tests."""
    path = tmp_path_factory.mktemp("server") / "taupes.sqlite"
    with ServerProcess(f"sqlite:///{path}") as running:
        yield running
