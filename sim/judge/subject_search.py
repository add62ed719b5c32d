"""What a claim is about: of all that happened lately, and of how everybody stands.

Whoever the claim names must be in it, and most of its other words must be words of it.
What shares most words with the claim is its subject.
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
                return Subject(stretch, name, one.words, one.told, one, whole=True)
    return None


def _first_line(told: str) -> str:
    return told.partition("\n")[0]


def subject_of(path: Course, claim: Claimed, seats: Sequence[str]) -> Subject | None:
    """Return what the claim is about: the most of its words, and the latest round.

    Among those, something where its numbers fit, then a status, then the last event.
    """
    says = bool(claim.numbers) or claim.success is not None
    if not (claim.names or says) or not (claim.stems or says):
        return None
    best: tuple[tuple[Any, ...], Subject] | None = None
    for order, one in enumerate(_subjects(path, seats)):
        share = _share(claim, one)
        if share is None:
            continue
        one.share = share
        fits = not correction(claim, one)
        # A status whose very words the claim uses is meant, not what led to it.
        place = (share, one.stretch.number, fits, one.event is None, order)
        if best is None or place > best[0]:
            best = place, one
    if best is None:
        return None
    about = best[1]
    return about if about.share == 1 or (says and 2 * about.share >= 1) else None


def _subjects(path: Course, seats: Sequence[str]) -> Iterator[Subject]:
    """Yield what happened in this round and the one before, and how all stand now."""
    rolls: list[Subject] = []
    found: list[Subject] = []
    for stretch in path.rounds[-2:]:
        for one in stretch.happened:
            if isinstance(one.event, ConflictEnded):
                continue
            who = one.words.get("who")
            name = who if isinstance(who, str) else ""
            new = Subject(stretch, name, one.words, one.told, one)
            found.append(new)
            if new.is_roll:
                rolls = [*_before(new, rolls), new]
            elif not isinstance(one.event, Fact):
                rolls = _unsettled(new, rolls, seats)
    yield from found
    last = path.rounds[-1]
    for name in seats:
        yield Subject(last, name, last.status.get(name, {}), "", None)


def _before(roll: Subject, rolls: Iterable[Subject]) -> Iterator[Subject]:
    """Yield the *rolls* that stand; those that *roll* adds dice to are settled."""
    for one in rolls:
        one.settled = _which(one) == _which(roll)
        if not one.settled:
            yield one


def _which(roll: Subject) -> tuple[object, ...]:
    assert roll.event is not None
    fact = roll.event.event
    assert isinstance(fact, DiceRolled)
    return fact.who, fact.why, fact.attempt


def _unsettled(
    event: Subject, rolls: Sequence[Subject], seats: Sequence[str]
) -> list[Subject]:
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


def _share(claim: Claimed, about: Subject) -> Fraction | None:
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


def _can_be_about(claim: Claimed, about: Subject) -> bool:
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
    unknown = any(key is None for key, _ in numbers_meant(claim, about))
    if unknown and not other_outcome(claim, about):
        return False
    if about.event is not None:
        return True
    # That somebody has a field "bruise dice" does not make them bruised.
    by_value = bool(claim.numbers) or bool(claim.stems & _values(about))
    return bool(claim.names) and by_value


def _can_come_out(claim: Claimed, about: Subject) -> bool:
    """Whether *about* says whether somebody made it, if the claim does.

    Dice need not: where success is no word of theirs, their numbers are compared.
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
        return " ".join(f"{key} {_text(one)}" for key, one in table.items())
    return item if isinstance(item, str) else ""
