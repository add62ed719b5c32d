"""Intents: chosen part by part before the first round, and changed after any round.

Whoever acts chooses approach, target, aim and whether it wounds. A part with one legal
value is not asked. Both sides choose in secret and reveal together.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from msgspec.structs import astuple

from sim.rules.planets.consequences import IntentChanged, IntentDeclared, Withdrew
from sim.rules.planets.facts import (
    AimChosen,
    ApproachChosen,
    Conceded,
    HarmChosen,
    Pressed,
    StandoffAccepted,
    TargetChosen,
)
from sim.rules.planets.phases import (
    CONCEDE,
    NO_DRAFT,
    ROLL,
    Aftermath,
    Aim,
    Draft,
    Framing,
    Intent,
    is_answering,
)
from sim.rules.planets.round.ending import conceded
from sim.rules.planets.scenario.compile import DIRECT, Setup
from sim.rules.planets.state import (
    State,
    intent_of,
    rival,
    view,
)
from sim.seam.events import NOBODY, Consequence, Fact, Seat
from sim.seam.protocol import Asked, Decision, Due

Allowed = tuple[tuple[str, ...], tuple[Seat, ...], tuple[Aim, ...], tuple[bool, ...]]
"""The possible values of each part of an intent: approach, target, aim, harms."""

DECLARED = ("PL-CONF-03", "PL-DP-02")
CHANGED = ("PL-CONF-06", "PL-RUL-35")
OUT = ("PL-CONF-07", "PL-RUL-36")


def ask_framing(state: State, phase: Framing) -> Asked[State] | None:
    """Ask everyone acting without an intent for one; then reveal them all [PL-DP-02].

    Before the first round that is everyone, later whoever becomes the leader of a side.
    """
    asked = tuple(who for who in state.actors if state.participants[who].intent is None)
    if not asked:
        return None
    shown: list[Consequence] = []
    for who in asked:
        if phase.answers[who] == CONCEDE:
            shown.append(Withdrew(OUT, who))
            continue
        draft = draft_of(state, who)
        first = draft == NO_DRAFT and state.setup.characters[who].may_concede
        answer = _open_part(who, _allowed(state, who), draft, None, single=first)
        if not isinstance(answer, Intent):
            options = (*answer, Conceded(who)) if first else answer
            return Decision(who, options, view(state, who))
        shown.append(IntentDeclared(DECLARED, who, *astuple(answer)))
    return conceded(state, phase) or Due(tuple(shown))


def draft_of(state: State, who: Seat) -> Draft:
    """Return the intent that *who* is choosing, as far as chosen."""
    phase = state.phase
    if is_answering(phase):
        answer = phase.answers[who]
        return answer if type(answer) is Draft else NO_DRAFT
    return NO_DRAFT


def aftermath_options(
    state: State, phase: Aftermath, who: Seat, *, rest: bool
) -> tuple[Fact, ...]:
    """Return the answers *who* may give when a round is over [PL-DP-10, PL-DP-11].

    The default is to press on. Under `changed_intent`, those who were beaten, or failed
    at what they tried alone, may not [PL-RUL-41].
    """
    old = intent_of(state, who) if may_change(state, who) else None
    must = _must_change(state, phase, who)
    may_concede = state.setup.characters[who].may_concede
    return _menu(who, _allowed(state, who), old, (rest, must, may_concede))


@lru_cache(maxsize=1024)
def _menu(
    who: Seat, allowed: Allowed, old: Intent | None, flags: tuple[bool, bool, bool]
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


def _must_change(state: State, phase: Aftermath, who: Seat) -> bool:
    if state.setup.rulings.retry_policy != "changed_intent":
        return False
    lost = phase.prevailed != NOBODY and phase.prevailed == rival(state, who)
    return lost or who in phase.failed


def reframing(state: State, who: Seat) -> tuple[Fact, ...] | Intent:
    """Return the next part to choose of a change, or the new intent [PL-CONF-06]."""
    draft, old = draft_of(state, who), intent_of(state, who)
    return _open_part(who, _allowed(state, who), draft, old, single=False)


def reframed(state: State, who: Seat, new: Intent) -> IntentChanged:
    """Return the change of the intent of *who* to *new*."""
    was = intent_of(state, who).approach
    return IntentChanged(
        CHANGED, who, new.approach, new.target, new.aim, new.harms, was
    )


def may_change(state: State, who: Seat) -> bool:
    """Whether the scenario's limit still allows a change [PL-CONF-06]."""
    most = state.setup.characters[who].changes_max
    return most is None or state.participants[who].changes < most


def other_approaches(state: State, who: Seat) -> tuple[str, ...]:
    """Return other approaches for *who* once the Forces are proposed [PL-RUL-35].

    There are none in a direct conflict, and only approaches that are rolled for.
    """
    setup = state.setup
    if setup.mode == DIRECT or not may_change(state, who):
        return ()
    return _others(setup, who, intent_of(state, who).approach)


@lru_cache(maxsize=1024)
def _others(setup: Setup, who: Seat, usual: str) -> tuple[str, ...]:
    return tuple(
        name
        for name in setup.characters[who].approaches
        if name != usual and setup.approach(name).verdict == ROLL
    )


def _allowed(state: State, who: Seat) -> Allowed:
    """Return the possible values of each part of an intent."""
    data = state.setup.characters[who]
    other = rival(state, who)
    targets: tuple[Seat, ...] = (other,)
    if other != NOBODY and len(state.participants) > len(state.actors):
        targets = state.members[state.setup.characters[other].side]
    return data.approaches, targets, data.aims, data.harms


@lru_cache(maxsize=4096)
def _open_part(
    who: Seat, allowed: Allowed, draft: Draft, old: Intent | None, *, single: bool
) -> tuple[Fact, ...] | Intent:
    """Return the options of the first open part, or the intent if it is complete.

    A change must differ from *old*: the last part that can vary omits the value that
    would change nothing. A part with one value is asked only if *single*.
    """
    given = astuple(draft)
    same = old is not None
    olds = (None,) * len(given) if old is None else astuple(old)
    parts: list[Any] = []
    for index, value in enumerate(given):
        chosen = value
        if chosen is None:
            later = zip(allowed[index + 1 :], olds[index + 1 :], strict=True)
            values: tuple[Any, ...] = allowed[index]
            # Nothing after this part can differ, so this one must.
            if same and all(rest == (was,) for rest, was in later):
                values = tuple(value for value in values if value != olds[index])
            if len(values) != 1 or single:
                return tuple(_PARTS[index](who, value) for value in values)
            chosen = values[0]
        same = same and chosen == olds[index]
        parts.append(chosen)
    return Intent(*parts)


_PARTS: tuple[Callable[[Seat, Any], Fact], ...] = (
    ApproachChosen,
    TargetChosen,
    AimChosen,
    HarmChosen,
)
