"""The search for the subject of a claim: a recent event, or somebody's status.

A subject must have all the names in the claim, and most of its other words. The one
that shares most words with the claim is taken.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, cast

from sim.conflict.phrases import kind_in_words
from sim.judge.claimed import DIE, Claimed
from sim.judge.comparing import correction, numbers_meant, other_outcome, outcome_of
from sim.judge.course import Course
from sim.judge.outcomes import came_out
from sim.judge.subject import Subject
from sim.narration.deciding import PEOPLE
from sim.reading.words import alike, plain, stem_list, stem_set
from sim.seam.events import ConflictEnded, DiceRolled, Fact
from sim.seam.protocol import Description


def subject_by_line(path: Course, words: str) -> Subject | None:
    """Return the event whose line of the story equals the claim, word for word."""
    stems = stem_list(words)
    for stretch in reversed(path.rounds[-2:]):
        for happened in reversed(stretch.happened):
            if stems and stems in (
                stem_list(happened.told),
                stem_list(_first_line(happened.told)),
            ):
                who = happened.words.get("who")
                name = who if isinstance(who, str) else ""
                return Subject(
                    stretch, name, happened.words, happened.told, happened, whole=True
                )
    return None


def _first_line(told: str) -> str:
    return told.partition("\n")[0]


def subject_of(path: Course, claim: Claimed, seats: Sequence[str]) -> Subject | None:
    """Return the subject of a claim: that with the most of its words, then the latest.

    Within a round, one whose numbers fit comes first, then a status, then the last
    event.
    """
    says = bool(claim.numbers) or claim.success is not None
    if not (claim.names or says) or not (claim.stems or says):
        return None
    best: tuple[tuple[Any, ...], Subject] | None = None
    for order, subject in enumerate(_subjects(path, seats)):
        share = _share(claim, subject)
        if share is None:
            continue
        subject.share = share
        fits = not correction(claim, subject)
        # If the claim uses the words of a status, it means that, not its cause.
        place = (share, subject.stretch.number, fits, subject.event is None, order)
        if best is None or place > best[0]:
            best = place, subject
    if best is None:
        return None
    about = best[1]
    return about if about.share == 1 or (says and 2 * about.share >= 1) else None


def _subjects(path: Course, seats: Sequence[str]) -> Iterator[Subject]:
    """Yield the events of this round and the one before, and everybody's status."""
    rolls: list[Subject] = []
    subjects: list[Subject] = []
    for stretch in path.rounds[-2:]:
        for happened in stretch.happened:
            if isinstance(happened.event, ConflictEnded):
                continue
            who = happened.words.get("who")
            name = who if isinstance(who, str) else ""
            new = Subject(stretch, name, happened.words, happened.told, happened)
            subjects.append(new)
            if new.is_roll:
                rolls = [*_before(new, rolls), new]
            elif not isinstance(happened.event, Fact):
                rolls = _unsettled(new, rolls, seats)
    yield from subjects
    last = path.rounds[-1]
    for name in seats:
        yield Subject(last, name, last.status.get(name, {}), "", None)


def _before(roll: Subject, rolls: Iterable[Subject]) -> Iterator[Subject]:
    """Yield the open *rolls*; those to which *roll* adds dice become settled."""
    for earlier in rolls:
        earlier.settled = _which(earlier) == _which(roll)
        if not earlier.settled:
            yield earlier


def _which(roll: Subject) -> tuple[object, ...]:
    assert roll.event is not None
    fact = roll.event.event
    assert isinstance(fact, DiceRolled)
    return fact.who, fact.why, fact.attempt


def _unsettled(
    event: Subject, rolls: Sequence[Subject], seats: Sequence[str]
) -> list[Subject]:
    """Return those of *rolls* whose outcome *event* does not have."""
    winner = event.words.get("winner")
    nobody = winner is not None and not any(alike(winner, seat) for seat in seats)
    if nobody and not event.who and "a" not in event.words:
        event.rollers = frozenset(plain(roll.who) for roll in rolls)
    people = _people(event)
    for roll in rolls:
        if plain(roll.who) in people:
            roll.settled = came_out(event.words, (roll.who,)) is not None
    return [roll for roll in rolls if not roll.settled]


def _share(claim: Claimed, about: Subject) -> Fraction | None:
    """Return the share of the claim's words that *about* has, None for none."""
    if not _can_be_about(claim, about):
        return None
    if not claim.stems:
        return Fraction(1) if claim.success is not None else None
    known = frozenset(_vocabulary(about))
    shared = len(claim.stems & known)
    # An unknown capitalised word may be a name, so it must not be ignored.
    if not shared or (claim.stems - known) & claim.capital:
        return None
    return Fraction(shared, len(claim.stems))


def _can_be_about(claim: Claimed, about: Subject) -> bool:
    """Whether *about* has all names, dice and numbers of the claim."""
    people = _people(about)
    if not all(plain(name) in people for name in claim.names):
        return False
    if not _can_come_out(claim, about):
        return False
    if claim.rolled and not about.is_roll and about.words.get("rolled") is not True:
        return False
    if claim.dice - set(DIE.findall(about.line.casefold())):
        return False
    unknown = any(key is None for key, _ in numbers_meant(claim, about))
    if unknown and not other_outcome(claim, about):
        return False
    if about.event is not None:
        return True
    # A field such as "bruise dice" does not mean that somebody is bruised.
    by_value = bool(claim.numbers) or bool(claim.stems & _values(about))
    return bool(claim.names) and by_value


def _can_come_out(claim: Claimed, about: Subject) -> bool:
    """Whether *about* has an outcome, if the claim does.

    Open dice need none: then their numbers are compared.
    """
    if claim.success is None or outcome_of(claim, about) is not None:
        return True
    return about.is_roll and not about.settled and bool(claim.numbers)


def _values(about: Subject) -> frozenset[str]:
    return stem_set(" ".join(_text(item) for item in about.words.values()))


def _people(about: Subject) -> set[str]:
    keys = {*PEOPLE, "winner", "loser", "of"}
    named = {
        plain(item)
        for key, item in about.words.items()
        if key in keys and isinstance(item, str)
    }
    return named | {plain(about.who)} | about.rollers


def _vocabulary(about: Subject) -> Iterator[str]:
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
        return " ".join(f"{key} {_text(value)}" for key, value in table.items())
    return item if isinstance(item, str) else ""
