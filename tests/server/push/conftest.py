from collections.abc import Iterator

import pytest

from tests.server.push.service import PushService


@pytest.fixture
def service() -> Iterator[PushService]:
    """A push service that ends with the test."""
    running = PushService()
    yield running
    running.stop()
