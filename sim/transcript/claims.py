"""What a table claims came of a round, held against what follows from the rules.

A claim is some words about one event of a kind, or about how a seat stands at the
end of the round. Only what it says is compared.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from msgspec import Struct

from sim.audit.finding import Finding, finding
from sim.events import Event
from sim.narration.phrases import phrase, rules_behind
from sim.protocol import Description
from sim.reading.hints import nearest

STATUS = "status"
"""What a claim is about that says how a seat stands at the end of the round."""

_NAME = "_name"
_KEYS = {"about", "who"}

Place = tuple[str, str, int]
"""(the transcript, the round in words, the number of its last event)."""


class Happened(Struct, frozen=True):
    """An event in words: its number in the stream and its tag."""

    number: int
    tag: str
    event: Event
    words: Description


def alike(one: object, other: object) -> bool:
    """Whether two things a person may have typed are the same.

    Case, spaces, hyphens and underscores do not matter.
    """
    if isinstance(one, str) or isinstance(other, str):
        return plain(one) == plain(other)
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        few = cast("Sequence[object]", one)
        more = cast("Sequence[object]", other)
        return len(few) == len(more) and all(map(alike, few, more))
    if isinstance(one, dict) and isinstance(other, dict):
        few_words, words = cast("Description", one), cast("Description", other)
        return len(few_words) == len(words) and fits(few_words, words)
    return one == other


def fits(said: Mapping[Any, Any], words: Mapping[Any, Any]) -> bool:
    """Whether *words* hold everything *said*."""
    known = {plain(name): item for name, item in words.items()}
    return all(
        plain(name) in known and alike(item, known[plain(name)])
        for name, item in said.items()
    )


def judge(
    place: Place,
    claims: Sequence[Description],
    happened: Sequence[Happened],
    status: Mapping[str, Description],
    *,
    stopped: bool = False,
) -> list[Finding]:
    """Return what *claims* have wrong about what *happened* and who stands how.

    At most one finding a claim. Where the walk *stopped* within the round, what has
    not come by then is not judged: a note says so.
    """
    found: list[Finding] = []
    matched = _matched(claims, happened, list(status))
    for claim, one in zip(claims, matched, strict=True):
        said = _content(claim)
        if alike(claim["about"], STATUS):
            if stopped:
                found.append(_unjudged(place, claim, said))
            else:
                found += _status(place, claim, said, status)
        elif one is not None:
            where = (*place[:2], one.number)
            found += _compared(where, claim, said, one.words, rules_behind(one.event))
        elif stopped:
            found.append(_unjudged(place, claim, said))
        else:
            expected = "nothing: no such thing happened"
            found.append(_claim_finding(place, claim, said, expected, ()))
    return found


def _content(claim: Description) -> Description:
    return {name: item for name, item in claim.items() if name not in _KEYS}


def _matched(
    claims: Sequence[Description], happened: Sequence[Happened], names: list[str]
) -> list[Happened | None]:
    """Return the event each claim is about: first those that fit, then by order."""
    matched: list[Happened | None] = [None] * len(claims)
    taken: set[int] = set()
    for fitting in (True, False):
        for index, claim in enumerate(claims):
            if matched[index] is not None:
                continue
            for one in happened:
                if one.number in taken or not _is_about(claim, one, names):
                    continue
                if not fitting or fits(_content(claim), one.words):
                    matched[index] = one
                    taken.add(one.number)
                    break
    return matched


def _status(
    place: Place,
    claim: Description,
    said: Description,
    status: Mapping[str, Description],
) -> list[Finding]:
    who = claim.get("who")
    for name, words in status.items():
        if alike(name, who):
            return _compared(place, claim, said, words, ())
    return []


def _is_about(claim: Description, one: Happened, names: list[str]) -> bool:
    kinds = (one.tag, one.words.get("does"), type(one.event).__name__)
    if not any(alike(claim["about"], kind) for kind in kinds):
        return False
    if "who" not in claim:
        return True
    who = one.words.get("who")
    if isinstance(who, int) and 0 <= who < len(names):
        who = names[who]
    return alike(claim["who"], who)


def _compared(
    place: Place,
    claim: Description,
    said: Description,
    words: Description,
    rules: tuple[str, ...],
) -> list[Finding]:
    """Return a finding when *said* is not what *words* say."""
    known = {plain(name): item for name, item in words.items()}
    wrong = {
        name: item
        for name, item in said.items()
        if not alike(item, known.get(plain(name)))
    }
    if not wrong:
        return []
    right = {name: known.get(plain(name), "nothing") for name in wrong}
    only_name = all(
        name.endswith(_NAME)
        and (base := name.removesuffix(_NAME)) in said
        and base not in wrong
        for name in wrong
    )
    expected = phrase(right) + (", the same by its right name" if only_name else "")
    near = "" if only_name else _near(wrong, right)
    return [
        _claim_finding(
            place, claim, wrong, expected, rules, only_name=only_name, why=near
        )
    ]


def _near(wrong: Description, right: Description) -> str:
    """Return '; did you mean ...?' where a word may only be mistyped."""
    hints = [
        nearest(item, [right[name]])
        for name, item in wrong.items()
        if isinstance(item, str) and isinstance(right[name], str)
    ]
    return "".join(hints).removeprefix("; ")


def _unjudged(place: Place, claim: Description, said: Description) -> Finding:
    conflict, where, number = place
    return finding(
        conflict,
        number,
        "claim",
        f"{_whose(claim)} {phrase(said)}".strip(),
        "the audit stopped before it",
        place=where,
        verbs=("the table claims", "which is not judged:"),
        weight="note",
    )


def _whose(claim: Description) -> str:
    who = f"{claim['who']}, " if "who" in claim else ""
    return f"({who}{claim['about']})"


def _claim_finding(  # noqa: PLR0913 - a finding says this many things
    place: Place,
    claim: Description,
    wrong: Description,
    expected: str,
    rules: tuple[str, ...],
    *,
    only_name: bool = False,
    why: str = "",
) -> Finding:
    conflict, where, number = place
    return finding(
        conflict,
        number,
        "claim",
        f"{_whose(claim)} {phrase(wrong)}".strip(),
        expected,
        rules=rules,
        place=where,
        why=why,
        verbs=("the table claims", "but by the rules it is"),
        weight="name" if only_name else "violation",
    )


def plain(text: object) -> str:
    """Return *text* without what a person may type one way or another."""
    return str(text).casefold().replace("_", " ").replace("-", " ").strip()
