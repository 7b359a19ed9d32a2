"""`taupes play`: a person against bots, with plain prompts."""

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Annotated, Final

import typer

from taupes.bots import (
    TURN,
    Budget,
    Choice,
    Player,
    Step,
    Thought,
    Turn,
    choices,
    make_bot,
    play_game,
    record_game,
)
from taupes.cli.console import (
    BOARDS,
    PRESET,
    Boards,
    Language,
    Options,
    Orientations,
    Players,
    Preset,
    make_stack,
    out,
    parse_language,
    parse_options,
)
from taupes.cli.simulate import seat_names
from taupes.drawing import draw_text
from taupes.rules import (
    MOLES,
    Action,
    Decline,
    Draw,
    Game,
    Hex,
    Lift,
    Move,
    Pass,
    Phase,
    Place,
    State,
    Why,
    consequences,
    dump_record,
    explain,
    legal_actions,
    load_boards,
    preset_rules,
    refusal,
    sentence,
)

HELP: Final = """\
  c5        place a mole on c5
  c5-f5     move the mole on c5 to f5
  turn      turn over a disc        pass, decline   leave it
  ?         what may I do           why c5-f5       what would it do, or why not
  board     draw the board          quit            stop (--save keeps the game)"""

_MOVE: Final = re.compile(r"([a-z]\d+)[\s\-:>]+([a-z]\d+)", re.ASCII)
_NEWS: Final = (
    *("forced_out", "turn_lost", "extra_lost", "home_must_pass", "gains_extra"),
    *("lifted_full", "lifted_home", "lifted_stand_off", "lifted_at_once", "eliminated"),
    *("wins_shovel", "wins_last_team", "points_counted", "drawn"),
)
"""The reasons worth saying when they come about."""


class Quit(Exception):
    """The person has had enough."""


def play(
    players: Players = 2,
    bot: Annotated[
        str, typer.Option("--bot", metavar="NAME[,NAME…]", help="One bot for all, or one each.")
    ] = "greedy",
    preset: Preset = PRESET,
    option: Options = None,
    boards: Boards = BOARDS,
    orientations: Orientations = "random",
    name: Annotated[str, typer.Option("--name", help="What you are called.")] = "You",
    seed: Annotated[int | None, typer.Option("--seed", help="Repeat a game's chances.")] = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Write the record at the end.")
    ] = None,
    lang: Language = "en",
) -> None:
    """Play against bots in the terminal."""
    seed = secrets.randbelow(10**9) if seed is None else seed
    names = [name, *seat_names(bot, players - 1)]
    stack = make_stack(load_boards(boards), orientations, Random(f"{seed}/stack"))
    rules = preset_rules(preset, players, parse_options(option))
    first = Random(f"{seed}/first").randrange(players)
    game = Game(stack, rules, players, MOLES[players], first)
    table = Table(game, names, parse_language(lang))
    table.say(f"Rules {preset}, stack {stack.code}, seed {seed}. {names[first]} begins.")
    table.say("You are A. Type ? for what you can do, help for all words.")
    minds: list[Player] = [Person(table), *(make_bot(each) for each in names[1:])]
    steps: list[Step] = []
    try:
        for step in play_game(game, minds, str(seed)):
            steps.append(step)
            table.tell(step)
    except (Quit, KeyboardInterrupt, EOFError):
        table.say("The game stops here.")
    if save:
        save.write_text(dump_record(record_game(game, names, steps)) + "\n", encoding="utf-8")
        table.say(f"Record written to {save}.")


@dataclass(frozen=True)
class Table:
    """What is said and shown while a game goes on."""

    game: Game
    names: Sequence[str]
    language: str

    def say(self, words: str) -> None:
        """A line of plain text."""
        out.print(words, markup=False)

    def reason(self, why: Why) -> None:
        """A reason as a sentence."""
        self.say(f"  {sentence(why, self.game.stack.radius, self.language, self.names)}")

    def show(self, state: State, marked: tuple[Hex, ...] = ()) -> None:
        """The board, and who has what."""
        self.say("")
        self.say(draw_text(state, names=True, colour=out.is_terminal, marked=marked))
        for seat, name in enumerate(self.names):
            moles, left = state.moles[seat], state.discs[seat]
            home = (moles & state.ground.holes).bit_count()
            self.say(
                f"  {'ABCD'[seat]} {name}: {moles.bit_count()} moles, {home} home; "
                f"face down {' '.join(map(str, left))}"
            )

    def words(self, action: Action) -> str:
        """An action in a few words."""
        match action:
            case Place(cell):
                return f"mole on {self.game.name(cell)}"
            case Draw(disc):
                return f"disc {disc}"
            case Move(origin, target):
                return f"{self.game.name(origin)}-{self.game.name(target)}"
            case _:
                return type(action).__name__.lower()

    def tell(self, step: Step) -> None:
        """What just happened, and what came of it."""
        before, action, after = step
        self.say(f"{self.names[before.turn]}: {self.words(action)}")
        for why in explain(before, action):
            if why.code in _NEWS:
                self.reason(why)
        if any(isinstance(event, Lift) for event in consequences(before, after)) or after.outcome:
            self.show(after)


class Person:
    """A player who is asked."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def think(self, state: State, _: Budget, rng: Random) -> Thought:
        """Ask until the answer is legal."""
        del rng
        options = choices(state)
        targets = tuple(o.target for o in options if isinstance(o, Move))
        if state.phase is not Phase.PLACE or not state.moles[state.turn]:
            self.table.show(state, targets)
        while True:
            choice = self._answer(state, _prompt(state))
            if choice in options:
                return Thought(choice)
            if (
                choice is not None
                and not isinstance(choice, Turn)
                and (why := refusal(state, choice))
            ):
                self.table.reason(why)

    def _answer(self, state: State, prompt: str) -> Choice | None:
        """One line from the person: a choice, or None when it was a question or not understood."""
        words = input(prompt).strip().lower()
        match words.split():
            case ["q" | "quit" | "exit"]:
                raise Quit
            case ["?"]:
                self.table.say(self._possible(state))
            case ["help"]:
                self.table.say(HELP)
            case ["board"]:
                self.table.show(state)
            case ["why", *rest]:
                if action := self._parse(" ".join(rest)):
                    for why in explain(state, action):
                        self.table.reason(why)
            case ["turn"] | [] if TURN in choices(state):
                return TURN
            case _:
                return self._parse(words)
        return None

    def _parse(self, words: str) -> Place | Move | Pass | Decline | None:
        try:
            if match := _MOVE.fullmatch(words):
                return Move(self.table.game.cell(match[1]), self.table.game.cell(match[2]))
            if words == "pass":
                return Pass()
            if words == "decline":
                return Decline()
            return Place(self.table.game.cell(words))
        except ValueError as error:
            self.table.say(f"  {error}. Type help for all words.")
            return None

    def _possible(self, state: State) -> str:
        actions = [action for action in legal_actions(state) if not isinstance(action, Draw)]
        words = [self.table.words(action).removeprefix("mole on ") for action in actions]
        return "  " + " ".join([*words, *(["turn"] if TURN in choices(state) else [])])


def _prompt(state: State) -> str:
    match state.phase:
        case Phase.PLACE:
            left = state.game.moles - state.moles[state.turn].bit_count()
            return f"Place a mole ({left} left), such as e4: "
        case Phase.DRAW:
            return "All your moles are home. pass, or turn over a disc: "
        case Phase.EXTRA_DRAW:
            return "A special cell. turn over another disc, or decline: "
        case _:
            return f"Your disc shows {state.disc}. Move, such as c5-f5: "
