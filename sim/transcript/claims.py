"""What a table claims came of a round, held against what follows from the rules.

A claim is some words about one event of a kind, or about how a seat stands at the
end of the round. Only what it says is compared.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from msgspec import Struct

from sim.audit.finding import Finding, finding
from sim.events import Event
from sim.protocol import Words
from sim.telling.spoken import grounds, phrase

_STANDING = "standing"
_NAME = "_name"
_KEYS = {"about", "who"}

Place = tuple[str, str, int]
"""(the transcript, the round in words, the number of its last event)."""


class Happened(Struct, frozen=True):
    """An event in words: its number in the stream and its tag."""

    number: int
    tag: str
    event: Event
    words: Words


def alike(one: object, other: object) -> bool:
    """Whether two things a person may have typed are the same.

    Case, spaces, hyphens and underscores do not matter.
    """
    if isinstance(one, str) or isinstance(other, str):
        return _plain(one) == _plain(other)
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        few = cast("Sequence[object]", one)
        more = cast("Sequence[object]", other)
        return len(few) == len(more) and all(map(alike, few, more))
    if isinstance(one, dict) and isinstance(other, dict):
        few_words, words = cast("Words", one), cast("Words", other)
        return len(few_words) == len(words) and fits(few_words, words)
    return one == other


def fits(said: Mapping[Any, Any], words: Mapping[Any, Any]) -> bool:
    """Whether *words* hold everything *said*."""
    known = {_plain(name): item for name, item in words.items()}
    return all(
        _plain(name) in known and alike(item, known[_plain(name)])
        for name, item in said.items()
    )


def judge(
    place: Place,
    claims: Sequence[Words],
    happened: Sequence[Happened],
    standing: Mapping[str, Words],
) -> list[Finding]:
    """Return what *claims* have wrong about what *happened* and who stands how."""
    found: list[Finding] = []
    taken: set[int] = set()
    for claim in claims:
        said = {name: item for name, item in claim.items() if name not in _KEYS}
        if alike(claim["about"], _STANDING):
            found += _standing(place, claim, said, standing)
            continue
        about = [one for one in happened if one.number not in taken]
        about = [one for one in about if _is_about(claim, one, list(standing))]
        if not about:
            number, expected = place[2], "nothing: no such thing happened"
            found.append(_wrong((*place[:2], number), claim, said, expected, ()))
            continue
        best = next((one for one in about if fits(said, one.words)), about[0])
        taken.add(best.number)
        where = (*place[:2], best.number)
        found += _compared(where, claim, said, best.words, grounds(best.event))
    return found


def _standing(
    place: Place, claim: Words, said: Words, standing: Mapping[str, Words]
) -> list[Finding]:
    who = claim.get("who")
    for name, words in standing.items():
        if alike(name, who):
            return _compared(place, claim, said, words, ())
    return [_wrong(place, claim, said, "a seat that stands somehow", ())]


def _is_about(claim: Words, one: Happened, names: list[str]) -> bool:
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
    claim: Words,
    said: Words,
    words: Words,
    rules: tuple[str, ...],
) -> list[Finding]:
    """Return a finding when *said* is not what *words* say."""
    known = {_plain(name): item for name, item in words.items()}
    wrong = {
        name: item
        for name, item in said.items()
        if not alike(item, known.get(_plain(name)))
    }
    if not wrong:
        return []
    right = {name: known.get(_plain(name), "nothing") for name in wrong}
    only_name = all(
        name.endswith(_NAME)
        and (base := name.removesuffix(_NAME)) in said
        and base not in wrong
        for name in wrong
    )
    expected = phrase(right) + (", the same by its right name" if only_name else "")
    return [_wrong(place, claim, wrong, expected, rules, only_name=only_name)]


def _wrong(
    place: Place,
    claim: Words,
    wrong: Words,
    expected: str,
    rules: tuple[str, ...],
    *,
    only_name: bool = False,
) -> Finding:
    conflict, where, number = place
    who = f"{claim['who']}, " if "who" in claim else ""
    return finding(
        conflict,
        number,
        "claim",
        f"({who}{claim['about']}) {phrase(wrong)}",
        expected,
        rules=rules,
        place=where,
        verbs=("the table claims", "but by the rules it is"),
        weight="name" if only_name else "violation",
    )


def _plain(text: object) -> str:
    return str(text).casefold().replace("_", " ").replace("-", " ").strip()
