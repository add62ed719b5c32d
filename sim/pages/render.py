"""Rendering templates: what all pages have in common.

A page is one file without a request to anywhere. Every text that goes into it is
escaped, and characters that cannot be seen are written out. Its Content-Security-Policy
allows the page's own style and script, by their digests, and nothing else: neither
foreign content nor a script that a text might bring in.
"""

from base64 import b64encode
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from sim.reading.visible import visible

_FOLDER = "templates"


def render(template: str, **parts: Any) -> str:  # noqa: ANN401 - whatever it shows
    """Return *template* rendered with *parts*.

    Raises jinja2.UndefinedError if a part that the template needs is missing.
    """
    style, script = _own("page.css"), _own("page.js")
    allowed = (
        f"default-src 'none'; style-src {_digest(style)}; script-src {_digest(script)};"
        " base-uri 'none'; form-action 'none'"
    )
    page = _ENVIRONMENT.get_template(template)
    return page.render(
        parts,
        style=Markup(style),  # noqa: S704 - our own file
        script=Markup(script),  # noqa: S704 - our own file
        allowed=allowed,
        version=version("fracas"),
    )


def _own(name: str) -> str:
    return files("sim.pages").joinpath(_FOLDER, name).read_text("utf-8")


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def with_escapes(value: object) -> object:
    """Return *value* with invisible characters of texts written out."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return visible(value)
    return value


_ENVIRONMENT = Environment(
    loader=PackageLoader("sim.pages", _FOLDER),
    autoescape=True,
    undefined=StrictUndefined,
    finalize=with_escapes,
    trim_blocks=True,
    lstrip_blocks=True,
)
