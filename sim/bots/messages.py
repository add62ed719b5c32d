"""The messages between Fracas and a program that plays.

Every message is one complete line of JSON: it says what the conflict is about and how
it may end, who is asked and who is against whom, how everybody stands, what may be
chosen, what that may return, and how to answer, so that a program, or a language model
that is given nothing else, can choose. `fracas schema bot` prints the forms below.

Fields may be added. A tag or field that is removed or changed raises FORMAT.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from sim.reading.described import with_descriptions
from sim.reading.hints import shortened

FORMAT = 1


class Seated(Struct, frozen=True):
    """A seat of the conflict."""

    name: str
    """The name of the seat."""
    side: str
    """The name of its side; empty for a seat that judges."""
    role: str = ""
    """Who it is to you: `you`, `with you`, `against you` or `judges`; empty for those
    whom you judge."""


class Ending(Struct, frozen=True):
    """A way in which the conflict may end."""

    how: str
    """The name of the ending."""
    words: str
    """What it means, in a sentence."""


class Returns(Struct, frozen=True):
    """What an option may return to you at the end of the conflict."""

    wins: float
    """Your return if you obtain what you are after with this option."""
    loses: float
    """Your return if the others obtain what they are after instead."""
    leaves: float | None
    """Your return if the option ends your part: you give up, flee or get away. Null
    where it cannot."""


class Happened(Struct, frozen=True):
    """An event."""

    words: str
    """Its line in the story."""
    event: Mapping[str, Any]
    """The same for programs, with names in place of numbers; `does` is its kind."""


class Option(Struct, frozen=True):
    """An option."""

    number: int
    """Answer with this number to choose it."""
    words: str
    """Its line in the story, if it is chosen."""
    event: Mapping[str, Any]
    """The same for programs, with names in place of numbers; `does` is its kind."""
    rules: tuple[str, ...]
    """The IDs of the rules that it rests on."""
    returns: Returns | None = None
    """What it may return to you; null if the rule system cannot say."""


class Question(Struct, frozen=True, kw_only=True, tag_field="kind", tag="choose"):
    """A seat is to choose; one line of answer is expected."""

    format: int = FORMAT
    """The version of these messages: it changes when a field is removed or changes."""
    message: int
    """The number of this message in its conflict, from 1."""
    conflict: str
    """Tells conflicts apart: one program may play several at once."""
    system: str
    """The name of the rule system."""
    game: str
    """The title of the rule system."""
    scenario: str = ""
    """The title of the situation."""
    about: str = ""
    """What is going on, in the words of whoever wrote the scenario."""
    task: str = ""
    """What you are to do, and what counts, in a few sentences."""
    endings: tuple[Ending, ...] = ()
    """All endings that the rules know."""
    seat: str
    """You choose for the seat of this name."""
    seats: tuple[Seated, ...]
    """Everybody who takes part, you included."""
    settings: Mapping[str, str]
    """The settings that you were given: cmd:./bot:key=value."""
    seed: str
    """A random number of your own, in hexadecimal digits: the same whenever this
    conflict is played again. Whoever leaves something to chance draws from it."""
    round: int
    """The number of the round."""
    since: tuple[Happened, ...]
    """All that happened since your last message, as far as you may know it."""
    standing: tuple[Mapping[str, Any], ...]
    """How everybody stands, as far as you may know it: `who` is the seat."""
    options: tuple[Option, ...]
    """The options. The first is taken for whoever says nothing."""
    answer: str
    """How to answer, in a sentence."""


class Rules(Struct, frozen=True, kw_only=True, tag_field="kind", tag="rules"):
    """The sentences of rules that were asked for; the question is still open."""

    format: int = FORMAT
    """As in a question."""
    message: int
    """As in a question: messages are counted together."""
    conflict: str
    """As in a question."""
    seat: str
    """As in a question."""
    rules: Mapping[str, str]
    """ID -> what the rule says."""
    unknown: tuple[str, ...]
    """The IDs that were asked for and do not exist."""
    answer: str
    """How to answer the question that is still open."""


Message = Question | Rules


class Answer(Struct, frozen=True, kw_only=True):
    """What a program may answer, beside the bare number of an option."""

    choose: int | None = None
    """The number of the option that is chosen."""
    message: int | None = None
    """The number of the message that is answered, to be safe: another is refused."""
    conflict: str | None = None
    """The conflict of that message, to be safe: another is refused."""
    rules: list[str] | Literal["all"] | None = None
    """In place of a choice: the IDs of the rules whose sentences are wanted."""


class Exchange(Struct, frozen=True, kw_only=True):
    """A line of a recorded exchange: what was asked, and what an agent answered."""

    agent: str
    """The agent that answered."""
    message: Question
    """What was sent; a program gets such lines, each alone."""
    answer: int
    """The number of the option that was chosen."""


class Unreadable(Exception):  # noqa: N818 - the words for it stand in the sentence
    """A line that is no valid answer; the text says what was expected."""


_answers = msgspec.json.Decoder(int | Answer)
_encoder = msgspec.json.Encoder(enc_hook=str)


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the messages, the answers and recorded exchanges.

    A line that is sent is a `Question` or `Rules`; a line that is answered is the
    number of an option or an `Answer`; a line of a recorded exchange is an `Exchange`.
    """
    _, components = msgspec.json.schema_components(
        (Question, Rules, Answer, Exchange), ref_template="#/$defs/{name}"
    )
    definitions: dict[str, Any] = {"$defs": components}
    for form in (Question, Rules, Answer, Exchange):
        definitions = with_descriptions(definitions, form)
    # Otherwise every object would match Answer, even a question.
    components["Answer"]["anyOf"] = [{"required": ["choose"]}, {"required": ["rules"]}]
    sent = [{"$ref": "#/$defs/Question"}, {"$ref": "#/$defs/Rules"}]
    answered = [{"type": "integer", "minimum": 1}, {"$ref": "#/$defs/Answer"}]
    return {
        "title": f"Messages to a program that plays, format {FORMAT}",
        "anyOf": [*sent, *answered, {"$ref": "#/$defs/Exchange"}],
        **definitions,
    }


def line_of(message: Message) -> bytes:
    """Return *message* as the line that is sent."""
    return _encoder.encode(message) + b"\n"


def answer_of(line: bytes, options: int) -> Answer:
    """Return the answer in *line*; raises Unreadable for an invalid one.

    A number must be that of one of the *options*.
    """
    said = shortened(line.decode("utf-8", "replace").strip())
    expected = f"expected the number of an option, 1 to {options}"
    try:
        decoded = _answers.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        message = f"with {said!r}, {expected}" if said else f"with nothing, {expected}"
        raise Unreadable(message) from error
    answer = Answer(choose=decoded) if isinstance(decoded, int) else decoded
    if (answer.choose is None) == (answer.rules is None):
        message = f'with {said!r}, {expected}, or {{"rules": ...}}'
        raise Unreadable(message)
    if answer.choose is not None and not 1 <= answer.choose <= options:
        message = f"with {answer.choose}, {expected}"
        raise Unreadable(message)
    return answer


def named(message: Message, question: Question) -> str:
    """Return the name of *message*, about *question*, for use in a sentence."""
    when = f", round {question.round}" if question.round else ""
    return f"message {message.message} (to {question.seat}{when})"


def rules_told(
    question: Question,
    number: int,
    book: Mapping[str, str],
    wanted: Sequence[str] | Literal["all"],
) -> Rules:
    """Return the message *number*, with the sentences of *book* that are *wanted*."""
    plain = {str.__str__(rule): sentence for rule, sentence in book.items()}
    ids = list(plain) if wanted == "all" else list(dict.fromkeys(wanted))
    return Rules(
        message=number,
        conflict=question.conflict,
        seat=question.seat,
        rules={rule: plain[rule] for rule in ids if rule in plain},
        unknown=tuple(rule for rule in ids if rule not in plain),
        answer=question.answer,
    )
