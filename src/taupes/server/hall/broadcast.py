"""What those who follow a table are told: updates, answers, refusals."""

from msgspec.structs import replace

from taupes.server.clock import now_ms
from taupes.server.hall.live import Live, Wish
from taupes.table.encoding import encode, marked_text, may_see, refused_text
from taupes.table.entries import Entry
from taupes.table.projection import has_new_hands, update_of
from taupes.table.refusals import Refusal
from taupes.table.replies import Done
from taupes.table.table import Table


def tell_all(live: Live, before: Table, entries: list[Entry], wish: Wish | None) -> None:
    """Show everybody what happened; whoever asked for it is told so in the same message.

    The update is the same for all, and made into JSON once; only when seats change hands is it
    said to each which are theirs.
    """
    followers = live.followers
    if not followers:
        return
    after = live.table
    update = update_of(before, after, entries, now_ms())
    origin, mark = (None, None) if wish is None else (wish.follower, wish.id)
    is_same = not has_new_hands(before, after)
    data = encode(update)
    for follower in list(followers):
        if not is_same:
            person = follower.person
            is_owner = person == after.owner
            data = encode(replace(update, you=after.seats_of(person), owner=is_owner))
        is_answer = follower is origin and mark is not None
        follower.push(marked_text(data, mark) if is_answer else data)  # type: ignore[arg-type]


def send_spectators_out(live: Live) -> None:
    """A table that is not shown to others has started."""
    for follower in list(live.followers):
        if not may_see(live.table, follower.person):
            del live.followers[follower]
            no = Refusal("no_spectators")
            follower.push(refused_text(no, follower.language, None, live.table))


def tell_done(live: Live, wish: Wish, number: int) -> None:
    """A wish was carried out, now or when it came first."""
    if wish.follower is not None:
        wish.follower.push(encode(Done(wish.id, live.table.id, number)))
    if wish.done is not None:
        wish.done(number)


def tell_refused(live: Live, wish: Wish, refusal: Refusal) -> None:
    """A wish was not carried out."""
    if wish.follower is not None:
        wish.follower.push(refused_text(refusal, wish.follower.language, wish.id, live.table))
    if wish.refused is not None:
        wish.refused(refusal)
