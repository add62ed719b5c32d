"""What `fracas reply` prints: returns, the lines of the reply, the test by play."""

import re
import shlex

from sim.cli.terminal.grid import percent
from sim.cli.terminal.output import put
from sim.conflict.phrases import called
from sim.graph.certainty import Certainty
from sim.graph.lines import UNSEEN, keeps_enough
from sim.library.scenario import Loaded
from sim.spine.words import counted
from sim.statistics.words import bound, figure
from sim.study.replying import AverageReturn, BestReply

_TERM = re.compile(r"(\w+)=(.*)")
_LIMIT = re.compile(r"([\w.]+)(>=|<=)(.*)")
_YES = {"True": "yes", "False": "no"}
_ALL = 1.0 - UNSEEN
"""An upper bound of this much says nothing, and is not printed."""
_BEST = {Certainty.EXACT, Certainty.SHOWN}
"""Where no reply by the free choices is better."""


def put_reply(answer: BestReply, *, saved: bool) -> None:
    """Print the reply for people."""
    asked = answer.question
    loaded = asked.loaded
    put(f"{loaded.title} ({loaded.system.title}): the reply of {asked.seat}")
    put()
    _put_returns(answer)
    _put_how(answer)
    put()
    _put_lines(answer)
    _put_whole(answer, saved=saved)
    if answer.found is not None:
        put()
        put(counted(answer.found.states, "state"))


def _put_returns(answer: BestReply) -> None:
    """Print the return of the seat's own agent, and of the reply."""
    agent, own = answer.question.agent, answer.own
    played = f" (played in {counted(own.games, 'conflict')})" if own.games else ""
    put(f"{agent} returns  {own}{played}")
    returned = answer.written.returned
    if answer.certainty in _BEST:
        put(f"the best returns {returned}")
    elif answer.certainty is Certainty.BOUNDS:
        put(_of_the_best(_least(answer), answer.most))
    else:
        if answer.gain > UNSEEN:
            count = counted(returned.games, "conflict")
            put(f"this reply returns {returned} (played in {count})")
            if returned.low <= own.high:
                held = f"what {agent} returns lies in that interval"
                why = "the intervals overlap" if own.games else held
                put(f"({why}: it may be no better)")
        if answer.least is not None:
            put(_of_the_best(bound(answer.least, -1, 5), answer.most))
        else:
            most = _at_most(answer.most)
            put(f"the best may return more{f': {most}' if most else ''}")


def _of_the_best(least: str, most: float) -> str:
    """Return both bounds of what the best reply returns as text."""
    above = f", and {_at_most(most)}" if _at_most(most) else ""
    return f"the best returns at least {least}{above}"


def _least(answer: BestReply) -> str:
    """Return the greater lower bound: of the saved reply, or of what was worked out."""
    returned, least = answer.written.returned, answer.least or 0.0
    # An exact return is printed as that of the seat's own agent is, to compare them.
    exact = returned.followed and least <= returned.value + UNSEEN
    return str(returned) if exact else bound(max(returned.low, least), -1, 5)


def _at_most(most: float) -> str:
    """Return an upper bound as text, "" if it says nothing."""
    return f"at most {bound(most, 1, 5)}" if most < _ALL else ""


def _put_how(answer: BestReply) -> None:
    """Print which decisions were not free, and what was assumed about agents."""
    if answer.why and answer.certainty not in _BEST:
        put(f"({answer.why})")
    if answer.freed:
        put(
            f"(so only decisions about {', '.join(answer.freed)} were free, and"
            f" {answer.question.agent} made the rest)"
        )
    if answer.certainty is Certainty.INTERVAL:
        put("(searched by playing; --seconds allows a longer search)")
    if answer.shown_by:
        put(
            f"(as far as {answer.shown_by} conflicts show: an agent may look at more"
            " than was followed, see `Agent.reads`)"
        )
    if answer.found is not None and not answer.found.choices:
        where = ", as far as it was played" if answer.found.full else ""
        put(f"(nothing that is free was asked of {answer.seat}{where})")


def _put_lines(answer: BestReply) -> None:
    """Print the lines, what they return, and what the reply returned in play."""
    asked, loaded = answer.question, answer.question.loaded
    if answer.base != asked.agent:
        put(f"It plays as {answer.base}{', but for:' if answer.rules else '.'}")
    elif not answer.rules:
        if answer.gain > UNSEEN:
            put("What gains was not found to fit into a few lines.")
        elif answer.least is not None:
            put("That gain was computed, but no agent was found that shows it in play.")
        else:
            put(f"Nothing was found that is better than {asked.agent}.")
    for line in answer.rules:
        put(f"  {_line_in_words(loaded, line)}")
    if answer.rules and answer.lines is not None:
        worth = _share(answer, answer.lines.returned)
        put(f"These lines, otherwise {asked.agent}: {worth}")
    if answer.proof is not None:
        put(f"Played in {answer.games} conflicts it returns {figure(answer.proof)}")


def _line_in_words(loaded: Loaded, line: str) -> str:
    """Return a line in words, followed by the kind it has in a file."""
    kind, *terms = shlex.split(line)
    what = [_TERM.sub(_option, term) for term in terms if _LIMIT.match(term) is None]
    when = [
        _limit(match) for term in terms if (match := _LIMIT.match(term)) is not None
    ]
    said = called(loaded.system, kind)
    said = f"{said}: {', '.join(what)}" if what else said
    return f"{', '.join([said, *when])} ({kind})"


def _option(match: re.Match[str]) -> str:
    """Return a field of an option in words: `roll=False` is roll no."""
    key, value = match.groups()
    return f"{key} {_YES.get(value, value)}"


def _limit(match: re.Match[str]) -> str:
    """Return a condition in words: `round>=3` is from round 3 on."""
    key, compare, value = match.groups()
    if key == "round":
        return f"from round {value} on" if compare == ">=" else f"up to round {value}"
    least = "at least" if compare == ">=" else "at most"
    return f"with {key.removeprefix('me.').replace('_', ' ')} {least} {value}"


def _put_whole(answer: BestReply, *, saved: bool) -> None:
    """Print what the whole reply returns, where the lines do not cover it."""
    policy, asked = answer.written.policy, answer.question
    if policy is None:
        return
    questions = counted(len(policy.best), "question")
    worth = _share(answer, answer.written.returned)
    put(f"The whole reply ({questions} by sight), otherwise {asked.agent}: {worth}")
    if not saved:
        put("(--save writes it as an agent)")


def _share(answer: BestReply, returned: AverageReturn) -> str:
    """Return *returned* as text, with the share of the gain when that is small."""
    solved = answer.found
    if solved is None or not returned.followed or keeps_enough(solved, returned.value):
        return str(returned)
    share = (returned.value - solved.base) / (solved.value - solved.base)
    return f"{returned} ({percent(share, 0)} of the gain)"
