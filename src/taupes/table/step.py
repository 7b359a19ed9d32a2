"""One step of a table: a wish becomes the entry to be stored and the table after it."""

from collections.abc import Callable

from msgspec import Struct

from taupes.table.decision import Decision
from taupes.table.entries import Entry, Secrets
from taupes.table.evolve import evolve
from taupes.table.facts import Facts, facts_of
from taupes.table.refusals import Refusal
from taupes.table.table import Table


class TableStep(Struct, frozen=True, gc=False):
    """What is stored, and what then is; until it is stored, nobody sees it."""

    entry: Entry
    after: Table
    facts: Facts | None
    """What lists are to know, if that has changed."""


def step_of(
    table: Table,
    decide: Callable[[Table], Decision | Refusal],
    person: str | None,
    message: str | None,
    now: int,
) -> TableStep | int | Refusal:
    """What a wish leads to: a step, a refusal, or the number of an entry if nothing happens.

    That is the entry a message led to when it came first, or the last one if it changes nothing.
    """
    if table.is_erased:
        return Refusal("no_such_table")
    if person is not None and message is not None:
        number = table.answer_to(person, message)
        if number is not None:
            return number
    decision = decide(table)
    if not isinstance(decision, Decision):
        return decision
    if not decision.happenings:
        return table.number
    secrets = None if person is None else Secrets(person, message)
    # Time never runs backwards at a table, whatever the machine's clock does.
    entry = Entry(table.number + 1, max(now, table.touched), decision.happenings, secrets)
    after = evolve(table, entry, decision.foreseen)
    return TableStep(entry, after, facts_of(table, after))
