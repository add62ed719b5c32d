"""A recorded conflict written as a transcript.

A decision is written in the words that distinguish it from the other options. A pass is
left out unless a later statement could be mistaken for the answer.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct, field

from sim.conflict.phrases import called, describe_event
from sim.conflict.replay import steps
from sim.conflict.walk import Walk
from sim.dice.pool import Pool
from sim.reading.visible import visible_toml
from sim.reading.words import fits, fudge_signs
from sim.seam.events import TABLE, DiceRolled, Event, Fact
from sim.seam.protocol import Chance, Decision, Description, Outcome, RuleSystem, State

_LEFT_OUT = frozenset({"who", "cites"})


class Chosen(Struct):
    """A decision as it was answered: the seat, the words, the other options.

    *event* is the number of the answer in the stream.
    """

    who: int
    words: Description
    options: tuple[Description, ...]
    passes: bool = False
    event: int = 0

    @property
    def silent(self) -> bool:
        """Whether it is the answer of a silent seat, and a pass."""
        return self.passes and self.words == self.options[0]


class Fall(Struct, frozen=True):
    """Dice that fell together: the number of the event, all *faces* of the roll so far.

    *first* says whether the roll begins with them, and *cites* why there are dice.
    """

    event: int
    faces: tuple[int, ...]
    first: bool
    cites: tuple[str, ...] = ()


class Thrown(Struct):
    """A roll: whose, its purpose, its dice and their faces, and how they fell."""

    who: int
    why: str
    pool: Pool
    faces: list[int]
    attempt: int = 0
    falls: list[Fall] = field(default_factory=list[Fall])


class Played(Struct):
    """The decisions and rolls of one round, and everybody's status after it."""

    chosen: list[Chosen] = field(default_factory=list[Chosen])
    thrown: list[Thrown] = field(default_factory=list[Thrown])
    standing: tuple[Description, ...] = ()


class Heading(Struct, frozen=True):
    """The head of a file: the scenario, the rulings, whether the table goes on."""

    title: str
    scenario: str
    rulings: Mapping[str, str]
    unfinished: bool = False


def rounds_of(
    system: RuleSystem[Any], scenario: object, events: Sequence[Event]
) -> dict[int, Played]:
    """Return the rounds of a recorded conflict, by their numbers.

    It ends before a fact that is no answer to what was asked, as a table may allow one.
    """
    facts = (
        (number, event)
        for number, event in enumerate(events, 1)
        if isinstance(event, Fact)
    )
    walk = Walk(system, system.initial(scenario), recorded=True)
    rounds: dict[int, Played] = {}
    while type(walk.asked) is not Outcome:
        number, fact = next(facts, (0, None))
        if fact is None:
            break
        if not _answers(walk.asked, fact):
            events = events[: number - 1]
            break
        state, asked = walk.state, walk.asked
        round_ = rounds.setdefault(state.round, Played())
        if type(asked) is Chance:
            _note_dice(round_, asked, fact, number)
        elif len(asked.options) > 1:
            words = tuple(_words_of(system, state, option) for option in asked.options)
            answer = _words_of(system, state, fact)
            chosen = Chosen(asked.who, answer, words, fact.passes, number)
            round_.chosen.append(chosen)
        walk.take(fact)
    state = system.initial(scenario)
    for before, _, after in steps(system, state, events):
        if after.round != before.round and before.round in rounds:
            rounds[before.round].standing = system.status(before)
        state = after
    # The last round was played, so it is written even if nobody did anything in it.
    rounds.setdefault(state.round, Played()).standing = system.status(state)
    return rounds


def _answers(asked: Decision[Any] | Chance, fact: Fact) -> bool:
    """Whether *fact* is an answer to what is asked."""
    if isinstance(asked, Decision):
        return fact in asked.options
    return isinstance(fact, DiceRolled) and fact.who == asked.who


def _note_dice(round_: Played, asked: Chance, fact: Fact, number: int) -> None:
    """Note the dice that fell as a roll, or as more dice of the last one."""
    assert isinstance(fact, DiceRolled)
    last = [throw for throw in round_.thrown if throw.who == asked.who]
    purpose = asked.why, asked.attempt
    more = bool(asked.seen and last) and (last[-1].why, last[-1].attempt) == purpose
    if more:
        thrown = last[-1]
        thrown.faces += fact.faces
        thrown.pool += asked.pool
    else:
        thrown = Thrown(asked.who, asked.why, asked.pool, list(fact.faces))
        thrown.attempt = asked.attempt
        round_.thrown.append(thrown)
    fall = Fall(number, tuple(thrown.faces), not more, asked.cites)
    thrown.falls.append(fall)


def _words_of(system: RuleSystem[Any], state: State, option: Fact) -> Description:
    """Return the words of *option* that can be written in TOML."""
    words = describe_event(system, state, option)
    words["does"] = called(system, words["does"])
    return {
        name: item
        for name, item in words.items()
        if name not in _LEFT_OUT and isinstance(item, str | int | float)
    }


def fudge_dice(rounds: Sequence[Played]) -> bool | None:
    """Return whether the dice of *rounds* are Fudge dice; None for both, or no dice."""
    kinds = {
        (die.low, die.high) == (-1, 1)
        for round_ in rounds
        for thrown in round_.thrown
        for die in thrown.pool
    }
    return kinds.pop() if len(kinds) == 1 else None


def transcript_text(
    heading: Heading, rounds: Mapping[int, Played], seats: Sequence[str]
) -> str:
    """Return the transcript of what was played, as text."""
    parts = [heading_text(heading)]
    claimed = claims_by_round(rounds, seats)
    for number, thrown in rounds.items():
        claims = [inline_table(claim) for claim in claimed[number]]
        says = [
            statement_row(seats, said.who, said.words)
            for said in statements_to_write(thrown.chosen)
        ]
        dice = [roll_row(seats, thrown) for thrown in thrown.thrown]
        parts.append(round_text(number, says, dice, claims))
    return "\n".join(parts)


def statements_to_write(chosen: Sequence[Chosen]) -> Iterator[Chosen]:
    """Yield what must be written: acts, and passes that could be misread."""
    for at, choice in enumerate(chosen):
        later = [
            said.words
            for said in chosen[at + 1 :]
            if said.who == choice.who and not said.silent
        ]
        misread = any(fits(said, option) for said in later for option in choice.options)
        if not choice.silent or misread:
            yield choice


def claims_by_round(
    rounds: Mapping[int, Played], seats: Sequence[str]
) -> dict[int, list[Description]]:
    """Return what is to be claimed of each round: what changed in it.

    Where nobody said anything, how everybody stood after the first is claimed as well:
    a file that neither says nor claims anything is nothing to judge.
    """
    said = any(any(statements_to_write(round_.chosen)) for round_ in rounds.values())
    before: tuple[Description, ...] = () if said else tuple({} for _ in seats)
    claims: dict[int, list[Description]] = {}
    for number, round_ in rounds.items():
        claims[number] = list(_claims_of(before, round_.standing, seats))
        before = round_.standing
    return claims


def _claims_of(
    before: Sequence[Description], after: Sequence[Description], seats: Sequence[str]
) -> Iterator[Description]:
    """Yield a claim on each seat whose status changed in the round."""
    for index, words in enumerate(after):
        was = before[index] if index < len(before) else {}
        said = {
            name: item
            for name, item in words.items()
            if name != "who"
            and isinstance(item, str | int | float)
            and was.get(name) != item
        }
        if before and said:
            yield {"about": "status", "who": seats[index], **said}


def heading_text(heading: Heading) -> str:
    """Return the top of a file."""
    lines = [f"title = {_as_toml(heading.title)}"]
    lines.append(f"scenario = {_as_toml(heading.scenario)}")
    if heading.rulings:
        lines.append(f"rulings = {inline_table(heading.rulings)}")
    if heading.unfinished:
        lines.append("unfinished = true")
    return "\n".join([*lines, ""])


def round_text(
    number: int, says: Sequence[str], dice: Sequence[str], claims: Sequence[str]
) -> str:
    """Return a round of a file; rows that begin with # are comments."""
    lines = ["[[round]]", f"number = {number}"]
    for name, rows in (("says", says), ("dice", dice), ("claims", claims)):
        if rows:
            lines.append(f"{name} = [")
            # A row in a comment ends with a comma, so that removing the # is enough.
            lines += [f"  {row}," if row.endswith("}") else f"  {row}" for row in rows]
            lines.append("]")
    return "\n".join([*lines, ""])


def statement_row(seats: Sequence[str], who: int, words: Description) -> str:
    """Return the row of a statement."""
    return inline_table({"who": seats[who], **words})


def roll_row(seats: Sequence[str], thrown: Thrown) -> str:
    """Return the row of a roll."""
    who = "table" if thrown.who == TABLE else seats[thrown.who]
    fudge = all((die.low, die.high) == (-1, 1) for die in thrown.pool)
    return dice_row(who, thrown.faces, fudge=fudge)


def dice_row(who: str, faces: Sequence[int], *, fudge: bool) -> str:
    """Return the row of such faces: Fudge dice by their signs."""
    return inline_table(
        {"who": who, "faces": fudge_signs(faces) if fudge else list(faces)}
    )


def inline_table(words: Mapping[str, object]) -> str:
    """Return *words* as a table on one line of TOML."""
    return f"{{ {', '.join(f'{_key(k)} = {_as_toml(v)}' for k, v in words.items())} }}"


def _key(name: str) -> str:
    return (
        name if name.replace("_", "").isalnum() and name.isascii() else _as_toml(name)
    )


def _as_toml(item: object) -> str:
    """Return *item* as TOML: JSON is, of text, numbers and lists of them."""
    text = msgspec.json.encode(item).decode()
    return visible_toml(text)
