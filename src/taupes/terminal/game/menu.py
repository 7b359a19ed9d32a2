"""The choices before a game as rows of a menu: what each shows, and what changing it means."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final, TypeVar

from taupes.bots import LEVELS, is_level, level_of, temperament_of
from taupes.bots.handicap import AVERAGE, STRENGTH, fair_moles
from taupes.rules import (
    ANYHOW,
    FAIR_START,
    FIRST_HAS_FEWER,
    LANGUAGES,
    OPTIONS,
    PRESETS,
    SHIPPED,
    BadBoard,
    Seat,
    catalogue,
    format_moles,
    format_option,
    load_boards,
)
from taupes.terminal.game.session import Chair
from taupes.terminal.game.setup import NAMELESS, GameSetup, mingled, parse_chair, printable
from taupes.words.language import Words
from taupes.words.titles import title_of, titles

T = TypeVar("T")

START: Final = "start"
RESUME: Final = "resume"
SEATS: Final = ("seat0", "seat1", "seat2", "seat3")
TYPED: Final = (*SEATS, "moles", "boards", "orientations", "stall_limit", "seed")
"""The rows whose value can be typed."""
_LIMITS: Final = (0, 50, 100, 200)


@dataclass(frozen=True)
class Menu:
    """What is chosen so far, and in which language it is shown."""

    setup: GameSetup
    words: Words
    can_resume: bool = False

    def rows(self) -> tuple[str, ...]:
        """The rows by name, from the top."""
        resume = (RESUME,) if self.can_resume else ()
        seats = SEATS[: len(self.setup.chairs)]
        above = ("players", *seats, "moles", "boards", "orientations", "preset")
        return (*above, *OPTIONS, "seed", "language", START, *resume)

    def value(self, row: str) -> str:
        """What a row shows."""
        setup, words = self.setup, self.words
        if row in SEATS:
            return self._occupant(SEATS.index(row))
        if row in OPTIONS:
            return self._option(row)
        values = {
            "players": str(len(setup.chairs)),
            "moles": self._moles(),
            "boards": setup.boards,
            "orientations": words("terminal.menu.random")
            if setup.orientations == ANYHOW
            else setup.orientations,
            "preset": setup.preset,
            "seed": setup.seed or words("terminal.menu.new_seed"),
            "language": words("terminal.menu.this_language"),
        }
        return values.get(row, "")

    def _moles(self) -> str:
        if self.setup.moles == FAIR_START:
            return self.words("terminal.menu.fair_start")
        return self.setup.moles or self.words("terminal.menu.usual_moles")

    def _occupant(self, seat: Seat) -> str:
        chair = self.setup.chairs[seat]
        title = chair.title(self.words.language)
        if chair.bot is None:
            return title
        if not is_level(chair.bot):
            return self.words("terminal.menu.bot", name=title)
        level = level_of(chair.bot)
        said = self.words("terminal.menu.bot", name=titles(self.words.language)[level.name].name)
        told = f"{said} {'★' * level.stars}".rstrip()
        return f"{told} · {title}" if temperament_of(chair.bot) else told

    def _option(self, name: str) -> str:
        value = self.setup.rules().as_dict()[name]
        told = catalogue(self.words.language)["options"][name]
        return str(told.get(format_option(value), value))

    def about(self, row: str) -> str:
        """A sentence about a row as it stands."""
        told = catalogue(self.words.language)
        if row in SEATS:
            bot = self.setup.chairs[SEATS.index(row)].bot
            if bot is not None and is_level(bot):
                return title_of(bot, self.words.language).description
            return self.words("terminal.menu.about_person")
        if row == "preset":
            return str(told["presets"][self.setup.preset])
        if row in OPTIONS:
            return str(told["options"][row]["about"])
        return self.words(f"terminal.menu.about_{row}")

    def changed(self, row: str, step: int) -> "Menu":
        """The menu after a step to the next value of a row, or to the one before."""
        setup = self.setup
        if row == "language":
            return replace(self, words=Words(_next(LANGUAGES, self.words.language, step)))
        if row == "players":
            seated = self._seated(_next((2, 3, 4), len(setup.chairs), step))
            return self._with(chairs=seated, moles="")
        if row in SEATS:
            return self._with_chair(row, step)
        if row in OPTIONS:
            values = _values(row)
            value = _next(values, setup.rules().as_dict()[row], step)
            return self._with(options={**setup.options, row: value})
        match row:
            case "moles":
                start = (FAIR_START,) if len(setup.chairs) in FIRST_HAS_FEWER else ()
                return self._with(moles=_next(("", *start, self._fair()), setup.moles, step))
            case "boards":
                return self._with(boards=_next(SHIPPED, setup.boards, step))
            case "orientations":
                values = (ANYHOW, self._unturned())
                return self._with(orientations=_next(values, setup.orientations, step))
            case "preset":
                return self._with(preset=_next(tuple(PRESETS), setup.preset, step), options={})
            case _:
                return self

    def typed(self, row: str, text: str) -> "Menu":
        """The menu with another text in a row; what cannot be is said when the game begins."""
        setup = self.setup
        if row in SEATS:
            number = SEATS.index(row)
            chairs = list(setup.chairs)
            chairs[number] = Chair(printable(text))
            return self._with(chairs=_mingled(chairs))
        if row == "stall_limit":
            digits = "".join(c for c in text if c in "0123456789")[-6:]
            return self._with(options={**setup.options, row: int(digits or 0)})
        return self._with(**{row: text})

    def text(self, row: str) -> str:
        """What typing goes on from."""
        setup = self.setup
        if row in SEATS:
            chair = setup.chairs[SEATS.index(row)]
            return "" if chair.bot or chair.name == NAMELESS else chair.name
        if row == "stall_limit":
            return str(setup.rules().stall_limit)
        text = str(getattr(setup, row))
        is_choice = text in (ANYHOW, FAIR_START) or (row == "boards" and text in SHIPPED)
        return "" if is_choice else text

    def _with(self, **changes: Any) -> "Menu":
        return replace(self, setup=replace(self.setup, **changes))

    def _unturned(self) -> str:
        """All boards as they are printed; what is wrong with a file is said as the game begins."""
        try:
            return "0" * len(load_boards(self.setup.boards).boards)
        except BadBoard:
            return ANYHOW

    def _fair(self) -> str:
        """A fair handicap; people and programs are taken for bots of the middle."""
        bots = [_level(chair) or "" for chair in self.setup.chairs]
        return format_moles(fair_moles([bot if bot in STRENGTH else AVERAGE for bot in bots]))

    def _seated(self, players: int) -> tuple[Chair, ...]:
        chairs = self.setup.chairs
        more = (parse_chair("greedy"),) * max(0, players - len(chairs))
        return _mingled((*chairs[:players], *more))

    def _with_chair(self, row: str, step: int) -> "Menu":
        """The next one who could sit there: a person, or a bot, the weakest first."""
        number = SEATS.index(row)
        offered = [name for name, level in LEVELS.items() if level.is_offered]
        who = _next((None, *offered), _level(self.setup.chairs[number]), step)
        person = Chair(self.words("terminal.menu.person", number=number + 1))
        chairs = list(self.setup.chairs)
        chairs[number] = parse_chair(who) if who else person
        return self._with(chairs=_mingled(chairs))


def _level(chair: Chair) -> str | None:
    """A bot without its temperament."""
    return level_of(chair.bot).name if chair.bot and is_level(chair.bot) else chair.bot


def _mingled(chairs: Sequence[Chair]) -> tuple[Chair, ...]:
    """Chairs whose bots get their temperaments anew, for others may have come or gone."""
    return mingled([parse_chair(_level(c) or "") if is_level(c.bot) else c for c in chairs])


def _values(option: str) -> Sequence[Any]:
    kind = OPTIONS[option]
    if kind is bool:
        return (False, True)
    return [str(value) for value in kind] if issubclass(kind, StrEnum) else _LIMITS


def _next(values: Sequence[T], value: T, step: int) -> T:
    """The value that follows in a ring; the first if it is none of them."""
    if value not in values:
        return values[0]
    return values[(values.index(value) + step) % len(values)]
