"""Does a program speak the protocol? It is asked about positions of every kind, and oddly too."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import cycle
from random import Random
from typing import Any, Final

from taupes.bots import Budget, Choice, choices, make_bot, play_game
from taupes.bots.external.fault import BadBot, Failure
from taupes.bots.external.pipe import Line
from taupes.bots.external.player import Allowance, ExternalPlayer, make_external
from taupes.bots.external.protocol import newgame_message, parse_choice, think_message
from taupes.rules import (
    MOLES,
    PRESETS,
    SHIPPED,
    Game,
    State,
    load_boards,
    preset_rules,
    shuffled_stack,
)

ENOUGH: Final = 8
"""After so many failures the rest would tell nothing new."""

FAREWELL: Final = 5.0
"""Seconds that a bot has to end."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The answer to one question about a bot."""

    question: str
    ok: bool
    words: str = ""
    is_warning: bool = False
    """Unwise, but within the protocol."""


@dataclass(frozen=True, slots=True)
class Probe:
    """A position with a choice to make, and where it is from."""

    where: str
    state: State


@cache
def probes(seed: int = 0) -> tuple[Probe, ...]:
    """For every preset and number of players, each phase on each board where there is a choice."""
    return tuple(_probes(seed))


def _probes(seed: int) -> Iterator[Probe]:
    sets = cycle(SHIPPED)
    for preset in PRESETS:
        for players in MOLES:
            stack = shuffled_stack(load_boards(next(sets)), Random(f"{seed}/{preset}/{players}"))
            game = Game(stack, preset_rules(preset, players), players, MOLES[players])
            seen: set[tuple[object, ...]] = set()
            minds = [make_bot("greedy")] * players
            for state, _, _ in play_game(game, minds, f"{seed}/{preset}/{players}"):
                options = choices(state)
                kind = (state.phase, state.level, *sorted({type(o).__name__ for o in options}))
                if len(options) > 1 and kind not in seen:
                    seen.add(kind)
                    phase = state.phase.name.lower().replace("_", " ")
                    board = stack.levels[state.level].name
                    where = f"{preset}, {players} players, {stack.code}, {phase} on the {board}"
                    yield Probe(where, state)


@dataclass
class Checkup:
    """One examination; `findings` fills as it goes on."""

    command: str
    budget: Budget
    allowance: Allowance = field(default_factory=Allowance)
    findings: list[Finding] = field(default_factory=list)
    asked: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    unusable_values: int = 0
    _bot: ExternalPlayer = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._bot = make_external(self.command, self.allowance)

    @property
    def ok(self) -> bool:
        """Whether nothing worse than a warning was found."""
        return all(finding.ok or finding.is_warning for finding in self.findings)

    def run(self) -> Iterator[Finding]:
        """Ask everything; findings come as soon as they are known."""
        try:
            for finding in self._all():
                self.findings.append(finding)
                yield finding
        finally:
            self._bot.close()

    def _all(self) -> Iterator[Finding]:
        try:
            line, ready = self._bot.start()
        except BadBot as error:
            yield Finding("it starts and answers hello with ready", ok=False, words=str(error))
            return
        name = ready.get("name")
        if isinstance(name, str) and name:
            yield Finding("it starts and answers hello with ready", ok=True, words=name)
        else:
            words = 'ready without a name, such as {"type": "ready", "name": "my bot"}'
            question = "it tells its name"
            yield Finding(question, ok=False, words=words, is_warning=True)
        yield from self._check_positions(line)
        if self.failures.total() >= ENOUGH:
            return
        yield self._check_strange_messages()
        yield self._check_repeats()
        yield self._check_end("it ends when told to quit", farewell=True)
        yield self._check_end("it ends when its input ends", farewell=False)

    def _check_positions(self, line: Line) -> Iterator[Finding]:
        for probe in probes():
            try:
                self._ask(line, probe.state)
            except Failure as failure:
                kind, words = failure.fault.kind, failure.fault.words
                self.failures[kind] += 1
                yield Finding(f"{probe.where}", ok=False, words=f"{kind}: {words}")
                if self.failures.total() >= ENOUGH:
                    yield Finding("the rest", ok=False, words="not asked: too much went wrong")
                    return
                try:
                    line = self._again()
                except BadBot as error:
                    yield Finding("it can be started again", ok=False, words=str(error))
                    return
        good = self.asked - self.failures.total()
        words = f"{good} of {self.asked} positions of all presets, phases and boards"
        yield Finding("it makes legal choices in time", ok=not self.failures, words=words)
        if self.unusable_values:
            words = (
                f"{self.unusable_values} times its values were not one number from 0 to 1 for each "
                "seat, and were not used"
            )
            yield Finding("its values can be used", ok=False, words=words, is_warning=True)

    def _ask(self, line: Line, state: State, **extra: Any) -> Choice:
        """One question in a game of its own."""
        options = choices(state)
        self.asked += 1
        line.send(newgame_message(state) | extra)
        question = think_message(state, options, self.budget, seed=7, number=self.asked)
        line.send(question | extra)
        answer = line.receive("choice", self.allowance.limit(self.budget))
        thought = parse_choice(answer, state, options, self.asked)
        self.unusable_values += answer.get("values") is not None and thought.values is None
        return thought.choice

    def _again(self) -> Line:
        self._bot.close()
        return self._bot.start()[0]

    def _check_strange_messages(self) -> Finding:
        question = "it skips messages and keys that it does not know"
        state = probes()[0].state
        try:
            line = self._again()
            line.send({"type": "from the future", "more": [1, 2, {"three": None}]})
            self._ask(line, state, tomorrow={"new": True})
        except (BadBot, Failure) as error:
            return Finding(question, ok=False, words=str(error))
        return Finding(question, ok=True)

    def _check_repeats(self) -> Finding:
        question = "it repeats itself for the same seed"
        answers = []
        some = [probe.state for probe in probes()[:6]]
        try:
            for _ in range(2):
                line = self._again()
                self.asked = 0
                answers.append([self._ask(line, state) for state in some])
        except (BadBot, Failure) as error:
            return Finding(question, ok=False, words=str(error))
        words = "its games cannot be played again; use the seed of each think for what is random"
        same = answers[0] == answers[1]
        return Finding(question, same, "" if same else words, is_warning=True)

    def _check_end(self, question: str, *, farewell: bool) -> Finding:
        try:
            line = self._again()
        except BadBot as error:
            return Finding(question, ok=False, words=str(error))
        if farewell:
            line.send({"type": "quit"})
        else:
            line.hang_up()
        ended = line.wait_for_end(FAREWELL)
        return Finding(
            question, ok=ended, words="" if ended else f"still there after {FAREWELL:g} seconds"
        )
