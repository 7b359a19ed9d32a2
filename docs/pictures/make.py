"""Draw the pictures of this folder: `python docs/pictures/make.py`."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from taupes.drawing import draw_stack_svg, draw_svg
from taupes.rules import (
    MOLES,
    Action,
    Draw,
    Game,
    Move,
    State,
    apply,
    legal_actions,
    load_stack,
    new_game,
    preset_rules,
)


def pictures() -> dict[str, str]:
    """All pictures by file name."""
    return {
        "meadow.svg": _scene("classic-0351", seats=4, seed=7, level=0, home=7),
        "clay.svg": _scene("classic-0351", seats=4, seed=7, level=1, home=3),
        "sand.svg": _scene("classic-0351", seats=3, seed=8, level=2, home=2),
        "rock.svg": _scene("classic-0351", seats=2, seed=7, level=3, home=0, turns=5),
        "stack.svg": draw_stack_svg(load_stack("classic-0351")),
    }


def _scene(code: str, *, seats: int, seed: int, level: int, home: int, turns: int = 0) -> str:
    """The first position with so many moles in holes, so many turns into that board."""
    stack = load_stack(code)
    game = Game(stack, preset_rules("web-pro", seats), seats, MOLES[seats])
    for state, move in _play(game, Random(seed)):
        if state.level != level or move is None:
            continue
        turns -= 1
        if turns < 0 and state.most >= home:
            title = f"{stack.levels[level].name.capitalize()}, {seats} teams"
            return draw_svg(state, last_move=move, title=title)
    raise ValueError(f"the game of seed {seed} shows no such position")


def _play(game: Game, rng: Random) -> Iterator[tuple[State, Move | None]]:
    """The positions of a game in which everybody goes for the holes, each with the move before."""
    state = new_game(game)
    while state.outcome is None:
        action = _choice(state, rng)
        level, state = state.level, apply(state, action)
        same_board = isinstance(action, Move) and state.level == level
        yield state, action if isinstance(action, Move) and same_board else None


def _choice(state: State, rng: Random) -> Action:
    actions = legal_actions(state)
    if isinstance(actions[-1], Draw):
        return Draw(rng.choice(state.discs[state.turn]))
    holes = state.game.stack.levels[state.level].holes
    into = [action for action in actions if isinstance(action, Move) and action.target in holes]
    return rng.choice(into or actions)


if __name__ == "__main__":
    for name, picture in pictures().items():
        Path(__file__).with_name(name).write_text(picture, "utf-8")
