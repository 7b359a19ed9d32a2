"""What leaves the server: enough to play by, and nothing that is hidden."""

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from taupes.rules import DISCS
from taupes.table import messages
from taupes.table.entries import public
from taupes.table.fairness import row_of
from taupes.table.projection import legal_of, proof_of, record_of, table_view, update_of
from taupes.table.setup import MySeat, Setup
from taupes.table.table import Table
from taupes.table.view import MoveChoice, PlaceChoice, TurnChoice
from tests.table.desk import ADA, BOB, EVE, SEED, Desk, new_desk, pair_desk


def everything_sent(desk: Desk, person: str | None) -> bytes:
    """All that a client can get of a table by any message or route."""
    table = desk.table
    parts = [
        table_view(table, person),
        update_of(None, table, desk.log, desk.now),
        [public(entry) for entry in desk.log],
        proof_of(table),
    ]
    record = record_of(table)
    return msgspec.json.encode(parts) + repr(record).encode()


def with_other_secrets(desk: Desk) -> Desk:
    """The same table to all eyes, with another order of all discs that are still face down."""
    play = replace(desk.play, mix="0f" * 32, back=None)
    return Desk(replace(desk.table, seed="f0" * 32, play=play), desk.log, desk.now)


@pytest.mark.parametrize("steps", [0, 5, 20, 21, 40, 90])
def test_what_is_sent_does_not_depend_on_what_is_hidden(steps: int) -> None:
    desk = pair_desk()
    desk.play_on(Random(6), steps=steps)
    other = with_other_secrets(desk)
    seat = desk.play.state.turn
    shuffle = desk.play.shuffles[seat]
    assert row_of(desk.play.mix, seat, shuffle) != row_of(other.play.mix, seat, shuffle)
    for person in (None, ADA, BOB, EVE):
        assert everything_sent(desk, person) == everything_sent(other, person)


@pytest.mark.parametrize("steps", [0, 30])
def test_no_secret_is_sent_before_the_end(steps: int) -> None:
    desk = pair_desk()
    desk.tell(ADA, messages.Say("T", 0, text="hello", id="private-mark"))
    desk.play_on(Random(6), steps=steps)
    sent = everything_sent(desk, EVE).decode()
    for secret in (SEED, desk.play.mix, '"ada"', '"bob"', "private-mark", "secrets"):
        assert secret not in sent


def test_an_attacker_with_all_messages_does_no_better_than_chance() -> None:
    # The attacker knows every public text and tries each as seed or key of the shuffles.
    hits = tries = 0
    for number in range(40):
        desk = pair_desk(seed=f"{number:02x}" * 32)
        sent = msgspec.json.decode(msgspec.json.encode(table_view(desk.table, ADA)))
        texts = {desk.table.commitment, *(n.nonce for n in desk.table.nonces or ()), "T", ADA}
        texts |= {str(sent["created"]), sent["fairness"]["commitment"][:32]}
        for text in texts:
            for seat in (0, 1):
                hits += row_of(text, seat, 1) == row_of(desk.play.mix, seat, 1)
                tries += 1
    # 1 in 180 by luck: about 3; knowing the row would give hundreds.
    assert hits <= 0.04 * tries


def test_the_seed_is_shown_at_the_end() -> None:
    desk = pair_desk()
    desk.play_on(Random(6))
    assert SEED in everything_sent(desk, None).decode()


def test_the_view_is_the_persons_own() -> None:
    desk = pair_desk()
    assert table_view(desk.table, ADA).you == [0]
    assert table_view(desk.table, BOB).you == [1]
    assert (table_view(desk.table, ADA).owner, table_view(desk.table, BOB).owner) == (True, False)
    assert table_view(desk.table, None).you == []


def test_legal_choices_are_grouped_and_complete() -> None:
    from taupes.rules import legal_actions  # noqa: PLC0415

    desk = new_desk(Setup(preset="web-pro"), [MySeat(n) for n in "ABC"])
    rng = Random(3)
    seen = set()
    while desk.table.stage == "playing":
        count = 0
        for choice in legal_of(desk.play):
            seen.add(type(choice).__name__)
            match choice:
                case PlaceChoice(cells):
                    count += len(msgspec.json.decode(msgspec.json.encode(cells)))
                case MoveChoice(_, targets):
                    count += len(targets)
                case TurnChoice(slots):
                    row = desk.play.rows[desk.play.state.turn]
                    assert slots == [slot for slot in range(6) if not row[slot]]
                    count += len(set(desk.play.state.discs[desk.play.state.turn]))
                case _:
                    count += 1
        assert count == len(legal_actions(desk.play.state))
        desk.play_on(rng, steps=1, bot="random" if rng.random() < 0.2 else "greedy")
    assert {"PlaceChoice", "TurnChoice", "MoveChoice", "DeclineChoice"} <= seen


def test_updates_leave_out_what_did_not_change() -> None:
    desk = pair_desk(Setup(first=0))
    before = desk.table
    desk.tell(ADA, messages.Say("T", 0, phrase="hello"))
    data = update(before, desk)
    assert set(data) == {"type", "table", "time", "entries", "stage"}
    before = desk.table
    desk.play_on(Random(1), steps=1)
    assert set(update(before, desk)) == {"type", "table", "time", "entries", "stage", "position"}
    assert update(before, desk)["position"]["face_down"] == [list(DISCS)] * 2


def update(before: Table, desk: Desk) -> dict[str, dict[str, object]]:
    text = msgspec.json.encode(update_of(before, desk.table, desk.log[-1:], 5))
    data: dict[str, dict[str, object]] = msgspec.json.decode(text)
    return data
