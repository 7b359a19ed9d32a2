"""A game as the kernel plays it, and the way back: rows and numbers to states and actions."""

from collections.abc import Iterable
from typing import Final

from taupes.kernel import layout as at
from taupes.kernel.arrays import WordArray, WordVector, words
from taupes.kernel.play import begin
from taupes.kernel.tables import discs_of, hand_of, ring_index, split, tables_of
from taupes.rules.actions import Action, Blocked, Decline, Draw, Move, Pass, Place
from taupes.rules.ground import bits
from taupes.rules.hex import Hex, straight
from taupes.rules.state import Game, Outcome, Phase, State

_PHASES: Final = tuple(Phase)
_REASONS: Final = ("", "shovel", "points", "last_team", "stalemate")


class Engine:
    """The tables of one game, with rows for its positions and numbers for its actions.

    Raises TooWide for boards that do not fit.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.tables = tables_of(game)
        """The first argument of every compiled function."""
        self.is_wide = bool(self.tables[at.IS_WIDE])
        self.cells = int(self.tables[at.RING_CELLS])
        """How many cells the ring has: 61, or 91 on two words."""
        self.action_count = at.MOVE + 7 * self.cells
        """How many action numbers there are, legal or not."""
        self._ring = [ring_index(cell, game.stack.radius) for cell in game.frame]
        self._frame = {ring: i for i, ring in enumerate(self._ring)}

    def row(self) -> WordVector:
        """A row for one position, all zero."""
        return words(at.ROW_WORDS)

    def start(self) -> WordVector:
        """The row of the empty top board, before the first placement."""
        row = self.row()
        begin(self.tables, row)
        return row

    def actions(self) -> WordVector:
        """Room for `list_actions` and `advance` to write any position's legal actions into."""
        return words(self.action_count)

    def pack(self, state: State) -> WordVector:
        """The row of a position."""
        row = self.row()
        for seat, moles in enumerate(state.moles):
            near, far = self._split(moles)
            row[at.MOLES + seat], row[at.FAR_MOLES + seat] = near, far
            row[at.DISCS + seat] = hand_of(state.discs[seat])
        row[at.OCCUPIED], row[at.FAR_OCCUPIED] = self._split(state.occupied)
        row[at.SEAT], row[at.LEVEL] = state.turn, state.level
        row[at.PHASE], row[at.DISC] = _PHASES.index(state.phase), state.disc
        row[at.STALL], row[at.MOST] = state.stall, state.most
        row[at.POINTS] = sum(points << 8 * seat for seat, points in enumerate(state.points))
        if state.outcome:
            winners = sum(1 << seat for seat in state.outcome.winners)
            row[at.OUTCOME] = _REASONS.index(state.outcome.reason) << 4 | winners
        return row

    def unpack(self, row: WordArray) -> State:
        """The position of a row."""
        game, seats = self.game, range(self.game.seats)
        points: tuple[int, ...] = ()
        if self.tables[at.COUNTS_POINTS]:
            points = tuple(int(row[at.POINTS]) >> 8 * seat & 255 for seat in seats)
        return State(
            game=game,
            phase=_PHASES[row[at.PHASE]],
            turn=int(row[at.SEAT]),
            level=int(row[at.LEVEL]),
            moles=tuple(
                self._join(int(row[at.MOLES + seat]), int(row[at.FAR_MOLES + seat]))
                for seat in seats
            ),
            discs=tuple(discs_of(int(row[at.DISCS + seat])) for seat in seats),
            disc=int(row[at.DISC]),
            stall=int(row[at.STALL]),
            most=int(row[at.MOST]),
            points=points,
            outcome=self.outcome(row),
        )

    def outcome(self, row: WordArray) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        word, seats = int(row[at.OUTCOME]), range(self.game.seats)
        if not word:
            return None
        points = None
        if self.tables[at.COUNTS_POINTS]:
            points = tuple(int(row[at.POINTS]) >> 8 * seat & 255 for seat in seats)
        winners = tuple(seat for seat in seats if word >> seat & 1)
        return Outcome(winners, _REASONS[word >> 4], points)

    def encode(self, action: Action) -> int:
        """The number of an action; ValueError for a move that no disc could make.

        That an action has a number does not make it legal.
        """
        match action:
            case Pass():
                return at.PASS
            case Decline():
                return at.DECLINE
            case Blocked():
                return at.BLOCKED
            case Draw(disc):
                return at.DRAW + disc
            case Place(cell):
                return at.MOVE + self.cells * at.PLACE_WAY + self._ring[self.game.index[cell]]
            case Move(origin, target):
                line = straight(origin, target)
                if line is None or origin not in self.game.index:
                    raise ValueError(f"{action} is no straight move on these boards")
                return at.MOVE + self.cells * line[0] + self._ring[self.game.index[origin]]

    def decode(self, number: int, disc: int = 0) -> Action:
        """The action of a number; a move wants the disc that is shown (`row[DISC]`).

        ValueError for numbers that no action has.
        """
        number = int(number)
        if number >= self.action_count or number < 0 or number == at.TURN_DISC:
            raise ValueError(f"no action has the number {number}")
        if number < at.MOVE:
            if number > at.DRAW:
                return Draw(number - at.DRAW)
            return (Pass(), Decline(), Blocked())[number]
        way, ring = divmod(number - at.MOVE, self.cells)
        cell = self.cell(ring)
        return Place(cell) if way == at.PLACE_WAY else Move(cell, cell.step(way, int(disc)))

    def cell(self, ring: int) -> Hex:
        """The cell of a number on the ring."""
        frame = self._frame.get(ring)
        if frame is None:
            raise ValueError(f"number {ring} of the ring is no cell of these boards")
        return self.game.frame[frame]

    def ring(self, cell: Hex) -> int:
        """The number of a cell on the ring."""
        return self._ring[self.game.index[cell]]

    def _split(self, moles: int) -> tuple[int, int]:
        return split((self._ring[i] for i in bits(moles)), is_wide=self.is_wide)

    def _join(self, near: int, far: int) -> int:
        ring: Iterable[int] = bits(near | far << at.NEAR_BITS if self.is_wide else near)
        return sum(1 << self._frame[i] for i in ring)
