"""The two baselines: a player without a plan, and one who takes what lies nearest."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from taupes.bots.player import TURN, Budget, Choice, Thought, choices
from taupes.bots.players.attention import notice
from taupes.rules import DISCS, Decline, Hex, Move, Pass, Place, Seat, State
from taupes.rules.ground import bits

Score = tuple[int, ...]
Leaning = Callable[[State, Choice], int]
"""How well a choice suits somebody; only those of one position can be compared."""


class RandomPlayer:
    """Chooses uniformly among all legal choices."""

    def think(self, state: State, _: Budget, rng: Random) -> Thought:
        """Choose without looking."""
        return Thought(rng.choice(choices(state)))


@dataclass(frozen=True, slots=True)
class GreedyPlayer:
    """Enters a hole when it can and never leaves one by choice.

    Otherwise it goes where most of its remaining discs would reach a free hole, and places its
    moles by the same count. Ties are broken by blocking the leader, then at random.
    """

    attention: float = 1.0
    """How much of the board it looks at."""
    leaning: Leaning | None = None
    """What it likes better than to block the leader, where choices tie; None: nothing."""

    def think(self, state: State, _: Budget, rng: Random) -> Thought:
        """Choose what looks best one step ahead."""
        options = notice(choices(state), self.attention, rng)
        if len(options) == 1:
            return Thought(options[0])
        scores = {choice: _score(state, choice) for choice in options}
        if self.leaning is not None:
            scores = _swayed(state, scores, self.leaning)
        best = max(scores.values())
        return Thought(rng.choice([o for o in options if scores.get(o) == best]))


def _swayed(state: State, scores: Mapping[Choice, Score], leaning: Leaning) -> dict[Choice, Score]:
    """Of the choices that are as good but for blocking the leader, how well each suits somebody."""
    best = max(scores.values())[0]
    return {o: (leaning(state, o), *score) for o, score in scores.items() if score[0] == best}


def _score(state: State, choice: Choice) -> Score:
    """How good a choice looks, and how little it leaves to the leader."""
    match choice:
        case Place(cell):
            return reach(state, cell, DISCS, state.occupied), 0
        case Move():
            return _score_move(state, choice)
        case Pass():
            return 1, 0
        case Decline():
            return 0, 0
        case _:
            return (1, 0) if choice is TURN and not state.is_home(state.turn) else (0, 0)


def _score_move(state: State, move: Move) -> Score:
    holes, index = state.ground.holes, state.game.index
    origin, target = 1 << index[move.origin], 1 << index[move.target]
    occupied = state.occupied ^ origin ^ target
    left = state.discs[state.turn] or DISCS
    value = len(DISCS) + 1 if target & holes else reach(state, move.target, left, occupied)
    if origin & holes:
        value -= len(DISCS) + 1
    rival = leader(state)
    threat = sum(
        reach(state, state.game.frame[i], state.discs[rival], occupied)
        for i in bits(state.moles[rival] & ~holes)
    )
    return value, -threat


def reach(state: State, cell: Hex, discs: tuple[int, ...], occupied: int) -> int:
    """How many of these discs would bring a mole on that cell into a free hole."""
    ground, i = state.ground, state.game.index[cell]
    return sum(
        any(
            not way & occupied and ground.holes >> state.game.index[move.target] & 1
            for move, way in ground.lines[disc][i]
        )
        for disc in discs
    )


def leader(state: State) -> Seat:
    """The opponent who is ahead: most moles home, then most moles, then next to move."""
    seats, holes = state.game.seats, state.ground.holes
    rivals = [(state.turn + n) % seats for n in range(1, seats)]
    return max(
        rivals, key=lambda s: ((state.moles[s] & holes).bit_count(), state.moles[s].bit_count())
    )
