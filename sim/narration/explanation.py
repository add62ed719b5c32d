"""Why an event happened: the explanation as data, and as text."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from sim.conflict.phrases import phrase, value_for_people, without_underscores
from sim.conflict.stream import spelt
from sim.seam.protocol import Description


class Source(Struct, frozen=True):
    """An event something follows from, in words and as its line of the story.

    *silent*: it was only a pass. *aside*: it concerns others. *said* is a sentence for
    it, also where the story has none.
    """

    event: int
    words: Description
    silent: bool = False
    told: str = ""
    aside: bool = False
    said: str = ""

    @property
    def sentence(self) -> str:
        """The sentence for it that people would say."""
        return self.said or self.told or phrase(self.words)


class Question(Struct, frozen=True):
    """What was asked: *options* and *view* of a choice, *roll* of a chance.

    *told* are the options as people say them, *view* how everybody stands.
    """

    who: str
    options: tuple[Description, ...] = ()
    told: tuple[str, ...] = ()
    view: tuple[Description, ...] = ()
    roll: Description = {}


class Change(Struct, frozen=True):
    """Something about a seat that an event changed."""

    seat: str
    what: str
    before: Any
    after: Any

    def __str__(self) -> str:
        before, after = value_for_people(self.before), value_for_people(self.after)
        return f"{self.seat}: {spelt(self.what)} from {before} to {after}"


class Explanation(Struct, frozen=True):
    """Why event number *event* happened.

    *kind* is "fact", "consequence" or "engine"; *rules* maps IDs to sentences. *told*
    is its line of the story, *said* what people say of it though it has none.
    """

    event: int
    kind: str
    words: Description
    told: str
    rules: dict[str, str]
    asked: Question | None
    sources: tuple[Source, ...]
    changes: tuple[Change, ...]
    said: str = ""


def rendered(explanation: Explanation) -> str:
    """Return *explanation* as plain text."""
    does = explanation.words.get("does", "")
    lines = [f"Event {explanation.event} ({explanation.kind}, {does}): "]
    said = explanation.said or explanation.told
    lines[0] += said or phrase(explanation.words)
    asked = explanation.asked
    if asked is not None and asked.options:
        lines.append(f"{asked.who} was asked, and could choose:")
        lines += [f"  {told}" for told in asked.told]
        lines.append(f"What {asked.who} could see:")
        lines += [f"  {_status_line(seat)}" for seat in asked.view]
    elif asked is not None:
        lines.append(f"{asked.who} had to roll: {phrase(asked.roll)}")
    lines += _spoken(explanation.sources)
    if explanation.rules:
        lines.append("By these rules:")
        lines += [f"  {rule}: {said}" for rule, said in explanation.rules.items()]
    if explanation.changes:
        lines.append("It changed:")
        lines += [f"  {change}" for change in explanation.changes]
    return "\n".join(lines)


def _status_line(words: Description) -> str:
    rest = {
        name: without_underscores(item) for name, item in words.items() if name != "who"
    }
    return f"{words['who']}: {phrase(rest)}"


def spoken_sources(sources: Sequence[Source]) -> list[Source]:
    """Return those of *sources* that are worth a line, in order."""
    spoken = [source for source in sources if not source.aside and not source.silent]
    return [source for source in spoken if source.told] or spoken


def _spoken(sources: Sequence[Source]) -> Iterator[str]:
    """Yield what an event follows from, in the sentences of the story."""
    spoken = spoken_sources(sources)
    if spoken:
        yield "It follows from:"
        for source in spoken:
            first, *more = source.sentence.splitlines()
            yield f"  event {source.event}: {first}"
            yield from (f"    {line}" for line in more)
    silences = sum(source.silent for source in sources if not source.aside)
    if silences:
        yield f"  and from {silences} default answer{'s' * (silences > 1)}"
