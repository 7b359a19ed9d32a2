"""`taupes endgame`: the chances on the last board, exact for two players."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from taupes.cli.console import err, out
from taupes.cli.files import position_at, read_record
from taupes.cli.lines import print_json, say
from taupes.cli.naming import seated, teller_of
from taupes.cli.options import At, File, Json, Language, Which, speak
from taupes.cli.sentences import BadFile
from taupes.rules import Record, State, format_event
from taupes.words.language import DEFAULT, Words
from taupes.words.saying import saying
from taupes.words.teller import Teller

if TYPE_CHECKING:
    from taupes.bots.endgame import Judge, Ranked
    from taupes.bots.endgame import Progress as Tell


def endgame(
    record: File,
    at: At = None,
    game: Which = 1,
    huge: Annotated[
        bool, typer.Option("--huge", help="Build exact tables of any size, needing gigabytes.")
    ] = False,
    json: Json = False,
    language: Language = "",
) -> None:
    """Tell the chances to win of a position on the last board: exact with two players left."""
    # Imported late: other commands need no compiled code and start faster without it.
    from taupes.bots.endgame import MAX_VALUES, NotSolvable, judge_of  # noqa: PLC0415

    words = speak(language)
    whole = read_record(record, game)
    number, state = position_at(whole, at, record)
    _check_last(record, whole, state)
    try:
        with _progress(words("cli.endgame.building")) as tell:
            judge = judge_of(state, tell, limit=None if huge else MAX_VALUES)
            # Programs read the same words everywhere.
            teller = teller_of(whole, Words(DEFAULT) if json else words)
            data = describe_chances(judge, state, teller) | {"event": number}
    except NotSolvable as error:
        raise BadFile(record, saying("cli.endgame.unsolvable", error=error)) from error
    if json:
        print_json(data | {"names": [team.name for team in whole.teams]})
    else:
        _print_chances(whole, state, data, words)


def _check_last(file: str, whole: Record, state: State) -> None:
    """Say precisely why a position is not one of the last board's."""
    last = state.game.stack.last
    if state.outcome:
        raise BadFile(file, saying("cli.endgame.over"))
    if state.level == last:
        return
    first = next((n for n, each in enumerate(whole.replay()) if each.level == last), None)
    advice = saying("cli.endgame.reached", at=first) if first else saying("cli.endgame.unreached")
    where = {"level": state.level + 1, "count": last + 1, "advice": advice}
    raise BadFile(file, saying("cli.endgame.not_last", **where))


@contextmanager
def _progress(title: str) -> Iterator["Tell"]:
    """A bar beside the output that appears once a table is being built."""
    columns = TextColumn(title), BarColumn(), TaskProgressColumn()
    with Progress(
        *columns, TimeElapsedColumn(), console=err, transient=True, disable=not err.is_terminal
    ) as bar:
        task = bar.add_task("", total=1.0, visible=False)
        yield lambda share: bar.update(task, completed=share, visible=share < 1)


def describe_chances(judge: "Judge", state: State, teller: Teller) -> dict[str, Any]:
    """The chances now, after each choice and after each disc, as plain data."""
    return {
        "exact": judge.is_exact(state),
        "turn": state.turn,
        "disc": state.disc or None,
        "values": list(judge.value(state)),
        "choices": [_choice(each, state, teller) for each in judge.best(state)],
        "discs": [
            {"disc": disc, "share": each.share, "values": list(each.values)}
            for disc, each in judge.after_discs(state).items()
        ],
    }


def _choice(ranked: "Ranked", state: State, teller: Teller) -> dict[str, Any]:
    from taupes.bots import Turn  # noqa: PLC0415

    choice = ranked.choice
    event: dict[str, Any] = (
        {"type": "turn", "player": state.turn}
        if isinstance(choice, Turn)
        else format_event(choice, state.turn)
    )
    return {"choice": event, "words": teller.action(choice), "values": list(ranked.values)}


def _print_chances(record: Record, state: State, data: dict[str, Any], words: Words) -> None:
    def percent(chance: float) -> str:
        return words.figures(f"{chance:.2%}")

    how = "cli.endgame.exact" if data["exact"] else "cli.endgame.estimate"
    shown = words("cli.endgame.shown", disc=state.disc) if state.disc else ""
    say(words(how, name=seated(record, state.turn, words), shown=shown))
    table = Table()
    table.add_column("")
    for seat in range(len(record.teams)):
        table.add_column(seated(record, seat, words), justify="right")
    table.add_row(words("cli.analyse.now"), *map(percent, data["values"]), end_section=True)
    for each in data["discs"]:
        share = words.figures(f"{each['share']:.0%}")
        disc = words("cli.endgame.disc", disc=each["disc"], share=share)
        table.add_row(disc, *map(percent, each["values"]))
    if data["discs"]:
        table.add_section()
    if len(data["choices"]) > 1 or not data["discs"]:
        for each in data["choices"]:
            table.add_row(each["words"], *map(percent, each["values"]))
    out.print(table)
