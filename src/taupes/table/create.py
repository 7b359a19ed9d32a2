"""The first entry of a table: what was wished for, checked and completed."""

from collections.abc import Sequence

from msgspec.structs import replace

from taupes.rules import TEAMS, BadBoard, BadGame, BadRules, format_boards
from taupes.table.decision import Decision
from taupes.table.entries import Created, Entry, SeatPlan, Secrets
from taupes.table.evolve import new_table
from taupes.table.fairness import commitment_of
from taupes.table.growth import known_again, skill_for
from taupes.table.refusals import Refusal
from taupes.table.seating import decide_start, level_refusal
from taupes.table.setup import BotSeat, MySeat, SeatWish, Setup
from taupes.table.table import Table, boards_of, game_of
from taupes.table.text import clean_text


def create(
    table_id: str,
    owner: str,
    setup: Setup,
    wishes: Sequence[SeatWish],
    seed: str,
    now: int,
    *,
    start: bool = False,
    day: str | None = None,
) -> Entry | Refusal:
    """The entry that creates a table, and starts its game if wanted.

    With a day its seed is that day's, which others play with too.
    """
    no = _setup_refusal(setup, len(wishes)) or _seats_refusal(setup, wishes)
    if no is not None:
        return no
    if not isinstance(setup.boards, str):
        # What is kept is the set, not whatever else was sent along with it.
        setup = replace(setup, boards=format_boards(boards_of(setup)))
    people = [owner if isinstance(wish, MySeat) else None for wish in wishes]
    created = Created(setup, _plans(wishes), commitment_of(seed), day)
    return _finished(table_id, created, people, owner, seed, now, start=start)


def recreate(table_id: str, old: Table, owner: str, seed: str, now: int) -> Entry | Refusal:
    """The entry that creates a rematch: the same people and bots, another seed."""
    plans = [
        SeatPlan(seat.team, seat.level, seat.name, known_again(old, seat)) for seat in old.seats
    ]
    people = [seat.person for seat in old.seats]
    created = Created(old.setup, plans, commitment_of(seed))
    return _finished(table_id, created, people, owner, seed, now, start=False)


def _finished(
    table_id: str,
    created: Created,
    people: list[str | None],
    owner: str,
    seed: str,
    now: int,
    *,
    start: bool,
) -> Entry | Refusal:
    secrets = Secrets(person=owner, seed=seed, owner=owner, people=people)
    entry = Entry(1, now, [created], secrets)
    if not start:
        return entry
    started = decide_start(new_table(table_id, entry))
    if not isinstance(started, Decision):
        return started
    return Entry(1, now, [created, *started.happenings], secrets)


def _setup_refusal(setup: Setup, seats: int) -> Refusal | None:
    try:
        boards = boards_of(setup)
        first = 0 if setup.first == "random" else setup.first
        is_random = setup.orientations == "random"
        orientations = [0] * len(boards.boards) if is_random else list(setup.orientations)
        game_of(setup, orientations, first, seats)  # type: ignore[arg-type]
    except BadRules as error:
        return Refusal("bad_rules", str(error))
    except BadBoard as error:
        return Refusal("bad_boards", str(error.problems[0]))
    except (BadGame, ValueError) as error:
        is_handicap = setup.moles is not None and isinstance(error, BadGame)
        return Refusal("bad_moles" if is_handicap else "bad_boards", str(error))
    if setup.stand_in != "auto" and (no := level_refusal(setup, setup.stand_in)):
        return no
    if setup.title != clean_text(setup.title, 40):
        return Refusal("bad_text", "title")
    return None


def _seats_refusal(setup: Setup, wishes: Sequence[SeatWish]) -> Refusal | None:
    for wish in wishes:
        if isinstance(wish, BotSeat) and (no := level_refusal(setup, wish.level)):
            return no
        name = getattr(wish, "name", None)
        if name is not None and not clean_text(name, 40):
            return Refusal("bad_text", "name")
        if wish.team is not None and wish.team not in TEAMS:
            return Refusal("bad_text", f"team: one of {', '.join(TEAMS)}")
    teams = [wish.team for wish in wishes if wish.team is not None]
    if len(set(teams)) != len(teams):
        return Refusal("bad_text", "team: every seat has its own")
    return None


def _plans(wishes: Sequence[SeatWish]) -> list[SeatPlan]:
    taken = {wish.team for wish in wishes}
    free = iter(team for team in TEAMS if team not in taken)
    plans = []
    for wish in wishes:
        team = wish.team or next(free)
        match wish:
            case MySeat(name):
                plans.append(SeatPlan(team, None, clean_text(name, 40) if name else None))
            case BotSeat(level, name):
                skill = skill_for(level, wish.skill)
                plans.append(SeatPlan(team, level, clean_text(name or level, 40), skill))
            case _:
                plans.append(SeatPlan(team))
    return plans
