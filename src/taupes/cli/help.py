"""How every command shows its help: one plain layout, whatever the library's own is."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from rich.console import Group as Lines
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from typer.core import TyperCommand, TyperGroup

from taupes.cli.console import out

WIDTH: Final = 100
"""Longer lines are hard to read."""

Row = tuple[str, str]


class OurHelp:
    """What commands and groups of them have in common: how they show themselves."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Write how it is called; what was called wrongly shows this too."""
        formatter.write(f"{usage(self, ctx)}\n")

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write all about it."""
        formatter.write(help_text(self, ctx))


class Command(OurHelp, TyperCommand):
    """A command with our help."""


class Group(OurHelp, TyperGroup):
    """A group of commands with our help."""


def help_text(command: Any, context: Any) -> str:
    """The help of a command: how it is called, what it does, all that it takes."""
    # Libraries change how they name a value's type; here only what we say ourselves is shown.
    parameters = [each for each in command.get_params(context) if not getattr(each, "hidden", 0)]
    arguments = [each for each in parameters if each.param_type_name == "argument"]
    options = [each for each in parameters if each.param_type_name == "option"]
    parts: list[Any] = [usage(command, context), "", (command.help or "").strip()]
    for title, rows in (
        ("Arguments", [(each.metavar, each.help or "") for each in arguments]),
        *_commands(command),
        ("Options", [(_option(each), _about(each)) for each in options]),
    ):
        if rows:
            parts += ["", Text(title, "bold"), _table(rows)]
    with out.capture() as captured:
        out.print(Lines(*parts), width=min(out.width, WIDTH), soft_wrap=False, markup=False)
    return "".join(f"{line.rstrip()}\n" for line in captured.get().splitlines())


def usage(command: Any, context: Any) -> str:
    """How a command is called, in a line."""
    pieces = [context.command_path, "[OPTIONS]"]
    for each in command.params:
        if each.param_type_name != "argument":
            continue
        name = f"{each.metavar}…" if each.nargs < 0 else each.metavar
        pieces.append(name if each.required else f"[{name}]")
    if isinstance(command, TyperGroup):
        pieces.append("[COMMAND]" if command.invoke_without_command else "COMMAND")
    return f"Usage: {' '.join(pieces)}"


def _commands(command: Any) -> Iterator[tuple[str, list[Row]]]:
    """The commands of a group by their headings, in the order they were named."""
    rooms: dict[str, list[Row]] = {}
    for name, each in getattr(command, "commands", {}).items():
        about = (each.help or "").partition("\n\n")[0].replace("\n", " ")
        rooms.setdefault(each.rich_help_panel or "Commands", []).append((name, about))
    yield from rooms.items()


def _option(option: Any) -> str:
    short = [name for name in option.opts if not name.startswith("--")]
    long = [name for name in option.opts if name.startswith("--")]
    value = "" if option.is_flag else f" {option.metavar or 'TEXT'}"
    return ", ".join(short + long) + value


def _about(option: Any) -> str:
    facts = []
    if option.envvar:
        facts.append(f"${option.envvar}")
    if not option.is_flag and option.default not in (None, ""):
        default = option.default
        facts.append(f"default {default:g}" if isinstance(default, float) else f"default {default}")
    notes = f" [{'; '.join(facts)}]" if facts else ""
    return f"{option.help or ''}{notes}"


def _table(rows: Iterable[Row]) -> Padding:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(style="cyan", no_wrap=True)
    table.add_column()
    for name, about in rows:
        table.add_row(Text(name), Text(about))
    return Padding(table, (0, 0, 0, 2))
