"""Before the game: who sits where, what they add to the shuffling, the start. Pure, as `decide`."""

from taupes.bots.levels import is_level, level_of
from taupes.table import messages
from taupes.table.decision import Decision, seat_refusal
from taupes.table.entries import BotSat, Mixed, Sat, Started, Stood
from taupes.table.fairness import drawn_first, drawn_orientations, mix_nonces, mix_of
from taupes.table.growth import skill_for
from taupes.table.refusals import Refusal
from taupes.table.setup import Setup
from taupes.table.table import Table, boards_of
from taupes.table.text import clean_text


def sit(table: Table, message: messages.Sit, person: str) -> Decision | Refusal:
    """A person takes a free seat."""
    if table.stage != "open":
        return Refusal("table_not_open")
    seat = table.seats[message.seat]
    if not seat.is_free:
        return Refusal("seat_taken")
    name = None if message.name is None else clean_text(message.name, 40)
    if name == "":
        return Refusal("bad_text", "name")
    return Decision([Sat(message.seat, name, message.nonce)])


def mix(table: Table, message: messages.Mix, person: str) -> Decision | Refusal:
    """A seat's nonce is added to the shuffling."""
    if table.stage != "open":
        return Refusal("table_not_open")
    return seat_refusal(table, message.seat, person) or Decision(
        [Mixed(message.seat, message.nonce)]
    )


def stand(table: Table, message: messages.Stand, person: str) -> Decision | Refusal:
    """A seat becomes free."""
    if table.stage != "open":
        return Refusal("table_not_open")
    if person != table.owner and (no := seat_refusal(table, message.seat, person)):
        return no
    if table.seats[message.seat].is_free:
        return Refusal("seat_not_free")
    return Decision([Stood(message.seat)])


def seat_bot(table: Table, message: messages.SeatBot, person: str) -> Decision | Refusal:
    """A bot takes a seat."""
    if person != table.owner:
        return Refusal("not_the_owner")
    if table.stage != "open":
        return Refusal("table_not_open")
    if table.seats[message.seat].person is not None:
        return Refusal("seat_taken")
    if no := level_refusal(table.setup, message.level):
        return no
    skill = skill_for(message.level, message.skill)
    return Decision([BotSat(message.seat, message.level, skill)])


def level_refusal(setup: Setup, level: str) -> Refusal | None:
    """Why a level cannot play at a table."""
    if not is_level(level):
        return Refusal("no_such_level", clean_text(level, 40))
    radius = max(board.radius for board in boards_of(setup).boards)
    return None if level_of(level).plays(radius) else Refusal("board_too_wide", level)


def start(table: Table, _: messages.Start, person: str) -> Decision | Refusal:
    """The owner begins the game."""
    if person != table.owner:
        return Refusal("not_the_owner")
    return decide_start(table)


def decide_start(table: Table) -> Decision | Refusal:
    """The beginning of the game: what was left to chance is drawn from seed and nonces."""
    if table.stage != "open":
        return Refusal("table_not_open")
    if any(seat.is_free for seat in table.seats):
        return Refusal("seats_open")
    setup = table.setup
    nonces = mix_nonces(table.seed, [seat.nonce for seat in table.seats])
    mix = mix_of(table.seed, [item.nonce for item in nonces])
    first = drawn_first(mix, len(table.seats)) if setup.first == "random" else setup.first
    if setup.orientations == "random":
        orientations = drawn_orientations(mix, len(boards_of(setup).boards))
    else:
        orientations = tuple(setup.orientations)
    return Decision([Started(first, list(orientations), list(nonces))])
