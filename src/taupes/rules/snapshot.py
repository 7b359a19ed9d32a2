"""A position as plain data, in the record's words: what bots, workers and files are given of it.

docs/bot-protocol.md names the keys. Boards and rules are those of the game, and not repeated.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from taupes.rules.fields import read_key, read_list, read_object, read_whole
from taupes.rules.hex import Hex
from taupes.rules.inspection import is_cell, is_whole
from taupes.rules.options import DISCS, Victory
from taupes.rules.reading import parse_outcome
from taupes.rules.record import BadRecord, format_outcome
from taupes.rules.state import Game, Phase, Seat, State

PHASES: Final[Mapping[Phase, str]] = {phase: phase.name.lower() for phase in Phase}
"""What is awaited, in a word."""

_NAMED: Final = {name: phase for phase, name in PHASES.items()}
_SHOWN: Final = (Phase.MOVE, Phase.EXTRA_MOVE)
"""The phases in which a disc has been turned and not yet used."""


def format_state(state: State) -> dict[str, Any]:
    """A position as plain data: everything that a person at the table sees.

    At the end of the game it has a `result` too, as the record does.

    >>> from taupes.rules import Rules, load_stack, new_game
    >>> state = new_game(Game(load_stack("classic-0351"), Rules(), 2, 10))
    >>> parse_state(format_state(state), state.game) == state
    True
    """
    data = {
        "phase": PHASES[state.phase],
        "player": state.turn,
        "level": state.level,
        "disc": state.disc or None,
        "moles": [[list(cell) for cell in state.cells(seat)] for seat in range(state.game.seats)],
        "discs": [list(discs) for discs in state.discs],
        "stall": state.stall,
        "most": state.most,
        "points": list(state.points) or None,
    }
    return data if state.outcome is None else data | {"result": format_outcome(state.outcome)}


def parse_state(data: object, game: Game) -> State:
    """The position in plain data; BadRecord if it cannot be one of this game.

    Every value is of its kind and of this game. Whether a game can lead there is not asked:
    `objections` knows more of that.
    """
    table = read_object(data, "position")
    phase = _phase(table)
    turn = _bounded(table, "player", game.seats - 1)
    level = _bounded(table, "level", game.stack.last)
    disc = _disc(table, phase)
    return State(
        game=game,
        phase=phase,
        turn=turn,
        level=level,
        moles=_moles(table, game, level),
        discs=tuple(
            _face_down(values, seat, disc if seat == turn else 0)
            for seat, values in enumerate(_by_seat(table, "discs", game))
        ),
        disc=disc,
        stall=_bounded(table, "stall"),
        most=_bounded(table, "most"),
        points=_points(table, game),
        outcome=parse_outcome(_result(table, phase)),
    )


def _phase(table: Mapping[str, Any]) -> Phase:
    name = read_key(table, "phase", "position")
    if not isinstance(name, str) or name not in _NAMED:
        raise BadRecord("position", f"phase: expected one of {', '.join(_NAMED)}, not {name!r:.60}")
    return _NAMED[name]


def _bounded(table: Mapping[str, Any], key: str, most: int | None = None) -> int:
    value = read_whole(table, key, "position")
    if value < 0 or (most is not None and value > most):
        right = "a number from 0 on" if most is None else f"a number from 0 to {most}"
        raise BadRecord("position", f"{key}: expected {right}, not {value}")
    return value


def _disc(table: Mapping[str, Any], phase: Phase) -> int:
    value = read_key(table, "disc", "position")
    if phase in _SHOWN:
        if not is_whole(value) or value not in DISCS:
            right = f"the disc shown, from {DISCS[0]} to {DISCS[-1]}"
            raise BadRecord("position", f"disc: expected {right}, not {value!r:.60}")
        return value
    if value is not None:
        raise BadRecord(
            "position", f"disc: expected null in phase {PHASES[phase]}, not {value!r:.60}"
        )
    return 0


def _by_seat(table: Mapping[str, Any], key: str, game: Game) -> list[Any]:
    lists = read_list(table, key, "position")
    if len(lists) != game.seats or not all(isinstance(each, list) for each in lists):
        raise BadRecord("position", f"{key}: expected a list for each of the {game.seats} seats")
    return lists


def _moles(table: Mapping[str, Any], game: Game, level: int) -> tuple[int, ...]:
    """By seat, the set of cells with its moles: of the board in play, and none of them twice."""
    words, taken, ground = [], 0, game.grounds[level]
    for seat, cells in enumerate(_by_seat(table, "moles", game)):
        word = 0
        for cell in cells:
            i = game.index.get(Hex(*cell)) if is_cell(cell) else None
            if i is None or not ground.cells >> i & 1:
                right = "a cell of the board in play, such as [1, -1]"
                raise BadRecord("position", f"moles {seat}: expected {right}, not {cell!r:.60}")
            if (taken | word) >> i & 1:
                raise BadRecord("position", f"moles {seat}: two moles on {cell}")
            word |= 1 << i
        if len(cells) > game.counts[seat]:
            has = f"this player has {game.counts[seat]}"
            raise BadRecord("position", f"moles {seat}: {len(cells)}, and {has}")
        taken |= word
        words.append(word)
    return tuple(words)


def _face_down(values: list[Any], seat: Seat, shown: int) -> tuple[int, ...]:
    """The discs of a seat that nobody knows the order of: never more than it has of a value."""
    own = [*values, shown] if shown else values
    if not own or not all(map(is_whole, own)) or Counter(own) - Counter(DISCS):
        beside = f" beside the {shown} shown" if shown else ""
        right = f"some of {list(DISCS)}{beside}"
        raise BadRecord("position", f"discs {seat}: expected {right}, not {values!r:.60}")
    return tuple(sorted(values))


def _points(table: Mapping[str, Any], game: Game) -> tuple[int, ...]:
    points = read_key(table, "points", "position")
    if game.rules.victory is not Victory.POINTS:
        if points is not None:
            raise BadRecord("position", f"points: expected null, not {points!r:.60}")
        return ()
    if (
        not isinstance(points, list)
        or len(points) != game.seats
        or not all(is_whole(each) and each >= 0 for each in points)
    ):
        right = f"a number from 0 on for each of the {game.seats} seats"
        raise BadRecord("position", f"points: expected {right}, not {points!r:.60}")
    return tuple(points)


def _result(table: Mapping[str, Any], phase: Phase) -> Any:
    result = table.get("result")
    if (result is not None) != (phase is Phase.OVER):
        raise BadRecord("position", "result: expected at the end of the game, and only then")
    return result
