"""The short form of a story: what changed and why, without repetition.

Minor lines are left out, and lines repeated from the last round, unless they caused a
change of status or give the result of a roll. Consecutive lines of one kind about one
person are joined into one sentence. A status shows only what changed, a list only what
was added or removed. Rounds without news are counted, and so are actions repeated again
and again: a reader wants to know about a stall.
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
        acts = dict.fromkeys(
            line.text for line in chapter if line.act and not line.minor
        )
        kept = {line.text for line in chapter if line.moved & moved}
        fresh = list(_joined(_fresh(chapter, last - kept, standing)))
        repeated = [act for act in acts if act in last - kept]
        last = frozenset(line.text for line in chapter if line.kind == "told")
        heads = [line for line in fresh if line.kind == "round"]
        nothing_new = bool(heads) and len(fresh) == 1
        ended = list(_and_so_on(again, acts))
        if ended or not nothing_new:
            yield from _stall(still)
            still.clear()
            yield from ended
        if nothing_new:
            still.append(heads[0])
            continue
        for act, head in product(repeated, heads):
            again.setdefault(act, []).append(head.text.removeprefix("Round "))
        yield from fresh
    yield from _stall(still)


def _rounds(passages: Iterable[Passage]) -> Iterator[list[Passage]]:
    """Yield the passages under each heading, and those before and after them all."""
    part: list[Passage] = []
    for passage in passages:
        if part and passage.kind in {"chapter", "round", "ending", "stop"}:
            yield part
            part = []
        part.append(passage)
    yield part


def _moved(
    chapter: Sequence[Passage], standing: Mapping[str, Description]
) -> frozenset[tuple[str, str]]:
    """Return (name, word of the status) for every change in a round."""
    return frozenset(
        (passage.who, what)
        for passage in chapter
        if passage.kind == "standing"
        for what in differing_keys(standing.get(passage.who, {}), passage.words)
    )


def _fresh(
    chapter: Sequence[Passage], last: frozenset[str], standing: dict[str, Description]
) -> Iterator[Passage]:
    """Yield the new passages of one round; update everybody's status in *standing*."""
    times = Counter(passage.text for passage in chapter if passage.kind == "told")
    told: set[str] = set()
    left_out = rolled = False
    for passage in chapter:
        if passage.kind == "standing":
            before = standing.get(passage.who)
            standing[passage.who] = passage.words
            yield from _changed(passage, before)
            continue
        if passage.kind == "drawn":
            if not left_out:
                yield passage
            continue
        if passage.minor:
            left_out = True
            continue
        repeated = passage.text in last and not rolled
        known = passage.kind == "told" and (repeated or passage.text in told)
        left_out = passage.kind in _LEFT_OUT or known
        # After dice that are shown their result is shown too, even if it is repeated.
        rolled = passage.does == _ROLLED and (rolled or not left_out)
        if not left_out:
            told.add(passage.text)
            count = times[passage.text] if passage.kind == "told" else 1
            yield passage if count < _MANY else _counted(passage, count)


def _joined(passages: Iterable[Passage]) -> Iterator[Passage]:
    """Yield *passages*, joining consecutive ones that share a sentence."""
    held: Passage | None = None
    for passage in passages:
        rest = "" if held is None else _continuation(held, passage)
        if held is not None and rest:
            text = f"{held.text.removesuffix('.')}; {rest}"
            rules = tuple(dict.fromkeys(held.rules + passage.rules))
            events = held.events + passage.events
            held = structs.replace(
                held, text=text, rules=rules, events=events, often=""
            )
            continue
        if held is not None:
            yield held
        held = passage
    if held is not None:
        yield held


def _continuation(first: Passage, second: Passage) -> str:
    """Return the words by which *second* continues the sentence of *first*; "" if none.

    It does if both tell the same kind of event of the same person with the same verb:
    "Ann picks a sword." and "Ann picks no shield." are "Ann picks a sword; no shield."
    """
    are_lines = first.kind == second.kind == "told"
    if not are_lines or (first.does, first.actor) != (second.does, second.actor):
        return ""
    if not first.actor or first.does == _ROLLED:
        return ""
    begins = len(first.actor.split()) + 1
    words, others = first.text.split(), second.text.split()
    same = words[:begins] == others[:begins] and len(others) > begins
    by_name = first.text.lower().startswith(f"{first.actor.lower()} ")
    return " ".join(others[begins:]) if same and by_name else ""


def _counted(passage: Passage, times: int) -> Passage:
    """Return *passage* with how often it happened."""
    often = f"({times} times)"
    text = f"{passage.text.removesuffix('.')} {often}."
    return structs.replace(passage, text=text, often=often)


def _and_so_on(again: dict[str, list[str]], acts: Container[str]) -> Iterator[Passage]:
    """Yield the acts that were repeated until now, with their rounds; drop them."""
    ended = {text: rounds for text, rounds in again.items() if text not in acts}
    for text in ended:
        del again[text]
    often = {text: rounds for text, rounds in ended.items() if len(rounds) >= _MANY}
    spans = {text: (rounds[0], rounds[-1]) for text, rounds in often.items()}
    for first, last in dict.fromkeys(spans.values()):
        lines = [text for text, span in spans.items() if span == (first, last)]
        rest = f" and {len(lines) - _SHOWN} more" if len(lines) > _SHOWN else ""
        said = "; ".join(line.removesuffix(".") for line in lines[:_SHOWN])
        yield Passage("told", f"Again in rounds {first} to {last}: {said}{rest}.")


def _changed(passage: Passage, before: Description | None) -> Iterator[Passage]:
    """Yield what changed about somebody since the standing *before*, if anything."""
    if before is None:
        yield passage
        return
    said = status_differences(before, passage.words)
    if said:
        yield structs.replace(passage, text=f"{passage.who}: {'; '.join(said)}")


def status_differences(before: Description, now: Description) -> list[str]:
    """Return the differences of a status from the one *before*, in words."""
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
    """Yield the changes of *what*: additions to and removals from a table or list."""
    line = f"{what} {value_for_people(now)}, was {value_for_people(was)}"
    if isinstance(was, Mapping) and isinstance(now, Mapping):
        old, new = cast("Description", was), cast("Description", now)
        for name in new:
            if name in old and old[name] != new[name]:
                called = things_called(what, {name: new[name]})
                value, former = map(value_for_people, (new[name], old[name]))
                yield f"{called} {name} {value}, was {former}"
        gained = {name: new[name] for name in new if name not in old}
        lost = {name: old[name] for name in old if name not in new}
        if all(name.isdigit() for name in (*gained, *lost)):
            yield from _numbered(what, gained, lost)
        else:
            yield from _exchanged(what, _items_in_words(gained), _items_in_words(lost))
    elif isinstance(was, list) and isinstance(now, list):
        before, after = cast("list[object]", was), cast("list[object]", now)
        added = [value_for_people(item) for item in after if item not in before]
        removed = [value_for_people(item) for item in before if item not in after]
        if not added and not removed:
            yield line
        yield from _exchanged(what, added, removed)
    else:
        yield line


def _items_in_words(table: Description) -> list[str]:
    return [f"{name} {value_for_people(item)}" for name, item in table.items()]


def _numbered(what: str, added: Description, removed: Description) -> Iterator[str]:
    """Yield the numbered things that are new or gone: new box 4 vigor."""
    for word, things in (("new", added), ("gone", removed)):
        if things:
            listed = ", ".join(_items_in_words(things))
            yield f"{word} {things_called(what, things)} {listed}"


def _exchanged(
    what: str, added: Sequence[str], removed: Sequence[str]
) -> Iterator[str]:
    parts = (("new", added), ("gone", removed))
    said = [f"{word} {', '.join(things)}" for word, things in parts if things]
    if said:
        yield f"{what}: {', '.join(said)}"


def _stall(still: list[Passage]) -> Iterator[Passage]:
    """Yield a line about rounds in which nothing changed, if there are any."""
    events = tuple(number for head in still for number in head.events)
    if len(still) == 1:
        said = f"{still[0].text}: nothing new"
        yield Passage("round", said, events=events, still=True)
    elif still:
        first, last = (still[at].text.removeprefix("Round ") for at in (0, -1))
        said = f"Rounds {first} to {last}: nothing new"
        yield Passage("round", said, events=events, still=True)
