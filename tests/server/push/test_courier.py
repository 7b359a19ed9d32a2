"""What becomes of calls, on both databases, with a push service that answers as it is told."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest

from taupes.server.clock import now_ms
from taupes.server.metrics import Metrics
from taupes.server.push.courier import PAUSES, Courier
from taupes.server.push.delivery import Delivery, Receipt
from taupes.server.push.endpoint import Target
from taupes.server.push.identity import Identity, new_scalar
from taupes.server.settings import Limits, Settings
from taupes.server.storage import Storage, open_storage
from taupes.server.storage.calls import Calls, DueCall
from taupes.server.storage.deletions import Deletions
from taupes.server.storage.rows import facts_statements
from taupes.server.storage.subscriptions import QuietHours, Subscription, Subscriptions
from taupes.table.facts import Call, Facts
from tests.server.process import PATIENCE
from tests.server.push.service import Browser, decrypt

HOUR = 3_600_000
ADA = Browser("https://fcm.googleapis.com/ada")


class Script(Delivery):
    """Answers as it is told, and keeps what it was given."""

    def __init__(self) -> None:
        self.sent: list[tuple[Target, Mapping[str, str], bytes]] = []
        self.answers: dict[str, Receipt] = {}
        self.gate: asyncio.Event | None = None

    async def send(self, target: Target, headers: Mapping[str, str], body: bytes) -> Receipt:
        self.sent.append((target, headers, body))
        if self.gate is not None:
            await self.gate.wait()
        return self.answers.get(target.path, Receipt.DELIVERED)


class Office:
    """A storage with what a courier needs, on a loop of its own."""

    def __init__(self, address: str) -> None:
        self.storage: Storage = open_storage(address)
        self.script = Script()
        self.metrics = Metrics()
        self.identity = Identity(new_scalar(), "mailto:ada@club.example")
        self.runner = asyncio.Runner()
        self.runner.run(self.storage.start())
        self.subscriptions = Subscriptions(self.storage)
        self.calls = Calls(self.storage)

    def table(self, table: str, person: str, *, since: int | None = None, title: str = "") -> None:
        """It is somebody's turn at a table over days."""
        seats = [
            {"team": team, "name": name, "level": None, "away": False, "resigned": False}
            for team, name in (("red", "Ada"), ("green", None))
        ]
        summary = {"title": title, "seats": seats, "people": [person, "other"], "turn": 0}
        summary["clock"] = {"kind": "days", "days": 2}
        at = now_ms() - HOUR if since is None else since
        facts = Facts(
            created=at,
            stage="playing",
            is_public=False,
            owner="other",
            summary=msgspec.json.encode(summary).decode(),
            due=None,
            people=sorted([person, "other"]),
            call=Call(person, at),
        )
        self.storage.run_all(facts_statements(table, facts))

    def device(
        self, person: str, browser: Browser, quiet: QuietHours | None = None, **more: Any
    ) -> None:
        wish = browser.wish()
        one = Subscription(wish["endpoint"], wish["key"], wish["auth"], "fr", now_ms())
        self.subscriptions.add(person, msgspec.structs.replace(one, **more), quiet, 10)

    def courier(self, **limits: Any) -> Courier:
        settings = Settings("", sweep_seconds=0.01, limits=Limits(**limits))
        return Courier(self.storage, self.identity, self.script, settings, self.metrics)

    def run(self, until: Callable[[], bool], count: int = 1, **limits: Any) -> None:
        """Let couriers work until something is so and nothing is under way."""

        async def work() -> None:
            couriers = [self.courier(**limits) for _ in range(count)]
            tasks = [asyncio.ensure_future(one.run()) for one in couriers]
            async with asyncio.timeout(PATIENCE):
                while not until() or any(one.under_way for one in couriers):
                    await asyncio.sleep(0.005)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for one in couriers:
                await one.close()

        self.runner.run(work())

    def waiting(self) -> dict[str, tuple[int, int]]:
        """Calls that wait: when they are due, and how often they were tried."""
        rows = self.storage.run("SELECT table_id, due, tries FROM calls")
        return {table: (due, tries) for table, due, tries in rows}

    def is_idle(self) -> bool:
        """Whether nothing is due."""
        return all(due > now_ms() for due, _ in self.waiting().values())

    def told(self, browser: Browser) -> list[dict[str, Any]]:
        path = "/" + browser.endpoint.rpartition("/")[2]
        return [
            msgspec.json.decode(decrypt(body, browser.private, browser.auth))
            for target, _, body in self.script.sent
            if target.path == path
        ]


@pytest.fixture
def office(database: str) -> Iterator[Office]:
    office = Office(database)
    yield office
    with office.runner:
        office.runner.run(office.storage.stop())


def test_a_person_is_told_once_on_every_device(office: Office) -> None:
    phone = Browser("https://web.push.apple.com/phone")
    office.table("t1", "ada")
    office.device("ada", ADA)
    office.device("ada", phone, language="de")
    office.run(lambda: not office.waiting())
    assert office.told(ADA) == [
        {"table": "t1", "title": "À toi de jouer", "body": "Contre Vert", "waiting": 1}
    ]
    assert [one["title"] for one in office.told(phone)] == ["Du bist dran"]
    assert office.metrics.pushes == {"delivered": 2}
    _, headers, _ = office.script.sent[0]
    assert 0 < len(headers["Topic"]) <= 32
    assert 47 * 3600 - 60 < int(headers["TTL"]) <= 47 * 3600


def test_the_title_of_a_table_and_how_many_wait(office: Office) -> None:
    office.device("ada", ADA)
    office.table("t1", "ada", title="Sunday")
    office.table("t2", "ada", since=now_ms() + HOUR)
    office.run(lambda: "t1" not in office.waiting())
    assert [(one["body"], one["waiting"]) for one in office.told(ADA)] == [("Sunday", 2)]


def test_several_processes_tell_once(office: Office) -> None:
    browsers = [Browser(f"https://fcm.googleapis.com/{n}") for n in range(20)]
    for number, browser in enumerate(browsers):
        office.table(f"t{number}", f"p{number}")
        office.device(f"p{number}", browser)
    office.run(lambda: not office.waiting(), count=4)
    assert [len(office.told(browser)) for browser in browsers] == [1] * 20


def test_of_many_who_claim_at_once_one_has_each(office: Office) -> None:
    for number in range(100):
        office.table(f"t{number}", "ada")
    now, together = now_ms(), threading.Barrier(6)

    def claim(_: int) -> list[str]:
        together.wait(PATIENCE)
        return [call.table for call in office.calls.claim(now, now + HOUR, 100)]

    with ThreadPoolExecutor(6) as threads:
        claimed = [table for found in threads.map(claim, range(6)) for table in found]
    assert sorted(claimed) == sorted(f"t{number}" for number in range(100))


def test_a_claim_is_one_processes_own(office: Office) -> None:
    office.table("t1", "ada")
    now = now_ms()
    assert [call.table for call in office.calls.claim(now, now + HOUR, 9)] == ["t1"]
    assert office.calls.claim(now, now + HOUR, 9) == []
    # If that process died, another takes it over when its time is up.
    assert office.calls.claim(now + HOUR, now + 2 * HOUR, 9) == [
        DueCall("t1", "ada", *_since(office), 2)
    ]


def _since(office: Office) -> tuple[int]:
    return (int(office.storage.run("SELECT since FROM calls")[0][0]),)


def test_who_plays_meanwhile_is_not_told(office: Office) -> None:
    office.device("ada", ADA)
    office.device("bob", bob := Browser("https://fcm.googleapis.com/bob"))
    office.table("t1", "ada", since=now_ms())
    office.table("t2", "bob")
    office.run(lambda: "t2" not in office.waiting())
    assert office.told(ADA) == []
    assert len(office.told(bob)) == 1
    assert office.waiting().keys() == {"t1"}


def test_a_turn_that_passed_on_takes_its_call_along(office: Office) -> None:
    office.table("t1", "ada")
    (call,) = office.calls.claim(now_ms(), now_ms() + HOUR, 9)
    office.table("t1", "bob")
    # What was claimed before has nothing to say about the new one.
    office.calls.settle(call)
    office.calls.postpone(call, 0, 1)
    assert [one.person for one in office.calls.claim(now_ms(), now_ms() + HOUR, 9)] == ["bob"]


def test_whoever_has_seen_it_is_not_told(office: Office) -> None:
    office.table("t1", "ada")
    office.calls.see("t1", "bob")
    assert office.waiting()
    office.calls.see("t1", "ada")
    assert not office.waiting()


def test_quiet_hours_put_it_off_and_other_ones_bring_it_back(office: Office) -> None:
    minutes = now_ms() // 60_000 % 1440
    quiet = QuietHours("UTC", (minutes - 60) % 1440, (minutes + 120) % 1440)
    office.device("ada", ADA, quiet)
    office.table("t1", "ada")
    office.run(lambda: office.is_idle() and office.waiting()["t1"][1] == 0)
    assert office.script.sent == []
    due, tries = office.waiting()["t1"]
    assert now_ms() + HOUR < due <= now_ms() + 2 * HOUR
    assert tries == 0
    office.device("ada", ADA, None)
    office.run(lambda: not office.waiting())
    assert len(office.told(ADA)) == 1


def test_a_muted_table_stays_silent(office: Office) -> None:
    office.device("ada", ADA)
    office.table("t1", "ada")
    office.table("t2", "ada")
    assert office.subscriptions.mute("ada", "t1", is_muted=True)
    assert not office.subscriptions.mute("ada", "t3", is_muted=True)
    assert not office.subscriptions.mute("nobody", "t1", is_muted=True)
    office.run(lambda: not office.waiting())
    assert [one["table"] for one in office.told(ADA)] == ["t2"]


def test_a_device_that_is_gone_is_dropped(office: Office) -> None:
    old = Browser("https://fcm.googleapis.com/old")
    office.device("ada", old)
    office.device("ada", ADA)
    office.script.answers["/old"] = Receipt.GONE
    office.table("t1", "ada")
    office.run(lambda: not office.waiting())
    assert [one.endpoint for one in office.subscriptions.of("ada")] == [ADA.endpoint]


def test_a_service_that_was_known_once_is_dropped(office: Office) -> None:
    office.device("ada", Browser("http://127.0.0.1:9/trial"))
    office.table("t1", "ada")
    office.run(lambda: not office.waiting())
    assert office.subscriptions.of("ada") == []
    assert office.script.sent == []


def test_what_reaches_nobody_is_tried_so_often_and_no_more(office: Office) -> None:
    office.device("ada", ADA)
    office.script.answers["/ada"] = Receipt.LATER
    office.table("t1", "ada")
    for count, pause in enumerate(PAUSES, start=1):
        office.run(lambda tries=count: office.is_idle() and len(office.script.sent) == tries)  # type: ignore[misc]
        due, tries = office.waiting()["t1"]
        assert tries == count
        assert now_ms() < due <= now_ms() + pause
        office.storage.run("UPDATE calls SET due = 1")
    office.run(lambda: not office.waiting())
    assert len(office.script.sent) == len(PAUSES) + 1


@pytest.mark.parametrize("answer", [Receipt.REFUSED, Receipt.DELIVERED])
def test_what_is_refused_is_not_tried_again(office: Office, answer: Receipt) -> None:
    office.device("ada", ADA)
    office.script.answers["/ada"] = answer
    office.table("t1", "ada")
    office.run(lambda: not office.waiting())
    assert len(office.script.sent) == 1
    assert len(office.subscriptions.of("ada")) == 1


def test_so_many_at_once_and_no_more(office: Office) -> None:
    for number in range(9):
        office.table(f"t{number}", f"p{number}")
        office.device(f"p{number}", Browser(f"https://fcm.googleapis.com/{number}"))

    async def work() -> None:
        gate = office.script.gate = asyncio.Event()
        courier = office.courier(pushes_at_once=4)
        task = asyncio.ensure_future(courier.run())
        await _until(lambda: len(office.script.sent) == 4)
        # Rounds go on and take nothing more; the courier is well all the same.
        assert courier.under_way == 4
        assert courier.is_well
        rows = await office.storage.read(office.waiting)
        assert sum(tries == 0 for _, tries in rows.values()) == 5
        gate.set()
        await _until(lambda: len(office.script.sent) == 9)
        task.cancel()
        await courier.close()

    office.runner.run(work())


async def _until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.005)


def test_whoever_was_deleted_is_told_nothing_and_nothing_is_kept(office: Office) -> None:
    office.device("ada", ADA, QuietHours("UTC", 0, 1))
    office.table("t1", "ada")
    Deletions(office.storage).add("ada", now_ms())
    assert office.subscriptions.of("ada") == []
    assert office.subscriptions.quiet("ada") is None
    assert office.waiting() == {}
    # Nor is anything kept from then on, whoever asked for it before.
    office.device("ada", ADA, QuietHours("UTC", 0, 1))
    office.table("t1", "ada")
    assert office.subscriptions.of("ada") == []
    assert office.subscriptions.quiet("ada") is None
    office.run(lambda: not office.waiting())
    assert office.script.sent == []


def test_of_too_many_devices_the_oldest_goes(office: Office) -> None:
    for number in range(13):
        office.device("ada", Browser(f"https://fcm.googleapis.com/{number}"), at=number)
    ends = [int(one.endpoint.rpartition("/")[2]) for one in office.subscriptions.of("ada")]
    assert ends == list(range(12, 2, -1))


def test_a_device_changes_hands_only_with_its_secret(office: Office) -> None:
    office.device("ada", ADA)
    stranger = Browser(ADA.endpoint)
    office.device("eve", stranger)
    assert office.subscriptions.of("eve") == []
    assert len(office.subscriptions.of("ada")) == 1
    office.device("bob", ADA)
    assert office.subscriptions.of("ada") == []
    assert len(office.subscriptions.of("bob")) == 1


def test_what_nobody_uses_is_forgotten(office: Office) -> None:
    office.device("ada", ADA, QuietHours("UTC", 0, 1), at=1)
    office.device("bob", Browser("https://fcm.googleapis.com/bob"), QuietHours("UTC", 0, 1))
    office.run(lambda: office.subscriptions.quiet("ada") is None)
    assert office.subscriptions.of("ada") == []
    assert office.subscriptions.quiet("bob") is not None
    office.subscriptions.remove("bob", office.subscriptions.of("bob")[0].id)
    assert office.subscriptions.of("bob") == []
    assert office.subscriptions.quiet("bob") is None


def test_a_storage_that_is_away_ends_nothing(office: Office) -> None:
    office.device("ada", ADA)
    office.table("t1", "ada")
    away = iter(range(3))
    read = office.storage.read

    async def falter(what: Callable[[], Any]) -> Any:
        from taupes.server.storage import StorageAway  # noqa: PLC0415

        if next(away, None) is not None:
            raise StorageAway("for a moment")
        return await read(what)

    fake: Callable[[Callable[[], Any]], Awaitable[Any]] = falter
    office.storage.read = fake  # type: ignore[method-assign, assignment]
    office.run(lambda: not office.waiting())
    assert len(office.told(ADA)) == 1
