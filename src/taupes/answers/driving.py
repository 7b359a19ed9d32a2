"""What is done at a table for a seat that no person decides for."""

from msgspec.structs import replace

from taupes.answers.thinking import Reply
from taupes.bots import choices, without_asking
from taupes.rules import DISCS, State
from taupes.table.actions import PlayerAction, TurnAction, action_of
from taupes.table.fairness import digits, drawn_number
from taupes.table.replies import Weighed
from taupes.table.table import Play, Table


def level_of_seat(table: Table, seat: int) -> str:
    """The bot that plays for a seat."""
    return table.seats[seat].level or table.setup.stand_in


def seed_of_thought(table: Table) -> str:
    """What a bot's chances follow from: nobody can foresee it."""
    return digits(table.seed, f"bot:{_moment(table)}")


def _moment(table: Table) -> int:
    """What tells this decision from all others: the same for everybody who plays a day alike."""
    is_daily = table.day is not None and table.play is not None
    return len(table.play.events) if is_daily and table.play else table.number


def only_reply(state: State) -> Reply | None:
    """What is done without asking anybody, if there is nothing to decide."""
    thought = without_asking(state)
    if thought is None:
        return None
    only = action_of(thought.choice)
    return Reply(only, [Weighed(only)])


def any_action(table: Table, play: Play) -> PlayerAction:
    """A legal action without a plan; which one follows from the seed, so nobody can foresee it."""
    options = choices(play.state)
    choice = options[drawn_number(table.seed, f"auto:{_moment(table)}", len(options))]
    return with_slot(action_of(choice), play)


def with_slot(action: PlayerAction, play: Play) -> PlayerAction:
    """A bot's wish to turn a disc, with the first slot that is face down: all are as good."""
    if not isinstance(action, TurnAction):
        return action
    row = play.rows[play.state.turn]
    return replace(action, slot=next((s for s in range(len(DISCS)) if not row[s]), 0))
