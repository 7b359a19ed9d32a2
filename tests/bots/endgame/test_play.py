"""The chances against games played by them, and against searches straight over the rules."""

from dataclasses import replace
from math import sqrt
from random import Random

import pytest

from taupes.bots import Budget, Thought, chance, play_on
from taupes.bots.endgame import Endgame, Estimate, judge_of, search_value
from taupes.bots.endgame.estimate.lookahead import blind_for, look_ahead
from taupes.bots.endgame.exact.book import book
from taupes.rules import Draw, Game, Hex, Move, Phase, State, apply, load_stack, preset_rules

from .tiny import last_state, plain_search, random_state, tiny_game

SPECIALS = (Hex(2, -1), Hex(-1, 0))


class Perfect:
    """Plays what the tables say; what they said once is remembered."""

    def __init__(self, endgame: Endgame) -> None:
        self.endgame = endgame
        self.known: dict[State, Thought] = {}

    def think(self, state: State, _: Budget, __: Random) -> Thought:
        key = replace(state, stall=0)
        if key not in self.known:
            best = self.endgame.best(key)[0].choice
            assert not isinstance(best, Draw)
            self.known[key] = Thought(best)
        return self.known[key]


@pytest.mark.parametrize(
    ("specials", "counts"), [((), (1, 2)), (SPECIALS, (1, 1))], ids=["base", "pro"]
)
def test_games_of_perfect_players_end_as_often_as_foretold(
    specials: tuple[Hex, ...], counts: tuple[int, int]
) -> None:
    game = tiny_game(2, specials=specials, stall_limit=100)
    rng = Random(7)
    endgame = Endgame.for_game(game, counts)
    player = Perfect(endgame)
    expected, variance, won, games = 0.0, 0.0, 0, 800
    for number in range(games):
        state = random_state(game, counts, rng)
        foretold = endgame.value(state)[0]
        expected += foretold
        variance += foretold * (1 - foretold)
        *_, (_, _, last) = play_on(state, [player, player], f"{number}")
        assert last.outcome
        won += 0 in last.outcome.winners
    assert abs(won - expected) < 3.5 * sqrt(variance)


@pytest.mark.parametrize("specials", [(), SPECIALS])
def test_the_compiled_search_agrees_with_a_plain_one(specials: tuple[Hex, ...]) -> None:
    game = tiny_game(2, specials=specials, orientation=4)
    rng = Random(8)
    for depth, count in ((1, 20), (2, 8), (3, 1)):
        for _ in range(count):
            state = random_state(game, (1, 1) if depth == 3 else (2, 1), rng)
            assert look_ahead(state, depth) == pytest.approx(plain_search(state, depth, 0.5))
            assert search_value(state, depth) == look_ahead(state, depth)


def test_the_compiled_search_counts_every_player() -> None:
    game = tiny_game(2, seats=3, specials=SPECIALS)
    rng = Random(9)
    for _ in range(40):
        state = random_state(game, (1, 2, 1), rng)
        # Deeper, and for the others, it matters how ties are broken, which no rule says.
        plain = plain_search(state, 1, 1 / 3)[state.turn]
        assert look_ahead(state, 1)[state.turn] == pytest.approx(plain)


def test_near_the_stall_limit_the_draw_is_counted() -> None:
    game = tiny_game(2, stall_limit=20)
    endgame = Endgame.for_game(game, (1, 1))
    rng = Random(10)
    for _ in range(3):
        state = replace(random_state(game, (1, 1), rng), stall=17)
        value = endgame.value(state)
        assert value == pytest.approx(plain_search(state, 3, 0.0))
        assert sum(value) < 1
        assert endgame.is_exact(state)
    assert not endgame.is_exact(replace(state, stall=10))
    assert Endgame.for_game(tiny_game(2, stall_limit=400), (1, 1)).is_exact(
        replace(state, stall=0, game=tiny_game(2, stall_limit=400))
    )


@pytest.mark.parametrize("counts", [(1, 1, 1), (2, 1, 1), (1, 1, 1, 1)])
def test_estimates_for_more_players_are_chances_and_say_what_they_are(
    counts: tuple[int, ...],
) -> None:
    game = tiny_game(2, seats=len(counts))
    rng = Random(11)
    for _ in range(5):
        state = random_state(game, counts, rng)
        judge = judge_of(state)
        assert isinstance(judge, Estimate)
        assert not judge.is_exact(state)
        values = judge.value(state)
        assert sum(values) == pytest.approx(1, abs=1e-3)
        assert min(values) >= 0
        mean = sum(each.share * each.values[0] for each in judge.after_discs(state).values())
        assert values[0] == pytest.approx(mean, abs=0.1)


def test_all_seats_share_one_disc_blind_table() -> None:
    rng = Random(16)
    game = tiny_game(2, seats=3)
    for _ in range(20):
        state = replace(random_state(game, (1, 2, 1), rng), turn=0)
        on = last_state(
            game,
            (state.cells(2), state.cells(0), state.cells(1)),
            (state.discs[2], state.discs[0], state.discs[1]),
            1,
        )
        assert blind_for(state) is blind_for(on)
        values, moved = Estimate().value(state), Estimate().value(on)
        assert moved == pytest.approx((values[2], values[0], values[1]))


def test_whoever_can_enter_does() -> None:
    game = tiny_game(2, seats=3)
    state = last_state(game, ((Hex(1, 0),), (Hex(-2, 1),), (Hex(2, -1),)))
    shown = apply(state, Draw(1))
    best = Estimate().best(shown)[0]
    assert best.choice == Move(Hex(1, 0), Hex(0, 0))
    assert best.values == (1, 0, 0)


def test_the_disc_blind_table_is_near_the_truth_for_two_players() -> None:
    game = tiny_game(2)
    endgame = Endgame.for_game(game, (1, 1))
    rng = Random(12)
    errors = []
    for _ in range(60):
        state = random_state(game, (1, 1), rng)
        state = replace(state, discs=((1, 2, 2, 3, 3, 4),) * 2)
        blind = look_ahead(state, 0, blind=blind_for(state))
        errors.append(abs(blind[0] - endgame.value(state)[0]))
    assert max(errors) < 0.2
    assert sum(errors) / len(errors) < 0.06


def test_a_search_of_four_turns_finds_nearly_the_best_choice() -> None:
    game = tiny_game(2)
    endgame = Endgame.for_game(game, (2, 1))
    rng = Random(13)
    loss = 0.0
    for _ in range(40):
        state = random_state(game, (2, 1), rng)
        shown = apply(state, chance(state, rng))
        ranked = {each.choice: each.values[state.turn] for each in endgame.best(shown)}
        chosen = Estimate().best(shown)[0].choice
        loss += max(ranked.values()) - ranked[chosen]
    assert loss / 40 < 0.01


@pytest.mark.parametrize("orientation", range(6))
def test_the_book_knows_every_start_below(orientation: int) -> None:
    game = tiny_game(2, orientation=orientation)
    pages = book(tiny_board(game))
    rng = Random(14)
    for owner in (0, 1):
        discs = tuple(random_state(game, (1, 1), rng).discs)
        moles = ((holes_under(game)[owner],), (holes_under(game)[1 - owner],))
        state = last_state(tiny_board(game), moles, discs)
        exact = Endgame.for_state(state).value(state)[0]
        mine = pages.holes_of(moles[0])
        assert pages.chance(mine, *discs) == pytest.approx(exact, abs=1e-5)


def tiny_board(game: Game) -> Game:
    """The same game with the holes of the upper board over cells of the lower one."""
    boards = game.stack.boards
    top = replace(boards.boards[0], holes=(Hex(2, -1), Hex(-1, -1)))
    stack = replace(game.stack, boards=replace(boards, boards=(top, boards.boards[1])))
    return replace(game, stack=stack)


def holes_under(game: Game) -> tuple[Hex, ...]:
    return tiny_board(game).stack.levels[0].holes


def test_the_book_holds_after_a_lift_by_the_rules() -> None:
    game = tiny_board(tiny_game(2, orientation=1))
    first, second = holes_under(game)
    near = second.step(3)
    words = (1 << game.index[first], 1 << game.index[near])
    state = State(game, Phase.MOVE, 1, 0, words, ((1, 2, 3), (2, 4)), 1)
    after = apply(state, Move(near, second))
    assert after.level == 1
    exact = Endgame.for_state(after).value(after)
    pages = book(game)
    mine = pages.holes_of((first,))
    assert pages.chance(mine, (1, 2, 3), (2, 4)) == pytest.approx(exact[0], abs=1e-5)
    with pytest.raises(ValueError, match="both players"):
        pages.chance(0, (1,), (1,))


def test_three_cells_wide_boards_are_one_table_for_all_orientations() -> None:
    """A reduced case of the shipped size: one mole each on radius 3."""
    values = set()
    for k in range(6):
        stack = load_stack(f"classic-000{k}")
        game = Game(stack, preset_rules("web", 2), 2, 10)
        moles = ((Hex(3, -1).turned(k),), (Hex(-1, -2).turned(k),))
        state = last_state(game, moles, turn=0)
        endgame = Endgame.for_state(state)
        values.add(endgame.value(state)[0])
        mean = sum(each.share * each.values[0] for each in endgame.after_discs(state).values())
        assert endgame.value(state)[0] == pytest.approx(mean, abs=1e-6)
    assert len(values) == 1
