"""One finding of an audit."""

from typing import Literal

from msgspec import Struct

Weight = Literal["violation", "name", "note", "stop"]


class Finding(Struct, frozen=True):
    """One difference between a record and what was derived.

    *event* is its position in the stream, from 1; 0 means the whole stream. *depth*
    is seal, rules, dice, agents or claim. *rules* are the rules that say what should
    stand there. *weight* is "violation", "name" for a right number by a wrong name,
    "stop" where it cannot be followed further, or "note" for what could not be judged
    or need not be said.
    """

    conflict: str
    event: int
    depth: str
    rules: tuple[str, ...]
    recorded: str
    expected: str
    sentence: str
    weight: Weight = "violation"


def finding(  # noqa: PLR0913 - a finding says this many things
    conflict: str,
    event: int,
    depth: str,
    recorded: str,
    expected: str,
    *,
    rules: tuple[str, ...] = (),
    place: str = "",
    why: str = "",
    because: str = "",
    verbs: tuple[str, str] = ("recorded", "expected"),
    weight: Weight = "violation",
) -> Finding:
    """Return a finding with a sentence built from its parts, which ends with *why*.

    *verbs* precede the recorded and the expected value, which never read alike;
    *because* is the sentence of the story that decides it.
    """
    if recorded == expected:
        expected += ", written otherwise"
    at = f"event {event}" if event else ""
    where = ", ".join(part for part in (conflict, place, at) if part)
    cited = f" [{' '.join(rules)}]" if rules else ""
    tail = f"; {why}" if why else ""
    told = f": {because}" if because else ""
    sentence = f"{where}: {verbs[0]} {recorded}, {verbs[1]} {expected}"
    sentence += f"{told}{cited}{tail}"
    return Finding(conflict, event, depth, rules, recorded, expected, sentence, weight)
