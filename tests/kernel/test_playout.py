from collections import Counter

import pytest

from taupes import kernel
from taupes.kernel import layout
from taupes.kernel.chance import MULTIPLIER
from taupes.kernel.playout import DECISIONS, DRAWN, GAMES, TURNS, WINS
from taupes.rules import (
    MOLES,
    AllHome,
    Draw,
    Game,
    Hex,
    LeaveHole,
    Move,
    Phase,
    Place,
    State,
    apply,
    legal_actions,
    load_stack,
    new_game,
    preset_rules,
)


def game_of(code: str = "classic-0000", seats: int = 2, **options: object) -> Game:
    return Game(load_stack(code), preset_rules("web", seats, options), seats, MOLES[seats])


def tally_of(game: Game, games: int, is_hungry: int, limit: int = 1_000_000) -> list[int]:
    engine = kernel.Engine(game)
    tally = kernel.words(kernel.TALLY_WORDS)
    seed = kernel.seed(1)
    kernel.play_many(engine.tables, engine.start(), seed, games, is_hungry, limit, tally)
    return [int(word) for word in tally]


def placed(game: Game) -> State:
    state = new_game(game)
    while state.phase is Phase.PLACE:
        state = apply(state, legal_actions(state)[0])
    return state


def test_the_generator_never_leaves_its_range() -> None:
    for number in (0, 1, 2**64 - 1, -5):
        rng = kernel.seed(number)
        for _ in range(1_000):
            assert 0 < rng < MULTIPLIER << 32
            assert 0 <= kernel.below(rng, 6) < 6
            rng = kernel.stir(rng)


@pytest.mark.parametrize("seats", MOLES)
@pytest.mark.parametrize("is_hungry", [0, 1])
def test_every_game_has_a_result(seats: int, is_hungry: int) -> None:
    tally = tally_of(game_of(seats=seats), 400, is_hungry)
    assert tally[GAMES] == 400
    assert sum(tally[WINS:]) + tally[DRAWN] == 400
    assert tally[DECISIONS] == tally[TURNS] + 400 * seats * MOLES[seats]
    assert all(wins > 400 / seats / 2 for wins in tally[WINS : WINS + seats])


def test_going_for_holes_shortens_games() -> None:
    uniform, hungry = (tally_of(game_of(), 200, is_hungry)[TURNS] for is_hungry in (0, 1))
    assert hungry < uniform / 3


def test_going_for_holes_ends_even_where_moles_may_leave_them() -> None:
    game = game_of(leave_hole="free", stall_limit=0)
    assert tally_of(game, 200, 1, limit=20_000)[DRAWN] == 0


def test_the_same_seed_gives_the_same_games() -> None:
    assert tally_of(game_of(), 50, 0) == tally_of(game_of(), 50, 0)


@pytest.mark.parametrize("code", ["classic-0000", "grand-0000"])
def test_every_move_is_as_likely_as_any_other(code: str) -> None:
    state = placed(game_of(code))
    engine = kernel.Engine(state.game)
    shown = apply(state, Draw(2))
    row, tally, rng = engine.row(), kernel.words(kernel.TALLY_WORDS), kernel.seed(5)
    seen: Counter[State] = Counter()
    moves = legal_actions(shown)
    packed = engine.pack(shown)
    for _ in range(300 * len(moves)):
        row[:] = packed[:]
        rng = kernel.play_out(engine.tables, row, rng, 0, 1, tally)
        seen[engine.unpack(row)] += 1
    assert set(seen) == {apply(shown, move) for move in moves}
    assert all(200 < count < 400 for count in seen.values())


def test_discs_are_drawn_as_often_as_they_are_there() -> None:
    state = placed(game_of())
    engine = kernel.Engine(state.game)
    row, out, seen = engine.row(), engine.actions(), Counter[int]()
    packed = engine.pack(state)
    packed[layout.CHANCE] = kernel.seed(9)
    for _ in range(6_000):
        row[:] = packed[:]
        kernel.list_choices(engine.tables, row, out)
        seen[int(row[layout.DISC])] += 1
        packed[layout.CHANCE] = row[layout.CHANCE]
    assert [round(seen[disc] / 1000) for disc in (1, 2, 3, 4)] == [1, 2, 2, 1]
    count = kernel.count_discs(engine.tables, packed)
    discs = [kernel.nth_disc(engine.tables, packed, n) - layout.DRAW for n in range(count)]
    assert discs == [1, 2, 2, 3, 3, 4]


def test_a_hungry_player_enters_a_hole_when_it_can() -> None:
    game = game_of()
    engine = kernel.Engine(game)
    tally, rng, entered = kernel.words(kernel.TALLY_WORDS), kernel.seed(3), 0
    row = engine.start()
    rng = kernel.play_out(engine.tables, row, rng, 1, 0, tally)
    for _ in range(400):
        before = engine.unpack(row)
        if before.phase is Phase.OVER:
            break
        rng = kernel.play_out(engine.tables, row, rng, 1, 1, tally)
        after = engine.unpack(row)
        used = list(before.discs[before.turn])
        for disc in after.discs[before.turn] if len(used) > 1 else ():
            used.remove(disc)
        if after.level > before.level or not used:
            continue
        shown = apply(before, Draw(used[0]))
        holes = set(game.stack.levels[before.level].holes)
        entries = [
            apply(shown, move)
            for move in legal_actions(shown)
            if isinstance(move, Move) and move.target in holes and move.origin not in holes
        ]
        if entries:
            entered += 1
            assert after in entries
    assert entered > 5


def test_must_pass_and_may_pass_differ_in_choices() -> None:
    for option in AllHome:
        game = game_of(all_home=option.value, leave_hole=LeaveHole.FREE.value)
        game = Game(game.stack, game.rules, 2, 1)
        state = placed(game)
        hole = game.stack.levels[0].holes[0]
        home = State(game, Phase.DRAW, 0, 0, (1 << game.index[hole], state.moles[1]), state.discs)
        engine = kernel.Engine(game)
        row, out = engine.pack(home), engine.actions()
        row[layout.CHANCE] = kernel.seed(1)
        count = kernel.list_choices(engine.tables, row, out)
        expected = [layout.PASS] + [layout.TURN_DISC] * (option is AllHome.MAY_PASS)
        assert [int(choice) for choice in out[:count]] == expected


def test_actions_that_are_not_legal_are_known() -> None:
    engine = kernel.Engine(game_of())
    row = engine.start()
    hole = engine.game.stack.levels[0].holes[0]
    assert kernel.is_legal(engine.tables, row, engine.encode(Place(Hex(1, 0))))
    assert not kernel.is_legal(engine.tables, row, engine.encode(Place(hole)))
    assert not kernel.is_legal(engine.tables, row, layout.PASS)
