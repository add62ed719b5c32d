"""Crimes: how bad a deed is, whom it troubles, and whether its culprit notices.

A lower rating is a worse crime; a character with Morality m is troubled by ratings 1 to
m.
"""

from sim.rules.dice_pool.events.conscience import (
    IntimacyStrained,
    SinCommitted,
    SinRealized,
)
from sim.rules.dice_pool.events.lasting import CharacterDied
from sim.rules.dice_pool.health.healing import marked_events
from sim.rules.dice_pool.morality.crisis import troubled
from sim.rules.dice_pool.phases import Dealt, Deed
from sim.rules.dice_pool.scenario.words import Kind, Nature
from sim.rules.dice_pool.state import State
from sim.seam.events import NOBODY, Cites, Consequence, Seat

HURT, BRUTAL, KILLING, MURDER, WORST = 5, 4, 3, 2, 1
"""The ratings of crimes [DP-MORAL-03]."""
NO_CRIME = 0
NEGLECT = "killing by neglect"
"""Leaving somebody to bleed to death is as bad a crime as brutality."""
DEEDS = {
    HURT: "hurting somebody",
    BRUTAL: "brutality",
    KILLING: "killing on impulse",
    MURDER: "murder",
    WORST: "a heinous crime",
    NO_CRIME: "nothing to speak of",
}
COMMITTED: Cites = ("DP-MORAL-03", "DP-MORAL-06", "DP-R-54", "DP-R-103")
NOTICED: Cites = ("DP-CRISIS-01", "DP-R-55")
STRAINED: Cites = ("DP-INTIM-02", "DP-R-65")


def rated(dealt: Dealt, crime: int | None, *, premeditated: bool) -> int:
    """Return the worst rating that a deed fits; 0 for none [DP-MORAL-03, DP-R-54]."""
    if crime is not None:
        return crime
    if dealt.killed:
        return MURDER if premeditated else KILLING
    if not dealt.hurt:
        return NO_CRIME
    return BRUTAL if dealt.helpless or dealt.grave else HURT


def deed_of(state: State, dealt: Dealt) -> Deed:
    """Return the deed that was *dealt*, by the default classifier [DP-R-54]."""
    intent = state.setup.characters[dealt.by].intent(dealt.intent)
    rating = rated(dealt, intent.crime, premeditated=intent.premeditated)
    if rating == NO_CRIME and intent.kind == Kind.SHAME:
        rating = HURT
    if not counts(state, dealt.by, dealt.victim):
        rating = NO_CRIME
    return Deed(dealt.by, dealt.victim, DEEDS[rating], rating, not intent.unseen)


def counts(state: State, who: Seat, victim: Seat) -> bool:
    """Whether harming *victim* can trouble *who* [DP-MORAL-06, DP-INTIM-02].

    Feral and incomprehensible beings do not count, unless one is tied to them.
    """
    if victim == NOBODY:
        # The deed was done to somebody who is not here.
        return True
    if state.setup.characters[victim].nature in (Nature.HUMAN, Nature.SUPERNATURAL):
        return True
    return bool(ties(state, who, victim))


def ties(state: State, who: Seat, victim: Seat) -> tuple[str, ...]:
    """Return the Intimacies of *who* with *victim* among their objects."""
    if victim == NOBODY:
        return ()
    name = state.setup.characters[victim].name
    return tuple(
        bond.name
        for bond in state.participants[who].conscience.bonds
        if name in bond.objects
    )


def deeds(state: State, dealt: tuple[Dealt, ...]) -> tuple[Deed, ...]:
    """Return the round's deeds to record or rule on: the worst for each pair.

    DP-R-103. Without a Storyteller, only deeds that trouble their culprit are recorded
    [DP-R-60].
    """
    worst: dict[tuple[Seat, Seat], Deed] = {}
    for act in dealt:
        deed = deed_of(state, act)
        old = worst.get((deed.who, deed.victim))
        # A lower rating is worse, but 0 is none at all.
        if old is None or 0 < deed.rating < (old.rating or HURT + 1):
            worst[deed.who, deed.victim] = deed
    if state.setup.asks("deed"):
        return tuple(
            deed
            for deed in worst.values()
            if state.participants[deed.who].conscience.morality
        )
    return tuple(deed for deed in worst.values() if troubles(state, deed))


def troubles(state: State, deed: Deed) -> bool:
    """Whether *deed* is a crime to its culprit [DP-MORAL-03, DP-MORAL-05]."""
    morality = state.participants[deed.who].conscience.morality or 0
    return 0 < deed.rating <= morality


def committed(state: State, deed: Deed) -> list[Consequence]:
    """Return the effect of a deed on a conscience [DP-CRISIS-01]."""
    who = deed.who
    sin = SinCommitted(COMMITTED, who, deed.rating, deed.victim, deed.deed, deed.aware)
    return [sin, *(troubled(state, who, deed.rating) if deed.aware else [])]


def strained(state: State, who: Seat, victim: Seat) -> list[Consequence]:
    """Return the strain on the ties of *who* to the one it has hurt [DP-R-65].

    A strained tie is only marked; whether the deed troubles the conscience is separate.
    """
    return [IntimacyStrained(STRAINED, who, tie) for tie in ties(state, who, victim)]


def realized(state: State, who: Seat) -> list[Consequence]:
    """Return the moment when *who* learns of a deed done unawares [DP-R-55]."""
    rating = state.participants[who].conscience.unrealized
    if rating is None:
        return []
    return [SinRealized(NOTICED, who, rating), *troubled(state, who, rating)]


def marks(state: State, who: Seat, *, bleeds: bool) -> list[Consequence]:
    """Return the effect of bleeding or healing on *who* now, and on any conscience."""
    events = marked_events(state, who, bleeds=bleeds)
    if any(type(event) is CharacterDied for event in events):
        for deed in _bled_to_death(state, who):
            if counts(state, deed.who, who) and troubles(state, deed):
                events += committed(state, deed)
    return events


def _bled_to_death(state: State, victim: Seat) -> list[Deed]:
    """Return the deeds that let *victim* bleed to death [DP-MORAL-03, DP-R-54].

    It is a killing by whoever felled the victim, and neglect by everybody else who
    could have helped and did not. A deed takes the worst rating that it fits.
    """
    body, deeds = state.participants[victim].body, list[Deed]()
    felled = body.felled
    if felled is not None:
        rating = MURDER if felled.murderous else KILLING
        aware = not felled.unseen
        deeds.append(Deed(felled.by, victim, DEEDS[rating], rating, aware))
    killer = None if felled is None else felled.by
    deeds += [
        Deed(who, victim, NEGLECT, BRUTAL, aware=True)
        for who in body.left_by
        if who != killer
    ]
    return deeds
