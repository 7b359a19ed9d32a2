"""The pages on the arena and the protocol leave nothing out and say nothing that is not so."""

import json
from pathlib import Path

import pytest
import typer

from taupes.bots import Budget, choices
from taupes.bots.external.pipe import MAX_LINE, MAX_LINES
from taupes.bots.external.player import Allowance
from taupes.bots.external.protocol import PROTOCOL, VERSION, newgame_message, think_message
from taupes.bots.levels import PREFIX
from taupes.cli.commands import arena
from taupes.rules import MOLES, OPTIONS, Game, load_stack, new_game, preset_rules

DOCS = Path(__file__).parents[2] / "docs"
GAME = Game(load_stack("classic-0351"), preset_rules("web", 2), 2, MOLES[2])


@pytest.fixture(scope="module")
def protocol() -> str:
    return (DOCS / "bot-protocol.md").read_text("utf-8")


def test_every_option_is_documented() -> None:
    page = (DOCS / "arena.md").read_text("utf-8")
    group = typer.main.get_command(arena.app)
    commands = [group, *group.commands.values()]  # type: ignore[attr-defined]
    for command in commands:
        options = {max(option.opts, key=len) for option in command.params}
        for option in options - {"--install-completion", "--show-completion"}:
            assert f"`{option}" in page or option in ("--new", "--old"), option


def test_every_key_that_a_bot_reads_is_documented(protocol: str) -> None:
    state = new_game(GAME)
    think = think_message(state, choices(state), Budget(), 1, 1)
    newgame = newgame_message(state)
    keys = {*think, *think["position"], *newgame, *newgame["record"]["boards"]["levels"][-1]}
    keys |= set(newgame["record"]) - {"events", "result", "format", "version"}
    for key in keys | set(OPTIONS):
        assert f"`{key}`" in protocol, key


def test_the_conversation_shows_what_is_really_sent(protocol: str) -> None:
    hello = json.dumps({"type": "hello", "protocol": PROTOCOL, "version": VERSION})
    assert f"→ {hello}" in protocol
    state = new_game(GAME)
    position = json.dumps(think_message(state, choices(state), Budget(), 1, 1)["position"])
    assert position in " ".join(protocol.split())
    assert f"`{PREFIX}`" in protocol


def test_the_limits_are_the_real_ones(protocol: str) -> None:
    allowance = Allowance()
    assert f"{MAX_LINE:,} bytes" in protocol
    assert f"{MAX_LINES:,} lines" in protocol
    assert (allowance.answer, allowance.start, allowance.margin, allowance.faults) == (30, 30, 1, 3)
    assert "within 30" in protocol
    assert "30 seconds to say `ready`" in protocol
    assert "`seconds` and one second more" in protocol
    assert "After three faults" in protocol
