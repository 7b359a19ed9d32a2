"""The companion's table: a position on a real table as it is told, piece by piece."""

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property

from taupes.rules import (
    DISCS,
    Action,
    Arrangement,
    Game,
    Hex,
    MolesWish,
    Phase,
    Rules,
    Seat,
    Stack,
    State,
    Why,
    apply,
    arrangement_of,
    hexagon,
    moles_for,
    objections,
    set_up,
)


@dataclass(frozen=True)
class RealTable:
    """What is known of the table. Nothing is checked before it is asked for."""

    stack: Stack
    rules: Rules
    position: Arrangement
    moles: MolesWish | None = None
    """Of everybody, or by seat; None: as many as the rules say."""

    @cached_property
    def game(self) -> Game:
        """The game that is played there. Who began matters to a fair start alone: it was seat A."""
        seats = len(self.position.moles)
        return Game(self.stack, self.rules, seats, moles_for(seats, self.moles))

    @cached_property
    def reasons(self) -> tuple[Why, ...]:
        """Why no game leads to this position; empty if one may."""
        return objections(self.game, self.position)

    @cached_property
    def state(self) -> State | None:
        """The position ready to be asked about, if it is possible."""
        return None if self.reasons else set_up(self.game, self.position)

    @cached_property
    def seen(self) -> State:
        """The position as it is to be shown, possible or not."""
        game, position = self.game, self.position
        moles = tuple(sum(1 << game.index[c] for c in set(cells)) for cells in position.moles)
        return State(
            game, Phase.DRAW, position.turn, position.level, moles, position.discs, position.disc
        )

    def owner(self, cell: Hex) -> Seat | None:
        """Whose mole is on a cell."""
        owners = (seat for seat, cells in enumerate(self.position.moles) if cell in cells)
        return next(owners, None)

    def touched(self, cell: Hex, seat: Seat) -> "RealTable":
        """A mole of that seat is put on a cell, in place of another's; or its own is taken off."""
        is_own = self.owner(cell) == seat
        cleared = [tuple(c for c in cells if c != cell) for cells in self.position.moles]
        if not is_own:
            cleared[seat] = (*cleared[seat], cell)
        return self._with(moles=tuple(cleared))

    def with_moles(self, seat: Seat, cells: tuple[Hex, ...]) -> "RealTable":
        """All moles of a seat, told anew."""
        moles = list(self.position.moles)
        moles[seat] = cells
        return self._with(moles=tuple(moles))

    def with_turn(self, seat: Seat) -> "RealTable":
        """Somebody else is to act, with no disc turned yet."""
        return self._with(turn=seat, disc=0, is_extra=False)

    def with_level(self, level: int) -> "RealTable":
        """Another board is in play; moles stay on the cells that it has."""
        room = frozenset(hexagon(self.stack.levels[level].radius))
        moles = tuple(tuple(c for c in cells if c in room) for cells in self.position.moles)
        return self._with(level=level, moles=moles)

    def turned(self) -> "RealTable":
        """The board in play lies a sixth further round."""
        level = self.position.level
        turns = list(self.stack.orientations)
        turns[level] = (turns[level] + 1) % 6
        return replace(self, stack=Stack(self.stack.boards, tuple(turns)))

    def with_discs(self, seat: Seat, discs: tuple[int, ...]) -> "RealTable":
        """The values that a seat has face down."""
        rows = list(self.position.discs)
        rows[seat] = tuple(sorted(discs))
        return self._with(discs=tuple(rows))

    def with_used(self, seat: Seat, disc: int) -> "RealTable":
        """One more disc of a value is used; when all of it are, they are face down again."""
        left = list(self.position.discs[seat])
        if disc in left:
            left.remove(disc)
        else:
            left += [disc] * Counter(DISCS)[disc]
        return self.with_discs(seat, tuple(left))

    def with_disc(self, disc: int) -> "RealTable":
        """The player to act has turned a disc, or (with 0) none; it lies face up then."""
        seat, shown = self.position.turn, self.position.disc
        left = list(self.position.discs[seat]) + ([shown] if shown else [])
        if disc in left:
            left.remove(disc)
        return self.with_discs(seat, tuple(left))._with(disc=disc)

    def with_extra(self) -> "RealTable":
        """It is about the extra disc of a special cell, or not."""
        return self._with(is_extra=not self.position.is_extra)

    def done(self, action: Action) -> "RealTable":
        """The table after an action; IllegalAction if the rules forbid it."""
        assert self.state is not None, "asked only of positions that can be"  # noqa: S101
        return replace(self, position=arrangement_of(apply(self.state, action)))

    def _with(self, **changes: object) -> "RealTable":
        return replace(self, position=replace(self.position, **changes))  # type: ignore[arg-type]


def empty_table(
    stack: Stack, rules: Rules, seats: int, moles: MolesWish | None = None
) -> RealTable:
    """A table before the first mole is placed."""
    position = Arrangement(0, 0, ((),) * seats, (DISCS,) * seats)
    return RealTable(stack, rules, position, moles)
