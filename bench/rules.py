"""Random play of `taupes.rules` beside random play of python-chess, in one run.

    python bench/rules.py [--json] [--rounds N]

Both sides generate all legal moves, choose one at random and play it, to the end of the game.
CPU time, medians over alternating rounds.
"""

import argparse
import json
import time
from collections.abc import Callable
from random import Random
from statistics import median

import chess

from taupes.rules import (
    MOLES,
    Draw,
    Game,
    apply,
    legal_actions,
    load_boards,
    new_game,
    preset_rules,
    shuffled_stack,
)


def play_taupes(rng: Random, games: int) -> int:
    """Play games of two, three and four players; the number of turns."""
    turns = 0
    for number in range(games):
        seats = 2 + number % 3
        stack = shuffled_stack(load_boards("classic"), rng)
        state = new_game(Game(stack, preset_rules("web", seats), seats, MOLES[seats]))
        while actions := legal_actions(state):
            action = rng.choice(actions)
            turns += isinstance(action, Draw)
            state = apply(state, action)
    return turns


def play_chess(rng: Random, games: int) -> int:
    """Play games of chess until mate, stalemate or the 75-move rule; the number of moves."""
    moves = 0
    for _ in range(games):
        board = chess.Board()
        while board.halfmove_clock < 150 and (legal := list(board.legal_moves)):
            board.push(rng.choice(legal))
            moves += 1
    return moves


def rate(play: Callable[[Random, int], int], games: int, seed: int) -> float:
    """Steps per CPU-second."""
    rng = Random(seed)
    start = time.process_time()
    steps = play(rng, games)
    return steps / (time.process_time() - start)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    rates: dict[str, list[float]] = {"taupes": [], "chess": []}
    for seed in range(args.rounds):
        rates["taupes"].append(rate(play_taupes, 9, seed))
        rates["chess"].append(rate(play_chess, 9, seed))
    result = {
        "taupes_turns_per_second": round(median(rates["taupes"])),
        "python_chess_moves_per_second": round(median(rates["chess"])),
        "ratio_to_python_chess": round(median(rates["taupes"]) / median(rates["chess"]), 2),
    }
    if args.json:
        print(json.dumps(result))
    else:
        for key, value in result.items():
            print(f"{key:32} {value}")


if __name__ == "__main__":
    main()
