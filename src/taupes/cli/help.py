"""How every command shows its help: one plain layout, whatever the library's own is."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

Row = tuple[str, str]
UsageError: Final[type[Exception]] = typer.BadParameter.__bases__[0]
"""What is raised of anything typed wrongly; the library has its own copy of click, or has not."""


@contextmanager
def in_our_words() -> Iterator[None]:
    """Have what was typed wrongly told in the language that was asked for."""
    try:
        yield
    except UsageError as error:
        from taupes.cli.misuse import retold  # noqa: PLC0415 - only if something is wrong

        raise retold(error) from error


class OurHelp:
    """What commands and groups of them have in common: how they show themselves."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Write how it is called; what was called wrongly shows this too."""
        formatter.write(f"{usage(self, ctx)}\n")

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write all about it."""
        formatter.write(help_text(self, ctx))

    def rows(self) -> dict[str, list[Row]]:
        """The commands below it by their headings, in the order they were named."""
        commands = getattr(self, "commands", {})
        return {"Commands": [(name, about(each)) for name, each in commands.items()]}


class Command(OurHelp, TyperCommand):
    """A command with our help."""

    allow_extra_args = True

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read what was typed; what is too much is said in our words, not in the library's."""
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            from taupes.cli.misuse import too_much  # noqa: PLC0415 - only if something is wrong

            raise too_much(rest)
        return rest


class Group(OurHelp, TyperGroup):
    """A group of commands with our help."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that was typed; that there is none is said in our words, too."""
        if not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            from taupes.cli.misuse import no_command  # noqa: PLC0415 - likewise

            raise no_command(args[0], self.list_commands(ctx))
        return super().resolve_command(ctx, args)


def about(command: Any) -> str:
    """What a command does, for a list of several."""
    return str(command.help or "").partition("\n\n")[0].replace("\n", " ")


def help_text(command: Any, context: Any) -> str:
    """The help of a command: how it is called, what it does, all that it takes."""
    from taupes.cli.layout import lay_out  # noqa: PLC0415 - only help waits for it

    # Libraries change how they name a value's type; here only what we say ourselves is shown.
    parameters = [each for each in command.get_params(context) if not getattr(each, "hidden", 0)]
    arguments = [each for each in parameters if each.param_type_name == "argument"]
    options = [each for each in parameters if each.param_type_name == "option"]
    sections = {
        "Arguments": [(each.metavar, each.help or "") for each in arguments],
        **command.rows(),
        "Options": [(_option(each), _about_option(each)) for each in options],
    }
    return lay_out(usage(command, context), (command.help or "").strip(), sections)


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


def _option(option: Any) -> str:
    short = [name for name in option.opts if not name.startswith("--")]
    long = [name for name in option.opts if name.startswith("--")]
    value = "" if option.is_flag else f" {option.metavar or 'TEXT'}"
    return ", ".join(short + long) + value


def _about_option(option: Any) -> str:
    facts = []
    if option.envvar:
        facts.append(f"${option.envvar}")
    if not option.is_flag and option.default not in (None, ""):
        default = option.default
        facts.append(f"default {default:g}" if isinstance(default, float) else f"default {default}")
    notes = f" [{'; '.join(facts)}]" if facts else ""
    return f"{option.help or ''}{notes}"
