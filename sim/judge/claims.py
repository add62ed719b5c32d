"""What a table claims came of it, in plain words, judged at once.

People say "Miska made it with 4" or "Tela takes 4 harm". Such a sentence is held
against everything that happened lately and against how everybody stands: whoever it
names must be in it, and most of its other words must be words of the event. The event
that shares most words with the claim is what it is about; its numbers, and whether
something succeeded, are then compared. Words that fit nothing are refused, and never
taken for a wrong claim, unless they name a kind of event that did not happen.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, cast

from msgspec import Struct

from sim.conflict.phrases import kind_in_words, phrase
from sim.errors import StreamError
from sim.judge.claimed import DIE, Claimed, take_apart
from sim.judge.course import Course, Stretch
from sim.judge.outcomes import FAILURE, LEVEL, SUCCESS, CameOut, as_claimed, came_out
from sim.narration.deciding import PEOPLE, Happened, ground, ground_of
from sim.reading.hints import quoted
from sim.reading.words import alike, plain, stem_list, stem_set
from sim.seam.events import ConflictEnded, DiceRolled, Fact
from sim.seam.protocol import Description, RuleSystem
from sim.transcript.claims import EVENT, STATUS, has_won
from sim.transcript.lexicon import Lexicon

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


class Verdict(Struct, frozen=True, kw_only=True):
    """Whether a claim holds, in a *sentence*.

    *row* is the claim as a transcript has it, about its *round*, whether it holds or
    not; None if a transcript cannot say it. *happened* is False if nothing that it
    could be about has happened.
    """

    holds: bool
    sentence: str
    rules: tuple[str, ...] = ()
    row: Description | None = None
    round: int = 0
    happened: bool = True


class _Subject(Struct):
    """What a claim may be about: an event, or how somebody stands (no event).

    *share* of the claim's words are words of it; *whole* means that it is its line.
    What has no winner is also about the *rollers* whose dice it is made of. A roll is
    *settled* when a later event says what came of it.
    """

    stretch: Stretch
    who: str
    words: Description
    line: str
    event: Happened | None
    share: Fraction = Fraction(0)
    whole: bool = False
    rollers: frozenset[str] = frozenset()
    settled: bool = False

    @property
    def is_roll(self) -> bool:
        """Whether it is dice that fell."""
        return self.event is not None and isinstance(self.event.event, DiceRolled)


def judged(
    system: RuleSystem[Any], seats: Sequence[str], path: Course, words: str
) -> Verdict:
    """Return whether *words* hold; raises StreamError where that is unclear."""
    claim = take_apart(words, seats)
    ended = _ending(path, claim, seats)
    if ended is not None:
        return ended
    about = _very_line(path, words) or _subject(path, claim, seats)
    if about is None:
        return _never(system, path, claim, words, seats)
    wrong = "" if about.whole else _correction(claim, about)
    row = _row(claim, about, seats)
    round_ = about.stretch.number
    if not wrong:
        return Verdict(
            holds=True,
            sentence=f"yes{_so_far(path, about)}: {_line(about)}",
            row=row,
            round=round_,
        )
    rests = _ground(system, path, about, _right(claim, about))
    cited = tuple(one for one in rests[1] if one in system.rules)
    it = f"the roll of {about.who}" if about.is_roll and about.who else "it"
    is_ = "comes to" if about.is_roll else "is"
    sentence = f"no: by the rules {it} {is_} {wrong}{_so_far(path, about)}: {rests[0]}"
    sentence += f" [{' '.join(cited)}]" if cited else ""
    if row is not None and about.event is not None:
        row[EVENT] = about.event.number
    return Verdict(holds=False, sentence=sentence, rules=cited, row=row, round=round_)


def _so_far(path: Course, about: _Subject) -> str:
    """Return " so far" of dice after which nothing has happened: more may be bought."""
    last = path.rounds[-1].happened[-1:]
    return " so far" if about.is_roll and last == [about.event] else ""


def _ending(path: Course, claim: Claimed, seats: Sequence[str]) -> Verdict | None:
    """Judge who has won or lost, of a conflict that is over."""
    last = path.rounds[-1].happened[-1:]
    if not last or claim.wins is None or claim.stems or claim.numbers:
        return None
    ended = last[0].event
    if not isinstance(ended, ConflictEnded) or len(claim.names) != 1:
        return None
    name = claim.names[0]
    won = has_won(ended, seats, name)
    if won is None:
        return None
    got = dict(zip(seats, ended.returns, strict=False))
    line = f"it ended: {kind_in_words(ended.how)}"
    returns = ", ".join(f"{one} gets {amount:g}" for one, amount in got.items())
    answer = "yes" if won == claim.wins else "no"
    return Verdict(
        holds=answer == "yes",
        sentence=f"{answer}: {line}; {returns}",
        row={"about": "conflict ended", "who": name, "won": claim.wins},
        round=path.rounds[-1].number,
    )


def _very_line(path: Course, words: str) -> _Subject | None:
    """Return the event whose line of the story the claim is, word for word."""
    stems = stem_list(words)
    for stretch in reversed(path.rounds[-2:]):
        for one in reversed(stretch.happened):
            if stems and stems in (
                stem_list(one.told),
                stem_list(_first_line(one.told)),
            ):
                who = one.words.get("who")
                name = who if isinstance(who, str) else ""
                return _Subject(stretch, name, one.words, one.told, one, whole=True)
    return None


def _first_line(told: str) -> str:
    return told.partition("\n")[0]


def _subject(path: Course, claim: Claimed, seats: Sequence[str]) -> _Subject | None:
    """Return what the claim is about: the most of its words, and the latest round.

    Among those, something where its numbers fit, then a status, then the last event.
    """
    says = bool(claim.numbers) or claim.success is not None
    if not (claim.names or says) or not (claim.stems or says):
        return None
    best: tuple[tuple[Any, ...], _Subject] | None = None
    for order, one in enumerate(_subjects(path, seats)):
        share = _share(claim, one)
        if share is None:
            continue
        one.share = share
        fits = not _correction(claim, one)
        # A status whose very words the claim uses is meant, not what led to it.
        place = (share, one.stretch.number, fits, one.event is None, order)
        if best is None or place > best[0]:
            best = place, one
    if best is None:
        return None
    about = best[1]
    return about if about.share == 1 or (says and 2 * about.share >= 1) else None


def _subjects(path: Course, seats: Sequence[str]) -> Iterator[_Subject]:
    """Yield what happened in this round and the one before, and how all stand now."""
    rolls: list[_Subject] = []
    found: list[_Subject] = []
    for stretch in path.rounds[-2:]:
        for one in stretch.happened:
            if isinstance(one.event, ConflictEnded):
                continue
            who = one.words.get("who")
            name = who if isinstance(who, str) else ""
            new = _Subject(stretch, name, one.words, one.told, one)
            found.append(new)
            if new.is_roll:
                rolls = [*_before(new, rolls), new]
            elif not isinstance(one.event, Fact):
                rolls = _unsettled(new, rolls, seats)
    yield from found
    last = path.rounds[-1]
    for name in seats:
        yield _Subject(last, name, last.status.get(name, {}), "", None)


def _before(roll: _Subject, rolls: Iterable[_Subject]) -> Iterator[_Subject]:
    """Yield the *rolls* that stand; those that *roll* adds dice to are settled."""
    for one in rolls:
        one.settled = _which(one) == _which(roll)
        if not one.settled:
            yield one


def _which(roll: _Subject) -> tuple[object, ...]:
    assert roll.event is not None
    fact = roll.event.event
    assert isinstance(fact, DiceRolled)
    return fact.who, fact.why, fact.attempt


def _unsettled(
    event: _Subject, rolls: Sequence[_Subject], seats: Sequence[str]
) -> list[_Subject]:
    """Return those of *rolls* of which the *event* does not say how they came out."""
    winner = event.words.get("winner")
    nobody = winner is not None and not any(alike(winner, one) for one in seats)
    if nobody and not event.who and "a" not in event.words:
        event.rollers = frozenset(plain(one.who) for one in rolls)
    people = _people(event)
    for one in rolls:
        if plain(one.who) in people:
            one.settled = came_out(event.words, (one.who,)) is not None
    return [one for one in rolls if not one.settled]


def _share(claim: Claimed, about: _Subject) -> Fraction | None:
    """Return the part of the claim's words that are words of *about*; None for none."""
    if not _can_be_about(claim, about):
        return None
    if not claim.stems:
        return Fraction(1) if claim.success is not None else None
    known = frozenset(_vocabulary(about))
    shared = len(claim.stems & known)
    # A name that nobody here has is no word to pass over.
    if not shared or (claim.stems - known) & claim.capital:
        return None
    return Fraction(shared, len(claim.stems))


def _can_be_about(claim: Claimed, about: _Subject) -> bool:
    """Whether *about* has everybody, and everything but words, that the claim has."""
    people = _people(about)
    if not all(plain(one) in people for one in claim.names):
        return False
    if not _can_come_out(claim, about):
        return False
    if claim.rolled and not about.is_roll and about.words.get("rolled") is not True:
        return False
    if claim.dice - set(DIE.findall(about.line.casefold())):
        return False
    unknown = any(key is None for key, _ in _meant(claim, about))
    if unknown and not _is_wrong(claim, about):
        return False
    if about.event is not None:
        return True
    # That somebody has a field "bruise dice" does not make them bruised.
    by_value = bool(claim.numbers) or bool(claim.stems & _values(about))
    return bool(claim.names) and by_value


def _can_come_out(claim: Claimed, about: _Subject) -> bool:
    """Whether *about* says whether somebody made it, if the claim does.

    Dice need not: where success is no word of theirs, their numbers are compared.
    """
    if claim.success is None or _came_out(claim, about) is not None:
        return True
    return about.is_roll and not about.settled and bool(claim.numbers)


def _values(about: _Subject) -> frozenset[str]:
    return stem_set(" ".join(_text(item) for item in about.words.values()))


def _people(about: _Subject) -> set[str]:
    keys = {*PEOPLE, "winner", "loser", "of"}
    named = {
        plain(item)
        for key, item in about.words.items()
        if key in keys and isinstance(item, str)
    }
    return named | {plain(about.who)} | about.rollers


def _vocabulary(about: _Subject) -> Iterator[str]:
    if about.event is not None:
        yield from stem_list(kind_in_words(about.words.get("does", "")))
        yield from stem_list(about.line)
    for key, item in about.words.items():
        if key not in {"does", "cites"}:
            yield from stem_list(key)
            yield from stem_list(_text(item))


def _text(item: object) -> str:
    if isinstance(item, dict):
        table = cast("Description", item)
        return " ".join(f"{key} {_text(one)}" for key, one in table.items())
    return item if isinstance(item, str) else ""


def _numbers(about: _Subject) -> dict[str, int]:
    """Return the numbers of *about*, by their names."""
    return {
        key: item
        for key, item in about.words.items()
        if type(item) is int and key != "cites"
    }


def _came_out(claim: Claimed, about: _Subject) -> CameOut | None:
    """Return how *about* came out for whom the claim names; None for neither.

    Dice say it until something else does. Of other answers nothing comes out.
    """
    if about.event is None:
        return None
    if isinstance(about.event.event, Fact) and not about.is_roll:
        return None
    return None if about.settled else came_out(about.words, claim.names)


def _is_wrong(claim: Claimed, about: _Subject) -> str:
    """Return how *about* came out, if otherwise than the claim says; else ""."""
    if claim.success is None:
        return ""
    came = _came_out(claim, about)
    said = SUCCESS if claim.success else FAILURE
    return "" if came is None or came.how == said else came.how


def _meant(claim: Claimed, about: _Subject) -> Iterator[tuple[str | None, int]]:
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


def _right(claim: Claimed, about: _Subject) -> Description:
    """Return the right numbers where the claim has wrong ones."""
    known = _numbers(about)
    meant = ((key, number) for key, number in _meant(claim, about) if key is not None)
    right = {key: known[key] for key, number in meant if known[key] != number}
    # "1 failure level" is level -1.
    return {
        key: item
        for key, item in right.items()
        if not (claim.success is False and -item in claim.numbers)
    }


def _correction(claim: Claimed, about: _Subject) -> str:
    """Return in words what is right where the claim is wrong, "" if it holds."""
    right = phrase(_right(claim, about))
    outcome = _is_wrong(claim, about)
    said = [one for one in (outcome, right) if one]
    return ", ".join(reversed(said) if about.is_roll else said)


def _row(claim: Claimed, about: _Subject, seats: Sequence[str]) -> Description | None:
    """Return the claim as a row of a file; None if that cannot say it."""
    kind = STATUS if about.event is None else kind_in_words(about.words["does"])
    row: Description = {"about": kind}
    who = about.words.get("who", about.who)
    if who in seats:
        row["who"] = who
    content: Description = {
        key: number for key, number in _meant(claim, about) if key is not None
    }
    came = _came_out(claim, about)
    if claim.success is not None and came is not None:
        success = claim.success
        said = as_claimed(about.words, came, claim.names, success=success)
        # A wrong level needs no name: no level is called "success".
        content |= said if came.key != LEVEL or not content else {}
    return {**row, **content} if content else None


def _line(about: _Subject) -> str:
    if about.event is None:
        return f"{about.who} has {phrase(about.words)}"
    line = " ".join(about.line.split()).rstrip(".")
    return line or phrase(about.words)


def _ground(
    system: RuleSystem[Any], path: Course, about: _Subject, right: Description
) -> tuple[str, tuple[str, ...]]:
    """Return the sentence that decides what is *right*, and its rules."""
    if about.event is not None and about.is_roll:
        rests = ground_of(system, about.event, right)
        return rests.sentence, rests.rules
    if about.event is not None:
        rests = ground(system, about.stretch.happened, about.event, right)
        return rests.sentence, rests.rules
    events = [
        one
        for (name, word), one in path.changes.changed.items()
        if name == about.who and word in right
    ]
    if not events:
        return "so from the start, and nothing changed it", ()
    rests = ground_of(system, max(events, key=lambda one: one.number), right)
    return rests.sentence, rests.rules


def _never(
    system: RuleSystem[Any],
    path: Course,
    claim: Claimed,
    words: str,
    seats: Sequence[str],
) -> Verdict:
    """Say that nothing of the kind happened; raises StreamError if it names no kind.

    That is claim of people at the table only: whom nobody knows was mistyped.
    """
    lexicon = Lexicon(system)
    stems = sorted(claim.stems)
    kinds = [lexicon.event("", one) for one in (" ".join(stems), *stems) if one]
    others = {STATUS, *lexicon.answers}
    kind = next((one for one in kinds if one and one not in others), None)
    happened = [one for stretch in path.rounds[-2:] for one in stretch.happened]
    if any(type(one.event).__name__ == kind for one in happened):
        kind = None  # it did happen, and what is claimed of it is not understood
    if kind is None or not claim.names:
        named = [one for one in seats if plain(one) in map(plain, claim.names)]
        if named and (claim.numbers or claim.success is not None):
            message = (
                f"{quoted(words)} cannot be judged: nothing was decided so far about"
                f" {named[0]} that it could mean"
            )
            raise StreamError(message)
        message = (
            f"{quoted(words)} is nothing that can be judged here, expected whose it is"
            f' and what, such as "{seats[0]} made it with 4" or "{seats[0]} harm 2"'
        )
        raise StreamError(message)
    whose = f"{kind_in_words(kind)}, {claim.names[0]}"
    sentence = f"no: nothing of the kind happened ({whose})"
    number = path.rounds[-1].number
    row = {"about": kind_in_words(kind), "who": claim.names[0]}
    return Verdict(
        holds=False, sentence=sentence, row=row, round=number, happened=False
    )
