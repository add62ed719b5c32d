"""The outcome of an event for somebody, with which "made it" and "failed" are compared.

An event has it in one of its words: whether it is a success, who won, or a named
outcome. Dice have one themselves only until an event gives their result.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from sim.judge.claimed import LOST, WON
from sim.reading.words import alike, stem_set
from sim.seam.protocol import Description

SUCCESS, FAILURE = "a success", "a failure"
_YES_OR_NO = ("success", "overcome")
_NAMED = ("outcome", "band", "result", "how")
LEVEL = "level_name"
"""A level that has a name is a success, unless that name says failure."""


class CameOut(Struct, frozen=True):
    """An outcome: *how*, in words, and the *key* of the event's word that says it."""

    key: str
    how: str


def came_out(words: Description, names: Sequence[str]) -> CameOut | None:
    """Return the outcome of the event with these *words* for *names*; None if none.

    The winner is looked at first: the success of one is the failure of the other.
    """
    for key, how in (("winner", SUCCESS), ("loser", FAILURE)):
        if any(alike(words.get(key, ""), name) for name in names):
            return CameOut(key, how)
    for key in _YES_OR_NO:
        if isinstance(words.get(key), bool):
            return CameOut(key, SUCCESS if words[key] else FAILURE)
    winner = words.get("winner")
    if isinstance(winner, str) and names and "who" not in words:
        people = (words.get("a"), words.get("b"), words.get("loser"))
        lost = any(alike(winner, person) for person in people)
        return CameOut("winner", FAILURE if lost else f"won by {winner}")
    return _by_its_name(words)


def _by_its_name(words: Description) -> CameOut | None:
    for key in _NAMED:
        named = str(words.get(key, ""))
        if stem_set(named) & (WON | LOST):
            return CameOut(key, FAILURE if stem_set(named) & LOST else SUCCESS)
    if isinstance(words.get("outcome"), str):
        return CameOut("outcome", words["outcome"])
    if LEVEL in words:
        failed = stem_set(str(words[LEVEL])) & LOST
        return CameOut(LEVEL, FAILURE if failed else SUCCESS)
    return None


def as_claimed(
    words: Description, came: CameOut, names: Iterable[str], *, success: bool
) -> Description:
    """Return the words of an event that a claim of *success*, or of failure, means.

    They are its own where the claim holds, and contradict it where it does not.
    """
    name = next(iter(names), "")
    if came.key in {"winner", "loser"}:
        return {"winner" if success else "loser": name} if name else {}
    if came.key in _YES_OR_NO:
        winner = words.get("winner")
        said: Description = {came.key: success}
        mine = isinstance(winner, str) and success and name
        return {**said, "winner": name} if mine else said
    if came.how == (SUCCESS if success else FAILURE):
        return {came.key: words[came.key]}
    return {came.key: "success" if success else "failure"}
