"""Every sentence that says why, read back and counted again by playing it out."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from taupes.bots import Choice
from taupes.puzzles import Puzzle, reasons, shipped
from taupes.puzzles.outlook import alone
from taupes.puzzles.prospects import prospect
from taupes.rules import Draw, Move, Phase, State, apply, legal_actions, legal_moves
from taupes.rules.hex import Hex, straight
from taupes.words.language import Words
from taupes.words.teller import Teller
from tests.plain import plain
from tests.puzzles.test_outlook import is_small, worst

NAMES = ("Ada", "Bob", "Cleo", "Dan")
SHARE = r"(?P<share>every disc|(?P<count>\d+) of (?P<all>\d+) discs)"
NAME = r"(?P<name>\w+)"
CHOICE = r"After (?P<choice>[^,]+), "
DOES = {"win": "win", "fill": "fill the last hole", "enter": "enter a hole"}


@dataclass(frozen=True)
class Said:
    """A sentence, what it is about, and the two positions it compares."""

    puzzle: Puzzle
    other: Choice
    match: re.Match[str]

    @property
    def before(self) -> State:
        return self.puzzle.state

    @property
    def me(self) -> int:
        return self.before.turn

    @property
    def seat(self) -> int:
        return NAMES.index(self.match["name"])

    @property
    def now(self) -> State:
        return after(self.before, self.puzzle.best)

    @property
    def then(self) -> State:
        return after(self.before, self.other)

    def has_share(self, counted: tuple[int, int]) -> bool:
        """Whether so many of so many discs is what was said."""
        count, every = counted
        if self.match["share"] == "every disc":
            return count == every
        return (count, every) == (int(self.match["count"]), int(self.match["all"]))

    def has_chance(self, chance: float) -> bool:
        return round(100 * chance) == int(self.match["chance"])


def after(state: State, choice: Choice) -> State:
    found = prospect(state, choice).after
    assert found is not None
    return found


def discs_that(state: State, seat: int, does: str) -> tuple[int, int]:
    """With how many discs a player can do it, and of how many: every move is played."""
    holes = set(state.game.stack.levels[state.level].holes)
    count = 0
    for disc in state.discs[seat]:
        turned = replace(state, turn=seat, phase=Phase.DRAW, disc=0)
        if Draw(disc) not in legal_actions(turned):
            continue
        shown = apply(turned, Draw(disc))
        moves = [m for m in legal_moves(shown) if m.target in holes and m.origin not in holes]
        ends = [apply(shown, move) for move in moves]
        if does == DOES["win"]:
            count += any(end.outcome is not None and end.outcome.winners == (seat,) for end in ends)
        elif does == DOES["fill"]:
            count += any(end.outcome is not None or end.level > state.level for end in ends)
        else:
            count += bool(moves)
    return count, len(state.discs[seat])


def blocks(said: Said) -> bool:
    """The way is straight, was free, is as long as a disc, and the mole stands in it now."""
    game, state, best = said.before.game, said.before, said.puzzle.best
    origin, target, stop = (game.cell(said.match[name]) for name in ("origin", "target", "cell"))
    found = straight(origin, target)
    assert found is not None
    length = found[1]
    step = Hex((target.q - origin.q) // length, (target.r - origin.r) // length)
    way = [Hex(origin.q + n * step.q, origin.r + n * step.r) for n in range(1, length + 1)]
    assert isinstance(best, Move)
    free = all(state.owner(cell) is None for cell in way)
    owned = state.owner(origin) == said.seat
    return (
        free and owned and stop in way and stop == best.target and length in state.discs[said.seat]
    )


def moles_of(state: State) -> tuple[int, ...]:
    return tuple(word.bit_count() for word in state.moles)


def lost(said: Said, seat: int) -> int:
    return moles_of(said.before)[seat] - moles_of(said.now)[seat]


def below(said: Said, state: State) -> bool:
    others = ", ".join(
        f"{NAMES[seat]} {count}"
        for seat, count in enumerate(moles_of(state))
        if count and seat != said.me
    )
    return (
        state.level > said.before.level
        and moles_of(state)[said.me] == int(said.match["count"])
        and others == said.match["others"]
        and state.turn == said.seat
    )


def nearly(said: Said, state: State, seat: int) -> bool:
    found = alone(state, seat)  # worked out a second time in test_outlook
    return found is not None and said.has_chance(found)


def is_long(said: Said) -> bool:
    """Whether there is too much to try; of extra discs test_outlook knows."""
    return said.before.game.rules.special_cells or not is_small(said.now)


AIM = rf"(?P<does>{'|'.join(DOES.values())})"
BELOW = (
    r"you (?:would )?have (?P<count>\d+) moles?, (?P<others>.+); "
    r"(?P<name>\w+) (?:would begin|begins)\."
)
WAY = r"way from (?P<origin>\w+) into the hole on (?P<target>\w+)"
CHANCE = r"(?P<chance>\d+)%"
KINDS: dict[str, Callable[[Said], bool]] = {
    rf"{NAME} can then {AIM} with {SHARE}\.": lambda s: s.has_share(
        discs_that(s.now, s.seat, s.match["does"])
    ),
    rf"{NAME} cannot {AIM} with the next disc\.": lambda s: (
        discs_that(s.now, s.seat, s.match["does"])[0] == 0
    ),
    rf"{CHOICE}{NAME} could {AIM} with {SHARE}\.": lambda s: s.has_share(
        discs_that(s.then, s.seat, s.match["does"])
    ),
    rf"If nobody gets in the way, you (?:can )?{AIM} on your next turn with {SHARE}\.": lambda s: (
        s.has_share(discs_that(s.now, s.me, s.match["does"]))
    ),
    rf"{CHOICE}you (?:would|could) {AIM} on your next turn with {SHARE}\.": lambda s: s.has_share(
        discs_that(s.then, s.me, s.match["does"])
    ),
    rf"{CHOICE}you could not {AIM} on your next turn\.": lambda s: (
        discs_that(s.then, s.me, s.match["does"])[0] == 0
    ),
    rf"On (?P<cell>\w+) the mole blocks {NAME}’s {WAY}\.": blocks,
    r"This fills the last hole: the board is lifted off\.": lambda s: s.now.level > s.before.level,
    rf"{NAME} loses a mole with it\.": lambda s: lost(s, s.seat) == 1,
    rf"{NAME} loses (?P<count>\d+) moles with it\.": lambda s: (
        lost(s, s.seat) == int(s.match["count"])
    ),
    r"It costs you a mole\.": lambda s: lost(s, s.me) == 1,
    r"It costs you (?P<count>\d+) moles\.": lambda s: lost(s, s.me) == int(s.match["count"]),
    rf"On the next board {BELOW}": lambda s: below(s, s.now),
    rf"{CHOICE}the board would be lifted off: on the next one {BELOW}": lambda s: below(s, s.then),
    r"Whatever happens until then, you win on your next turn\.": lambda s: (
        is_long(s) or worst(s.now, s.me) == 1
    ),
    rf"Even against the best defence, you win on your next turn with a chance of {CHANCE}\.": (
        lambda s: is_long(s) or s.has_chance(float(worst(s.now, s.me)))
    ),
    rf"If nobody gets in the way, {NAME} wins within two turns with a chance of {CHANCE}\.": (
        lambda s: nearly(s, s.now, s.seat)
    ),
    rf"{CHOICE}{NAME} could win within two turns with a chance of {CHANCE}\.": (
        lambda s: nearly(s, s.then, s.seat)
    ),
}


def test_every_sentence_is_true() -> None:
    told: Counter[str] = Counter()
    kinds = {re.compile(kind): holds for kind, holds in KINDS.items()}
    for line in shipped().lines[::9]:
        puzzle = line.puzzle()
        teller = Teller(puzzle.state.game, NAMES[: puzzle.state.game.seats], Words("en"))
        for other, _ in puzzle.choices[1:2]:
            for text in reasons(teller, puzzle.state, puzzle.choices, other):
                for kind, holds in kinds.items():
                    if match := kind.fullmatch(plain(text)):
                        assert holds(Said(puzzle, other, match)), (line.id, other, text)
                        told[kind.pattern] += 1
    assert set(told) == set(KINDS), set(KINDS) - set(told)
