"""What leaves the server: enough to play by, and nothing that is hidden."""

from random import Random
from typing import Any, Literal

import msgspec
import pytest
from msgspec.structs import replace

from taupes.rules import (
    DISCS,
    MOLES,
    Action,
    Blocked,
    Decline,
    Draw,
    Hex,
    Move,
    Pass,
    Phase,
    Place,
    State,
    format_record,
    hexagon,
    legal_actions,
    parse_record,
)
from taupes.table import messages
from taupes.table.actions import TurnAction
from taupes.table.decide import decide_action, decide_gone
from taupes.table.decision import Decision
from taupes.table.entries import public
from taupes.table.fairness import row_of
from taupes.table.messages import TableMessage
from taupes.table.projection import (
    cells_of,
    clock_view,
    has_new_hands,
    legal_of,
    plain_position,
    position_of,
    proof_of,
    record_of,
    seat_views,
    table_view,
    update_of,
)
from taupes.table.setup import BotSeat, MoveClock, MySeat, OpenSeat, Setup
from taupes.table.table import Table
from taupes.table.view import (
    BlockedChoice,
    ClockView,
    DeclineChoice,
    LegalChoice,
    MoveChoice,
    PassChoice,
    PlaceChoice,
    TurnChoice,
)
from tests.table.desk import ADA, BOB, EVE, SEED, Desk, first_choice, new_desk, pair_desk


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


def meant(choice: LegalChoice, row: tuple[int, ...], state: State) -> list[Action]:
    """The actions that a choice stands for."""
    match choice:
        case PlaceChoice(cells):
            return [Place(Hex(*cell)) for cell in msgspec.json.decode(msgspec.json.encode(cells))]
        case MoveChoice(origin, targets):
            return [Move(Hex(*origin), Hex(*target)) for target in targets]
        case TurnChoice(slots):
            assert slots == [slot for slot in range(6) if not row[slot]]
            return [Draw(disc) for disc in sorted(set(state.discs[state.turn]))]
        case PassChoice():
            return [Pass()]
        case DeclineChoice():
            return [Decline()]
        case BlockedChoice():
            return [Blocked()]


@pytest.mark.parametrize(("preset", "kind"), [("web-pro", DeclineChoice), ("shop", BlockedChoice)])
def test_legal_choices_are_what_the_rules_allow_each_mole_named_once(
    preset: str, kind: type
) -> None:
    desk = new_desk(Setup(preset=preset), [MySeat(n) for n in "ABC"])
    rng = Random(3)
    seen = set()
    while desk.table.stage == "playing":
        state, choices = desk.play.state, legal_of(desk.play)
        seen |= {type(choice) for choice in choices}
        row = desk.play.rows[state.turn]
        actions = [action for choice in choices for action in meant(choice, row, state)]
        assert sorted(map(repr, actions)) == sorted(map(repr, legal_actions(state)))
        origins = [choice.origin for choice in choices if isinstance(choice, MoveChoice)]
        assert len(origins) == len(set(origins))
        desk.play_on(rng, steps=1, bot="random" if rng.random() < 0.2 else "greedy")
    assert {PlaceChoice, TurnChoice, MoveChoice, kind} <= seen


def test_cells_are_told_in_reading_order() -> None:
    frame = hexagon(4)
    for chosen in ([], [0], [7, 8], [60], list(range(61)), [3, 15, 16, 44]):
        word = sum(1 << i for i in chosen)
        told = msgspec.json.decode(msgspec.json.encode(cells_of(4, word)))
        assert told == [list(frame[i]) for i in chosen]


def shown(desk: Desk, person: str | None = None) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(table_view(desk.table, person)))
    return data


def test_a_table_that_waits_for_people_shows_no_game() -> None:
    desk = new_desk(seats=[MySeat("Ada"), OpenSeat()], start=False)
    view = shown(desk, EVE)
    nothing = ("game", "position", "clock", "ask", "rematch")
    assert [view[key] for key in nothing] == [None] * 5
    assert (view["events"], view["chat"], view["you"], view["owner"]) == ([], [], [], False)
    assert view["fairness"] == {
        "commitment": desk.table.commitment,
        "nonces": None,
        "seed": None,
    }


def test_nobody_is_no_owner() -> None:
    table = replace(new_desk().table, owner="")
    assert not table_view(table, None).owner


def test_the_game_and_where_it_stands_are_shown() -> None:
    desk = pair_desk(Setup(first=1, orientations=[0, 1, 2, 3]))
    desk.play_on(Random(5), steps=26)
    view, state = shown(desk), desk.play.state
    game = view["game"]
    assert (game["orientations"], game["first"], game["moles"]) == ([0, 1, 2, 3], 1, MOLES[2])
    assert game["stack"] == state.game.stack.code
    assert game["boards"]["name"] == "classic"
    assert game["rules"] == state.game.rules.as_dict()
    assert len(view["events"]) == view["position"]["events"] == len(desk.play.events)
    position = view["position"]
    assert (position["phase"], position["turn"], position["level"]) == ("draw", state.turn, 0)
    assert position["moles"] == [[list(cell) for cell in state.cells(seat)] for seat in (0, 1)]
    assert position["rows"] == [[disc or None for disc in row] for row in desk.play.rows]
    assert any(disc for row in position["rows"] for disc in row)
    assert (position["shuffles"], position["result"], position["points"]) == ([1, 1], None, None)
    assert position["disc"] is None
    desk.act(TurnAction(desk.play.rows[state.turn].index(0)))
    assert shown(desk)["position"]["disc"] == desk.play.state.disc


def test_a_position_says_what_is_legal_unless_nobody_may_act() -> None:
    play = pair_desk().play
    assert position_of(play).legal == legal_of(play) != []
    assert position_of(play, frozen=True).legal == []


def test_a_position_without_a_table_is_shown_by_what_lies_on_it() -> None:
    desk = pair_desk()
    desk.play_on(Random(5), steps=30)
    plain = msgspec.json.decode(msgspec.json.encode(plain_position(desk.play.state)))
    whole = shown(desk)["position"]
    assert plain == {key: whole[key] for key in plain}
    assert {"moles", "phase", "turn"} <= set(plain)


@pytest.mark.parametrize(("preset", "has_points"), [("web", False), ("shop-points", True)])
def test_the_end_is_shown_with_its_points_if_there_are_any(preset: str, has_points: bool) -> None:
    desk = pair_desk(Setup(preset=preset, boards="quick"))
    desk.play_on(Random(5))
    end, position = desk.play.state.outcome, shown(desk)["position"]
    assert end is not None
    points = None if end.points is None else list(end.points)
    assert (points is not None) == has_points
    result = {"winners": list(end.winners), "reason": end.reason, "points": points}
    assert (position["result"], position["legal"]) == (result, [])


def test_seats_are_shown_by_what_they_are() -> None:
    desk = new_desk(
        Setup(away_after=30),
        [MySeat("A"), MySeat("B"), OpenSeat(), BotSeat("pup", "Bo")],
        start=False,
    )
    kinds = [(seat.kind, seat.name, seat.level) for seat in seat_views(desk.table)]
    assert kinds == [
        ("person", "A", None),
        ("person", "B", None),
        ("open", None, None),
        ("bot", "Bo", "pup"),
    ]
    assert not any(seat.away or seat.resigned for seat in seat_views(desk.table))
    away = replace(desk.table.seats[0], away=True)
    resigned = replace(desk.table.seats[1], resigned=True)
    views = seat_views(replace(desk.table, seats=(away, resigned)))
    assert [(seat.away, seat.resigned) for seat in views] == [(True, False), (False, True)]


def test_the_clock_of_whoever_is_to_act_runs_and_none_in_a_pause() -> None:
    desk = new_desk(Setup(clock=MoveClock(30), first=1))
    view = clock_view(desk.table)
    assert view == ClockView(1, [30_000, 30_000], desk.now + 30_000)
    desk.tell(ADA, messages.Ask("T", 0, "pause"))
    assert clock_view(desk.table) == ClockView(None, [30_000, 30_000], None)
    assert shown(desk)["position"]["legal"] == []
    assert clock_view(new_desk().table) is None


def test_no_clock_runs_while_a_bot_is_to_act() -> None:
    desk = new_desk(Setup(clock=MoveClock(30), first=0), [BotSeat("pup"), MySeat("Ada")])
    assert clock_view(desk.table) == ClockView(None, [30_000, 30_000], None)


def test_a_record_says_who_decided_when_it_was_not_the_person() -> None:
    desk = pair_desk(Setup(first=0))
    desk.happen(decide_action(desk.table, 0, first_choice(desk), "stand_in"))
    desk.happen(decide_action(desk.table, 1, first_choice(desk), "bot"))
    desk.happen(decide_action(desk.table, 0, first_choice(desk), "auto"))
    desk.act(first_choice(desk))
    record = record_of(desk.table)
    assert record is not None
    by = [extra for extra in record.extras if extra[0].startswith("/events")]
    assert by == [
        ("/events/0/by", '"stand_in"'),
        ("/events/1/by", '"bot"'),
        ("/events/2/by", '"auto"'),
    ]


def test_nobody_decides_what_follows_by_itself() -> None:
    desk = new_desk(Setup(boards="quick"), [BotSeat("pup"), BotSeat("greedy")])
    rng = Random(2)
    while desk.table.stage == "playing":
        choice = desk.choose(rng)
        desk.happen(decide_action(desk.table, desk.play.state.turn, choice, "bot"))
    record = record_of(desk.table)
    assert record is not None
    extras = dict(record.extras)
    assert list(extras) == sorted(extras)
    kinds = {event.type for event in desk.play.events}
    assert {"lift", "eliminate"} & kinds
    for index, event in enumerate(desk.play.events):
        assert (f"/events/{index}/by" in extras) == (event.type not in ("lift", "eliminate"))
        assert extras.get(f"/events/{index}/slot") == (
            None if event.slot is None else str(event.slot)
        )


def test_a_record_names_its_teams_and_there_is_none_before_the_game() -> None:
    desk = pair_desk()
    nameless = replace(desk.table.seats[1], name=None)
    record = record_of(replace(desk.table, seats=(desk.table.seats[0], nameless)))
    assert record is not None
    assert [(team.name, team.colour) for team in record.teams] == [("Ada", "red"), ("blue", "blue")]
    assert record_of(new_desk(start=False).table) is None


def test_the_proof_says_what_was_left_to_chance() -> None:
    assert proof_of(pair_desk().table)["drawn"] == ["first", "orientations"]
    assert proof_of(pair_desk(Setup(first=0)).table)["drawn"] == ["orientations"]
    assert proof_of(pair_desk(Setup(orientations=[0] * 4)).table)["drawn"] == ["first"]


ALWAYS = {"type", "table", "time", "entries", "stage"}


def test_whoever_knows_nothing_is_told_everything() -> None:
    desk = pair_desk(Setup(clock=MoveClock(30)))
    parts = {"position", "clock", "seats", "ask", "game", "fairness"}
    assert set(update(None, desk)) == ALWAYS | parts
    assert set(update(None, pair_desk())) == ALWAYS | parts - {"clock"}
    waiting = new_desk(start=False)
    assert set(update(None, waiting)) == ALWAYS | {"seats", "ask", "fairness"}


def test_an_update_tells_what_changed_and_nothing_else() -> None:
    desk = new_desk(Setup(clock=MoveClock(30), first=0), [MySeat("Ada"), OpenSeat()], start=False)

    def told(person: str, message: TableMessage) -> set[str]:
        before = desk.table
        assert isinstance(desk.tell(person, message), Decision)
        return set(update(before, desk)) - ALWAYS

    assert told(BOB, messages.Sit("T", 1, "Bob")) == {"seats"}
    assert told(ADA, messages.SetChat("T", "phrases")) == set()
    assert told(ADA, messages.Start("T")) == {"position", "clock", "game", "fairness"}
    assert told(ADA, messages.Act("T", 0, first_choice(desk))) == {"position", "clock"}
    assert told(BOB, messages.Ask("T", 1, "pause")) == {"ask"}
    assert told(ADA, messages.Answer("T", 0, yes=True)) == {"ask", "position", "clock"}
    assert told(ADA, messages.Resume("T", 0)) == {"position", "clock"}
    assert told(BOB, messages.Resign("T", 1)) == {"seats", "clock"}
    assert told(ADA, messages.Resign("T", 0)) == {"seats", "clock", "position", "fairness"}
    assert told(ADA, messages.SetChat("T", "off")) == set()


def test_the_request_and_its_end_are_told() -> None:
    desk = pair_desk()
    before = desk.table
    desk.tell(ADA, messages.Ask("T", 0, "pause"))
    assert update(before, desk)["ask"] == {"seat": 0, "what": "pause", "waits": [1]}
    before = desk.table
    desk.tell(BOB, messages.Answer("T", 1, yes=False))
    assert update(before, desk)["ask"] is None


def test_an_update_of_a_pause_lets_nobody_act() -> None:
    desk = new_desk()
    before = desk.table
    desk.tell(ADA, messages.Ask("T", 0, "pause"))
    assert update(before, desk)["position"]["legal"] == []
    before = desk.table
    desk.tell(ADA, messages.Resume("T", 0))
    assert update(before, desk)["position"]["legal"] != []


def test_the_end_is_told_with_the_seed() -> None:
    desk = new_desk(start=False)
    before = desk.table
    desk.tell(ADA, messages.Start("T"))
    assert update(before, desk)["fairness"]["seed"] is None
    before = desk.table
    desk.tell(ADA, messages.Close("T"))
    assert update(before, desk)["fairness"]["seed"] == SEED


def test_people_are_told_which_seats_are_theirs_when_others_sit_down_before_the_game() -> None:
    desk = new_desk(Setup(away_after=30, first=0), [MySeat("Ada"), OpenSeat()], start=False)
    before = desk.table
    desk.tell(BOB, messages.Sit("T", 1, "Bob"))
    assert has_new_hands(before, desk.table)
    before = desk.table
    desk.tell(ADA, messages.SetChat("T", "off"))
    assert not has_new_hands(before, desk.table)
    desk.tell(ADA, messages.Start("T"))
    before = desk.table
    desk.happen(decide_gone(desk.table, 0))
    assert desk.table.seats is not before.seats
    assert not has_new_hands(before, desk.table)


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


def update(before: Table | None, desk: Desk) -> dict[str, Any]:
    text = msgspec.json.encode(update_of(before, desk.table, desk.log[-1:], 5))
    data: dict[str, Any] = msgspec.json.decode(text)
    return data


def test_a_record_keeps_a_name_that_somebody_gave_and_says_who_is_a_bot() -> None:
    desk = new_desk(seats=[MySeat(), BotSeat("pup"), BotSeat("pup", "Bo")])
    record = record_of(desk.table)
    assert record is not None
    players = format_record(record)["players"]
    assert [(one["name"], one.get("bot")) for one in players] == [
        ("red", None),
        ("pup", "pup"),
        ("Bo", "pup"),
    ]


def test_a_handicap_is_shown_played_and_recorded() -> None:
    desk = pair_desk(Setup(first=0, orientations=[0] * 4, moles=[2, 5]))
    assert shown(desk)["game"]["moles"] == [2, 5]
    placed = []
    while desk.play.state.phase is Phase.PLACE:
        placed.append(desk.play.state.turn)
        desk.play_on(Random(5), steps=1)
    assert placed == [0, 1, 0, 1, 1, 1, 1]
    assert desk.play.state.turn == 0
    kept = record_of(desk.table)
    assert kept is not None
    record = format_record(kept)
    assert (record["version"], record["moles"]) == (2, [2, 5])
    assert parse_record(record).game == desk.play.game
    even = pair_desk(Setup(moles=[4, 4]))
    assert shown(even)["game"]["moles"] == 4


@pytest.mark.parametrize("first", [0, 1])
def test_a_fair_start_is_shown_as_it_was_wished_played_and_recorded_as_a_handicap(
    first: Literal[0, 1],
) -> None:
    desk = pair_desk(Setup(first=first, moles="fair-start"))
    moles = [9, 10] if first == 0 else [10, 9]
    view = shown(desk)
    assert (view["setup"]["moles"], view["game"]["moles"]) == ("fair-start", moles)
    kept = record_of(desk.table)
    assert kept is not None
    record = format_record(kept)
    assert (record["version"], record["moles"], record["first"]) == (2, moles, first)
