"""The desk as a server: where it listens, and what it prints about itself."""

from secrets import token_urlsafe

import uvicorn
from starlette.applications import Starlette

from sim.desk.guard import LOOPBACK

_WAITING, _SECONDS = 64, 10


def token_for(host: str) -> str:
    """Return the token that a desk at *host* asks for; "" on this machine alone."""
    return "" if host in LOOPBACK else token_urlsafe(24)


def address(host: str, port: int, token: str) -> str:
    """Return the address to open in a browser."""
    shown = f"[{host}]" if ":" in host and not host.startswith("[") else host
    return f"http://{shown}:{port}/{f'?token={token}' if token else ''}"


def serve(app: Starlette, host: str, port: int) -> None:
    """Let *app* answer at *host* and *port*, until it is interrupted."""
    uvicorn.run(
        app,
        host=host.strip("[]"),
        port=port,
        log_level="error",
        access_log=False,
        server_header=False,
        limit_concurrency=_WAITING,
        timeout_keep_alive=_SECONDS,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=16 * 1024,
    )
