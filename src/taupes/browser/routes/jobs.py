"""Routes for what is worked out: boards, replays, another move, a whole game weighed, counsel."""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from taupes.answers.boards import SVG, picture_wish
from taupes.answers.companion import hint_question, with_hint
from taupes.answers.job import Extent, JobResult, RequestRefused, perform, read
from taupes.answers.puzzles import AnswerWish, JudgeWish, ListWish, PuzzleWish
from taupes.answers.thinking import Reply
from taupes.browser.automation import SECONDS
from taupes.browser.faults import note
from taupes.browser.minds import Minds
from taupes.browser.routes.request import (
    BOARDS_BYTES,
    BODY_BYTES,
    JSON,
    RouteAnswer,
    RouteRequest,
    Spoken,
)
from taupes.table.encoding import encode
from taupes.table.refusals import Refusal

_SENT: Final = {
    ("boards", "check"): ("boards.check", BOARDS_BYTES, JSON),
    ("boards", "preview"): ("boards.preview", BOARDS_BYTES, SVG),
    ("puzzles",): ("puzzles.judge_own", BODY_BYTES, JSON),
    ("records", "check"): ("records.check", BODY_BYTES, JSON),
    ("replay",): ("replay.positions", BODY_BYTES, JSON),
    ("try",): ("replay.attempt", BODY_BYTES, JSON),
}
"""By path, what takes moments: the job, the most that may be sent, and what comes of it."""


class Turned(Struct, frozen=True):
    """How boards lie."""

    orientations: str | None = None


class DeviceJobs:
    """Works things out: what takes moments here, what takes longer where bots think."""

    def __init__(self, minds: Minds, token_bytes: Callable[[int], bytes]) -> None:
        self._minds = minds
        self._token_bytes = token_bytes

    async def answer(self, request: RouteRequest) -> RouteAnswer | None:
        """The answer, if the request is about such things."""
        match request.method, request.parts:
            case "POST", parts if parts in _SENT:
                job, most, media = _SENT[parts]
                return RouteAnswer(200, media, self.work_out(job, request.body(most)).data)
            case "GET", ("boards", name, "picture"):
                wish = picture_wish(name, request.asked(Turned).orientations)
                return RouteAnswer(200, SVG, self.work_out("boards.preview", encode(wish)).data)
            case _, ("puzzles", *names):
                return self._puzzle(request, names)
            case "POST", ("analyse",):
                return await self._analysis(request.body())
            case "POST", ("companion",):
                return await self._counsel(request.body(BOARDS_BYTES))
        return None

    def _puzzle(self, request: RouteRequest, names: Sequence[str]) -> RouteAnswer | None:
        match request.method, *names:
            case ["GET"]:
                job, wish = "puzzles.list_all", encode(ListWish(request.asked(Spoken).language))
            case ["GET", "day", day]:
                job, wish = "puzzles.of_day", encode({"day": day})
            case ["GET", puzzle]:
                job = "puzzles.show"
                wish = encode(PuzzleWish(puzzle, request.asked(Spoken).language))
            case ["POST", puzzle]:
                job = "puzzles.judge"
                wish = encode(JudgeWish(puzzle, read(request.body(), AnswerWish)))
            case _:
                return None
        return RouteAnswer(200, JSON, self.work_out(job, wish).data)

    def work_out(self, job: str, data: bytes) -> JobResult:
        """What comes of a job that takes moments; RequestRefused if nothing does."""
        return _good(perform(job, data, Extent()))

    async def _analysis(self, data: bytes) -> RouteAnswer:
        try:
            done = await self._minds.compute("analysis.weigh", data)
        except Exception as error:
            note(error)
            raise RequestRefused(Refusal("gave_up")) from error
        return RouteAnswer(200, JSON, _good(done).data)

    async def _counsel(self, data: bytes) -> RouteAnswer:
        found = self.work_out("companion.rule", data)
        if not found.extra:
            return RouteAnswer(200, JSON, found.data)
        question = hint_question(found.extra, self._token_bytes(8).hex(), SECONDS)
        try:
            reply = msgspec.json.decode(await self._minds.think(question, SECONDS), type=Reply)
        except Exception as error:
            note(error)
            raise RequestRefused(Refusal("no_hint")) from error
        return RouteAnswer(200, JSON, with_hint(found.data, reply))


def _good(done: JobResult) -> JobResult:
    if done.refusal is not None:
        raise RequestRefused(done.refusal)
    if done.failure:
        raise RequestRefused(Refusal("gave_up"))
    return done
