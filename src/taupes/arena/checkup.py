"""Does a program speak the protocol? It is asked about positions of every kind, and oddly too."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import cycle
from random import Random
from typing import Any, Final

from taupes.bots import BadThought, Budget, Choice, choices, make_bot, play_game
from taupes.bots.external.fault import BadBot, Complaint, Failure
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
from taupes.words.saying import Saying, saying

ENOUGH: Final = 8
"""After so many failures the rest would tell nothing new."""

FAREWELL: Final = 5.0
"""Seconds that a bot has to end."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The answer to one question about a bot."""

    question: Saying
    ok: bool
    words: Saying | None = None
    is_warning: bool = False
    """Unwise, but within the protocol."""


@dataclass(frozen=True, slots=True)
class Probe:
    """A position with a choice to make, and where it is from."""

    where: Saying
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
                    where = saying(
                        "arena.check.where",
                        preset=preset,
                        players=players,
                        stack=stack.code,
                        phase=saying(f"arena.phases.{state.phase.name.lower()}"),
                        board=saying(f"game.board.{stack.levels[state.level].name}"),
                    )
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
        greets = saying("arena.check.greets")
        try:
            line, ready = self._bot.start()
        except BadBot as error:
            yield Finding(greets, ok=False, words=complaint_words(error.complaint))
            return
        name = ready.get("name")
        if isinstance(name, str) and name:
            yield Finding(greets, ok=True, words=saying("arena.check.name", name=name))
        else:
            words = saying("arena.check.nameless", example='{"type": "ready", "name": "my bot"}')
            yield Finding(saying("arena.check.named"), ok=False, words=words, is_warning=True)
        yield from self._check_positions(line)
        if self.failures.total() >= ENOUGH:
            return
        yield self._check_strange_messages()
        yield self._check_repeats()
        yield self._check_end(saying("arena.check.quits"), farewell=True)
        yield self._check_end(saying("arena.check.ends"), farewell=False)

    def _check_positions(self, line: Line) -> Iterator[Finding]:
        for probe in probes():
            try:
                self._ask(line, probe.state)
            except Failure as failure:
                kind = failure.fault.kind
                self.failures[kind] += 1
                words = saying(
                    "arena.check.fault",
                    kind=saying(f"arena.kinds.{kind}"),
                    what=complaint_words(failure.complaint),
                )
                yield Finding(probe.where, ok=False, words=words)
                if self.failures.total() >= ENOUGH:
                    rest, words = saying("arena.check.rest"), saying("arena.check.not_asked")
                    yield Finding(rest, ok=False, words=words)
                    return
                try:
                    line = self._again()
                except BadBot as error:
                    again = saying("arena.check.again")
                    yield Finding(again, ok=False, words=complaint_words(error.complaint))
                    return
        good = self.asked - self.failures.total()
        words = saying("arena.check.legal", good=good, asked=self.asked)
        yield Finding(saying("arena.check.choices"), ok=not self.failures, words=words)
        if self.unusable_values:
            words = saying("arena.check.unusable", count=self.unusable_values)
            yield Finding(saying("arena.check.values"), ok=False, words=words, is_warning=True)

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
        question = saying("arena.check.strange")
        state = probes()[0].state
        try:
            line = self._again()
            line.send({"type": "from the future", "more": [1, 2, {"three": None}]})
            self._ask(line, state, tomorrow={"new": True})
        except (BadBot, Failure) as error:
            return Finding(question, ok=False, words=complaint_words(error.complaint))
        return Finding(question, ok=True)

    def _check_repeats(self) -> Finding:
        question = saying("arena.check.repeats")
        answers = []
        some = [probe.state for probe in probes()[:6]]
        try:
            for _ in range(2):
                line = self._again()
                self.asked = 0
                answers.append([self._ask(line, state) for state in some])
        except (BadBot, Failure) as error:
            return Finding(question, ok=False, words=complaint_words(error.complaint))
        same = answers[0] == answers[1]
        words = None if same else saying("arena.check.unrepeatable")
        return Finding(question, same, words, is_warning=True)

    def _check_end(self, question: Saying, *, farewell: bool) -> Finding:
        try:
            line = self._again()
        except BadBot as error:
            return Finding(question, ok=False, words=complaint_words(error.complaint))
        if farewell:
            line.send({"type": "quit"})
        else:
            line.hang_up()
        ended = line.wait_for_end(FAREWELL)
        words = None if ended else saying("arena.check.still_there", seconds=f"{FAREWELL:g}")
        return Finding(question, ok=ended, words=words)


def complaint_words(complaint: Complaint) -> Saying:
    """What is wrong with a bot, for people."""
    values = {
        name: complaint_words(value) if isinstance(value, Complaint) else value
        for name, value in complaint.values.items()
    }
    if complaint.code == "not_ready":
        values["kind"] = saying(f"arena.kinds.{values['kind']}")
    return saying(f"arena.faults.{complaint.code}", **values)


def thought_words(error: BadThought) -> Saying:
    """What is wrong with what a player of one's own returned."""
    return saying(f"arena.faults.{error.code}", who=error.who, said=error.said)
