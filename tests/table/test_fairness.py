import hmac
import json
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from random import Random

import pytest

from taupes.rules import DISCS, Draw, Record, format_record, parse_record
from taupes.table.fairness import (
    commitment_of,
    drawn_first,
    drawn_orientations,
    mix_nonces,
    mix_of,
    row_of,
    server_nonce,
    verify,
)
from taupes.table.projection import record_of
from taupes.table.setup import Setup
from tests.table.desk import SEED, pair_desk


@pytest.fixture(scope="module")
def record() -> Record:
    desk = pair_desk(Setup(preset="web-pro"))
    desk.play_on(Random(4))
    found = record_of(desk.table)
    assert found is not None
    return parse_record(format_record(found))


def changed(record: Record, **proof: object) -> Record:
    extras = dict(record.extras)
    extras["/fairness"] = json.dumps(json.loads(extras["/fairness"]) | proof)
    return replace(record, extras=tuple(sorted(extras.items())))


def test_scheme_is_the_documented_one() -> None:
    # Written out by hand from docs/protocol.md, so that a page may be written from it too.
    def h(key: str, text: str) -> str:
        return hmac.new(key.encode(), text.encode(), sha256).hexdigest()

    assert commitment_of(SEED) == sha256(f"taupes-fair-1:{SEED}".encode()).hexdigest()
    assert server_nonce(SEED, 1) == h(SEED, "nonce:1")[:32]
    mix = h(SEED, "mix:aa,bb")
    assert mix_of(SEED, ["aa", "bb"]) == mix
    tags = h(mix, "row:1:3")
    discs = [(tags[10 * i : 10 * i + 10], i, disc) for i, disc in enumerate((1, 2, 2, 3, 3, 4))]
    assert row_of(mix, 1, 3) == tuple(disc for _, _, disc in sorted(discs))
    assert drawn_first(mix, 3) == int(h(mix, "first")[:12], 16) % 3
    assert drawn_orientations(mix, 2)[1] == int(h(mix, "orientation:1")[:12], 16) % 6


def test_rows_hold_every_disc_in_every_order() -> None:
    rows = Counter(row_of(f"{n:x}", 0, 1) for n in range(9_000))
    assert all(sorted(row) == list(DISCS) for row in rows)
    assert len(rows) == 180  # 6! orders, the twos and threes being alike
    # 50 of each are expected; a bias in favour of some order would stand out.
    assert max(rows.values()) < 90
    assert min(rows.values()) > 20


def test_every_seat_and_every_nonce_matters() -> None:
    assert mix_of(SEED, ["aa", "bb"]) != mix_of(SEED, ["aa", "bc"])
    assert mix_of(SEED, ["aa", "bb"]) != mix_of("00" * 32, ["aa", "bb"])
    rows = {row_of("m", seat, shuffle) for seat in range(4) for shuffle in range(1, 9)}
    assert len(rows) > 20


def test_server_nonces_follow_from_the_seed() -> None:
    mixed = mix_nonces(SEED, ["ab" * 8, None])
    assert [item.source for item in mixed] == ["player", "server"]
    assert mixed[1].nonce == server_nonce(SEED, 1)


def test_a_game_from_the_table_is_proved(record: Record) -> None:
    draws = sum(isinstance(event, Draw) for _, event in record.events)
    found = verify(record)
    assert (found.fair, found.discs) == (True, draws)


def test_a_record_without_proof_is_neither(record: Record) -> None:
    for unproved in (replace(record, extras=()), changed(record, seed=None)):
        found = verify(unproved)
        assert (found.fair, found.discs) == (None, 0)


@pytest.mark.parametrize(
    ("proof", "word"),
    [
        ({"seed": "00" * 32}, "committed"),
        ({"commitment": "00" * 32}, "committed"),
        ({"scheme": "other"}, "scheme"),
        ({"nonces": []}, "expected 2 nonces"),
        ({"nonces": "ab"}, "expected 2 nonces"),
        ({"nonces": {"a": 1, "b": 2}}, "expected 2 nonces"),
        ({"nonces": ["ab", "cd"]}, "expected 2 nonces"),
        ({"nonces": [{"nonce": "00" * 8, "source": "player"}] * 3}, "expected 2 nonces"),
        ({"nonces": [{"nonce": 5, "source": "player"}] * 2}, "expected 2 nonces"),
        ({"nonces": [{"nonce": "00" * 8, "source": "nobody"}] * 2}, "expected 2 nonces"),
        ({"nonces": [{"nonce": "00" * 8, "source": "player"}] * 2}, "draw says"),
        ({"nonces": [{"nonce": "00" * 8, "source": "server"}] * 2}, "does not follow"),
        ({"commitment": 1}, "commitment"),
        ({"seed": 1}, "the seed is not a text"),
        ({"drawn": 1}, "drawn"),
    ],
)
def test_a_changed_proof_is_found(record: Record, proof: dict[str, object], word: str) -> None:
    found = verify(changed(record, **proof))
    assert found.fair is False
    assert word in str(found.what)


def test_another_nonce_is_found_in_the_discs_too(record: Record) -> None:
    found = verify(changed(record, nonces=[{"nonce": "00" * 8, "source": "player"}] * 2, drawn=[]))
    assert found.fair is False
    assert "the disc in slot" in str(found.what)


def test_a_proof_that_is_not_even_an_object_is_found(record: Record) -> None:
    found = verify(replace(record, extras=(("/fairness", "1"),)))
    assert (found.fair, str(found.what)) == (False, "fairness: expected the scheme taupes-fair-1")


@pytest.mark.parametrize("what", ["first", "orientations"])
def test_only_what_was_left_to_chance_is_held_against_the_draw(record: Record, what: str) -> None:
    other = [{"nonce": "01" * 8, "source": "player"}] * 2
    found = verify(changed(record, nonces=other, drawn=[what]))
    assert found.fair is False
    assert str(found.what).startswith(f"{what}: ")
    assert verify(changed(record, drawn=[what])).fair is True


def slots(record: Record, seat: int) -> list[str]:
    """Where a record keeps the slots of a seat's discs."""
    events = enumerate(record.events)
    return [f"/events/{i}/slot" for i, (s, e) in events if s == seat and isinstance(e, Draw)]


@pytest.mark.parametrize("slot", ["-1", "6", '"1"', "null"])
def test_a_slot_that_is_none_is_found(record: Record, slot: str) -> None:
    where = slots(record, 0)[0]
    found = verify(replace(record, extras=tuple((dict(record.extras) | {where: slot}).items())))
    assert (found.fair, str(found.what)) == (
        False,
        f"event number {int(where.split('/')[2]) + 1}: the slot is missing",
    )


def test_a_changed_slot_is_found(record: Record) -> None:
    where = slots(record, 0)[0]
    gone = replace(record, extras=tuple(pair for pair in record.extras if pair[0] != where))
    assert "missing" in str(verify(gone).what)
    extras = dict(record.extras)
    first, second, *_ = slots(record, 0)
    extras[second] = extras[first]
    again = verify(replace(record, extras=tuple(sorted(extras.items()))))
    assert again.fair is False
    assert "face up already" in str(again.what)
