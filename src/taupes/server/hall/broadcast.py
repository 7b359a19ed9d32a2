"""What those who follow a table are told: updates, answers, refusals."""

from taupes.server.clock import now_ms
from taupes.server.hall.live import Live, Wish
from taupes.table.encoding import encode, marked_text, may_see, refused_text, update_texts
from taupes.table.entries import Entry
from taupes.table.refusals import Refusal
from taupes.table.replies import Done
from taupes.table.table import Table


def tell_all(live: Live, before: Table, entries: list[Entry], wish: Wish | None) -> None:
    """Show everybody what happened; whoever asked for it is told so in the same message."""
    followers = live.followers
    if not followers:
        return
    text = update_texts(before, live.table, entries, now_ms())
    origin, mark = (None, None) if wish is None else (wish.follower, wish.id)
    for follower in list(followers):
        data = text(follower.person)
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
