"""Hints for people at tables: asked of a bot, one question each at a time."""

from taupes.answers.hints import LEVEL, hint_given, hint_refusal, seed_of_hint
from taupes.server.hall.live import Follower, Live
from taupes.server.tasks import Tasks
from taupes.server.workers.bots import Asker, BotPool, Crowded, NoThought
from taupes.table import messages
from taupes.table.encoding import encode, refused_text
from taupes.table.refusals import Refusal
from taupes.table.table import Table


class Hints:
    """Lets a bot think for people, one question each at a time."""

    def __init__(self, pool: BotPool, tasks: Tasks, seconds: float) -> None:
        self._pool = pool
        self._tasks = tasks
        self._seconds = seconds
        self._asking: set[str] = set()
        """People whose question a bot is thinking about."""

    def ask(self, live: Live, follower: Follower, message: messages.Hint) -> Refusal | None:
        """Answer as soon as a bot has thought about it, or say why not."""
        no = hint_refusal(live.table, message.seat, follower.person)
        if no is None and follower.person in self._asking:
            no = Refusal("too_fast")
        if no is None:
            self._asking.add(follower.person)
            self._tasks.spawn(self._answer(live.table, follower, message))
        return no

    async def _answer(self, table: Table, follower: Follower, message: messages.Hint) -> None:
        play = table.play
        assert play is not None  # noqa: S101 - somebody is to act
        seed = seed_of_hint(table)
        try:
            asker = Asker(follower.address, follower.person)
            reply = await self._pool.choose(play.state, LEVEL, seed, self._seconds, asker)
        except (NoThought, Crowded):
            follower.push(refused_text(Refusal("no_hint"), follower.language, message.id, table))
        else:
            follower.push(encode(hint_given(table, play, reply, message)))
        finally:
            self._asking.discard(follower.person)
