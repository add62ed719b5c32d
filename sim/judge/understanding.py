"""Understand a typed answer: an option by its number or in words, or faces.

Anything that cannot be the answer is refused by a StreamError, whose message is one
sentence that says what was found and what was expected.
"""

from collections.abc import Sequence
from typing import Any

from sim.errors import StreamError
from sim.judge.question import Question
from sim.reading.hints import nearest, quoted
from sim.reading.words import alike, faces_of, plain, said_in, stem_set, words_in
from sim.seam.events import Fact
from sim.seam.protocol import Chance, Decision, State
from sim.spine.words import counted
from sim.transcript.lexicon import Lexicon
from sim.transcript.matching import StatementMatcher
from sim.transcript.typed import Statement, faces_in_words

_FEW = 6
"""How many options a refusal lists."""
_DENIALS = frozenset(
    ["no", "not", "nothing", "never", "nobody", "none", "neither", "without", "cannot"]
)
"""Words that turn an option into its opposite, so they must not be left out."""


def option_meant(
    matcher: StatementMatcher[Any],
    lexicon: Lexicon,
    state: State,
    asked: Decision[Any],
    question: Question,
    words: str,
) -> Fact:
    """Return the option of *asked* that *words* mean; raises StreamError."""
    options = question.options
    if words.isdecimal():
        if 1 <= int(words) <= len(options):
            return asked.options[int(words) - 1]
        message = f"there is no option {words}, expected 1 to {len(options)}"
        raise StreamError(message)
    equal = [at for at, line in enumerate(options) if _bare(line) == _bare(words)]
    if len(equal) == 1:
        return asked.options[equal[0]]
    kind = lexicon.meant(words)
    statement = Statement(
        asked.who,
        {} if kind is None else {"does": kind},
        sentence="" if kind else words,
    )
    # The name alone would be the beginning of every sentence.
    nothing = not stem_set(words) - stem_set(question.who)
    meant = () if nothing else matcher.readings(state, statement, asked.options)
    if len(meant) == 1:
        return meant[0]
    inside = None if meant else saying(words, question)
    if inside is not None:
        return asked.options[inside]
    lines = [options[asked.options.index(fact)] for fact in meant]
    raise StreamError(_not_one(words, question, lines))


def _not_one(words: str, question: Question, lines: Sequence[str]) -> str:
    """Return why *words* mean no single option, but any of *lines*, or none."""
    if lines:
        return f"{quoted(words)} may be {_either(lines)}: say which"
    return (
        f"{quoted(words)} is not open to {question.who} now, expected one of"
        f" {_listed(question.options)}{nearest(words, question.options)}"
    )


def saying(words: str, question: Question) -> int | None:
    """Return the place of the one option whose line has *words* in it, side by side.

    So "get aboard" says "Sal wants: get aboard". None if there are none, or several, or
    if the line has a "not" that was left out.
    """
    if not stem_set(words) - stem_set(question.who):
        return None
    places = [at for at, line in enumerate(question.options) if said_in(words, line)]
    if len(places) != 1:
        return None
    left_out = {*words_in(question.options[places[0]])} - {*words_in(words)}
    return None if left_out & _DENIALS else places[0]


def _bare(line: str) -> str:
    return plain(line.rstrip("."))


def _either(lines: Sequence[str]) -> str:
    return " or ".join(quoted(line.rstrip(".")) for line in lines[:_FEW])


def _listed(lines: Sequence[str]) -> str:
    more = f" and {len(lines) - _FEW} more" if len(lines) > _FEW else ""
    return ", ".join(quoted(line.rstrip(".")) for line in lines[:_FEW]) + more


def addressed(words: str, seats: Sequence[str]) -> tuple[str, str]:
    """Split *words* such as "Miska: + 0 -" into the seat and the rest; else ("", all).

    Only a colon ends a name, for a sentence may begin with one too.
    """
    name, colon, rest = words.partition(":")
    known = next((seat for seat in seats if alike(seat, name)), "")
    return (known, rest.strip()) if colon and known else ("", words)


def other_speaker(words: str, who: str, seats: Sequence[str]) -> str:
    """Return the seat that *words* begin with, if it is not *who*; else ""."""
    line = f"{plain(words)} "
    named = [seat for seat in seats if line.startswith(f"{plain(seat)} ")]
    best = max(named, key=len, default="")
    return "" if alike(best, who) else best


def is_faces(words: str) -> bool:
    """Whether *words* are faces of dice, whatever dice these are."""
    return bool(words) and faces_of(words) is not None


def faces_meant(asked: Chance, who: str, words: str) -> tuple[int, ...]:
    """Return the faces in *words*, for the dice of *asked*; raises StreamError.

    Each must be a face of its die.
    """
    pool = asked.pool
    faces = faces_of(words)
    if words.isdecimal() and 1 < len(pool) == len(words):
        # Dice of one digit may be typed without spaces, as Fudge dice are.
        faces = tuple(map(int, words))
    expected = f"{counted(len(pool), 'die')} of {who}"
    if faces is None:
        message = f"{quoted(words)} is no roll, expected the faces of {expected}"
        raise StreamError(message)
    if len(faces) != len(pool):
        message = f"found {counted(len(faces), 'die')}, expected {expected}"
        raise StreamError(message)
    for place, (die, face) in enumerate(zip(pool, faces, strict=True), 1):
        if not die.low <= face <= die.high:
            which = f"die {place} of {who}" if len(pool) > 1 else f"the die of {who}"
            message = f"{which} cannot show {face}, expected {faces_in_words(die)}"
            raise StreamError(message)
    return faces
