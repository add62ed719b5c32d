"""Addresses that show what the store holds, and where a table begins."""

import asyncio
import re
from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import Literal

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    PlainTextResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route

from sim.desk.desk import Desk, Page, with_cookie
from sim.desk.finding import read_query
from sim.desk.jobs import RefusedError
from sim.desk.named import CONFLICT, RUN
from sim.desk.render import render, static_text

_STREAMS = 20
_LIVE_SECONDS, _LOOK_SECONDS = 600.0, 2.0
_DIGITS = 9
_OWN = {
    "page.css": "text/css",
    "desk.css": "text/css",
    "page.js": "text/javascript",
    "desk.js": "text/javascript",
}


class Views:
    """The handlers of requests to look at something."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._streams = 0

    def routes(self) -> list[Route]:
        """Return the addresses."""
        return [
            Route("/", self._everything),
            Route("/runs/{name}", self._run),
            Route("/runs/{name}/result", self._in_time("result", RUN, "run")),
            Route("/runs/{name}/audit", self._in_time("audit", RUN, "run")),
            Route("/conflicts/{name}", self._of_conflict("story")),
            Route("/conflicts/{name}/analysis", self._of_conflict("analysis")),
            Route("/conflicts/{name}/audit", self._of_conflict("audit")),
            Route("/tournaments/{name}", self._in_time("contest", RUN, "tournament")),
            Route("/tournaments/{name}/grown", self._grown),
            Route("/play", self._begin("play")),
            Route("/judge", self._begin("judge")),
            Route("/{file}", self._static),
        ]

    async def _everything(self, request: Request) -> Response:
        keys = ("runs", "tournaments", "playtests")
        pages = {key: _page_number(request, key) for key in keys}
        return HTMLResponse(await self._desk.at_once("store", "", pages))

    async def _run(self, request: Request) -> Response:
        name, page = _named(request, RUN, "run"), _page_number(request, "page")
        wanted = read_query(request.query_params)
        if wanted:  # every line of the run is read, which may take a while
            return await self._desk.in_time("run", name, page, wanted)
        return HTMLResponse(await self._desk.at_once("run", name, page, wanted))

    def _in_time(self, kind: str, pattern: re.Pattern[str], what: str) -> Page:
        async def page(request: Request) -> Response:
            return await self._desk.in_time(kind, _named(request, pattern, what))

        return page

    def _of_conflict(self, kind: str) -> Page:
        return self._in_time(kind, CONFLICT, "conflict")

    async def _grown(self, request: Request) -> Response:
        name = _named(request, RUN, "tournament")
        if self._streams >= _STREAMS:
            message = "too many look at once: reload instead"
            raise HTTPException(HTTPStatus.SERVICE_UNAVAILABLE, message)
        marks = self._marks(name, request)
        return StreamingResponse(marks, media_type="text/event-stream")

    async def _marks(self, name: str, request: Request) -> AsyncIterator[str]:
        """Yield an event whenever the tournament has grown, for a while."""
        self._streams += 1
        try:
            mark = await self._desk.at_once("mark", name)
            yield "retry: 5000\n\n"
            for _ in range(int(_LIVE_SECONDS / _LOOK_SECONDS)):
                await asyncio.sleep(_LOOK_SECONDS)
                if await request.is_disconnected():
                    return
                now = await self._desk.at_once("mark", name)
                yield ": same\n\n" if now == mark else f"event: grown\ndata: {now}\n\n"
                mark = now
        except RefusedError:
            return
        finally:
            self._streams -= 1

    def _begin(self, what: Literal["play", "judge"]) -> Page:
        """Return the page where a table begins: which scenario, then who sits where."""

        async def page(request: Request) -> Response:
            parts, cookie = self._desk.parts(request)
            name = request.query_params.get("scenario", "")
            offered = None
            if name:
                offer = self._desk.offered(name)
                offered = await self._desk.at_once("offered", "", offer)
            offers = self._desk.offers
            html = render(
                "begin.html",
                **parts,
                what=what,
                scenario=name,
                titles=await run_in_threadpool(lambda: offers.titles),
                offered=offered,
            )
            return with_cookie(html, cookie)

        return page

    async def _static(self, request: Request) -> Response:
        name = request.path_params["file"]
        if name not in _OWN:
            raise HTTPException(HTTPStatus.NOT_FOUND, "there is nothing here")
        return PlainTextResponse(static_text(name), media_type=_OWN[name])


def _page_number(request: Request, key: str) -> int:
    """Return the page that is asked for; raises HTTPException for what is no number."""
    text = request.query_params.get(key, "1")
    if text.isascii() and text.isdecimal() and len(text) <= _DIGITS and int(text):
        return int(text)
    message = "expected the number of a page, from 1"
    raise HTTPException(HTTPStatus.BAD_REQUEST, message)


def _named(request: Request, pattern: re.Pattern[str], what: str) -> str:
    name: str = request.path_params["name"]
    if pattern.fullmatch(name) is None:
        raise HTTPException(HTTPStatus.NOT_FOUND, f"this is no id of a {what}")
    return name
