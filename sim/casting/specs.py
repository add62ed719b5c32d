"""The text form of an agent, its spec: a name or a file, then its settings.

`bold:lead=0.5`, `path/to/file.py:Name:key=value,key=value`. A setting that begins with
@ is read from the file named after it, and one in double quotes may have commas:
`cmd:./bot:says="no, thanks"`. A setting can be an agent too, with ; in place of its own
commas: `noise:of=bold:lead=0.5;price=1,share=0.2`. `cmd:./bot:key=value` is a program
that is asked by JSON lines.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from sim.errors import AgentError
from sim.reading.hints import nearest, shortened

_OF_PROGRAM = re.compile(r"cmd:(.+?)(?::([A-Za-z_]\w*\s*=.*))?", re.DOTALL)
_OF_FILE = re.compile(r"(.+?\.py)(?::([A-Za-z_]\w*))?(?::(.*=.*))?", re.DOTALL)
_SETTING = re.compile(r"\s*[A-Za-z_]\w*\s*=")
_SET = re.compile(r"(?![\w.]*\.py:)[A-Za-z_][\w.<>#]*:[A-Za-z_]\w*=")
"""How a named agent with settings begins; no path begins like this."""
_QUOTED = re.compile(r'((?<==)"[^"]*")')
"""A value whose commas and semicolons separate nothing."""
PROGRAM = "cmd:"
"""The prefix of a program's path."""
AT = "@"
"""The prefix of a setting whose value is read from a file."""


class Spec(Struct, frozen=True):
    """An agent and its settings; *name* is a word, PATH:CLASS or cmd:PATH."""

    name: str
    settings: Mapping[str, str]


class FromFile(Struct, frozen=True):
    """An agent from a file: its path, the class in it ("" for the only one), settings.

    A *program* has no class.
    """

    path: str
    kind: str
    settings: str
    program: bool = False


def of_file(name: str) -> FromFile | None:
    """Return the file or program that *name* stands for; None if it is neither."""
    if (match := _OF_PROGRAM.fullmatch(name)) is not None:
        return FromFile(match[1], "", match[2] or "", program=True)
    if _SET.match(name) or (match := _OF_FILE.fullmatch(name)) is None:
        return None
    return FromFile(match[1], match[2] or "", match[3] or "")


def is_program(name: str) -> bool:
    """Whether the agent *name* is a program: cmd:PATH."""
    from_file = of_file(name)
    return from_file is not None and from_file.program


def parse(spec: str) -> Spec:
    """Return *spec* parsed; raises AgentError when it is malformed."""
    from_file = of_file(spec)
    if from_file is not None:
        name = (
            f"{from_file.path}:{from_file.kind}" if from_file.kind else from_file.path
        )
        name = f"{PROGRAM}{from_file.path}" if from_file.program else name
        return Spec(name, _settings(spec, from_file.settings))
    name, _, rest = spec.partition(":")
    return Spec(name.strip(), _settings(spec, rest))


def split(text: str) -> tuple[str, ...]:
    """Split *text* into specs; commas separate agents and settings alike.

    A piece of the form `key=value` belongs to the agent before it, and commas within
    `key="value"` separate nothing.
    """
    specs: list[str] = []
    for piece in _pieces(text):
        if specs and _SETTING.match(piece):
            specs[-1] += f",{piece}"
        else:
            specs.append(piece.strip())
    return tuple(specs)


def _pieces(text: str) -> list[str]:
    """Return what the commas of *text* separate, other than those of quoted values."""
    pieces = [""]
    for place, part in enumerate(_QUOTED.split(text)):
        first, *more = [part] if place % 2 else part.split(",")
        pieces[-1] += first
        pieces += more
    return pieces


def file_of(name: str) -> str | None:
    """Return the path of the file that the agent *name* is in; None if in none."""
    from_file = of_file(name)
    return None if from_file is None else from_file.path


def files_of(specs: Iterable[str], *, code: bool = False) -> Iterator[str]:
    """Yield the paths of all files that *specs* name: agents, and what settings read.

    With *code*, only those of agents. A malformed spec names none; the error is raised
    when its agent is created.
    """
    for spec in specs:
        try:
            parsed = parse(spec)
        except AgentError:
            continue
        path = file_of(parsed.name)
        if path is not None:
            yield path
        for value in parsed.settings.values():
            if value.startswith(AT):
                if not code:
                    yield value[1:]
            elif not is_program(parsed.name):
                # It may be an agent, which may be made from another in its turn.
                yield from files_of([nested_spec(value)], code=code)


def spec_hint(name: str, known: Iterable[str]) -> str:
    """Return '; did you mean ...?' for the unknown *name*; "" if nothing is near."""
    word, comma, setting = name.partition(",")
    if not comma:
        return nearest(name, known)
    return (
        f"; settings follow a colon, as in {shortened(f'{word}:{setting}')!r}, and"
        " in an agent within another ';' stands for ','"
    )


def nested_spec(setting: str) -> str:
    """Return the spec of the nested agent in a *setting*, with its own commas."""
    return "".join(
        part if place % 2 else part.replace(";", ",")
        for place, part in enumerate(_QUOTED.split(setting))
    )


def paths_of(name: str, settings: Mapping[str, object]) -> list[str]:
    """Return the files an agent is loaded from, those of nested agents included."""
    path = file_of(name)
    own = [] if path is None else [path]
    return own if is_program(name) else [*own, *inner_files(settings)]


def programs_of(name: str, settings: Mapping[str, object]) -> list[str]:
    """Return the paths of the programs that play for an agent, at any depth."""
    if is_program(name):
        return paths_of(name, settings)
    inner = (nested_spec(str(value)) for value in settings.values())
    specs = [parse(spec) for spec in inner if _names_file(spec)]
    return [path for spec in specs for path in programs_of(spec.name, spec.settings)]


def _names_file(spec: str) -> bool:
    return not spec.startswith(AT) and any(files_of([spec], code=True))


def inner_files(settings: Mapping[str, object]) -> list[str]:
    """Return the paths named by agents among *settings*, at any depth.

    An agent is made of the text of its setting, so that is what counts, even where a
    forged record has a list or a number in its place.
    """
    texts = (nested_spec(str(value)) for value in settings.values())
    named = (text for text in texts if not text.startswith(AT))
    return list(files_of(named, code=True))


def typed(value: str) -> str:
    """Return the text *value* of a setting as it is typed: in quotes if it has commas.

    One with quotes as well cannot be typed, and is returned as it is.
    """
    return f'"{value}"' if len(_pieces(value)) > 1 and '"' not in value else value


def check_reads_nothing(spec: str) -> None:
    """Raise AgentError when a setting of the nested agent *spec* is read from a file.

    Only the spec of a nested agent is recorded, not what it would read.
    """
    for value in parse(spec).settings.values():
        if value.startswith(AT):
            message = (
                f"{shortened(spec)!r} is an agent within an agent, which reads no"
                f" setting from a file, but {shortened(value)!r} is to be read"
            )
            raise AgentError(message)
        if ":" in value:
            check_reads_nothing(nested_spec(value))


def check_names_no_file(spec: str, where: str) -> None:
    """Raise AgentError if *spec*, given in *where*, runs or reads a file."""
    path = next(files_of([spec]), None)
    if path is not None:
        message = (
            f"{where} names the file {shortened(path)!r}, and only whoever runs it may:"
            " give the agent with --agents, or trust the scenario with --trust-files"
        )
        raise AgentError(message)


def _settings(spec: str, text: str) -> dict[str, str]:
    settings: dict[str, str] = {}
    if text.startswith("//"):
        # No part of it is repeated: it may have a password.
        message = "an agent is an address such as SCHEME://HOST, expected its name"
        raise AgentError(message)
    for piece in _pieces(text) if text else ():
        key, equals, value = piece.partition("=")
        if not equals or not key.strip():
            message = f"{spec!r}: {piece!r} is no setting; expected key=value"
            raise AgentError(message)
        value = value.strip()
        settings[key.strip()] = (
            value[1:-1] if _QUOTED.fullmatch("=" + value, 1) else value
        )
    return settings
