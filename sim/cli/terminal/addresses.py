"""Refuse the address of a database in any argument that is not a store.

An agent, a seed or a change is parsed, repeated in messages and recorded, and so would
be a password in it. Only a store may have one, and it is printed without it.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import click

_ADDRESS = re.compile(r"\w://.*@", re.DOTALL)
"""A password may have any character, even those that separate parts of an address."""
_PASSWORD = re.compile(r"://\S*[?&;](?:ssl)?password=")
_PAGE = re.compile(r"""\bhttps?://[\w.-]+(?::\d+)?(?![^\s/?#,;'"])""")
"""A web address without a user: an agent's program may be given one, and an @ later."""
_STORES = re.compile(r"STORE|URL|NEW")
"""The names in help of values that may be a store."""
_ELSEWHERE = "an address with a user or password in it, which only a store may have"


def refuse_addresses(
    command: click.Command, ctx: click.Context, args: Sequence[str]
) -> None:
    """Raise UsageError if *args* give *command* an address that is no store's."""
    if ctx.resilient_parsing or not any(map(_is_address, args)):
        return
    given, extra, _ = command.make_parser(ctx).parse_args(list(args))
    refuse_address(extra, ctx)
    for param in command.get_params(ctx):
        metavar = param.make_metavar(ctx)
        if not _STORES.search(metavar) and _has_address(given.get(param.name or "")):
            option = isinstance(param, click.Option)
            name = max(param.opts, key=len) if option else metavar.strip("[].")
            message = f"{name} has {_ELSEWHERE}"
            raise click.UsageError(message, ctx)


def refuse_address(words: Iterable[str], ctx: click.Context) -> None:
    """Raise UsageError if one of *words*, none of them a store, is an address."""
    if _has_address(list(words)):
        message = f"{ctx.command_path} found {_ELSEWHERE}"
        raise click.UsageError(message, ctx)


def _has_address(value: Any) -> bool:  # noqa: ANN401 - whatever a parser found
    """Whether there is an address in *value*, one text or many."""
    if isinstance(value, str):
        return _is_address(value)
    many: Sequence[Any] = value if type(value) in {list, tuple} else ()
    return any(map(_has_address, many))


def _is_address(text: str) -> bool:
    """Whether *text* has an address with a user or a password in it."""
    if _PASSWORD.search(text):
        return True
    return _ADDRESS.search(_PAGE.sub("", text)) is not None
