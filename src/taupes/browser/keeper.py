"""The keeper of a device's tables: lines for messages, and answers to requests."""

from base64 import urlsafe_b64encode
from collections.abc import Callable

from taupes.answers.job import RequestRefused
from taupes.browser.automation import DeviceAutomation
from taupes.browser.faults import note
from taupes.browser.line import DeviceLine
from taupes.browser.minds import Minds
from taupes.browser.routes.days import DayRoutes
from taupes.browser.routes.info import info
from taupes.browser.routes.jobs import DeviceJobs
from taupes.browser.routes.person import PersonRoutes
from taupes.browser.routes.records import RecordRoutes
from taupes.browser.routes.request import RouteAnswer, RouteRequest, refused, request_of
from taupes.browser.routes.tables import TableRoutes
from taupes.browser.shelf import Shelf, ShelfFull
from taupes.browser.tables import DeviceTables, Leads
from taupes.table.ids import device_id
from taupes.table.refusals import Refusal


class Keeper:
    """Keeps tables as a server does, for one person and on one shelf.

    Several may stand before the same shelf, one in each tab: none harms another.
    """

    def __init__(
        self,
        shelf: Shelf,
        minds: Minds,
        now_ms: Callable[[], int],
        token_bytes: Callable[[int], bytes],
        leads: Leads | None = None,
    ) -> None:
        self.minds = minds
        self._token_bytes = token_bytes
        self.tables = DeviceTables(shelf, now_ms, leads)
        self.tables.attend = DeviceAutomation(self.tables, minds).attend
        self._jobs = DeviceJobs(minds, token_bytes)
        self._of_tables = TableRoutes(self.tables, self.new_id, self.new_seed)
        self._of_days = DayRoutes(self.tables)
        self._of_records = RecordRoutes(self.tables, self._jobs, self.new_id)
        self._of_person = PersonRoutes(self.tables, self._of_records)

    def new_id(self) -> str:
        """The id of a table or a record; how it begins says that a device has it."""
        return device_id(urlsafe_b64encode(self._token_bytes(15)).decode())

    def new_seed(self) -> str:
        """The seed of a table's discs."""
        return self._token_bytes(32).hex()

    def connect(self, send: Callable[[str], None]) -> DeviceLine:
        """A line for messages; what is said on it is sent as text."""
        return DeviceLine(self, send)

    def changed(self, table: str) -> None:
        """Another tab has stored something at a table, or deleted it."""
        self.tables.changed(table)

    def led(self, table: str, leads: bool) -> None:
        """A table is led by this tab from now on, or by another one."""
        self.tables.led(table, leads=leads)

    async def request(
        self, method: str, path: str, headers: dict[str, str], body: bytes = b""
    ) -> RouteAnswer:
        """What a route answers; whatever happens, in words."""
        asked = request_of(method, path, headers, body)
        try:
            return await self._answer(asked)
        except RequestRefused as error:
            return refused(error.refusal, asked.language)
        except ShelfFull:
            return refused(Refusal("device_full"), asked.language)
        except Exception as error:  # noqa: BLE001 - whatever it is, the next request may do better
            note(error)
            return refused(Refusal("device_fault"), asked.language)

    async def _answer(self, request: RouteRequest) -> RouteAnswer:
        found = info(request, self.tables.now_ms()) or await self._jobs.answer(request)
        for routes in (self._of_tables, self._of_days, self._of_records, self._of_person):
            found = found or await routes.answer(request)
        return found or refused(_nothing(request), request.language)


def _nothing(request: RouteRequest) -> Refusal:
    """Why there is no such route: because only a server has it, or because nobody has."""
    match request.method, request.parts:
        case "GET", ("tables" | "ready" | "",):
            return Refusal("no_server")
        case _, ("print" | "push" | "handovers",) | ("me", "push" | "handover", *_):
            return Refusal("no_server")
        case _, ("tables", _, "push") | ("tables" | "records" | "boards", _, "card"):
            return Refusal("no_server")
    return Refusal("not_found")
