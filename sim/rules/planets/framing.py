"""Intents: chosen part by part before the first round, changed after any other.

Whoever acts says how, at whom, what for and whether it wounds. A part with one legal
value is not asked. Both sides choose sealed and are shown together.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from sim.events import TABLE, Consequence, Fact
from sim.protocol import Asked, Decision, Due
from sim.rules.planets.consequences import IntentChanged, IntentDeclared, Withdrew
from sim.rules.planets.ending import conceded
from sim.rules.planets.facts import (
    AimChosen,
    ApproachChosen,
    Conceded,
    HarmChosen,
    Pressed,
    StandoffAccepted,
    TargetChosen,
)
from sim.rules.planets.setup import NOBODY
from sim.rules.planets.state import (
    BLANK,
    CONCEDE,
    NO_DRAFT,
    Draft,
    Intent,
    Standing,
    rival,
    standing,
    view,
)

Part = str | int | bool
Allowed = tuple[tuple[Part, ...], ...]
"""What each part of an intent may be: approach, target, aim, harms."""

DECLARED = ("PL-CONF-03", "PL-DP-02")
CHANGED = ("PL-CONF-06", "PL-RUL-35")
OUT = ("PL-CONF-07", "PL-RUL-36")


def ask_intents(state: Standing) -> Asked[Standing] | None:
    """Ask everyone who acts and has no intent for one; then show them all [PL-DP-02].

    Before the first round that is everyone, later whoever has come to lead a side.
    """
    asked = tuple(who for who in state.actors if state.players[who].intent is None)
    if not asked:
        return None
    shown: list[Consequence] = []
    for who in asked:
        if state.turn(who).answer == CONCEDE:
            shown.append(Withdrew(OUT, who))
            continue
        draft = state.players[who].draft
        first = draft == NO_DRAFT and state.sheet(who).may_concede
        answer = _open_part(who, _allowed(state, who), draft, None, single=first)
        if not isinstance(answer, Intent):
            options = (*answer, Conceded(who)) if first else answer
            return Decision(who, options, view(state, who))
        shown.append(_declared(who, answer))
    return conceded(state) or Due(tuple(shown))


def _declared(who: int, one: Intent) -> IntentDeclared:
    return IntentDeclared(DECLARED, who, one.approach, one.target, one.aim, one.harms)


def aftermath_options(state: Standing, who: int, *, rest: bool) -> tuple[Fact, ...]:
    """Return what *who* may do when a round is over [PL-DP-10, PL-DP-11].

    First to press on, which is what silence means. Under `changed_intent` those who
    were prevailed over, or failed at what they try alone, may not [PL-RUL-41].
    """
    old = state.intent(who) if may_change(state, who) else None
    must = _must_change(state, who)
    may_concede = state.sheet(who).may_concede
    return _menu(who, _allowed(state, who), old, (rest, must, may_concede))


@lru_cache(maxsize=1024)
def _menu(
    who: int, allowed: Allowed, old: Intent | None, flags: tuple[bool, bool, bool]
) -> tuple[Fact, ...]:
    rest, must, may_concede = flags
    changes = _open_part(who, allowed, NO_DRAFT, old, single=True) if old else ()
    options: list[Fact] = list(changes) if isinstance(changes, tuple) else []
    if rest:
        options.insert(0, StandoffAccepted(who))
    if not (changes and must):
        options.insert(0, Pressed(who))
    if may_concede:
        options.append(Conceded(who))
    return tuple(options)


def _must_change(state: Standing, who: int) -> bool:
    if state.setup.rulings.retry_policy != "changed_intent":
        return False
    if state.turn(who).failed:
        return True
    return state.prevailed != TABLE and state.prevailed == rival(state, who)


def reframing(state: Standing, who: int) -> tuple[Fact, ...] | Intent:
    """Return the open part of a change of intent, or the new intent [PL-CONF-06]."""
    draft = state.players[who].draft
    return _open_part(who, _allowed(state, who), draft, state.intent(who), single=False)


def reframed(state: Standing, who: int, new: Intent) -> IntentChanged:
    """Return the change of the intent of *who* to *new*."""
    was = state.intent(who).approach
    return IntentChanged(
        CHANGED, who, new.approach, new.target, new.aim, new.harms, was
    )


def may_change(state: Standing, who: int) -> bool:
    """Return whether a limit of the scenario still allows a change [PL-CONF-06]."""
    most = state.sheet(who).changes_max
    return most is None or state.players[who].changes < most


def _allowed(state: Standing, who: int) -> Allowed:
    """Return what each part of an intent may be: approach, target, aim, harms."""
    sheet = state.sheet(who)
    other = rival(state, who)
    targets: tuple[int, ...] = (other,)
    if other != NOBODY and len(state.players) > len(state.actors):
        targets = standing(state, state.sheet(other).side)
    return sheet.approaches, targets, sheet.aims, sheet.harms


@lru_cache(maxsize=4096)
def _open_part(
    who: int, allowed: Allowed, draft: Draft, old: Intent | None, *, single: bool
) -> tuple[Fact, ...] | Intent:
    """Return the options of the first open part, or the intent when it is whole.

    A change must differ from *old*: the last part that can vary leaves out the value
    that would change nothing. A part with one value is asked only if *single*.
    """
    given: tuple[Part | None, ...] = (
        draft.approach or None,
        None if draft.target == BLANK else draft.target,
        draft.aim or None,
        draft.harms,
    )
    same = old is not None
    olds: tuple[Part | None, ...] = (
        (None,) * 4 if old is None else (old.approach, old.target, old.aim, old.harms)
    )
    parts: list[Part] = []
    for index, value in enumerate(given):
        chosen = value
        if chosen is None:
            later = zip(allowed[index + 1 :], olds[index + 1 :], strict=True)
            values = allowed[index]
            if same and all(rest == (was,) for rest, was in later):
                values = tuple(one for one in values if one != olds[index])
            if len(values) != 1 or single:
                return tuple(_PARTS[index](who, one) for one in values)
            chosen = values[0]
        same = same and chosen == olds[index]
        parts.append(chosen)
    return _intent(parts)


_PARTS: tuple[Callable[[int, Any], Fact], ...] = (
    ApproachChosen,
    TargetChosen,
    AimChosen,
    HarmChosen,
)


def _intent(parts: list[Part]) -> Intent:
    approach, target, aim, harms = parts
    return Intent(str(approach), int(target), str(aim), bool(harms))
