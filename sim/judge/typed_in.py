"""Read a transcript again, to go on with the round where it stopped."""

import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from sim.errors import StreamError
from sim.library.scenario import Loaded
from sim.seam.events import Fact
from sim.seam.protocol import Description
from sim.transcript.follow import (
    Transcript,
    follow,
    read_transcript,
    rulings_of,
    scenario_of,
)
from sim.transcript.result import Assumed

_NUMBER = re.compile(r"number = (\d+)")
_COMMENT = "  # "


class TypedIn(Struct, frozen=True):
    """The contents of a file: its answers and claims.

    *facts* are all answers with the numbers of their events. *silent* are the numbers
    of those that nobody typed in, unless the conflict is over. *claims*, and the
    *comments* among them, have the number of their round.
    """

    loaded: Loaded
    scenario: str
    rulings: dict[str, str]
    facts: Sequence[tuple[int, Fact]]
    silent: Collection[int]
    assumed: tuple[Assumed, ...]
    claims: Sequence[tuple[int, Description]]
    comments: Sequence[tuple[int, str]]


def read_again(path: str) -> TypedIn:
    """Return what the transcript at *path* holds; raises StreamError."""
    transcript = read_transcript(path)
    loaded = scenario_of(path, transcript)
    result = follow(path)
    for finding in result.findings:
        # Claims that do not hold are expected: the file is kept for these.
        if finding.weight != "note" and finding.depth != "claim":
            message = (
                f"{path} cannot be gone on with: {finding.sentence};"
                f" fracas audit {path} says all that is wrong"
            )
            raise StreamError(message)
    facts = [
        (number, event)
        for number, event in enumerate(result.events, 1)
        if isinstance(event, Fact)
    ]
    return TypedIn(
        loaded,
        transcript.scenario,
        rulings_of(transcript),
        facts,
        {} if result.over else {skip.event: skip for skip in result.assumed},
        tuple(result.assumed),
        tuple(_claims(transcript)),
        tuple(_comments(Path(path).read_text("utf-8"))),
    )


def _claims(transcript: Transcript) -> Iterator[tuple[int, Description]]:
    for round_ in transcript.round:
        for claimed in round_.claims:
            yield round_.number, claimed


def _comments(text: str) -> Iterator[tuple[int, str]]:
    """Yield the claims that stand as comments, as `written` writes them."""
    number, among_claims = 0, False
    for line in text.splitlines():
        begun = _NUMBER.fullmatch(line)
        if begun:
            number = int(begun[1])
        if not line.startswith(" "):
            among_claims = line == "claims = ["
        if among_claims and line.startswith(_COMMENT):
            yield number, line.removeprefix(_COMMENT)
