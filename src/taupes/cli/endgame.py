"""`taupes endgame`: the chances on the last board, exact for two players."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from taupes.cli.console import Json, err, out, print_json, read_text, split_records
from taupes.cli.records import File
from taupes.rules import BadRecord, Draw, Move, Record, State, format_event, read_game

if TYPE_CHECKING:
    from taupes.bots.endgame import Judge, Ranked
    from taupes.bots.endgame import Progress as Tell


def endgame(
    record: File,
    at: Annotated[
        int | None, typer.Option("--at", min=0, help="After so many events; else at the end.")
    ] = None,
    game: Annotated[int, typer.Option("--game", min=1, help="Which record of the file.")] = 1,
    huge: Annotated[
        bool, typer.Option("--huge", help="Build exact tables of any size, needing gigabytes.")
    ] = False,
    json: Json = False,
) -> None:
    """Tell the chances to win of a position on the last board: exact with two players left."""
    # Imported late: other commands need no compiled code and start faster without it.
    from taupes.bots.endgame import MAX_VALUES, NotSolvable, judge_of  # noqa: PLC0415

    whole = _read(record, game)
    number = len(whole.events) if at is None else at
    if number > len(whole.events):
        raise BadRecord(record, f"no event {number}: the record has {len(whole.events)}")
    state = whole.at(number)
    _check_last(record, whole, state)
    try:
        with _progress() as tell:
            judge = judge_of(state, tell, limit=None if huge else MAX_VALUES)
            data = describe_chances(judge, state) | {"event": number}
    except NotSolvable as error:
        raise BadRecord(record, f"no chances can be told: {error}") from error
    if json:
        print_json(data | {"names": [team.name for team in whole.teams]})
    else:
        _print_chances(whole, state, data)


def _read(file: str, game: int) -> Record:
    texts = split_records(read_text(file))
    if game > len(texts):
        raise BadRecord(file, f"no record {game}: the file has {len(texts)}")
    return read_game(texts[game - 1])


def _check_last(file: str, whole: Record, state: State) -> None:
    """Say precisely why a position is not one of the last board's."""
    last = state.game.stack.last
    if state.outcome:
        raise BadRecord(file, "the game is over here; give --at with a smaller number of events")
    if state.level == last:
        return
    board = state.game.stack.levels[state.level].name
    below = state.game.stack.levels[last].name
    first = next((n for n, each in enumerate(whole.replay()) if each.level == last), None)
    advice = f"it is reached at --at {first}" if first else "the record does not reach it"
    raise BadRecord(
        file,
        f"not on the last board: this position is on {board} (level {state.level + 1} of "
        f"{last + 1}); {below} is the last, and {advice}",
    )


@contextmanager
def _progress() -> Iterator["Tell"]:
    """A bar beside the output that appears once a table is being built."""
    columns = TextColumn("Building the table"), BarColumn(), TaskProgressColumn()
    with Progress(
        *columns, TimeElapsedColumn(), console=err, transient=True, disable=not err.is_terminal
    ) as bar:
        task = bar.add_task("", total=1.0, visible=False)
        yield lambda share: bar.update(task, completed=share, visible=share < 1)


def describe_chances(judge: "Judge", state: State) -> dict[str, Any]:
    """The chances now, after each choice and after each disc, as plain data."""
    choices = judge.best(state)
    return {
        "exact": judge.is_exact(state),
        "turn": state.turn,
        "disc": state.disc or None,
        "values": list(judge.value(state)),
        "choices": [_choice(each, state) for each in choices],
        "discs": [
            {"disc": disc, "share": each.share, "values": list(each.values)}
            for disc, each in judge.after_discs(state).items()
        ],
    }


def _choice(ranked: "Ranked", state: State) -> dict[str, Any]:
    from taupes.bots import Turn  # noqa: PLC0415

    choice = ranked.choice
    event: dict[str, Any] = (
        {"type": "turn", "player": state.turn}
        if isinstance(choice, Turn)
        else format_event(choice, state.turn)
    )
    words = event["type"]
    if isinstance(choice, Move):
        words = f"{state.game.name(choice.origin)}-{state.game.name(choice.target)}"
    elif isinstance(choice, Draw):
        words = f"disc {choice.disc}"
    return {"choice": event, "words": words, "values": list(ranked.values)}


def _print_chances(record: Record, state: State, data: dict[str, Any]) -> None:
    names = [team.name for team in record.teams]
    how = "exact" if data["exact"] else "an estimate, not exact"
    shown = f", disc {state.disc}" if state.disc else ""
    out.print(f"To act: {names[state.turn]}{shown}. Chances with good play ({how}):", markup=False)
    table = Table()
    table.add_column("")
    for seat, name in enumerate(names):
        table.add_column(f"{'ABCD'[seat]} {name}", justify="right")
    table.add_row("now", *map(_percent, data["values"]), end_section=True)
    for each in data["discs"]:
        words = f"disc {each['disc']} ({each['share']:.0%})"
        table.add_row(words, *map(_percent, each["values"]))
    if data["discs"]:
        table.add_section()
    if len(data["choices"]) > 1 or not data["discs"]:
        for each in data["choices"]:
            table.add_row(each["words"], *map(_percent, each["values"]))
    out.print(table)


def _percent(chance: float) -> str:
    return f"{chance:.2%}"
