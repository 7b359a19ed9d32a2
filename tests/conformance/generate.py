"""Random valid games from a seed: board sets, options, players, and two ways to play them.

Only the caller's generator is used, so that a seed names a game for ever.
"""

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from taupes.rules import (
    MOLES,
    SHIPPED,
    Action,
    AllHome,
    Board,
    BoardSet,
    Draw,
    Event,
    FinalEntry,
    Game,
    Hex,
    LeaveHole,
    Moles,
    Move,
    Record,
    Rules,
    Stack,
    State,
    Team,
    Victory,
    apply,
    events_of,
    hexagon,
    legal_actions,
    load_boards,
    new_game,
    outcome,
    shuffled_stack,
)

STALL_LIMITS: Final = (3, 10, 30, 100)
MOST_HOLES: Final = min(players * moles for players, moles in MOLES.items())
COLOURS: Final = ("red", "blue", "green", "yellow")


class Step(NamedTuple):
    """One action of a game, with the positions around it."""

    before: State
    action: Action
    after: State


def random_boards(rng: Random) -> BoardSet:
    """A board set of two to five boards; holes may lie over holes, so that moles drop on."""
    boards = rng.randint(2, 5)
    radii = sorted((rng.randint(2, 5) for _ in range(boards)), reverse=True)
    # A hole needs a cell under it, and each board has fewer holes than the one above.
    counts = [1]
    for radius in reversed(radii[1:]):
        room = min(len(hexagon(radius)), MOST_HOLES) - 1
        counts.append(rng.randint(counts[-1] + 1, min(counts[-1] + 4, room)))
    counts.reverse()
    over_holes = rng.choice((0.0, 0.6, 0.9))
    levels: list[Board] = []
    for level in reversed(range(boards)):
        radius, holes = radii[level], [Hex(0, 0)]
        if levels:
            below = levels[0]
            holes = [hole for hole in below.holes if rng.random() < over_holes]
            rest = [cell for cell in hexagon(below.radius) if cell not in holes]
            holes += rng.sample(rest, counts[level] - len(holes))
        free = [cell for cell in hexagon(radius) if cell not in holes]
        specials = rng.sample(free, rng.randint(0, len(free) // 3)) if level else []
        solid = () if levels else rng.choice([(0, 2, 4), (1, 3, 5)])
        levels.insert(0, Board(f"board {level}", radius, tuple(holes), tuple(specials), solid))
    return BoardSet("generated", tuple(levels))


def random_rules(rng: Random) -> Rules:
    """Any combination of the options."""
    return Rules(
        rng.choice(list(LeaveHole)),
        rng.choice(list(AllHome)),
        rng.random() < 0.6,
        rng.choice(list(FinalEntry)),
        rng.choice(list(Victory)),
        rng.choice(STALL_LIMITS),
    )


def random_game(rng: Random) -> Game:
    """A game that is set up and not begun: one in four on a shipped set."""
    is_shipped = rng.random() < 0.25
    boards = load_boards(rng.choice(SHIPPED)) if is_shipped else random_boards(rng)
    stack = shuffled_stack(boards, rng)
    if rng.random() < 0.5:
        # Boards turned alike keep the holes over holes where the generator put them.
        stack = Stack(boards, stack.orientations[:1] * len(boards.boards))
    seats = rng.choice(list(MOLES))
    top = stack.levels[0]
    room = max(1, (len(hexagon(top.radius)) - len(top.holes)) // seats)
    most = min(MOLES[seats], room)
    moles: Moles = rng.randint(1, most)
    rules, first = random_rules(rng), rng.randrange(seats)
    if rng.random() < 0.25:
        moles = tuple(rng.randint(1, most) for _ in range(seats))
    return Game(stack, rules, seats, moles, first)


def random_choice(state: State, rng: Random) -> Action:
    """Any legal action."""
    return rng.choice(legal_actions(state))


def seeking_choice(state: State, rng: Random) -> Action:
    """A legal action that fills a hole if one can, and otherwise mostly leaves none."""
    actions = legal_actions(state)
    if isinstance(actions[0], Move):
        board = state.game.stack.levels[state.level]
        holes = board.holes
        moves = [move for move in actions if isinstance(move, Move)]
        inwards = [m for m in moves if m.target in holes and m.origin not in holes]
        if inwards and rng.random() < 0.9:
            return rng.choice(inwards)
        special = [m for m in moves if m.target in board.specials and m.origin not in holes]
        if special and rng.random() < 0.5:
            return rng.choice(special)
        staying = [m for m in moves if m.origin not in holes]
        if staying and rng.random() < 0.9:
            return rng.choice(staying)
    if isinstance(actions[-1], Draw) and rng.random() < 0.8:
        return Draw(rng.choice(state.discs[state.turn]))
    return rng.choice(actions)


def play(game: Game, rng: Random, most: int = 1_000_000) -> Iterator[Step]:
    """The steps of a random or hole-seeking game, to its end or up to so many."""
    choose = rng.choice((random_choice, seeking_choice, seeking_choice))
    state = new_game(game)
    for _ in range(most):
        if outcome(state) is not None:
            return
        action = choose(state, rng)
        after = apply(state, action)
        yield Step(state, action, after)
        state = after


def random_state(seed: int, most: int) -> State:
    """The position after so many actions of the seed's game, or at its end."""
    rng = Random(seed)
    state = new_game(random_game(rng))
    for step in play(state.game, rng, most):
        state = step.after
    return state


def random_record(seed: int, most: int = 1_000_000) -> Record:
    """The record of the seed's game after so many actions, or at its end."""
    rng = Random(seed)
    game = random_game(rng)
    events: list[Event] = []
    state = new_game(game)
    for before, action, after in play(game, rng, most):
        events.extend(events_of(before, action, after))
        state = after
    return Record(game, teams(game.seats), tuple(events), outcome(state))


def teams(seats: int) -> tuple[Team, ...]:
    """Players with plain names."""
    names = ("Ada", "Bob", "Cleo", "Dan")
    return tuple(Team(name, colour) for name, colour in zip(names, COLOURS, strict=True))[:seats]
