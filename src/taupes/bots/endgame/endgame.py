"""Exact answers for positions of two players on the last board."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from taupes.bots.endgame.estimate.lookahead import look_ahead
from taupes.bots.endgame.exact.plan import ALL_PHASES, FIRST, MAX_VALUES, SECOND, phase_of
from taupes.bots.endgame.floor import Floor, NotSolvable, Progress, floor_of, word_of
from taupes.bots.endgame.hands import NUMBER
from taupes.bots.endgame.tree import Ranked, after_discs, rank_choices, value_of
from taupes.kernel.way import HAS_NUMPY, IS_COMPILED
from taupes.rules import Game, Hex, Phase, Seat, State, Victory

if TYPE_CHECKING:  # they take NumPy, and are loaded when they are wanted
    from taupes.bots.endgame.exact.table import ExactTable, TableKey

HAS_TABLES: Final = IS_COMPILED and HAS_NUMPY
"""Whether tables can be built and read here; a device without NumPy searches instead."""

SEARCH_TURNS: Final = 4
"""How far the search looks that stands in for a table: deeper gains next to nothing."""

EXACT: Final = 1e-5
"""Chances that the stall limit changes by less are called exact: less than can be kept or seen."""


def is_last_board(state: State) -> bool:
    """Whether a position is on the last board, with the game still going on."""
    return state.phase not in (Phase.PLACE, Phase.OVER) and state.level == state.game.stack.last


def seats_left(state: State) -> tuple[Seat, ...]:
    """The seats that still have moles, from the one to act on, in the order of play."""
    seats = state.game.seats
    order = ((state.turn + n) % seats for n in range(seats))
    return tuple(seat for seat in order if state.moles[seat])


def turns_to_stall(state: State) -> int | None:
    """Turns left, with the one in play, before the stall limit draws the game."""
    limit = state.game.rules.stall_limit
    return limit - state.stall if limit else None


@dataclass(frozen=True)
class Endgame:
    """The exact chances of two players, for one game's last board and numbers of moles.

    Tables are loaded, or built, when a position first needs them; `prepare` does it beforehand.
    """

    game: Game
    counts: tuple[int, ...]
    """Moles by seat; two of them are not 0."""
    progress: Progress | None = field(default=None, compare=False)
    limit: int | None = MAX_VALUES
    """The most values that a table may have; None is no limit."""
    floor: Floor = field(init=False)
    number: dict[Hex, int] = field(init=False, repr=False)
    """The floor's number of each cell in the box."""

    _tables: "dict[int, ExactTable]" = field(
        init=False, repr=False, compare=False, default_factory=dict
    )
    """Those already loaded, by phase."""

    def __post_init__(self) -> None:
        if not HAS_TABLES:
            raise NotSolvable("exact tables need Numba or a compiled library, and NumPy")
        if self.game.rules.victory is not Victory.SHOVEL:
            raise NotSolvable("points are counted: tables are for games that the shovel decides")
        if sum(count > 0 for count in self.counts) != 2:
            raise NotSolvable("tables are for two players left")
        floor, number = floor_of(self.game)
        object.__setattr__(self, "floor", floor)
        object.__setattr__(self, "number", number)
        from taupes.bots.endgame.exact.table import check_size  # noqa: PLC0415

        check_size(self._key(0), self.limit)

    @classmethod
    def for_game(
        cls,
        game: Game,
        counts: tuple[int, ...],
        progress: Progress | None = None,
        *,
        limit: int | None = MAX_VALUES,
    ) -> "Endgame":
        """The endgame of a game, or NotSolvable when no table can be made for it."""
        return cls(game, counts, progress, limit)

    @classmethod
    def for_state(
        cls, state: State, progress: Progress | None = None, *, limit: int | None = MAX_VALUES
    ) -> "Endgame":
        """The endgame that a position belongs to."""
        if not is_last_board(state):
            raise NotSolvable("not a position on the last board")
        counts = tuple(word.bit_count() for word in state.moles)
        return cls(state.game, counts, progress, limit)

    def value(self, state: State) -> tuple[float, ...]:
        """The chance to win of each seat, with perfect play, at any moment of a turn."""
        return value_of(state, self._chances)

    def best(self, state: State) -> tuple[Ranked, ...]:
        """What the player to act can choose, with the chances after it, best first."""
        return rank_choices(state, self._chances)

    def after_discs(self, state: State) -> Mapping[int, Ranked]:
        """By disc that may be turned now: its chance, and the chances to win once it is seen."""
        return after_discs(state, self._chances)

    def is_ready(self, state: State) -> bool:
        """Whether a position can be answered without building a table."""
        from taupes.bots.endgame.exact.table import is_stored  # noqa: PLC0415

        return is_stored(self._key(self._phase_of(state)))

    def prepare(self, state: State, progress: Progress | None = None) -> "ExactTable":
        """Load or build the table that a position needs; safe to call from a thread."""
        from taupes.bots.endgame.exact.table import load_or_build  # noqa: PLC0415

        phase = self._phase_of(state)
        if phase not in self._tables:
            self._tables[phase] = load_or_build(
                self._key(phase), progress or self.progress, limit=self.limit
            )
        return self._tables[phase]

    def stall_error(self, state: State) -> float:
        """How much the stall limit, which the tables leave out, can change a chance."""
        left = turns_to_stall(state)
        if left is None or left <= SEARCH_TURNS:
            return 0.0
        return self.prepare(state).endless_weight(left)

    def is_exact(self, state: State) -> bool:
        """Whether the stall limit is far away, or so near that it is counted in."""
        return self.stall_error(state) < EXACT

    def _chances(self, state: State) -> tuple[float, ...]:
        """The chances before a disc is turned."""
        left = turns_to_stall(state)
        if left is not None and left <= SEARCH_TURNS:
            return look_ahead(state, left, leaf=0.0)
        table = self.prepare(state)
        mine, theirs = seats_left(state)
        words = [word_of(state.cells(seat), self.number) for seat in (mine, theirs)]
        hands = [NUMBER[state.discs[seat]] for seat in (mine, theirs)]
        chance = table.chance(*words, *hands)
        values = [0.0] * self.game.seats
        values[mine], values[theirs] = chance, 1 - chance
        return tuple(values)

    def _phase_of(self, state: State) -> int:
        if tuple(word.bit_count() for word in state.moles) != self.counts:
            raise NotSolvable(f"this endgame is for {self.counts} moles by seat")
        if self.floor.key.specials:
            return ALL_PHASES
        mine, theirs = seats_left(state)
        is_even = self.counts[mine] == self.counts[theirs]
        mover = SECOND if self.counts[mine] < self.counts[theirs] else FIRST
        my_discs = state.discs[mine]
        if state.disc:  # as they were before the one shown was turned
            my_discs = tuple(sorted((*my_discs, state.disc)))
        return phase_of(mover, NUMBER[my_discs], NUMBER[state.discs[theirs]], is_even=is_even)

    def _key(self, phase: int) -> "TableKey":
        from taupes.bots.endgame.exact.table import TableKey  # noqa: PLC0415

        fewer, more = sorted(count for count in self.counts if count)
        return TableKey(self.floor, more, fewer, ALL_PHASES if self.floor.key.specials else phase)
