"""What `fracas reply` says: how good the reply is, its lines, and what play proved."""

import re
import shlex
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from sim.cli.terminal.grid import percent
from sim.cli.terminal.output import counted, put
from sim.graph.lines import UNSEEN, Told, enough
from sim.graph.policy import Policy
from sim.graph.reply import Replied
from sim.library.scenario import Loaded
from sim.narration.phrases import called
from sim.statistics.intervals import Interval
from sim.statistics.words import figure

_TERM = re.compile(r"(\w+)=(.*)")
_LIMIT = re.compile(r"([\w.]+)(>=|<=)(.*)")
_YES = {"True": "yes", "False": "no"}
_FAR = 2.5
"""So many half widths of an interval are some five standard errors."""


class Wish(Struct, frozen=True):
    """What the command line asks for."""

    scenario: str
    seat: str
    against: str
    agent: str
    free: str
    save: str | None
    games: int
    states: int
    memory: int
    trust_files: bool


class Answer(Struct, frozen=True):
    """A reply, the lines it is told in, and what they returned in play.

    Where the lines keep too little of the gain it is known *whole* as well, and
    *proof_whole* says what that returned.
    """

    found: Replied
    lines: Told
    proof: Interval | None
    whole: Policy | None
    proof_whole: Interval | None


def in_words(
    loaded: Loaded, specs: Sequence[str], wish: Wish, answer: Answer
) -> dict[str, Any]:
    """Return the reply as JSON says it."""
    found, whole, proof = answer.found, answer.whole, answer.proof
    return {
        "system": loaded.system.name,
        "scenario": loaded.name,
        "digest": loaded.digest.hex(),
        "agents": specs,
        "exact": found.whole and not wish.free and not found.shown_by,
        **({"shown_by": found.shown_by} if found.shown_by else {}),
        "states": found.states,
        "reply": {
            "seat": wish.seat,
            "free": [one.strip() for one in wish.free.split(",") if one],
            "return": found.value,
            "agent": wish.agent,
            "agent_return": found.base,
            "gain": None if found.full else found.value - found.base,
            "rules": answer.lines.lines,
            "rules_return": answer.lines.value,
            "games": wish.games if proof or answer.proof_whole else 0,
            "played": _ends(proof),
            "policy": None
            if whole is None
            else {
                "questions": len(whole.best),
                "return": whole.value,
                "played": _ends(answer.proof_whole),
            },
        },
    }


def _ends(proof: Interval | None) -> dict[str, Any] | None:
    return None if proof is None else proof.to_dict()


def put_reply(loaded: Loaded, wish: Wish, answer: Answer) -> None:
    """Print the reply for people."""
    found = answer.found
    put(f"{loaded.title} ({loaded.system.title}): the reply of {wish.seat}")
    put()
    least = "" if found.whole and not wish.free else "at least "
    some = "at least " if found.full else ""
    put(f"{wish.agent} returns  {some}{found.base:.5f}")
    put(f"the best returns {least}{found.value:.5f}")
    if found.full:
        put(
            f"(not every state was played: {found.full} were too few; {wish.agent} may"
            " return more, and as much as the reply)"
        )
    elif found.closed:
        put(
            f"(not every choice was free: {found.closed} were too few, and where they"
            f" ended {wish.agent} plays on)"
        )
    if found.shown_by:
        put(
            f"(as far as {found.shown_by} conflicts show: an agent may look at"
            " everything, see `Agent.reads`)"
        )
    if not found.choices:
        where = ", as far as it was played" if found.full else ""
        put(f"(nothing that is free was asked of {wish.seat}{where})")
    put()
    _put_lines(loaded, wish, answer)
    _put_whole(wish, answer)
    put()
    put(counted(found.states, "state"))


def _put_lines(loaded: Loaded, wish: Wish, answer: Answer) -> None:
    """Print the lines, what they are worth, and what they returned in play."""
    found, lines, proof = answer.found, answer.lines, answer.proof
    if not lines.lines:
        if found.value > found.base + UNSEEN:
            put("What gains was not found to fit into a few lines.")
        else:
            put(f"Nothing was found that is better than {wish.agent}.")
    for line in lines.lines:
        put(f"  {_spoken(loaded, line)}")
    if lines.lines:
        # Who plays by them follows them beyond what there was room for, too.
        where = "" if found.whole else ", as far as choices were free"
        worth = _worth(found, lines.value)
        put(f"These lines{where}, and else {wish.agent}: {worth}")
    if proof is not None:
        put(f"Played in {wish.games} conflicts they return {figure(proof)}")
        _put_far(found, lines.value, proof)


def _spoken(loaded: Loaded, line: str) -> str:
    """Return a line as people read it, with the name by which a file knows it."""
    kind, *terms = shlex.split(line)
    what = [_TERM.sub(_option, one) for one in terms if _LIMIT.match(one) is None]
    when = [_limit(found) for one in terms if (found := _LIMIT.match(one)) is not None]
    said = called(loaded.system, kind)
    said = f"{said}: {', '.join(what)}" if what else said
    return f"{', '.join([said, *when])} ({kind})"


def _option(found: re.Match[str]) -> str:
    """Return what of an option a line is about: `roll=False` is roll no."""
    key, value = found.groups()
    return f"{key} {_YES.get(value, value)}"


def _limit(found: re.Match[str]) -> str:
    """Return a condition in words: `round>=3` is from round 3 on."""
    key, compare, value = found.groups()
    if key == "round":
        return f"from round {value} on" if compare == ">=" else f"up to round {value}"
    least = "at least" if compare == ">=" else "at most"
    return f"with {key.removeprefix('me.').replace('_', ' ')} {least} {value}"


def _put_whole(wish: Wish, answer: Answer) -> None:
    """Print what the whole reply is worth, where the lines do not tell it."""
    whole, proof = answer.whole, answer.proof_whole
    if whole is None:
        return
    known = counted(len(whole.best), "question")
    worth = _worth(answer.found, whole.value)
    put(f"The whole reply ({known} by sight), and else {wish.agent}: {worth}")
    if proof is not None:
        put(f"Played in {wish.games} conflicts it returns {figure(proof)}")
        _put_far(answer.found, whole.value, proof)
    if wish.save is None:
        put("(--save writes it as an agent)")


def _worth(found: Replied, value: float) -> str:
    """Return *value*, and what share of the gain it keeps if that is too little."""
    if enough(found, value):
        return f"{value:.5f}"
    share = (value - found.base) / (found.value - found.base)
    return f"{value:.5f} ({percent(share, 0)} of the gain)"


def _put_far(found: Replied, value: float, proof: Interval) -> None:
    below, above = proof.value - proof.low, proof.high - proof.value
    if found.whole and not -_FAR * below <= value - proof.value <= _FAR * above:
        put("(which is further from what was worked out than luck goes)")
