"""Claims of a table about what happened, in plain words, judged at once.

People say "Miska made it with 4" or "Tela takes 4 harm". Such a sentence is compared
with all recent events and with everybody's status: its subject must have all the names
in it, and most of its other words. Of several the one that shares most words is taken;
then its numbers, and whether something succeeded, are compared. A sentence that fits
nothing is refused instead of counting as a wrong claim, unless it names a kind of event
that did not happen.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from sim.conflict.phrases import kind_in_words, phrase
from sim.errors import StreamError
from sim.judge.claimed import Claimed, take_apart
from sim.judge.comparing import correction, numbers_meant, outcome_of, right_numbers
from sim.judge.course import Course
from sim.judge.outcomes import LEVEL, as_claimed
from sim.judge.subject import Subject
from sim.judge.subject_search import subject_by_line, subject_of
from sim.narration.deciding import Basis, basis_of, find_basis
from sim.reading.hints import quoted
from sim.reading.words import plain
from sim.seam.events import ConflictEnded
from sim.seam.protocol import Description, RuleSystem
from sim.transcript.claims import EVENT, STATUS, has_won
from sim.transcript.lexicon import Lexicon


class Verdict(Struct, frozen=True, kw_only=True):
    """Whether a claim holds, in a *sentence*.

    *row* is the claim as a row of a transcript, about its *round*, whether it holds or
    not; None if a transcript cannot express it. *happened* is False if nothing that it
    could be about has happened.
    """

    holds: bool
    sentence: str
    rules: tuple[str, ...] = ()
    row: Description | None = None
    round: int = 0
    happened: bool = True


def judge_claim(
    system: RuleSystem[Any], seats: Sequence[str], path: Course, words: str
) -> Verdict:
    """Return whether *words* hold; raises StreamError if that is unclear."""
    claim = take_apart(words, seats)
    ended = _ending(path, claim, seats)
    if ended is not None:
        return ended
    about = subject_by_line(path, words) or subject_of(path, claim, seats)
    if about is None:
        return _never(system, path, claim, words, seats)
    wrong = "" if about.whole else correction(claim, about)
    row = _row(claim, about, seats)
    round_ = about.stretch.number
    if not wrong:
        return Verdict(
            holds=True,
            sentence=f"yes{_so_far(path, about)}: {_line(about)}",
            row=row,
            round=round_,
        )
    basis = _basis(system, path, about, right_numbers(claim, about))
    cited = tuple(rule for rule in basis.rules if rule in system.rules)
    it = f"the roll of {about.who}" if about.is_roll and about.who else "it"
    is_ = "comes to" if about.is_roll else "is"
    so_far, because = _so_far(path, about), basis.sentence
    sentence = f"no: by the rules {it} {is_} {wrong}{so_far}: {because}"
    sentence += f" [{' '.join(cited)}]" if cited else ""
    if row is not None and about.event is not None:
        row[EVENT] = about.event.number
    return Verdict(holds=False, sentence=sentence, rules=cited, row=row, round=round_)


def _so_far(path: Course, about: Subject) -> str:
    """Return " so far" for dice that fell last, since more dice may be bought."""
    last = path.rounds[-1].happened[-1:]
    return " so far" if about.is_roll and last == [about.event] else ""


def _ending(path: Course, claim: Claimed, seats: Sequence[str]) -> Verdict | None:
    """Judge a claim that somebody has won or lost, if the conflict is over."""
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
    pairs = zip(seats, ended.returns, strict=False)
    line = f"it ended: {kind_in_words(ended.how)}"
    returns = ", ".join(f"{seat} gets {amount:g}" for seat, amount in pairs)
    answer = "yes" if won == claim.wins else "no"
    return Verdict(
        holds=answer == "yes",
        sentence=f"{answer}: {line}; {returns}",
        row={"about": "conflict ended", "who": name, "won": claim.wins},
        round=path.rounds[-1].number,
    )


def _row(claim: Claimed, about: Subject, seats: Sequence[str]) -> Description | None:
    """Return the claim as a row of a transcript; None if that cannot express it."""
    kind = STATUS if about.event is None else kind_in_words(about.words["does"])
    row: Description = {"about": kind}
    who = about.words.get("who", about.who)
    if who in seats:
        row["who"] = who
    content: Description = {
        key: number for key, number in numbers_meant(claim, about) if key is not None
    }
    came = outcome_of(claim, about)
    if claim.success is not None and came is not None:
        success = claim.success
        said = as_claimed(about.words, came, claim.names, success=success)
        # A wrong level needs no name: no level is called "success".
        content |= said if came.key != LEVEL or not content else {}
    return {**row, **content} if content else None


def _line(about: Subject) -> str:
    if about.event is None:
        return f"{about.who} has {phrase(about.words)}"
    line = " ".join(about.line.split()).rstrip(".")
    return line or phrase(about.words)


def _basis(
    system: RuleSystem[Any], path: Course, about: Subject, right: Description
) -> Basis:
    """Return the basis on which the words *right* are right."""
    if about.event is not None and about.is_roll:
        return basis_of(system, about.event, right)
    if about.event is not None:
        return find_basis(system, about.stretch.happened, about.event, right)
    events = [
        event
        for (name, word), event in path.changes.changed.items()
        if name == about.who and word in right
    ]
    if not events:
        return Basis("so from the start, and nothing changed it")
    return basis_of(system, max(events, key=lambda event: event.number), right)


def _never(
    system: RuleSystem[Any],
    path: Course,
    claim: Claimed,
    words: str,
    seats: Sequence[str],
) -> Verdict:
    """Return that nothing of the kind happened; raises StreamError if it names no kind.

    The claim must name somebody at the table: an unknown name is probably a typo.
    """
    lexicon = Lexicon(system)
    stems = sorted(claim.stems)
    kinds = [lexicon.event("", text) for text in (" ".join(stems), *stems) if text]
    others = {STATUS, *lexicon.answers}
    kind = next((known for known in kinds if known and known not in others), None)
    events = [event for stretch in path.rounds[-2:] for event in stretch.happened]
    if any(type(happened.event).__name__ == kind for happened in events):
        kind = None  # it did happen, but the claim about it was not understood
    if kind is None or not claim.names:
        named = [seat for seat in seats if plain(seat) in map(plain, claim.names)]
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
