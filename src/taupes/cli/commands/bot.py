"""`taupes bot`: for people who write bots of their own."""

import shlex
from typing import Annotated

import typer

from taupes.arena.checkup import Checkup
from taupes.bots import Budget
from taupes.bots.external.player import Allowance
from taupes.bots.levels import PREFIX
from taupes.cli.console import err, out
from taupes.cli.help import Command as OurCommand
from taupes.cli.help import Group
from taupes.cli.lines import print_json, say
from taupes.cli.options import Json, Language, speak

app = typer.Typer(cls=Group, add_completion=False, no_args_is_help=True)

Command = Annotated[
    list[str], typer.Argument(metavar="COMMAND", help="How to run the bot, such as ./mybot.")
]
Seconds = Annotated[
    float, typer.Option("--seconds", metavar="T", min=0.01, help="Thinking time for one decision.")
]
Margin = Annotated[
    float, typer.Option("--margin", metavar="T", min=0.0, help="How much later an answer may come.")
]


@app.callback()
def bot() -> None:
    """Bots of your own: check that they speak the protocol."""


@app.command(cls=OurCommand, context_settings={"ignore_unknown_options": True})
def check(
    command: Command,
    seconds: Seconds = 0.1,
    margin: Margin = 1.0,
    json: Json = False,
    language: Language = "",
) -> None:
    """Put positions of all kinds to a bot and say what is wrong; exit code 1 if anything is."""
    spoken = speak(language)
    line = command[0].removeprefix(PREFIX) if len(command) == 1 else shlex.join(command)
    checkup = Checkup(line, Budget(seconds=seconds), Allowance(margin=margin))
    with err.status(spoken("cli.bot.asking")) if err.is_terminal and not json else err.capture():
        for finding in checkup.run():
            if json:
                continue
            how = "fine" if finding.ok else "warning" if finding.is_warning else "wrong"
            mark = spoken(f"cli.bot.{how}")
            style = "" if finding.ok else "yellow" if finding.is_warning else "bold red"
            asked = finding.question.told(spoken.language)
            if finding.words:
                found = finding.words.told(spoken.language)
                asked = spoken("cli.files.where", file=asked, what=found)
            out.print(f"{mark:9} {asked}", style=style, markup=False, emoji=False)
    if json:
        print_json(
            {
                "command": line,
                "ok": checkup.ok,
                "asked": checkup.asked,
                "findings": [
                    {
                        "question": str(finding.question),
                        "ok": finding.ok,
                        "warning": finding.is_warning and not finding.ok,
                        "words": str(finding.words or ""),
                    }
                    for finding in checkup.findings
                ],
            }
        )
    elif checkup.ok:
        say(spoken("cli.bot.good", name=f"{PREFIX}{line}"))
    if not checkup.ok:
        raise typer.Exit(1)
