"""Work out the lessons of the tutorial: reads lessons.toml, writes src/game/lessons.json.

The page needs no server for its lessons: everything a learner can try in them is tried here, and
what the rules say of it is kept, in every language. It follows `tap` in src/game/choice.ts; what
is missing all the same, the page asks the server.
"""

import json
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "src"))

from taupes.rules import (  # noqa: E402
    Action,
    Blocked,
    Draw,
    Hex,
    IllegalAction,
    Move,
    Pass,
    Place,
    Record,
    State,
    apply,
    events_of,
    format_event,
    format_record,
    hexagon,
    legal_actions,
    parse_cell,
    parse_record,
)
from taupes.table.refusals import reason_of  # noqa: E402

SOURCE = HERE / "lessons.toml"
OUTPUT = HERE / "src" / "game" / "lessons.json"
LANGUAGES: Final = ("fr", "en", "de")
LEARNER: Final = 0
RULES: Final = {
    "leave_hole": "last_resort",
    "all_home": "may_pass",
    "special_cells": False,
    "final_entry": "solid_only",
    "victory": "shovel",
    "stall_limit": 100,
}


def names_in(language: str) -> tuple[str, str]:
    """What the two teams are called."""
    path = HERE / "src" / "messages" / language / "learn.json"
    words = json.loads(path.read_text(encoding="utf-8"))
    return words["learn.you"], words["learn.other"]


NAMES: Final = {language: names_in(language) for language in LANGUAGES}


def events_in(script: str, radius: int, first: int) -> Iterator[dict[str, Any]]:
    """The events of a script."""
    player, level = first, 0
    for word in script.split():
        if word == "lift":
            yield {"type": "lift", "level": level}
            level += 1
        elif word.isdigit():
            yield {"type": "draw", "player": player, "disc": int(word)}
        elif word.startswith("@"):
            yield {"type": "place", "player": player, "cell": [*parse_cell(word[1:], radius)]}
            player = 1 - player
        else:
            start, end = ([*parse_cell(name, radius)] for name in word.split("-"))
            yield {"type": "move", "player": player, "from": start, "to": end}
            player = 1 - player


def record_of(lesson: dict[str, Any], boards: dict[str, Any]) -> dict[str, Any]:
    """The position of a lesson as a record; the page puts in the names."""
    radius = max(level["radius"] for level in boards["levels"])
    first = lesson.get("first", 0)
    return {
        "format": "taupes-record",
        "version": 1,
        "boards": {"name": "lesson", **boards},
        "orientations": [0 for _ in boards["levels"]],
        "rules": RULES | lesson.get("rules", {}),
        "players": [{"name": "A", "team": "red"}, {"name": "B", "team": "blue"}],
        "moles": lesson["moles"],
        "discs": [1, 2, 2, 3, 3, 4],
        "first": first,
        "events": list(events_in(lesson["script"], radius, first)),
        "result": None,
    }


class Book:
    """Positions of lessons with everything that can be tried in them, each position once."""

    def __init__(self) -> None:
        self.nodes: list[dict[str, Any]] = []
        self.reasons: list[dict[str, Any]] = []
        self._known: dict[str, int] = {}

    def node(self, lesson: dict[str, Any], state: State, drawn: int = 0) -> int:
        """The number of a position in which the learner has turned so many discs."""
        tries = () if state.outcome else _tries(lesson, state, drawn)
        found = {_word(action): self._try(lesson, state, action, drawn) for action in tries}
        return self._number(self.nodes, {"position": _plain(state), "tries": found})

    def _try(self, lesson: dict[str, Any], state: State, action: Action, drawn: int) -> Any:
        """What comes of an action; if it is forbidden, the number of the reason."""
        try:
            after = apply(state, action)
        except IllegalAction as error:
            radius = state.game.stack.radius
            said = {
                language: reason_of(error.why, language, radius, names)
                for language, names in NAMES.items()
            }
            sentences = {language: reason.sentence for language, reason in said.items()}
            return self._number(
                self.reasons, msgspec.to_builtins(said["en"]) | {"sentence": sentences}
            )
        events = [format_event(event, seat) for seat, event in events_of(state, action, after)]
        found: dict[str, Any] = {}
        if events[1:]:
            found["more"] = events[1:]
        if after.outcome:
            found["result"] = format_record(Record(state.game, (), (), after.outcome))["result"]
        if not _is_done(lesson, after):
            found["node"] = self.node(lesson, after, drawn + isinstance(action, Draw))
        return found

    def _number(self, among: list[dict[str, Any]], one: dict[str, Any]) -> int:
        """The number of something in a list, which it joins if it is new."""
        name = f"{among is self.nodes} {json.dumps(one)}"
        if name not in self._known:
            self._known[name] = len(among)
            among.append(one)
        return self._known[name]


def _is_done(lesson: dict[str, Any], state: State) -> bool:
    """Whether all moles that the lesson asks for are placed: nobody looks any further."""
    goal = lesson["goal"]
    return bool(goal.get("type") == "place" and len(state.cells(LEARNER)) == goal["times"])


def _tries(lesson: dict[str, Any], state: State, drawn: int) -> Iterator[Action]:
    """What can be tried: must agree with `Trial` and `tap` of the page."""
    legal = list(legal_actions(state))
    cells = hexagon(state.game.stack.levels[state.level].radius)
    own = state.cells(state.turn)
    discs = [action.disc for action in legal if isinstance(action, Draw)]
    if state.turn != LEARNER:
        if lesson.get("replies"):
            yield _reply(lesson["replies"], state)
    elif any(isinstance(action, Place) for action in legal):
        yield from map(Place, cells)
    elif discs:
        wishes = lesson.get("discs", [])
        yield Draw(wishes[drawn] if drawn < len(wishes) else discs[0])
        yield from (action for action in legal if isinstance(action, Pass))
        yield from (Move(own[0], cell) for cell in cells)
    else:
        yield Draw(1)
        yield from (action for action in legal if isinstance(action, Pass | Blocked))
        yield from (Move(mole, cell) for mole in own for cell in cells)
        yield from (
            Move(cell, Hex(cell.q - state.disc if cell.q > 0 else cell.q + state.disc, cell.r))
            for cell in cells
        )


def _reply(replies: str, state: State) -> Place:
    """Where the other team places its mole: the first of its wishes that may be."""
    legal = [action for action in legal_actions(state) if isinstance(action, Place)]
    wishes = [Place(parse_cell(name, state.game.stack.radius)) for name in replies.split()]
    return next((wish for wish in wishes if wish in legal), legal[0])


def _word(action: Action) -> str:
    """A short name for an action: must agree with `wordOf` of the page."""
    match action:
        case Place(cell):
            return f"@{cell.q},{cell.r}"
        case Draw(disc):
            return str(disc)
        case Move(start, end):
            return f"{start.q},{start.r}>{end.q},{end.r}"
    return type(action).__name__.lower()


def _plain(state: State) -> dict[str, Any]:
    """A position as the server gives it."""
    return {
        "phase": state.phase.name.lower(),
        "turn": state.turn,
        "level": state.level,
        "disc": state.disc or None,
        "moles": [state.cells(seat) for seat in range(state.game.seats)],
        "face_down": state.discs,
        "stall": state.stall,
        "points": state.points or None,
    }


def lessons() -> str:
    """All lessons with their answers, as JSON."""
    source = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    book = Book()
    told = []
    for lesson in source["lesson"]:
        record = record_of(lesson, source["boards"][lesson["boards"]])
        parsed = parse_record(record)
        start = book.node(lesson, parsed.at(len(parsed.events)))
        kept = ("id", "discs", "goal", "replies", "lit", "look")
        told.append({name: lesson[name] for name in kept if name in lesson})
        told[-1] |= {"record": record, "start": start}
    content = {"lessons": told, "nodes": book.nodes, "reasons": book.reasons}
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    OUTPUT.write_text(lessons(), encoding="utf-8")
