"""Writes the golden games anew, on purpose: `python -m tests.golden.make`.

Every game is one file of the text notation, with comments, and one JSON record beside it.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from textwrap import wrap
from typing import Any, Final

from taupes.rules import (
    PRESETS,
    Action,
    Blocked,
    Decline,
    Draw,
    Game,
    Hex,
    Lift,
    Move,
    Pass,
    Phase,
    Place,
    Record,
    Stack,
    State,
    Team,
    apply,
    consequences,
    events_of,
    format_notation,
    format_record,
    legal_actions,
    load_boards,
    new_game,
    outcome,
    parse_option_text,
    preset_rules,
)
from tests.golden.cases import CASES, Case

HERE: Final = Path(__file__).parent

TEAMS: Final = (
    Team("Ada", "red"),
    Team("Bob", "blue"),
    Team("Cleo", "green"),
    Team("Dan", "yellow"),
)

PRESET_GAMES: Final[Mapping[str, tuple[int, int, int]]] = {
    "booklet": (2, 3, 20),
    "booklet-pro": (2, 3, 50),
    "web": (2, 3, 147),
    "web-pro": (3, 2, 105),
    "shop": (3, 2, 2),
    "shop-points": (2, 3, 36),
    "shop-super": (4, 2, 141),
    "soubeyrand": (2, 3, 36),
}
"""By preset: how many players, how many moles each, and the seed of the game."""

Turns = list[tuple[list[str], list[Action]]]
"""By turn: what is said before it, and its actions."""


def games() -> Iterator[tuple[str, str, str]]:
    """The name, the notation and the JSON text of every golden game."""
    for case in CASES:
        game = _game_of(case)
        record, comments = _played(game, _script(case, game))
        yield case.name, _notation(record, case.shows, comments, case.rules), pretty(record)
    for preset, (seats, moles, seed) in PRESET_GAMES.items():
        record, comments = preset_game(preset, seats, moles, seed)
        shows = (
            f"The preset {preset} ({PRESETS[preset].source}) with {seats} players and {moles} "
            "moles each on the quick boards."
        )
        yield f"preset-{preset}", _notation(record, shows, comments, preset), pretty(record)


def _game_of(case: Case) -> Game:
    preset, *options = case.rules.split()
    rules = preset_rules(preset, case.seats, dict(map(parse_option_text, options)))
    stack = Stack(case.boards, (0,) * len(case.boards.boards))
    return Game(stack, rules, case.seats, case.moles, case.first)


def _script(case: Case, game: Game) -> Turns:
    turns: Turns = []
    said: list[str] = []
    for line in filter(None, map(str.strip, case.script.splitlines())):
        if line.startswith("#"):
            said.append(line.removeprefix("# "))
        else:
            turns.append((said, [_action(word, game) for word in line.split() if word != "+"]))
            said = []
    return turns


def _action(word: str, game: Game) -> Action:
    plain: dict[str, Action] = {"blocked": Blocked(), "pass": Pass(), "decline": Decline()}
    if word in plain:
        return plain[word]
    if word.startswith("@"):
        return Place(game.cell(word[1:]))
    if word.isdigit():
        return Draw(int(word))
    origin, target = word.split("-")
    return Move(game.cell(origin), game.cell(target))


def _played(game: Game, turns: Turns) -> tuple[Record, list[list[str]]]:
    state = new_game(game)
    record = Record(game, TEAMS[: game.seats])
    events = list(record.events)
    for _, actions in turns:
        for action in actions:
            after = apply(state, action)
            events.extend(events_of(state, action, after))
            state = after
    record = Record(game, record.teams, tuple(events), outcome(state))
    return record, [said for said, _ in turns]


def preset_game(preset: str, seats: int, moles: int, seed: int) -> tuple[Record, list[list[str]]]:
    """A game between players who look for holes, with a word on its key turns."""
    rng = Random(seed)
    boards = load_boards("quick")
    orientations = tuple(int(rng.random() * 6) for _ in boards.boards)
    rules = preset_rules(preset, seats)
    game = Game(Stack(boards, orientations), rules, seats, moles, int(rng.random() * seats))
    turns: Turns = []
    state = new_game(game)
    while outcome(state) is None:
        if state.phase in (Phase.PLACE, Phase.DRAW):
            turns.append(([], []))
        action = choose(state, rng)
        after = apply(state, action)
        turns[-1][0].extend(_remarks(state, action, after))
        turns[-1][1].append(action)
        state = after
    return _played(game, turns)


def choose(state: State, rng: Random) -> Action:
    """The action that looks best to a player who seeks holes; chance for the disc."""
    actions = legal_actions(state)
    if isinstance(actions[0], Pass):
        return actions[0]
    if isinstance(actions[-1], Draw):
        discs = state.discs[state.turn]
        return Draw(discs[int(rng.random() * len(discs))])
    return max(actions, key=lambda action: (_worth(state, action), rng.random()))


def _worth(state: State, action: Action) -> int:
    board = state.game.stack.levels[state.level]
    match action:
        case Place(cell):
            return _ways_home(state, cell)
        case Move(origin, target):
            if target in board.holes:
                return 100 if origin not in board.holes else 20
            bonus = 5 if state.game.rules.special_cells and target in board.specials else 0
            return _ways_home(state, target) - _ways_home(state, origin) + bonus
        case _:
            return 0


def _ways_home(state: State, cell: Hex) -> int:
    """How many discs and directions lead from a cell into an empty hole."""
    board = state.game.stack.levels[state.level]
    ways = 0
    for direction in range(6):
        for disc in range(1, 5):
            target = cell.step(direction, disc)
            if target.ring > board.radius or state.owner(target) is not None:
                break
            ways += target in board.holes
    return ways


def _remarks(before: State, action: Action, after: State) -> Iterator[str]:
    """What a reader should look at before a turn."""
    name = TEAMS[before.turn].name
    holes = before.game.stack.levels[before.level].holes
    match action:
        case Pass():
            yield f"All moles of {name} are in holes."
        case Blocked():
            yield f"No mole of {name} can move {before.disc}."
        case Move(origin, _) if origin in holes:
            yield f"No other mole of {name} can move {before.disc}: one must leave its hole."
    if after.phase is Phase.EXTRA_DRAW:
        yield f"{name} stops on a special cell and may turn another disc."
    for event in consequences(before, after):
        if isinstance(event, Lift):
            yield f"The {before.game.stack.levels[event.level].name} is done and is lifted off."
        else:
            yield f"{TEAMS[event.seat].name} has no moles left."
    if end := outcome(after):
        winners = " and ".join(TEAMS[seat].name for seat in end.winners) or "Nobody"
        yield f"{winners} won: {end.reason}."


def _notation(record: Record, shows: str, comments: list[list[str]], rules: str) -> str:
    """The commented text; the rules are named as the game names them, not by an equal preset."""
    lines = [f"# {line}" for line in wrap(shows, 90)]
    for line in format_notation(record).splitlines():
        word = line.partition(" ")[0]
        if word.isdigit():
            lines += [f"# {said}" for said in comments[int(word) - 1]]
        lines.append(f"rules {rules}" if word == "rules" else line)
    return "\n".join(lines) + "\n"


def pretty(record: Record) -> str:
    """A record as JSON for people: one board, player or event per line."""

    def rows(items: list[Any], indent: str) -> str:
        if not items:
            return "[]"
        inner = ",\n".join(f"{indent}  {json.dumps(item)}" for item in items)
        return f"[\n{inner}\n{indent}]"

    data = format_record(record)
    parts = []
    for key, value in data.items():
        if key == "boards":
            levels = rows(value["levels"], "    ")
            text = f'{{\n    "name": {json.dumps(value["name"])},\n    "levels": {levels}\n  }}'
        elif key in ("players", "events"):
            text = rows(value, "  ")
        else:
            text = json.dumps(value)
        parts.append(f"  {json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main() -> None:
    """Write all files."""
    for name, notation, record in games():
        HERE.joinpath(f"{name}.taupes").write_text(notation, "utf-8", newline="\n")
        HERE.joinpath(f"{name}.json").write_text(record, "utf-8", newline="\n")


if __name__ == "__main__":
    main()
