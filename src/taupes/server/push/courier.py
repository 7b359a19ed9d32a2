"""Who carries calls to people's devices: in rounds, so many at once, and each within its time."""

import asyncio
from contextlib import suppress
from typing import Final

import msgspec

from taupes.server.clock import now_ms
from taupes.server.metrics import Metrics
from taupes.server.push.delivery import Delivery, Receipt
from taupes.server.push.encryption import seal
from taupes.server.push.endpoint import BadEndpoint, parse_endpoint
from taupes.server.push.identity import Identity
from taupes.server.push.notice import TurnNotice, notice_of, seconds_left, topic_of, waiting_count
from taupes.server.push.quiet import loud_at
from taupes.server.settings import Settings
from taupes.server.storage import Storage, StorageAway, TableRow
from taupes.server.storage.calls import Calls, DueCall
from taupes.server.storage.subscriptions import QuietHours, Subscription, Subscriptions
from taupes.server.tasks import Rounds, Tasks

PAUSES: Final = (60_000, 600_000, 3_600_000)
"""Milliseconds after a call that reached nobody, before the next; then no more."""

_CLAIM: Final = 60_000
"""Milliseconds for which a call is one process's own, beyond the time of its requests."""

_DAY: Final = 24 * 3600 * 1000

_CLEAN_EVERY: Final = 3_600
"""Rounds between two looks for devices that are gone."""

_TABLES: Final = 200
"""Of a person's tables, so many are looked at for the number on the icon."""


class Mail(msgspec.Struct, frozen=True):
    """What is known of a call as it is carried out."""

    row: TableRow | None
    devices: list[Subscription]
    quiet: QuietHours | None
    waiting: int


class Courier:
    """Tells people of their turns, beside everything else."""

    def __init__(
        self,
        storage: Storage,
        identity: Identity,
        delivery: Delivery,
        settings: Settings,
        metrics: Metrics,
    ) -> None:
        self.identity = identity
        self._storage = storage
        self._calls = Calls(storage)
        self._subscriptions = Subscriptions(storage)
        self._delivery = delivery
        self._settings = settings
        self._metrics = metrics
        self._tasks = Tasks()
        self.under_way = 0
        """Calls that are being carried out."""
        self._rounds = Rounds(settings.sweep_seconds)

    @property
    def is_well(self) -> bool:
        """Whether rounds are made, whatever push services do."""
        return self._rounds.is_well

    async def run(self) -> None:
        """Carry out what is due, for ever."""
        await self._rounds.run((1, self._claim), (_CLEAN_EVERY, self._clean))

    async def _clean(self) -> None:
        before = now_ms() - self._settings.limits.subscription_days * _DAY
        with suppress(StorageAway):
            await self._storage.read(lambda: self._subscriptions.clean(before))

    async def close(self) -> None:
        """Carry out nothing more; what was claimed is claimed again later, by whoever is there."""
        await self._tasks.close()

    async def _claim(self) -> None:
        limits, now = self._settings.limits, now_ms()
        free = limits.pushes_at_once - self.under_way
        if free <= 0:
            return
        before = now - int(limits.push_after_seconds * 1000)
        until = now + _CLAIM + int(limits.push_seconds * 1000)
        with suppress(StorageAway):
            for call in await self._storage.read(lambda: self._calls.claim(before, until, free)):
                self.under_way += 1
                self._tasks.spawn(self._carry(call))

    async def _carry(self, call: DueCall) -> None:
        try:
            # If the storage is away, it is due again when it is nobody's any more.
            with suppress(StorageAway):
                await self._tell(call)
        finally:
            self.under_way -= 1

    async def _tell(self, call: DueCall) -> None:
        """Tell somebody of their turn, on every device of theirs."""
        mail = await self._storage.read(lambda: self._look_up(call))
        row, now = mail.row, now_ms()
        if row is None or not mail.devices:
            await self._storage.read(lambda: self._calls.settle(call))
            return
        loud = loud_at(mail.quiet, now)
        if loud > now:
            # Not a try: nobody was asked.
            await self._storage.read(lambda: self._calls.postpone(call, loud, call.tries - 1))
            return
        receipts = await asyncio.gather(
            *(
                self._send(
                    one,
                    notice_of(row, call.person, mail.waiting, one.language),
                    seconds_left(row, call.since, now),
                )
                for one in mail.devices
            )
        )
        is_over = Receipt.DELIVERED in receipts or Receipt.LATER not in receipts
        if is_over or call.tries > len(PAUSES):
            await self._storage.read(lambda: self._calls.settle(call))
        else:
            due = now_ms() + PAUSES[call.tries - 1]
            await self._storage.read(lambda: self._calls.postpone(call, due, call.tries))

    def _look_up(self, call: DueCall) -> Mail:
        person = call.person
        if self._subscriptions.muted(person, call.table):
            return Mail(None, [], None, 0)
        return Mail(
            self._storage.table(call.table),
            self._subscriptions.of(person),
            self._subscriptions.quiet(person),
            waiting_count(self._storage.tables_of(person, _TABLES), person),
        )

    async def _send(self, device: Subscription, notice: TurnNotice, seconds: int) -> Receipt:
        try:
            target = parse_endpoint(device.endpoint, self._settings.push_service)
        except BadEndpoint:
            # Known services may become fewer with a newer version, or without a test's.
            receipt = Receipt.GONE
        else:
            headers = {
                "Authorization": self.identity.authorization(target.origin),
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "TTL": str(seconds),
                "Topic": topic_of(notice.table),
                "Urgency": "normal",
            }
            body = seal(msgspec.json.encode(notice), device.key, device.auth)
            receipt = await self._delivery.send(target, headers, body)
        self._metrics.pushes[receipt.name.lower()] += 1
        if receipt is Receipt.GONE:
            await self._storage.read(lambda: self._subscriptions.drop(device.id))
        return receipt
