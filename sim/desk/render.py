"""Templates of the desk, beside those of pages that are sent."""

import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from sim.pages.render import with_escapes

_META = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>\n?')
_SKIP = '<a class="skip" href="#main">Skip to the text</a>\n'
_ALONE = " This page is one file and asks nothing of the network."
_MAIN = '<main id="main">'
_STYLE = '<link rel="stylesheet" href="/desk.css">\n'
_AGAIN = '<noscript><meta http-equiv="refresh" content="10"></noscript>\n'
_FOLLOWS = '<script src="/desk.js"></script>\n'


def render(template: str, **parts: Any) -> str:  # noqa: ANN401 - whatever it shows
    """Return the page of the desk that *template* makes of *parts*."""
    return _ENVIRONMENT.get_template(template).render(parts, version=version("fracas"))


def in_desk_frame(
    page: str, store: str, links: Sequence[tuple[str, str]], *, grown: str = ""
) -> str:
    """Return a page that could be sent as a page of the desk, with links back.

    The desk's own header says what it may load. With *grown* it follows the events at
    that address. No text of a record looks like a place that is replaced here, since
    every < in a text is escaped.
    """
    nav = _ENVIRONMENT.get_template("nav.html").render(store=store, links=links)
    page = _META.sub("", page, count=1)
    more = _STYLE + (_AGAIN if grown else "")
    page = page.replace("</head>", f"{more}</head>", 1)
    page = page.replace(_SKIP, f"{_SKIP}{nav}\n", 1).replace(_ALONE, "", 1)
    if grown:
        page = page.replace(_MAIN, f'<main id="main" data-grown="{grown}">', 1)
        page = page.replace("</body>", f"{_FOLLOWS}</body>", 1)
    return page


def static_text(name: str) -> str:
    """Return the text of a style or script: of the desk, or of pages."""
    for package in ("sim.desk", "sim.pages"):
        path = files(package).joinpath("templates", name)
        if path.is_file():
            return path.read_text("utf-8")
    raise FileNotFoundError(name)


def policy_digests(suffix: str) -> str:
    """Return the digests of inline styles or scripts, for the security policy."""
    entries = files("sim.pages").joinpath("templates").iterdir()
    texts = [file.read_bytes() for file in entries if file.name.endswith(suffix)]
    return " ".join(
        f"'sha256-{b64encode(sha256(text).digest()).decode()}'" for text in texts
    )


_ENVIRONMENT = Environment(
    loader=ChoiceLoader([PackageLoader("sim.desk"), PackageLoader("sim.pages")]),
    autoescape=True,
    undefined=StrictUndefined,
    finalize=with_escapes,
    trim_blocks=True,
    lstrip_blocks=True,
)
