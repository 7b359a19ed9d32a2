from random import Random

from taupes.bots import TURN, Budget, choices, make_bot, play_game
from taupes.bots.players.greedy import reach
from taupes.rules import (
    DISCS,
    Game,
    Hex,
    Move,
    Pass,
    Phase,
    Place,
    State,
    legal_actions,
    load_stack,
    new_game,
    preset_rules,
)

GAME = Game(load_stack("classic-0000"), preset_rules("web", 2), seats=2, moles=10)


def meadow(mine: list[str], theirs: list[str], disc: int) -> State:
    words = [sum(1 << GAME.index[GAME.cell(name)] for name in names) for names in (mine, theirs)]
    left = tuple(d for i, d in enumerate(DISCS) if i != DISCS.index(disc))
    return State(GAME, Phase.MOVE, 0, 0, (words[0], words[1]), (left, DISCS), disc)


def chosen(state: State) -> object:
    return make_bot("greedy").think(state, Budget(), Random(1)).choice


def test_greedy_enters_a_hole_when_it_can() -> None:
    holes = GAME.stack.levels[0].holes
    state = meadow(["e4", "a5"], ["i9"], 1)
    entering = [a for a in legal_actions(state) if isinstance(a, Move) and a.target in holes]
    assert Move(GAME.cell("e4"), GAME.cell("e5")) in entering
    assert len(entering) < len(legal_actions(state))
    assert chosen(state) in entering


def test_greedy_never_leaves_a_hole_by_choice() -> None:
    free = Game(load_stack("classic-0000"), preset_rules("web", 2, {"leave_hole": "free"}), 2, 10)
    state = meadow(["e5", "a5"], ["i9"], 1)
    state = State(free, state.phase, state.turn, state.level, state.moles, state.discs, state.disc)
    assert any(a.origin == Hex(0, 0) for a in legal_actions(state) if isinstance(a, Move))
    choice = chosen(state)
    assert isinstance(choice, Move)
    assert choice.origin == GAME.cell("a5")


def test_greedy_goes_where_most_discs_reach_a_hole() -> None:
    state = meadow(["h8"], ["a5"], 2)
    choice = chosen(state)
    assert isinstance(choice, Move)

    def count(move: Move) -> int:
        occupied = state.occupied ^ 1 << GAME.index[move.origin] ^ 1 << GAME.index[move.target]
        if GAME.cell("e5") == move.target or move.target in GAME.stack.levels[0].holes:
            return 7
        return reach(state, move.target, state.discs[0], occupied)

    moves = [a for a in legal_actions(state) if isinstance(a, Move)]
    assert count(choice) == max(map(count, moves))
    assert count(choice) > min(map(count, moves))


def test_greedy_passes_when_all_are_home() -> None:
    state = meadow(["e5"], ["a5"], 1)
    waiting = State(GAME, Phase.DRAW, 0, 0, state.moles, (DISCS, DISCS))
    assert choices(waiting) == (Pass(), TURN)
    assert chosen(waiting) == Pass()


def test_greedy_places_where_discs_reach_holes() -> None:
    choice = chosen(new_game(GAME))
    assert isinstance(choice, Place)
    places = [a.cell for a in legal_actions(new_game(GAME)) if isinstance(a, Place)]
    assert reach(new_game(GAME), choice.cell, DISCS, 0) == max(
        reach(new_game(GAME), cell, DISCS, 0) for cell in places
    )


def test_greedy_beats_random_clearly() -> None:
    wins = 0
    for seed in range(30):
        game = Game(load_stack("quick-0123"), preset_rules("web", 2), 2, 10, first=seed % 2)
        *_, last = play_game(game, [make_bot("greedy"), make_bot("random")], str(seed))
        outcome = last[2].outcome
        wins += outcome is not None and outcome.winners == (0,)
    assert wins >= 24
