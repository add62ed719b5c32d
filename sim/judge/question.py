"""The next question of the rules, in words for the people at the table."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Literal

from msgspec import Struct

from sim.conflict.phrases import ending_line, first_line, what_was_won
from sim.dice.pool import Die, Pool
from sim.narration.deciding import deciding_rule
from sim.seam.events import TABLE, ConflictEnded
from sim.seam.protocol import Chance, Decision, Outcome, RuleSystem, SeatInfo, State
from sim.spine.words import counted
from sim.transcript.typed import faces_in_words

_UNSEEN = "?"
"""Stands for what the dice will show."""
_NOUN = "die"


class Question(Struct, frozen=True):
    """What is asked next: a "choice" of *who*, "dice" of *who*, or nothing ("over").

    *text* is the question in words. *options* are the answers to a choice, numbered
    from 1. *dice* has the possible faces of each die, in the order to type them in.
    *rules* are the IDs of the rules behind the question.
    """

    kind: Literal["choice", "dice", "over"]
    who: str
    text: str
    options: tuple[str, ...] = ()
    dice: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


def question(
    system: RuleSystem[Any],
    seats: Sequence[SeatInfo],
    state: State,
    asked: Decision[Any] | Chance | Outcome,
) -> Question:
    """Return what is *asked* in this *state*, in words."""
    if type(asked) is Outcome:
        ended = ConflictEnded(asked.cites, asked.how, asked.returns)
        won = what_was_won(system, state, asked.how)
        text = f"It is over: {ending_line(ended, seats, won)}"
        return Question("over", "", text, rules=asked.cites)
    who = _roller(seats, asked.who)
    if type(asked) is Decision:
        options = tuple(first_line(system, state, option) for option in asked.options)
        every = (rule for option in asked.options for rule in type(option).rules)
        rules = tuple(dict.fromkeys(every))
        return Question("choice", who, f"{who} chooses:", options, rules=rules)
    assert type(asked) is Chance
    faces = tuple(map(faces_in_words, asked.pool))
    rules = asked.cites or deciding_rule(system, _example(asked, high=False))
    text = _purpose(system, state, asked) or f"{who} rolls for {asked.why}"
    return Question("dice", who, f"{text}: {_pool(asked)}", dice=faces, rules=rules)


def _roller(seats: Sequence[SeatInfo], who: int) -> str:
    return "The table" if who == TABLE else seats[who].name


def _kind(die: Die) -> str:
    if (die.low, die.high) == (-1, 1):
        return "Fudge"
    return f"d{die.high}" if die.low == 1 else f"({die.low} to {die.high})"


def _pool(asked: Chance) -> str:
    """Return the dice that fall, with what each can show."""
    pool = asked.pool
    more = "more " if asked.seen else ""
    if not pool:
        return "no dice"
    first, *_ = pool
    if _mixed(pool):
        kinds = ", ".join(map(_kind, pool))
        return f"{counted(len(pool), f'{more}{_NOUN}')}, in this order: {kinds}"
    dice = counted(len(pool), f"{more}{_kind(first)} {_NOUN}")
    each = "each " if len(pool) > 1 else ""
    return f"{dice}, {each}{faces_in_words(first)}"


def _example(asked: Chance, *, high: bool) -> Any:  # noqa: ANN401 - a roll of any system
    return asked.rolled(tuple(die.high if high else die.low for die in asked.pool))


def _purpose(system: RuleSystem[Any], state: State, asked: Chance) -> str:
    """Return the purpose of the dice, in the words that the story will use.

    Two rolls are narrated, all dice low and all dice high: the common beginning of both
    sentences is known before the dice fall ("Miska rolls Athletics"). If the dice are
    of several kinds the story names each of them, so the whole line is kept, with a
    question mark for every face.
    """
    try:
        low, high = (
            first_line(system, state, _example(asked, high=side)).split()
            for side in (False, True)
        )
    except Exception:  # noqa: BLE001 - a system may refuse to tell a roll that cannot be
        return ""
    if _mixed(asked.pool) and len(low) == len(high):
        line = " ".join(map(_common, low, high)).rstrip(".")
        return re.sub(r":?( \?)+$", "", line)
    same: list[str] = []
    for low_word, high_word in zip(low, high, strict=False):
        if low_word != high_word:
            break
        same.append(low_word)
    return " ".join(same).rstrip(":,.")


def _mixed(pool: Pool) -> bool:
    return any(die != following for die, following in pairwise(pool))


def _common(low: str, high: str) -> str:
    """Return a word that both lines have, or else the mark for an unseen face."""
    if low == high:
        return low
    mark = low[-1] if low[-1] in ",;." and low[-1] == high[-1] else ""
    return _UNSEEN + mark
