"""Checks of every request: who may send it, how large it is, what its answer may load.

On loopback the name in the Host header must be one of this machine, so that a page
elsewhere cannot reach the desk under a name of its own (DNS rebinding). Anywhere else a
token is asked for, once in the address and then in a cookie.
"""

from hmac import compare_digest
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sim.desk.render import policy_digests

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1", "[::1]"})
BODY_MOST = 64 * 1024
"""The most bytes of a form."""
_TOKEN = "fracas_token"  # noqa: S105 - the name of a cookie
_ADDRESS_MOST = 2_000
_POLICY = "; ".join(
    (
        "default-src 'none'",
        f"style-src 'self' {policy_digests('.css')}",
        f"script-src 'self' {policy_digests('.js')}",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # Not "no-referrer": under that browsers send "Origin: null" with our own forms too.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}


class Guard:
    """The application *app*, behind these checks; with a *token* it is asked for."""

    def __init__(self, app: ASGIApp, token: str = "") -> None:
        self._app = app
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        refusal = self._refusal(scope)
        if refusal is not None:
            await refusal(scope, receive, answer)
            return
        await self._app(scope, _bounded(receive), answer)

    def _refusal(self, scope: Scope) -> PlainTextResponse | RedirectResponse | None:
        headers = Headers(scope=scope)
        if len(scope["query_string"]) + len(scope["path"]) > _ADDRESS_MOST:
            return PlainTextResponse("the address is too long", 414)
        if not self._token and _host(headers.get("host", "")) not in LOOPBACK:
            message = "this desk answers on this machine alone, by 127.0.0.1"
            return PlainTextResponse(message, 421)
        if self._token:
            refusal = self._ask_token(scope, headers)
            if refusal is not None:
                return refusal
        if scope["method"] not in {"GET", "HEAD"} and not _own_form(headers):
            return PlainTextResponse("this form was sent from another page", 403)
        if int(_digits(headers.get("content-length", "0"))) > BODY_MOST:
            return PlainTextResponse("the form is too large", 413)
        return None

    def _ask_token(
        self, scope: Scope, headers: Headers
    ) -> PlainTextResponse | RedirectResponse | None:
        """Return None if the request has the token; else a redirection or a refusal."""
        given = parse_qsl(scope["query_string"].decode("latin-1"))
        rest = [(name, value) for name, value in given if name != "token"]
        tokens = [value for name, value in given if name == "token"]
        if tokens and _same(tokens[0], self._token) and scope["method"] == "GET":
            where = scope["path"] + (f"?{urlencode(rest)}" if rest else "")
            # Two slashes would lead to another host.
            redirection = RedirectResponse("/" + where.lstrip("/\\"), 303)
            redirection.set_cookie(
                _TOKEN, self._token, httponly=True, samesite="strict"
            )
            return redirection
        cookies = cookie_parser(headers.get("cookie", ""))
        if _same(cookies.get(_TOKEN, ""), self._token):
            return None
        message = "this desk asks for a token: open the address that it printed"
        return PlainTextResponse(message, 401)


def _same(given: str, expected: str) -> bool:
    return compare_digest(given.encode("utf-8", "replace"), expected.encode())


def _host(value: str) -> str:
    """Return the name in a Host header, without the port."""
    value = value.lower()
    if value.startswith("["):
        return value.partition("]")[0] + "]"
    return value.rpartition(":")[0] or value if value.count(":") == 1 else value


def _digits(value: str) -> str:
    return value if value.isdecimal() and len(value) < 20 else str(BODY_MOST + 1)  # noqa: PLR2004 - a number of bytes


def _own_form(headers: Headers) -> bool:
    """Whether a form was sent by one of our pages, as far as the browser says."""
    site = headers.get("sec-fetch-site", "same-origin")
    origin = headers.get("origin")
    if site not in {"same-origin", "none"}:
        return False
    return origin is None or origin.partition("://")[2] == headers.get("host", "")


def _bounded(receive: Receive) -> Receive:
    """Return *receive*, which ends a body that becomes too large."""
    total = 0

    async def bounded() -> Message:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > BODY_MOST:
            return {"type": "http.disconnect"}
        return message

    return bounded
