"""What a choice brings about: counted by the rules, and not judged."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from taupes.bots.player import Choice, Turn
from taupes.rules import AllHome, Decline, Hex, Move, Phase, Seat, State, apply, legal_moves


@dataclass(frozen=True, slots=True)
class Reach:
    """What a player could do with the next disc, as things stand."""

    seat: Seat
    discs: int
    """Face down, any of which may come."""
    wins: int = 0
    """With so many of them the player could win at once,"""
    lifts: int = 0
    """fill the last hole of the board,"""
    enters: int = 0
    """bring a mole into a hole, the last one or another,"""
    exits: int = 0
    """or would have to leave a hole."""
    ready: int = 0
    """Moles that some disc would bring into a hole."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What follows from a choice, up to the end of the turn; an extra disc is left unturned."""

    before: State
    choice: Choice
    after: State | None
    """None where chance decides what follows."""

    @property
    def enters(self) -> Hex | None:
        """The hole that a mole goes into, if it was in none before."""
        choice = self.choice
        is_so = isinstance(choice, Move) and _goes_home(self.before, choice)
        return self._target if is_so else None

    @property
    def leaves(self) -> Hex | None:
        """The hole that a mole comes out of."""
        return self._origin if _is_hole(self.before, self._origin) else None

    @property
    def gains_extra(self) -> bool:
        """Whether the move stops on a special cell that gives another disc."""
        return (
            isinstance(self.choice, Move)
            and apply(self.before, self.choice).phase is Phase.EXTRA_DRAW
        )

    @property
    def is_lifted(self) -> bool:
        """Whether the board ends, or the game."""
        after = self.after
        return after is not None and (after.level > self.before.level or after.outcome is not None)

    @property
    def wins(self) -> bool:
        """Whether the player to act wins at once."""
        outcome = self.after.outcome if self.after else None
        return outcome is not None and outcome.winners == (self.before.turn,)

    @property
    def fills(self) -> bool:
        """Whether it fills the last hole of a board that is not the last."""
        return self.is_lifted and self.enters is not None and not self._is_last

    @property
    def lost(self) -> tuple[int, ...]:
        """By seat, how many moles are lifted off with the board."""
        if self.after is None or self.after.level == self.before.level:
            return (0,) * self.before.game.seats
        pairs = zip(self.before.moles, self.after.moles, strict=True)
        return tuple(had.bit_count() - has.bit_count() for had, has in pairs)

    @property
    def out(self) -> tuple[Seat, ...]:
        """Who has no moles left after it."""
        if self.after is None:
            return ()
        pairs = enumerate(zip(self.before.moles, self.after.moles, strict=True))
        return tuple(seat for seat, (had, has) in pairs if had and not has)

    @property
    def threats(self) -> tuple[Reach, ...]:
        """What each rival could do on its next turn, in the order of play, as things stand then."""
        after, mine = self.after, self.before.turn
        if after is None or after.outcome or after.phase is Phase.PLACE:
            return ()
        seats = after.game.seats
        order = ((mine + n) % seats for n in range(1, seats))
        return tuple(reach_of(after, seat) for seat in order if after.moles[seat])

    @property
    def hope(self) -> Reach | None:
        """What the player to act could do on the next turn, if nobody moved between."""
        after = self.after
        if after is None or after.outcome or not after.moles[self.before.turn]:
            return None
        return reach_of(after, self.before.turn)

    @property
    def _origin(self) -> Hex | None:
        return self.choice.origin if isinstance(self.choice, Move) else None

    @property
    def _target(self) -> Hex | None:
        return self.choice.target if isinstance(self.choice, Move) else None

    @property
    def _is_last(self) -> bool:
        return self.before.level == self.before.game.stack.last


def prospect(state: State, choice: Choice) -> Prospect:
    """What follows from a choice."""
    if isinstance(choice, Turn):
        return Prospect(state, choice, None)
    after = apply(state, choice)
    if after.phase is Phase.EXTRA_DRAW:
        after = apply(after, Decline())
    return Prospect(state, choice, after)


def reach_of(state: State, seat: Seat) -> Reach:
    """What a player could do with the next disc if it were to act in this position."""
    hand, sure = state.discs[seat], Reach(seat, len(state.discs[seat]))
    must_pass = state.game.rules.all_home is AllHome.MUST_PASS and state.is_home(seat)
    if state.phase is Phase.PLACE or must_pass:
        return sure
    ready: set[Hex] = set()
    counts = dict.fromkeys(("wins", "lifts", "enters", "exits"), 0)
    for disc in sorted(set(hand)):
        shown = _shown(state, seat, disc)
        moves = legal_moves(shown)
        entering = [move for move in moves if _goes_home(state, move)]
        ends = [prospect(shown, move) for move in entering]
        ready |= {move.origin for move in entering}
        facts = {
            "wins": any(end.wins for end in ends),
            "lifts": any(end.is_lifted for end in ends),
            "enters": bool(entering),
            "exits": bool(moves) and all(_is_hole(state, move.origin) for move in moves),
        }
        for name, is_so in facts.items():
            counts[name] += is_so * hand.count(disc)
    return replace(sure, ready=len(ready), **counts)


def _shown(state: State, seat: Seat, disc: int) -> State:
    """The same position with a player to move by a disc of its own."""
    hand = list(state.discs[seat])
    hand.remove(disc)
    discs = (*state.discs[:seat], tuple(hand), *state.discs[seat + 1 :])
    return replace(state, phase=Phase.MOVE, turn=seat, disc=disc, discs=discs)


def crossed(state: State, choice: Choice) -> Iterator[tuple[Seat, Move, int]]:
    """The ways of rivals into a hole that a move closes by where it stops: whose, which, by what.

    The way was open while the mole stood where it was.
    """
    if not isinstance(choice, Move):
        return
    index, holes = state.game.index, state.ground.holes
    stop = 1 << index[choice.target]
    for seat, word in enumerate(state.moles):
        if seat == state.turn:
            continue
        for disc in sorted(set(state.discs[seat])):
            for i, lines in enumerate(state.ground.lines[disc]):
                if not word >> i & 1 or holes >> i & 1:
                    continue
                for move, way in lines:
                    is_entry = holes >> index[move.target] & 1
                    if is_entry and way & stop and not way & state.occupied:
                        yield seat, move, disc


def _goes_home(state: State, move: Move) -> bool:
    return _is_hole(state, move.target) and not _is_hole(state, move.origin)


def _is_hole(state: State, cell: Hex | None) -> bool:
    return cell is not None and bool(state.ground.holes >> state.game.index[cell] & 1)
