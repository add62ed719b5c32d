"""The short form of a story: what changed and why, without repetition.

Minor lines are left out, and lines that also stood in the last round, unless they
caused a change of status or say what a roll came to. Lines of one kind in a row, about
one person, are one sentence. A status shows only what changed, a list only what was
added or removed. Rounds without news are counted, and so are actions repeated again and
again: a reader wants to know about a stall.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import cast

from msgspec import structs

from sim.conflict.phrases import differing_keys, things_called, value_for_people
from sim.narration.tale import Passage
from sim.seam.protocol import Description

_MANY = 3
"""How often an act is repeated in full before repetitions are only counted."""
_SHOWN = 3
_ROLLED = "DiceRolled"
_LEFT_OUT = frozenset({"seal"})


def brief(passages: Iterable[Passage]) -> Iterator[Passage]:
    """Yield those of *passages* that say something new."""
    standing: dict[str, Description] = {}
    last: frozenset[str] = frozenset()
    still: list[Passage] = []
    again: dict[str, list[str]] = {}
    for chapter in _rounds(passages):
        moved = _moved(chapter, standing)
        acts = dict.fromkeys(one.text for one in chapter if one.act and not one.minor)
        kept = {one.text for one in chapter if one.moved & moved}
        fresh = list(_joined(_fresh(chapter, last - kept, standing)))
        repeated = [one for one in acts if one in last - kept]
        last = frozenset(one.text for one in chapter if one.kind == "told")
        heads = [one for one in fresh if one.kind == "round"]
        nothing_new = bool(heads) and len(fresh) == 1
        ended = list(_and_so_on(again, acts))
        if ended or not nothing_new:
            yield from _stall(still)
            still.clear()
            yield from ended
        if nothing_new:
            still.append(heads[0])
            continue
        for one, head in product(repeated, heads):
            again.setdefault(one, []).append(head.text.removeprefix("Round "))
        yield from fresh
    yield from _stall(still)


def _rounds(passages: Iterable[Passage]) -> Iterator[list[Passage]]:
    """Yield what stands under each heading, and what stands before and after them."""
    part: list[Passage] = []
    for one in passages:
        if part and one.kind in {"chapter", "round", "ending", "stop"}:
            yield part
            part = []
        part.append(one)
    yield part


def _moved(
    chapter: Sequence[Passage], standing: Mapping[str, Description]
) -> frozenset[tuple[str, str]]:
    """Return whose status changed in a round, and in which words."""
    return frozenset(
        (one.who, what)
        for one in chapter
        if one.kind == "standing"
        for what in differing_keys(standing.get(one.who, {}), one.words)
    )


def _fresh(
    chapter: Sequence[Passage], last: frozenset[str], standing: dict[str, Description]
) -> Iterator[Passage]:
    """Yield what is new in one round; update everybody's status in *standing*."""
    times = Counter(one.text for one in chapter if one.kind == "told")
    told: set[str] = set()
    left_out = rolled = False
    for one in chapter:
        if one.kind == "standing":
            before = standing.get(one.who)
            standing[one.who] = one.words
            yield from _changed(one, before)
            continue
        if one.kind == "drawn":
            if not left_out:
                yield one
            continue
        if one.minor:
            left_out = True
            continue
        repeated = one.text in last and not rolled
        known = one.kind == "told" and (repeated or one.text in told)
        left_out = one.kind in _LEFT_OUT or known
        # What the dice came to is told once they were, even if it is as before.
        rolled = one.does == _ROLLED and (rolled or not left_out)
        if not left_out:
            told.add(one.text)
            many = times[one.text] if one.kind == "told" else 1
            yield one if many < _MANY else _counted(one, many)


def _joined(passages: Iterable[Passage]) -> Iterator[Passage]:
    """Yield *passages*, those in a row that only go on with a sentence as one."""
    held: Passage | None = None
    for one in passages:
        more = "" if held is None else _more(held, one)
        if held is not None and more:
            text = f"{held.text.removesuffix('.')}; {more}"
            rules = tuple(dict.fromkeys(held.rules + one.rules))
            events = held.events + one.events
            held = structs.replace(
                held, text=text, rules=rules, events=events, often=""
            )
            continue
        if held is not None:
            yield held
        held = one
    if held is not None:
        yield held


def _more(one: Passage, other: Passage) -> str:
    """Return how *other* goes on with the sentence of *one*; "" if it does not.

    It does if both tell the same kind of event of the same person with the same verb:
    "Ann picks a sword." and "Ann picks no shield." are "Ann picks a sword; no shield."
    """
    told = one.kind == other.kind == "told"
    if not told or (one.does, one.actor) != (other.does, other.actor):
        return ""
    if not one.actor or one.does == _ROLLED:
        return ""
    begins = len(one.actor.split()) + 1
    words, others = one.text.split(), other.text.split()
    same = words[:begins] == others[:begins] and len(others) > begins
    by_name = one.text.lower().startswith(f"{one.actor.lower()} ")
    return " ".join(others[begins:]) if same and by_name else ""


def _counted(one: Passage, many: int) -> Passage:
    """Return *one* with how often it happened."""
    often = f"({many} times)"
    text = f"{one.text.removesuffix('.')} {often}."
    return structs.replace(one, text=text, often=often)


def _and_so_on(again: dict[str, list[str]], acts: Container[str]) -> Iterator[Passage]:
    """Yield which acts were repeated until now, with their rounds; forget them."""
    ended = {text: rounds for text, rounds in again.items() if text not in acts}
    for text in ended:
        del again[text]
    many = {text: rounds for text, rounds in ended.items() if len(rounds) >= _MANY}
    for first, last in dict.fromkeys((one[0], one[-1]) for one in many.values()):
        ends = (first, last)
        lines = [text for text, one in many.items() if (one[0], one[-1]) == ends]
        rest = f" and {len(lines) - _SHOWN} more" if len(lines) > _SHOWN else ""
        said = "; ".join(line.removesuffix(".") for line in lines[:_SHOWN])
        yield Passage("told", f"Again in rounds {first} to {last}: {said}{rest}.")


def _changed(one: Passage, before: Description | None) -> Iterator[Passage]:
    """Yield what changed about somebody since the standing *before*, if anything."""
    if before is None:
        yield one
        return
    said = status_differences(before, one.words)
    if said:
        yield structs.replace(one, text=f"{one.who}: {'; '.join(said)}")


def status_differences(before: Description, now: Description) -> list[str]:
    """Return in words how a status differs from what it was *before*."""
    return [
        difference
        for what in differing_keys(before, now)
        for difference in (
            _differences(what.replace("_", " "), before[what], now.get(what))
            if what in before
            else [f"{what.replace('_', ' ')} {value_for_people(now[what])}"]
        )
    ]


def _differences(what: str, was: object, now: object) -> Iterator[str]:
    """Yield how *what* changed: what was added to or removed from a table or list."""
    line = f"{what} {value_for_people(now)}, was {value_for_people(was)}"
    if isinstance(was, Mapping) and isinstance(now, Mapping):
        old, new = cast("Description", was), cast("Description", now)
        for name in new:
            if name in old and old[name] != new[name]:
                called = things_called(what, {name: new[name]})
                value, former = map(value_for_people, (new[name], old[name]))
                yield f"{called} {name} {value}, was {former}"
        gained = {one: new[one] for one in new if one not in old}
        lost = {one: old[one] for one in old if one not in new}
        if all(one.isdigit() for one in (*gained, *lost)):
            yield from _numbered(what, gained, lost)
        else:
            yield from _exchanged(what, _each(gained), _each(lost))
    elif isinstance(was, list) and isinstance(now, list):
        before, after = cast("list[object]", was), cast("list[object]", now)
        more = [value_for_people(one) for one in after if one not in before]
        less = [value_for_people(one) for one in before if one not in after]
        if not more and not less:
            yield line
        yield from _exchanged(what, more, less)
    else:
        yield line


def _each(table: Description) -> list[str]:
    return [f"{one} {value_for_people(item)}" for one, item in table.items()]


def _numbered(what: str, more: Description, less: Description) -> Iterator[str]:
    """Yield which numbered things are new and which are gone: new box 4 vigor."""
    for word, some in (("new", more), ("gone", less)):
        if some:
            yield f"{word} {things_called(what, some)} {', '.join(_each(some))}"


def _exchanged(what: str, more: Sequence[str], less: Sequence[str]) -> Iterator[str]:
    parts = (("new", more), ("gone", less))
    said = [f"{word} {', '.join(ones)}" for word, ones in parts if ones]
    if said:
        yield f"{what}: {', '.join(said)}"


def _stall(still: list[Passage]) -> Iterator[Passage]:
    """Yield that nothing changed in some rounds, if there are any."""
    events = tuple(number for one in still for number in one.events)
    if len(still) == 1:
        said = f"{still[0].text}: nothing new"
        yield Passage("round", said, events=events, still=True)
    elif still:
        first, last = (still[at].text.removeprefix("Round ") for at in (0, -1))
        said = f"Rounds {first} to {last}: nothing new"
        yield Passage("round", said, events=events, still=True)
