"""The HTTP application: all routes, errors in words, the built page."""

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from taupes import __version__
from taupes.answers.job import RequestRefused
from taupes.answers.trouble import Trouble
from taupes.server.http import (
    boards,
    cards,
    companion,
    days,
    handovers,
    info,
    paper,
    people,
    push,
    puzzles,
    records,
    tables,
)
from taupes.server.http import replay as replaying
from taupes.server.http.admission import Admission
from taupes.server.http.openapi import describe
from taupes.server.http.page import add_page
from taupes.server.http.services import Services, answer, trouble
from taupes.server.journal import log
from taupes.server.storage import StorageAway
from taupes.table.refusals import Refusal


def make_api(services: Services) -> Admission:
    """The application for everything but the socket."""
    app = FastAPI(
        title="Taupes",
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.openapi = lambda: describe(app)  # type: ignore[method-assign]
    app.state.services = services
    for part in (
        info,
        boards,
        cards,
        paper,
        tables,
        days,
        records,
        replaying,
        companion,
        puzzles,
        people,
        handovers,
        push,
    ):
        app.include_router(part.router)
    page = services.settings.page
    if page is not None and (page / "index.html").is_file():
        add_page(app, services, page)
    add_errors(app)
    return Admission(app, services)


def add_errors(app: FastAPI) -> None:
    """Say in words what went wrong, whatever it was."""

    @app.exception_handler(RequestRefused)
    async def refused(request: Request, error: RequestRefused) -> Response:
        return trouble(request, error.refusal)

    @app.exception_handler(StorageAway)
    async def away(request: Request, error: StorageAway) -> Response:
        log.warning("storage away", error=type(error.__cause__).__name__)
        return trouble(request, Refusal("database_away"))

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:
        # It goes on to the door, which says in the log what it was.
        return trouble(request, Refusal("fault"))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return trouble(request, Refusal("bad_message", f"{where}: {first['msg']}"[:300]))

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404:
            return trouble(request, Refusal("not_found"))
        response = answer(Trouble("bad_message", str(error.detail)), error.status_code)
        response.headers.update(error.headers or {})
        return response
