"""The desk of one store: its workers, its tables, and the forms it takes back."""

import hashlib
import hmac
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from http import HTTPStatus
from secrets import token_hex, token_urlsafe
from typing import Any
from urllib.parse import parse_qsl

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sim.desk.jobs import Job, Lane
from sim.desk.judging import Step
from sim.desk.named import store_label
from sim.desk.offers import Offer, Offers
from sim.desk.render import render
from sim.desk.sitting import Table
from sim.desk.work import work
from sim.errors import UnknownNameError

WORDS_MOST = 500
"""The most characters of anything that is typed in."""
DONE_MOST = 2_000
"""The most choices of a table, and steps of a round."""
_QUICK_SECONDS, _SLOW_SECONDS = 20.0, 90.0
_MOMENT = 3.0
"""A request waits this long for a page, and then says that it is being computed."""
_TABLES = 100
_COOKIE = "fracas_form"
_COOKIES = re.compile(r"[A-Za-z0-9_-]{43}")
_ID = re.compile(r"[0-9a-f]{32}")
_FORM = "application/x-www-form-urlencoded"
_FIELDS = 20

Page = Callable[[Request], Awaitable[Response]]
"""The handler of a request."""


class Sitting(Struct):
    """A table where somebody plays, or a round that somebody judges.

    *kept* is the conflict or file in which its present state was saved, "" if it was
    not. *turn* counts the steps done and taken back: a form of an earlier turn answers
    a question that is no longer asked.
    """

    table: Table
    done: tuple[Step, ...] = ()
    kept: str = ""
    turn: int = 0

    def is_past(self, form: Mapping[str, str]) -> bool:
        """Whether *form* is of an earlier turn: on another page, or sent twice."""
        return form.get("turn", str(self.turn)) != str(self.turn)

    def keep(self, turn: int, where: str) -> None:
        """Record *where* the state of a *turn* was kept, if it is still that turn."""
        if turn == self.turn:
            self.kept = where


class Desk:
    """The desk of one *store*, into which it writes only with *write*.

    *scenarios* are files that may be played and judged too. With 0 *workers* everything
    is computed in this process, without limits of time: for tests alone.
    """

    def __init__(
        self,
        store: str,
        *,
        write: bool = False,
        workers: int = 2,
        scenarios: Sequence[str] = (),
    ) -> None:
        self.store = store
        self.offers = Offers(store, scenarios)
        self.write = write
        self._quick = Lane(work, workers=min(workers, 1), seconds=_QUICK_SECONDS)
        self._slow = Lane(work, workers=workers, seconds=_SLOW_SECONDS)
        self._tables: OrderedDict[str, Sitting] = OrderedDict()
        self._latest: OrderedDict[tuple[Any, ...], str] = OrderedDict()
        self._secret = token_hex(32).encode()

    def close(self) -> None:
        """End all workers."""
        self._quick.close()
        self._slow.close()

    async def at_once(self, kind: str, name: str = "", *given: object) -> Any:  # noqa: ANN401 - of any job
        """Return the result of a job that is done quickly."""
        job = Job(kind, self.store, name, given)
        return await self._quick.ask(job, wait=_QUICK_SECONDS + 5)

    async def in_time(self, kind: str, name: str, *given: Any) -> Response:  # noqa: ANN401 - of any job
        """Return a page that is computed once, or one that says it is under way."""
        mark = await self.at_once("mark", name.rpartition("-")[0] or name)
        job = Job(kind, self.store, name, given, mark)
        page = await self._slow.ask(job, wait=_MOMENT, keep=True)
        if page is not None:
            self._latest[kind, name, given] = page
            while len(self._latest) > _TABLES:
                self._latest.popitem(last=False)
            return HTMLResponse(page)
        # What grows faster than it is computed is shown as it was a moment ago.
        earlier = self._slow.latest(job) or self._latest.get((kind, name, given))
        if earlier is not None:
            return HTMLResponse(earlier, headers={"x-fracas-earlier": "yes"})
        busy = render("busy.html", store=store_label(self.store), seconds=_SLOW_SECONDS)
        return HTMLResponse(busy, HTTPStatus.ACCEPTED)

    def put(self, table: Table) -> str:
        """Keep a table, of the newest few, and return its id."""
        name = token_hex(16)
        self._tables[name] = Sitting(table)
        while len(self._tables) > _TABLES:
            self._tables.popitem(last=False)
        return name

    def sitting(self, request: Request, *, plays: bool) -> Sitting:
        """Return the table that a request is about; raises HTTPException if it is gone.

        Somebody *plays* there, or else judges.
        """
        name = request.path_params["table"]
        sitting = self._tables.get(name) if _ID.fullmatch(name) else None
        if sitting is None or plays != bool(sitting.table.seat):
            message = "this table is not there any more: begin another"
            raise HTTPException(HTTPStatus.NOT_FOUND, message)
        return sitting

    def offered(self, name: str) -> Offer:
        """Return the scenario that is offered by a name; raises HTTPException."""
        try:
            return self.offers.offer(name)
        except UnknownNameError as error:
            raise HTTPException(HTTPStatus.NOT_FOUND, str(error)) from None

    def check_writes(self) -> None:
        """Raise HTTPException where nothing may be written."""
        if not self.write:
            message = "this desk only shows: start it with --write"
            raise HTTPException(HTTPStatus.FORBIDDEN, message)

    def parts(
        self, request: Request, sitting: Sitting | None = None, *, past: bool = False
    ) -> tuple[dict[str, Any], str]:
        """Return the values that a page with forms is given, and its cookie.

        A page may be of a *sitting*; *past* says it answers a form of an earlier turn.
        """
        cookie = request.cookies.get(_COOKIE, "")
        if _COOKIES.fullmatch(cookie) is None:
            cookie = token_urlsafe(32)
        path = request.url.path
        parts = {
            "store": store_label(self.store),
            "csrf": self._signed(cookie),
            "write": self.write,
            "here": path.removesuffix("/keep").removesuffix("/save"),
            "kept": sitting.kept if sitting else "",
            "turn": sitting.turn if sitting else 0,
            "past": past,
        }
        return parts, cookie

    async def form(self, request: Request) -> Mapping[str, str]:
        """Return what a form sent; raises HTTPException if it was not one of ours."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip()
        if kind != _FORM:
            raise HTTPException(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "expected a form")
        try:
            text = (await request.body()).decode()
            given = parse_qsl(text, keep_blank_values=True, max_num_fields=_FIELDS)
        except ValueError:
            message = "the form could not be read"
            raise HTTPException(HTTPStatus.BAD_REQUEST, message) from None
        fields = dict(given)
        cookie = request.cookies.get(_COOKIE, "")
        sent, due = fields.get("csrf", "").encode(), self._signed(cookie).encode()
        if not cookie or not hmac.compare_digest(sent, due):
            message = "this form is of another visit: open the page again"
            raise HTTPException(HTTPStatus.FORBIDDEN, message)
        return fields

    def _signed(self, cookie: str) -> str:
        """Return what a form must send with *cookie*, so that it is one of ours."""
        text = cookie.encode("utf-8", "replace")
        return hmac.new(self._secret, text, hashlib.sha256).hexdigest()


def with_cookie(page: str, cookie: str, status: int = 200) -> Response:
    """Return a page with forms, and the cookie that they need."""
    response = HTMLResponse(page, status)
    response.set_cookie(_COOKIE, cookie, httponly=True, samesite="strict")
    return response
