"""Transcripts: a disputed round typed in from the table, with answers and dice.

A transcript is one TOML file: the scenario, then rounds. A round has the statements
that matter (a seat without one takes its first option), the faces in the order of each
roller's rolls, and what the table claims happened. Words are those of
`RuleSystem.describe`; a field that is left out may have any value.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, structs

from sim.errors import FracasError, StreamError
from sim.library.registry import rule_system
from sim.library.scenario import Loaded, Lookup, load
from sim.reading.hints import nearest, quoted
from sim.reading.located import located
from sim.reading.mismatch import in_words, mismatches
from sim.reading.tables import parse
from sim.reading.words import alike, faces_of, is_in_fudge_signs
from sim.seam.events import TABLE
from sim.transcript.claims import EVENT, SAID, STATUS
from sim.transcript.file import file_bytes
from sim.transcript.lexicon import Lexicon
from sim.transcript.lines import Lines
from sim.transcript.not_understood import not_understood
from sim.transcript.possible import Possible
from sim.transcript.result import TranscriptResult
from sim.transcript.typed import Misplaced, Statement, Throw, Typed
from sim.transcript.walk import TranscriptWalk

_BYTES_MAX = 1 << 20
_AT_TABLE = "table"

Plain = str | int | float | bool
Said = dict[str, Any]


class Throws(Struct, frozen=True, forbid_unknown_fields=True):
    """One roll: whose, and the faces of its dice in order."""

    who: str
    faces: tuple[int | str, ...] | str


class Round(Struct, frozen=True, forbid_unknown_fields=True):
    """One round as typed in; number 0 is what came before the first."""

    number: Annotated[int, Meta(ge=0)]
    says: tuple[Said, ...] = ()
    dice: tuple[Throws, ...] = ()
    claims: tuple[Said, ...] = ()


class Transcript(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole file."""

    scenario: str
    title: str = ""
    source: str = ""
    about: str = ""
    rulings: dict[str, Plain] = {}
    unfinished: bool = False
    """Whether the conflict was still going on after the last row."""
    round: tuple[Round, ...] = ()


def follow(path: str, *, lookup: Lookup = rule_system) -> TranscriptResult:
    """Play the transcript at *path* by the rules, as far as it goes.

    Raises StreamError when the file cannot be read, has unknown words, or neither says
    nor claims anything.
    """
    transcript = read_transcript(path)
    loaded = scenario_of(path, transcript, lookup=lookup)
    said = any(round_.says or round_.claims for round_ in transcript.round)
    if not (said or transcript.unfinished):
        raise StreamError(_nothing_to_judge(path))
    names = [seat.name for seat in loaded.system.seats(loaded.scenario)]
    lexicon = Lexicon(loaded.system)
    lines = Lines(path, file_bytes(path, _BYTES_MAX))
    put: dict[tuple[int, int], Misplaced] = {}
    while True:
        rounds = _placed(lines, transcript, names, lexicon, put)
        walk = TranscriptWalk(
            Path(path).stem,
            loaded.system,
            loaded.scenario,
            rounds,
            unfinished=transcript.unfinished,
        )
        result = walk.run(loaded.digest.hex())
        if not walk.misplaced:
            break
        # A statement moves to earlier rounds only, so this terminates.
        put |= {misplaced.said.place: misplaced for misplaced in walk.misplaced}
    here = Possible(loaded.system, loaded.scenario)
    wrong = list(not_understood(rounds, names, walk.matcher, result.lexicon, here))
    if wrong:
        # All of them at once, so that nobody has to mend and try them one by one.
        raise StreamError(
            *[f"{lines.where(line)}: {message}" for line, message in wrong]
        )
    return result


def _placed(
    lines: Lines,
    transcript: Transcript,
    names: list[str],
    lexicon: Lexicon,
    put: Mapping[tuple[int, int], Misplaced],
) -> dict[int, Typed]:
    """Return the rounds by number, with statements moved to where *put* says."""
    rounds = {
        round_.number: _typed(lines, index, round_, names, lexicon)
        for index, round_ in enumerate(transcript.round)
    }
    for place, misplaced in put.items():
        typed = rounds[place[0]]
        said = next(statement for statement in typed.says if statement.place == place)
        said.before = misplaced.before
        typed.says.remove(said)
        rounds.setdefault(misplaced.round, Typed()).says.append(said)
    return dict(sorted(rounds.items()))


def _nothing_to_judge(path: str) -> str:
    """Return why the transcript at *path*, which says nothing, cannot be judged."""
    message = (
        f"{path}: there is nothing to judge: no round has anything that was said (says)"
        " or claimed (claims)"
    )
    if b"# {" in file_bytes(path, _BYTES_MAX):
        message += '; a line that begins with "# {" counts once its # is taken away'
    return message


def read_transcript(path: str) -> Transcript:
    """Read the file at *path*; raises StreamError naming the place that is wrong."""
    raw = file_bytes(path, _BYTES_MAX)
    try:
        table = parse(raw, path)
    except FracasError as error:
        raise StreamError(str(error)) from error
    if "system" in table and not {"scenario", "round"} & table.keys():
        kind = "campaign" if "chapters" in table else "scenario"
        message = (
            f"{path}: that is a {kind}, expected a transcript: play it with fracas run"
            f" {path}, begin a transcript with fracas transcript {path}"
        )
        raise StreamError(message)
    wrong = [str(fault) for fault in mismatches(table, Transcript)]
    if wrong:
        raise StreamError(*located(path, raw, table, wrong))
    transcript = msgspec.convert(table, Transcript)
    numbers = [round_.number for round_ in transcript.round]
    if numbers != sorted(set(numbers)):
        message = f"{path}: the rounds are numbered {numbers}, expected rising numbers"
        raise StreamError(message)
    return transcript


def scenario_of(
    path: str, transcript: Transcript, *, lookup: Lookup = rule_system
) -> Loaded:
    """Load the scenario of the transcript at *path*: a file beside it, or a name.

    Raises StreamError when it cannot be used.
    """
    beside = Path(path).parent / transcript.scenario
    reference = str(beside) if beside.is_file() else transcript.scenario
    try:
        return load(reference, rulings_of(transcript), lookup=lookup)
    except FracasError as error:
        message = f"{path}: $.scenario: {error}"
        raise StreamError(message) from error


def rulings_of(transcript: Transcript) -> dict[str, str]:
    """Return the rulings of a transcript as `--ruling` takes them."""
    return {
        name: str(item).lower() if isinstance(item, bool) else str(item)
        for name, item in transcript.rulings.items()
    }


def _typed(
    lines: Lines, at: int, one: Round, names: list[str], lexicon: Lexicon
) -> Typed:
    """Return a round with seats instead of names and kinds by their own names.

    It is the round of index *at* in the file.
    """

    def place(what: str, index: int) -> tuple[str, int]:
        line = lines.at(at, what, index)
        return f"{lines.where(line)}: round {one.number}, {what}", line

    typed = Typed()
    for index, words in enumerate(one.says):
        where, line = place("says", index)
        said = _statement(where, words, names, lexicon, (one.number, index))
        typed.says.append(structs.replace(said, line=line))
    for index, throw in enumerate(one.dice):
        where, _ = place("dice", index)
        roller, faces = _roller(where, throw.who, names), _faces(where, throw)
        signed = is_in_fudge_signs(throw.faces)
        typed.dice.append(Throw(roller, faces, signed=signed))
    for index, words in enumerate(one.claims):
        where, line = place("claims", index)
        if "about" not in words:
            message = f'{where}: a claim lacks "about", the kind of event'
            raise StreamError(message)
        about = lexicon.event(where, words["about"])
        _check_source(where, words)
        if about is None or SAID not in words:
            typed.abouts.append((str(words["about"]), about, line))
        if "who" in words or about == STATUS:
            _seat(where, words, names)
        if about is not None:
            typed.claims.append({**words, "about": about})
            typed.claim_lines.append(line)
    return typed


def _check_source(where: str, words: Said) -> None:
    """Raise StreamError unless what *words* say of where they are from is readable."""
    for key, type_, expected in (
        (SAID, str, "what was said, as text"),
        (EVENT, int, "the number of an event"),
    ):
        if key in words and type(words[key]) is not type_:
            message = f"{where}: {key} is {in_words(words[key])}, expected {expected}"
            raise StreamError(message)


def _faces(where: str, throw: Throws) -> list[int]:
    faces = faces_of(throw.faces)
    if faces is None:
        said = throw.faces if isinstance(throw.faces, str) else list(throw.faces)
        message = (
            f"{where} of {throw.who}: the faces are {in_words(said)}, expected"
            ' numbers or signs, such as [1, 0, -1] or "+ 0 -"'
        )
        raise StreamError(message)
    return list(faces)


def _statement(
    where: str,
    words: Said,
    names: list[str],
    lexicon: Lexicon,
    place: tuple[int, int],
) -> Statement:
    seat = _seat(where, words, names)
    said = {name: item for name, item in words.items() if name not in _OURS}
    sentence = ""
    if "does" in said:
        does = said.pop("does")
        kind = lexicon.answer(where, does)
        if kind is None:
            sentence = str(does)
        else:
            said = {"does": kind, **said}
    allow = words.get("allow", "")
    if not isinstance(allow, str):
        message = f"{where}: allow is {in_words(allow)}, expected the reason as text"
        raise StreamError(message)
    return Statement(seat, said, allow, sentence, place)


_OURS = {"who", "allow"}


def _seat(where: str, words: Said, names: Iterable[str]) -> int:
    who = words.get("who")
    if not isinstance(who, str):
        message = f'{where}: a table lacks "who", the name of a seat'
        raise StreamError(message)
    return _named(where, who, list(names))


def _roller(where: str, who: str, names: list[str]) -> int:
    if alike(who, _AT_TABLE) and not any(alike(name, who) for name in names):
        return TABLE
    return _named(where, who, names)


def _named(where: str, who: str, names: list[str]) -> int:
    for index, name in enumerate(names):
        if alike(name, who):
            return index
    message = (
        f"{where}: nobody is called {quoted(who)}, expected one of"
        f" {', '.join(names)}{nearest(who, names)}"
    )
    raise StreamError(message)
