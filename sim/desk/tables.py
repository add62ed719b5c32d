"""Addresses of forms: a seat to play at, and a round to judge."""

from http import HTTPStatus
from secrets import token_hex

from msgspec import structs
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from sim.desk.desk import DONE_MOST, WORDS_MOST, Desk, Sitting, with_cookie
from sim.desk.judging import Kind, RoundState, Step
from sim.desk.sitting import Table, TableState

_SEE, _CONFLICT = HTTPStatus.SEE_OTHER, HTTPStatus.CONFLICT
_DIGITS = 5
_ASKED = ("scenario", "seat", "agent")


class PlayTables:
    """The handlers of requests of those who play."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def routes(self) -> list[Route]:
        """Return the addresses."""
        return [
            Route("/play", self._begin, methods=["POST"]),
            Route("/play/{table}", self._show),
            Route("/play/{table}", self._choose, methods=["POST"]),
            Route("/play/{table}/keep", self._keep, methods=["POST"]),
        ]

    async def _table_state(
        self,
        request: Request,
        table: Table,
        sitting: Sitting | None = None,
        *,
        past: bool = False,
    ) -> TableState:
        parts, _ = self._desk.parts(request, sitting, past=past)
        sat: TableState = await self._desk.at_once("sit", "", table, parts)
        return sat

    async def _begin(self, request: Request) -> Response:
        form = await self._desk.form(request)
        scenario, seat, agent = (form.get(field, "") for field in _ASKED)
        if not seat or max(map(len, (scenario, seat, agent))) > WORDS_MOST:
            raise HTTPException(HTTPStatus.BAD_REQUEST, "expected a seat to sit at")
        table = Table(self._desk.offered(scenario), seat, agent, token_hex(16))
        await self._table_state(request, table)  # refuses what cannot be begun
        return RedirectResponse(f"/play/{self._desk.put(table)}", _SEE)

    async def _show(self, request: Request) -> Response:
        return await self._page(request, self._desk.sitting(request, plays=True))

    async def _page(
        self, request: Request, sitting: Sitting, *, past: bool = False
    ) -> Response:
        """Return what is asked now; *past*: instead of what was answered already."""
        sat = await self._table_state(request, sitting.table, sitting, past=past)
        cookie = self._desk.parts(request)[1]
        return with_cookie(sat.page, cookie, _CONFLICT if past else HTTPStatus.OK)

    async def _choose(self, request: Request) -> Response:
        sitting = self._desk.sitting(request, plays=True)
        form = await self._desk.form(request)
        if sitting.is_past(form):
            return await self._page(request, sitting, past=True)
        turn = sitting.turn
        choices, text = sitting.table.choices, form.get("choice", "")
        if "undo" in form:
            choices = choices[:-1]
        elif len(choices) >= DONE_MOST:
            message = "this conflict has too many choices for a form"
            raise HTTPException(HTTPStatus.BAD_REQUEST, message)
        elif text.isascii() and text.isdecimal() and len(text) <= _DIGITS:
            choices = (*choices, int(text))
        else:
            message = "expected the number of an option"
            raise HTTPException(HTTPStatus.BAD_REQUEST, message)
        table = structs.replace(sitting.table, choices=choices)
        await self._table_state(request, table)  # refuses what cannot be chosen
        if sitting.turn != turn:  # another request was faster
            return await self._page(request, sitting, past=True)
        sitting.table, sitting.kept, sitting.turn = table, "", turn + 1
        return RedirectResponse(request.url.path, _SEE)

    async def _keep(self, request: Request) -> Response:
        sitting = self._desk.sitting(request, plays=True)
        form = await self._desk.form(request)
        self._desk.check_writes()
        if sitting.is_past(form):
            return await self._page(request, sitting, past=True)
        table, turn = sitting.table, sitting.turn
        if not (await self._table_state(request, table)).over:
            message = "the conflict is not over yet"
            raise HTTPException(HTTPStatus.BAD_REQUEST, message)
        if not sitting.kept:
            sitting.keep(turn, await self._desk.at_once("keep", "", table))
        return RedirectResponse(f"/play/{request.path_params['table']}", _SEE)


class Rounds:
    """The handlers of requests of those who judge."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def routes(self) -> list[Route]:
        """Return the addresses."""
        return [
            Route("/judge", self._begin, methods=["POST"]),
            Route("/judge/{table}", self._show),
            Route("/judge/{table}", self._take, methods=["POST"]),
            Route("/judge/{table}/round.toml", self._download),
            Route("/judge/{table}/save", self._save, methods=["POST"]),
        ]

    async def _round_state(
        self, request: Request, sitting: Sitting, *more: Step, past: bool = False
    ) -> tuple[RoundState, str]:
        parts, cookie = self._desk.parts(request, sitting, past=past)
        done = (*sitting.done, *more)
        judged: RoundState = await self._desk.at_once(
            "round", "", sitting.table.scenario, done, parts
        )
        return judged, cookie

    async def _begin(self, request: Request) -> Response:
        name = (await self._desk.form(request)).get("scenario", "")
        table = Table(self._desk.offered(name))
        return RedirectResponse(f"/judge/{self._desk.put(table)}", _SEE)

    async def _show(self, request: Request) -> Response:
        sitting = self._desk.sitting(request, plays=False)
        return await self._page(request, sitting)

    async def _page(
        self, request: Request, sitting: Sitting, *, past: bool = False
    ) -> Response:
        """Return what is asked now; *past*: instead of what was answered already."""
        judged, cookie = await self._round_state(request, sitting, past=past)
        return with_cookie(judged.page, cookie, _CONFLICT if past else HTTPStatus.OK)

    async def _take(self, request: Request) -> Response:
        sitting = self._desk.sitting(request, plays=False)
        form = await self._desk.form(request)
        if sitting.is_past(form):
            return await self._page(request, sitting, past=True)
        turn = sitting.turn
        words = form.get("words", form.get("choice", "")).strip()
        kind: Kind = "answer"
        if "undo" in form:
            kind = "undo"
        elif "claim" in form:
            kind = "claim"
        if kind != "undo" and not 0 < len(words) <= WORDS_MOST:
            message = f"expected some words, at most {WORDS_MOST} characters"
            raise HTTPException(HTTPStatus.BAD_REQUEST, message)
        if len(sitting.done) >= DONE_MOST:
            message = "this round is too long for a form"
            raise HTTPException(HTTPStatus.BAD_REQUEST, message)
        judged, cookie = await self._round_state(request, sitting, (kind, words))
        if judged.refused:
            status = HTTPStatus.UNPROCESSABLE_ENTITY
            return with_cookie(judged.page, cookie, status)
        if sitting.turn != turn:  # another request was faster
            return await self._page(request, sitting, past=True)
        sitting.done, sitting.kept = (*sitting.done, (kind, words)), ""
        sitting.turn = turn + 1
        return RedirectResponse(request.url.path, _SEE)

    async def _download(self, request: Request) -> Response:
        sitting = self._desk.sitting(request, plays=False)
        judged, _ = await self._round_state(request, sitting)
        named = {"content-disposition": 'attachment; filename="round.toml"'}
        return PlainTextResponse(judged.transcript, headers=named)

    async def _save(self, request: Request) -> Response:
        sitting = self._desk.sitting(request, plays=False)
        form = await self._desk.form(request)
        self._desk.check_writes()
        if sitting.is_past(form):
            return await self._page(request, sitting, past=True)
        if not sitting.kept:
            turn, scenario = sitting.turn, sitting.table.scenario
            saved = await self._desk.at_once("save", "", scenario, sitting.done)
            sitting.keep(turn, saved)
        return RedirectResponse(f"/judge/{request.path_params['table']}", _SEE)
