"""Compare a claim with its subject: the numbers and outcomes that differ."""

import re
from collections.abc import Iterator

from sim.conflict.phrases import phrase
from sim.judge.claimed import Claimed
from sim.judge.outcomes import FAILURE, SUCCESS, CameOut, came_out
from sim.judge.subject import Subject
from sim.reading.words import stem_list, stem_set
from sim.seam.events import Fact
from sim.seam.protocol import Description

_RESULTS = (
    "level",
    "total",
    "harm",
    "amount",
    "successes",
    "gained",
    "grade",
    "value",
    "after",
    "points",
)
"""The number that a claim means by default: the first of these that the event has."""
_GIVEN = stem_set("difficulty attempt round rank number size limit before")
"""Numbers that were given beforehand, which claims about the outcome do not mean."""


def correction(claim: Claimed, about: Subject) -> str:
    """Return the right words where the claim is wrong, "" if it holds."""
    right = phrase(right_numbers(claim, about))
    outcome = other_outcome(claim, about)
    said = [part for part in (outcome, right) if part]
    return ", ".join(reversed(said) if about.is_roll else said)


def right_numbers(claim: Claimed, about: Subject) -> Description:
    """Return the right numbers where the claim has wrong ones."""
    known = _numbers(about)
    meant = (
        (key, number) for key, number in numbers_meant(claim, about) if key is not None
    )
    right = {key: known[key] for key, number in meant if known[key] != number}
    # "1 failure level" is level -1.
    return {
        key: item
        for key, item in right.items()
        if not (claim.success is False and -item in claim.numbers)
    }


def other_outcome(claim: Claimed, about: Subject) -> str:
    """Return the outcome of *about* if it differs from the claim, else ""."""
    if claim.success is None:
        return ""
    came = outcome_of(claim, about)
    said = SUCCESS if claim.success else FAILURE
    return "" if came is None or came.how == said else came.how


def outcome_of(claim: Claimed, about: Subject) -> CameOut | None:
    """Return the outcome of *about* for those the claim names; None if it has none.

    Dice have one until a later event has; other answers have none.
    """
    if about.event is None:
        return None
    if isinstance(about.event.event, Fact) and not about.is_roll:
        return None
    return None if about.settled else came_out(about.words, claim.names)


def numbers_meant(claim: Claimed, about: Subject) -> Iterator[tuple[str | None, int]]:
    """Yield each number of the claim with the name of the number that it means.

    That is the name beside it; else any with this number; else the usual result, if
    there is one.
    """
    known = _numbers(about)
    usual = {key: item for key, item in known.items() if not stem_set(key) & _GIVEN}
    by_stem = {stem: key for key in known for stem in stem_list(key)}
    for number, near, word in zip(
        claim.numbers, claim.beside, claim.before, strict=True
    ):
        key = next((by_stem[stem] for stem in near if stem in by_stem), None)
        if claim.counted and key is None:
            yield None, number
            continue
        if key is None:
            # "comes to 25" in a claim is about "comes to 27" in the story.
            same = re.search(rf"\b{re.escape(word)} ([+-]?\d+)", about.line)
            item = int(same[1]) if word and same else None
            key = next((name for name, value in known.items() if value == item), None)
        if key is None:
            key = next((name for name, item in usual.items() if item == number), None)
        results = ("total", *_RESULTS) if claim.rolled else _RESULTS
        yield key or next((name for name in results if name in usual), None), number


def _numbers(about: Subject) -> dict[str, int]:
    """Return the numbers of *about*, by their names."""
    return {
        key: item
        for key, item in about.words.items()
        if type(item) is int and key != "cites"
    }
