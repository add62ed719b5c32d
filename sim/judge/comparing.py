"""A claim beside what it is about: which numbers and outcomes are otherwise."""

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
"""The number of an event that a claim means if it does not say which, first known."""
_GIVEN = stem_set("difficulty attempt round rank number size limit before")
"""Numbers that were there beforehand: a claim about what came of it means others."""


def correction(claim: Claimed, about: Subject) -> str:
    """Return in words what is right where the claim is wrong, "" if it holds."""
    right = phrase(right_numbers(claim, about))
    outcome = other_outcome(claim, about)
    said = [one for one in (outcome, right) if one]
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
    """Return how *about* came out, if otherwise than the claim says; else ""."""
    if claim.success is None:
        return ""
    came = outcome_of(claim, about)
    said = SUCCESS if claim.success else FAILURE
    return "" if came is None or came.how == said else came.how


def outcome_of(claim: Claimed, about: Subject) -> CameOut | None:
    """Return how *about* came out for whom the claim names; None for neither.

    Dice say it until something else does. Of other answers nothing comes out.
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
        key = next((by_stem[one] for one in near if one in by_stem), None)
        if claim.counted and key is None:
            yield None, number
            continue
        if key is None:
            # "comes to 27" in the story is what "comes to 25" in a claim speaks of.
            same = re.search(rf"\b{re.escape(word)} ([+-]?\d+)", about.line)
            item = int(same[1]) if word and same else None
            key = next((one for one, other in known.items() if other == item), None)
        if key is None:
            key = next((one for one, item in usual.items() if item == number), None)
        results = ("total", *_RESULTS) if claim.rolled else _RESULTS
        yield key or next((one for one in results if one in usual), None), number


def _numbers(about: Subject) -> dict[str, int]:
    """Return the numbers of *about*, by their names."""
    return {
        key: item
        for key, item in about.words.items()
        if type(item) is int and key != "cites"
    }
