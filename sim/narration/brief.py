"""A story in brief: what changed and why, and no line that only says the same again.

A line that stood in the last round is left out; of a standing only what changed is
told. Rounds that bring nothing new are counted, since a stall is worth knowing.
"""

from collections.abc import Iterable, Iterator

from msgspec import structs

from sim.narration.phrases import shown
from sim.narration.tale import Passage
from sim.protocol import Description

_LEFT_OUT = frozenset({"seal"})


def brief(passages: Iterable[Passage]) -> Iterator[Passage]:
    """Yield of *passages* what says something new."""
    standing: dict[str, Description] = {}
    last: frozenset[str] = frozenset()
    still: list[str] = []
    for chapter in _rounds(passages):
        fresh = list(_fresh(chapter, last, standing))
        last = frozenset(one.text for one in chapter if one.kind == "told")
        heads = [one for one in fresh if one.kind == "round"]
        if heads and len(fresh) == 1:
            still.append(heads[0].text)
            continue
        yield from _stall(still)
        still.clear()
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


def _fresh(
    chapter: Iterable[Passage], last: frozenset[str], standing: dict[str, Description]
) -> Iterator[Passage]:
    """Yield what is new in one round; note in *standing* how everybody now stands."""
    told: set[str] = set()
    left_out = False
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
        known = one.kind == "told" and (one.text in last or one.text in told)
        left_out = one.kind in _LEFT_OUT or known
        if not left_out:
            told.add(one.text)
            yield one


def _changed(one: Passage, before: Description | None) -> Iterator[Passage]:
    """Yield what changed about somebody since the standing *before*, if anything."""
    if before is None:
        yield one
        return
    said = [
        f"{what.replace('_', ' ')} {shown(one.words.get(what))}, was {shown(was)}"
        for what in {**before, **one.words}
        if (was := before.get(what)) != one.words.get(what)
    ]
    if said:
        yield structs.replace(one, text=f"{one.who}: {'; '.join(said)}")


def _stall(still: list[str]) -> Iterator[Passage]:
    """Yield that nothing changed in some rounds, if there are any."""
    if len(still) == 1:
        yield Passage("round", f"{still[0]}: nothing new")
    elif still:
        last = still[-1].removeprefix("Round ")
        said = f"Rounds {still[0].removeprefix('Round ')} to {last}: nothing new"
        yield Passage("round", said)
