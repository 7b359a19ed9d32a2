"""Tables as they are at a server before anybody opens a page: made for a guest, begun if wished."""

import json
from typing import Any, NamedTuple, Protocol
from urllib.request import Request, urlopen

from tests.browser.environment import PATIENCE
from tests.browser.player import SHORT

ADA, BOB = {"who": "me", "name": "Ada"}, {"who": "me", "name": "Bob"}
"""People at the screen of whoever makes a table."""
OPEN = {"who": "open"}
"""A seat for somebody with a screen of their own."""


class Place(Protocol):
    """A server, or a line to one."""

    @property
    def address(self) -> str:
        """Where it is."""


class Table(NamedTuple):
    """A table, and whose it is."""

    id: str
    address: str
    """Of its screen."""
    guest: str
    """What the page of whoever has made it keeps: `opened(table.address, guest=table.guest)`."""


def ask(place: Place, path: str, body: Any, guest: str = "") -> Any:
    """What a server answers to somebody who sends it something."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {guest}"}
    request = Request(place.address + path, json.dumps(body).encode(), headers)  # noqa: S310
    with urlopen(request, timeout=PATIENCE / 1000) as answer:  # noqa: S310
        return json.load(answer)


def new_guest(place: Place) -> str:
    """Somebody whom a server knows from now on."""
    return str(ask(place, "/api/guests", {})["token"])


def create(
    place: Place,
    seats: list[dict[str, Any]],
    *,
    start: bool = False,
    guest: str | None = None,
    **setup: Any,
) -> Table:
    """Make a table on short boards for a new guest or for one who is known; begin it if wished."""
    guest = guest or new_guest(place)
    wish = {"seats": seats, "setup": {"boards": SHORT, **setup}, "start": start}
    made = ask(place, "/api/tables", wish, guest)["table"]
    return Table(made, f"{place.address}/table/{made}", guest)
