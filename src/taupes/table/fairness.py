"""Fair discs: an order that the server is bound to before it knows the players' nonces.

docs/protocol.md, Fair discs, has the same scheme in words. Everything here is a pure function of
texts, so that a page can check it with the browser's own cryptography.
"""

import hmac
import json
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from msgspec import Struct

from taupes.rules import DISCS, Draw, Record
from taupes.table.entries import MixedNonce
from taupes.words.saying import Saying, saying

SCHEME: Final = "taupes-fair-1"

Row = tuple[int, ...]
"""The values of six discs by slot."""


def commitment_of(seed: str) -> str:
    """What is published of a seed before the first nonce is known."""
    return sha256(f"{SCHEME}:{seed}".encode()).hexdigest()


def digits(key: str, text: str) -> str:
    """HMAC-SHA256 of a text as hexadecimal digits: the only source of chance at a table."""
    return hmac.digest(key.encode(), text.encode(), "sha256").hex()


def server_nonce(seed: str, seat: int) -> str:
    """The nonce of a seat that gave none: it follows from the seed, so it cannot be chosen."""
    return digits(seed, f"nonce:{seat}")[:32]


def mix_nonces(seed: str, nonces: Sequence[str | None]) -> tuple[MixedNonce, ...]:
    """All seats' nonces as they go into the shuffling."""
    return tuple(
        MixedNonce(nonce, "player") if nonce else MixedNonce(server_nonce(seed, seat), "server")
        for seat, nonce in enumerate(nonces)
    )


def mix_of(seed: str, nonces: Sequence[str]) -> str:
    """The key of all shuffles of one game."""
    return digits(seed, f"mix:{','.join(nonces)}")


@lru_cache(maxsize=8192)
def row_of(mix: str, seat: int, shuffle: int) -> Row:
    """A seat's row of six after one of its shuffles, counted from 1."""
    tags = digits(mix, f"row:{seat}:{shuffle}")
    order = sorted(range(len(DISCS)), key=lambda i: (tags[10 * i : 10 * i + 10], i))
    return tuple(DISCS[i] for i in order)


def drawn_number(mix: str, what: str, below: int) -> int:
    """A number from 0 that nobody could foresee: who begins, how a board lies."""
    return int(digits(mix, what)[:12], 16) % below


def drawn_first(mix: str, seats: int) -> int:
    """The seat that begins when that is left to chance."""
    return drawn_number(mix, "first", seats)


def drawn_orientations(mix: str, boards: int) -> tuple[int, ...]:
    """How the boards lie when that is left to chance."""
    return tuple(drawn_number(mix, f"orientation:{board}", 6) for board in range(boards))


class DiscCheck(Struct, frozen=True):
    """What checking a record's discs found."""

    fair: bool | None
    """Whether every disc is as the seed says; None when the record carries no proof."""
    what: Saying
    """What was checked, or what is wrong and where."""
    discs: int = 0
    """How many discs were checked."""


def verify(record: Record) -> DiscCheck:
    """Check every disc of a record against its seed, its commitment and its nonces."""
    extras = {pointer: json.loads(value) for pointer, value in record.extras}
    proof = extras.get("/fairness")
    if proof is None:
        return DiscCheck(None, saying("table.proofs.none"))
    problem = _form_problem(proof, record.game.seats)
    if problem:
        return DiscCheck(fair=False, what=problem)
    if proof["seed"] is None:
        return DiscCheck(None, saying("table.proofs.sealed"))
    seed = proof["seed"]
    if commitment_of(seed) != proof["commitment"]:
        return DiscCheck(fair=False, what=saying("table.proofs.other_seed"))
    for seat, item in enumerate(proof["nonces"]):
        if item["source"] == "server" and item["nonce"] != server_nonce(seed, seat):
            what = saying("table.proofs.server_nonce", seat=seat)
            return DiscCheck(fair=False, what=what)
    mix = mix_of(seed, [item["nonce"] for item in proof["nonces"]])
    problem = _drawn_problem(record, mix, proof.get("drawn", []))
    if problem:
        return DiscCheck(fair=False, what=problem)
    return _verify_discs(record, mix, extras)


def _form_problem(proof: Any, seats: int) -> Saying | None:
    """What keeps a proof from being read."""
    if not isinstance(proof, dict) or proof.get("scheme") != SCHEME:
        return saying("table.proofs.scheme", scheme=SCHEME)
    if not isinstance(proof.get("commitment"), str):
        return saying("table.proofs.no_commitment")
    if not isinstance(proof.get("seed"), str | None):
        return saying("table.proofs.bad_seed")
    nonces = proof.get("nonces")
    if (
        not isinstance(nonces, list)
        or len(nonces) != seats
        or not all(
            isinstance(item, dict)
            and isinstance(item.get("nonce"), str)
            and item.get("source") in ("player", "server")
            for item in nonces
        )
    ):
        return saying("table.proofs.nonces", seats=seats)
    if not isinstance(proof.get("drawn", []), list):
        return saying("table.proofs.drawn")
    return None


def _drawn_problem(record: Record, mix: str, drawn: list[Any]) -> Saying | None:
    game = record.game
    if "first" in drawn and game.first != drawn_first(mix, game.seats):
        drawn_seat = drawn_first(mix, game.seats)
        return saying("table.proofs.first", seat=game.first, drawn=drawn_seat)
    lie = drawn_orientations(mix, len(game.stack.orientations))
    if "orientations" in drawn and game.stack.orientations != lie:
        lies = list(game.stack.orientations)
        return saying("table.proofs.orientations", lies=lies, drawn=list(lie))
    return None


def _verify_discs(record: Record, mix: str, extras: dict[str, Any]) -> DiscCheck:
    turned: list[list[int]] = [[] for _ in range(record.game.seats)]
    count = 0
    for number, (seat, event) in enumerate(record.events, 1):
        if not isinstance(event, Draw) or seat is None:
            continue
        slot = extras.get(f"/events/{number - 1}/slot")
        shuffle, used = divmod(len(turned[seat]), len(DISCS))
        if not isinstance(slot, int) or not 0 <= slot < len(DISCS):
            return DiscCheck(fair=False, what=saying("table.proofs.no_slot", event=number))
        if slot in turned[seat][len(turned[seat]) - used :]:
            what = saying("table.proofs.face_up", event=number, slot=slot)
            return DiscCheck(fair=False, what=what)
        due = row_of(mix, seat, shuffle + 1)[slot]
        if event.disc != due:
            what = saying("table.proofs.disc", event=number, slot=slot, due=due, disc=event.disc)
            return DiscCheck(fair=False, what=what)
        turned[seat].append(slot)
        count += 1
    return DiscCheck(fair=True, what=saying("table.proofs.fair", count=count), discs=count)
