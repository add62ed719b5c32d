"""The application: all addresses, behind the guard, and what refusals look like."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from http import HTTPStatus

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response

from sim.desk.desk import Desk
from sim.desk.guard import Guard
from sim.desk.jobs import RefusedError
from sim.desk.named import folders_of, store_label, without_folders
from sim.desk.render import render
from sim.desk.tables import PlayTables, Rounds
from sim.desk.views import Views


def create_app(
    store: str,
    *,
    write: bool = False,
    token: str = "",
    workers: int = 2,
    scenarios: Sequence[str] = (),
) -> Starlette:
    """Return the application that shows *store*, with a *token* to those who have it.

    *scenarios* are files that are offered to play and to judge. Raises the errors of
    `load` for one that cannot be used.
    """
    desk = Desk(store, write=write, workers=workers, scenarios=scenarios)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncGenerator[None, None]:
        yield
        desk.close()

    refused = _refusing(store)
    rooms = (PlayTables(desk), Rounds(desk), Views(desk))
    return Starlette(
        routes=[route for room in rooms for route in room.routes()],
        middleware=[Middleware(Guard, token=token)],
        exception_handlers={
            HTTPException: refused,
            RefusedError: refused,
            ClientDisconnect: refused,
        },
        lifespan=lifespan,
    )


def _refusing(store: str) -> Callable[[Request, Exception], Response]:
    """Return the handler of requests that cannot be answered: it says why."""
    folders = folders_of(store)

    def refused(_request: Request, error: Exception) -> Response:
        status, said = int(HTTPStatus.BAD_REQUEST), "the form could not be read"
        if isinstance(error, HTTPException):
            status, said = error.status_code, error.detail
        elif isinstance(error, RefusedError):
            status, said = error.status, str(error)
        said = without_folders(said, folders)
        page = render(
            "refused.html", store=store_label(store), said=said, status=status
        )
        return HTMLResponse(page, status)

    return refused
