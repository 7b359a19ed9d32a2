"""What holds in every game: symmetry, conservation, legality, round trips, an end."""

import json
from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taupes.rules import (
    DISCS,
    LANGUAGES,
    Action,
    Blocked,
    Decline,
    Draw,
    Hex,
    IllegalAction,
    Lift,
    Move,
    Outcome,
    Pass,
    Phase,
    Place,
    Record,
    Stack,
    State,
    Team,
    Why,
    apply,
    consequences,
    difference,
    dump_record,
    explain,
    format_notation,
    format_record,
    hexagon,
    legal_actions,
    legal_moves,
    load_record,
    new_game,
    outcome,
    parse_notation,
    parse_record,
    refusal,
    sentence,
)
from taupes.rules.state import Game
from tests.conformance.generate import play, random_game, random_record, random_state

SEEDS: Final = st.integers(0, 2**32 - 1)
STEPS: Final = st.integers(0, 600)
"""Few steps are simple: a failing game shrinks to its shortest beginning."""

often = settings(max_examples=100, deadline=None, derandomize=True)
seldom = settings(max_examples=30, deadline=None, derandomize=True)


def turned_state(state: State, game: Game) -> State:
    """The same position with the whole stack turned by a sixth."""

    def word(seat: int) -> int:
        return sum(1 << game.index[cell.turned(1)] for cell in state.cells(seat))

    return replace(state, game=game, moles=tuple(word(seat) for seat in range(game.seats)))


def turned_action(action: Action) -> Action:
    match action:
        case Place(cell):
            return Place(cell.turned(1))
        case Move(origin, target):
            return Move(origin.turned(1), target.turned(1))
        case _:
            return action


@seldom
@given(SEEDS, STEPS)
def test_turning_the_stack_turns_everything(seed: int, steps: int) -> None:
    state = random_state(seed, steps)
    stack = state.game.stack
    orientations = tuple((k + 1) % 6 for k in stack.orientations)
    game = replace(state.game, stack=Stack(stack.boards, orientations))
    turned = turned_state(state, game)
    actions = {turned_action(action): action for action in legal_actions(state)}
    assert set(actions) == set(legal_actions(turned))
    for there, here in islice(actions.items(), 12):
        assert apply(turned, there) == turned_state(apply(state, here), game)
        assert consequences(turned, apply(turned, there)) == consequences(state, apply(state, here))


@seldom
@given(SEEDS, STEPS)
def test_legal_actions_are_exactly_those_that_are_accepted(seed: int, steps: int) -> None:
    state = random_state(seed, steps)
    before = repr(state), hash(state)
    legal = legal_actions(state)
    assert len(set(legal)) == len(legal)
    assert bool(legal) == (outcome(state) is None)
    accepted = set()
    for action in candidates(state):
        why = refusal(state, action)
        assert refusal(state, action, state.turn) == why
        if why is None:
            accepted.add(action)
            after = apply(state, action)
            assert after == apply(state, action, state.turn)
            assert after != state
        elif isinstance(action, Move):
            assert words(why, state)
        else:
            with pytest.raises(IllegalAction) as caught:
                apply(state, action)
            assert caught.value.why == why
            assert caught.value.action == action
            assert words(why, state)
    assert accepted == set(legal)
    if state.phase in (Phase.MOVE, Phase.EXTRA_MOVE):
        assert legal in (legal_moves(state), (Blocked(),))
    assert (repr(state), hash(state)) == before


def candidates(state: State) -> list[Action]:
    """Every action that could be meant, and many that could not."""
    around = [*hexagon(state.game.stack.radius + 1), Hex(99, -99)]
    everywhere: list[Action] = [Pass(), Decline(), Blocked()]
    everywhere += [Draw(disc) for disc in range(-1, 8)]
    everywhere += [Place(cell) for cell in around]
    everywhere += [Move(origin, target) for origin in around for target in around]
    return everywhere


def words(why: Why, state: State) -> str:
    return sentence(why, state.game.stack.radius, names=["Ada", "Bob", "Cleo", "Dan"])


@often
@given(SEEDS, STEPS)
def test_illegal_moves_are_not_applied(seed: int, steps: int) -> None:
    state = random_state(seed, steps)
    legal = set(legal_actions(state))
    cells = hexagon(state.game.stack.radius)
    mine = state.cells(state.turn) or cells[:1]
    for action in (Move(origin, target) for origin in mine for target in cells):
        if action in legal:
            continue
        with pytest.raises(IllegalAction):
            apply(state, action)


@often
@given(SEEDS, STEPS)
def test_only_the_player_to_act_may_act(seed: int, steps: int) -> None:
    state = random_state(seed, steps)
    for action in legal_actions(state):
        for seat in range(state.game.seats):
            why = refusal(state, action, seat)
            assert why == (None if seat == state.turn else Why("not_your_turn", seat=seat))


@often
@given(SEEDS, STEPS)
def test_explanations_never_fail(seed: int, steps: int) -> None:
    state = random_state(seed, steps)
    legal = legal_actions(state)
    odd: list[Action] = [Pass(), Decline(), Blocked(), Draw(5), Place(Hex(0, 0))]
    odd.append(Move(Hex(0, 0), Hex(9, 9)))
    for action in (*legal, *odd):
        reasons = explain(state, action)
        assert reasons
        if action not in legal:
            assert reasons == (refusal(state, action),)
        for language in LANGUAGES:
            for why in reasons:
                text = sentence(why, state.game.stack.radius, language, ["{0}", "%s", "Cleo", "D"])
                assert text
                assert "None" not in text.replace("None of", ""), "every gap is filled"


@often
@given(SEEDS)
def test_moles_and_discs_are_conserved(seed: int) -> None:
    rng = Random(seed)
    game = random_game(rng)
    for before, action, after in play(game, rng, 600):
        levels = [event.level for event in consequences(before, after) if isinstance(event, Lift)]
        assert levels == list(range(before.level, after.level))
        moles = [word.bit_count() for word in before.moles]
        if isinstance(action, Place):
            moles[before.turn] += 1
        left = [word.bit_count() for word in after.moles]
        if levels:
            assert all(some <= all_ for some, all_ in zip(left, moles, strict=True))
        else:
            assert left == moles
        assert sum(after.moles).bit_count() == sum(left), "one mole per cell"
        assert not after.occupied & ~after.ground.cells, "every mole is on the board"
        for seat in range(game.seats):
            shown = [after.disc] if after.disc and seat == after.turn else []
            assert Counter([*after.discs[seat], *shown]) <= Counter(DISCS)
            assert list(after.discs[seat]) == sorted(after.discs[seat])
            assert after.discs[seat] or (seat == after.turn and after.disc)
        turned = Counter(before.discs[before.turn]) - Counter(after.discs[before.turn])
        if isinstance(action, Draw):
            assert turned == {action.disc: 1}
            assert after.disc == action.disc
        else:
            assert not turned
        others = [seat for seat in range(game.seats) if seat != before.turn]
        assert all(before.discs[seat] == after.discs[seat] for seat in others)


@often
@given(SEEDS)
def test_every_game_ends_under_a_stall_limit(seed: int) -> None:
    rng = Random(seed)
    game = random_game(rng)
    limit = game.rules.stall_limit
    turns = sum(limit * (len(board.holes) + 1) for board in game.stack.levels)
    state = new_game(game)
    for step in play(game, rng, 4 * turns + sum(game.counts)):
        assert legal_actions(step.before)
        assert outcome(step.before) is None
        state = step.after
        assert state.stall < limit or state.outcome
    end = outcome(state)
    assert end is not None
    assert state.phase is Phase.OVER
    assert legal_actions(state) == ()
    check_outcome(end, state)


def check_outcome(end: Outcome, state: State) -> None:
    assert end.reason in ("shovel", "points", "last_team", "stalemate")
    assert list(end.winners) == sorted(set(end.winners))
    if end.points is None:
        assert len(end.winners) == (end.reason != "stalemate")
    else:
        best = max(end.points)
        assert end.winners == tuple(i for i, p in enumerate(end.points) if p == best and best)
    if end.reason == "last_team":
        assert sum(word != 0 for word in state.moles) == 1


@often
@given(SEEDS, STEPS)
def test_equal_positions_hash_equal_and_replay_reaches_them(seed: int, steps: int) -> None:
    one, other = random_state(seed, steps), random_state(seed, steps)
    assert one == other
    assert one is not other
    assert hash(one) == hash(other)
    assert len({one, other}) == 1
    for action in legal_actions(one)[:10]:
        assert apply(one, action) == apply(other, action)
        assert hash(apply(one, action)) == hash(apply(other, action))


def test_a_position_cannot_be_changed() -> None:
    state = random_state(1, 30)
    with pytest.raises(AttributeError):
        state.turn = 1  # type: ignore[misc]
    with pytest.raises(AttributeError):
        state.game.moles = 1  # type: ignore[misc]


NAMES: Final = st.one_of(
    st.sampled_from(
        [
            '"',
            '""',
            "a b",
            " a",
            "a ",
            "  ",
            'a"b',
            '"a" b',
            "#",
            "# no comment",
            "\\",
            "\\n",
            "result",
            "A red Bob",
            "{name}",
            "Ünïcödé",
            "鼹鼠",
            "🐹",
            "a" * 40,
            "e\u0301",
            "-",
            "1",
            "none",
            "null",
        ]
    ),
    st.text(min_size=1, max_size=40).filter(str.isprintable),
)
KEYS: Final = st.one_of(
    st.sampled_from(
        ["", " ", "a b", "~", "/", "~1", "~0/", "\n", "\r", "\t", "#", "ключ", "0", '"', "\u2028"]
    ),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
)
VALUES: Final = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(2**70), 2**70),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=6,
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A record of any game up to any point, with awkward names and keys nobody knows."""
    plain = random_record(draw(SEEDS), draw(STEPS))
    teams = tuple(Team(draw(NAMES), draw(NAMES)) for _ in plain.teams)
    record = replace(plain, teams=teams)
    data = format_record(record)
    tables = [data, data["boards"], data["rules"], *data["boards"]["levels"], *data["players"]]
    tables += data["events"][:3] + data["events"][-3:] + [data["result"] or {}]
    for index, key, value in draw(
        st.lists(st.tuples(st.integers(0, len(tables) - 1), KEYS, VALUES), max_size=5)
    ):
        if key not in tables[index] and key not in ("description", "solid"):
            tables[index][key] = value
    return parse_record(data)


@often
@given(records())
def test_a_record_survives_writing_and_reading(record: Record) -> None:
    data = format_record(record)
    assert parse_record(data) == record
    assert load_record(dump_record(record)) == record
    assert json.loads(dump_record(record)) == data
    assert "\n" not in dump_record(record)
    assert difference(record, load_record(dump_record(record))) is None


@often
@given(records())
def test_a_record_survives_notation(record: Record) -> None:
    text = format_notation(record)
    again = parse_notation(text)
    assert again == record
    assert format_notation(again) == text
    assert difference(record, again) is None


@seldom
@given(SEEDS, st.integers(1, 120))
def test_records_can_be_cut_at_every_point(seed: int, steps: int) -> None:
    record = random_record(seed, steps)
    states = list(record.replay())
    assert len(states) == len(record.events) + 1
    for number in range(len(record.events) + 1):
        assert record.at(number) == states[number]
        part = record.upto(number)
        assert part.events == record.events[: len(part.events)]
        assert len(part.events) >= number
        assert parse_record(format_record(part)) == part
        if number % 7 == 0:
            assert parse_notation(format_notation(part)) == part
            where = difference(record, part)
            assert (where is None) == (part == record)
            if where is not None:
                assert where.startswith(f"event {len(part.events)}: ")


@seldom
@given(SEEDS, STEPS)
def test_comments_and_line_ends_do_not_matter(seed: int, steps: int) -> None:
    record = random_record(seed, steps)
    text = format_notation(record)
    loose = "\r\n".join(f"  {line}\t\n# said in between\n" for line in text.split("\n"))
    assert parse_notation(loose) == record


@seldom
@given(SEEDS, st.data())
def test_a_changed_event_is_noticed(seed: int, data: st.DataObject) -> None:
    """Whatever one event is changed into, the reader refuses it or finds another legal game."""
    record = random_record(seed, 150)
    plain: dict[str, Any] = format_record(replace(record, outcome=None))
    index = data.draw(st.integers(0, len(record.events) - 1))
    seat, event = record.events[index]
    state = record.at(index)
    legal = legal_actions(state)
    if not isinstance(event, Move | Place | Draw):
        return
    cells = hexagon(state.game.stack.radius)
    match event:
        case Move(origin, _):
            changed: Action = Move(origin, data.draw(st.sampled_from(cells)))
        case Place():
            changed = Place(data.draw(st.sampled_from(cells)))
        case Draw():
            changed = Draw(data.draw(st.integers(0, 9)))
    cut = replace(record, events=(*record.events[:index], (seat, changed)), outcome=None)
    after = apply(state, changed) if changed in legal else None
    if after is not None and not consequences(state, after) and after.outcome is None:
        assert list(cut.replay())[-1] == after
    else:
        with pytest.raises(ValueError, match=rf"event ({index}|{index + 1})|result"):
            list(cut.replay())
    assert plain["events"][index] == format_record(record)["events"][index]
