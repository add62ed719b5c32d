"""The experience that Keys pay for a scene, and which of them may be bought off."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct, structs

from sim.rules.solar_system.events.interlude import (
    AwardsMade,
    Cause,
    ExperienceChanged,
    KeyErased,
    KeyKept,
    SceneClosed,
)
from sim.rules.solar_system.records.interlude import Act, Awarding
from sim.rules.solar_system.scenario.people import Growth
from sim.rules.solar_system.scenario.setting import Trigger
from sim.rules.solar_system.scenario.sheet import KEY_TIER
from sim.rules.solar_system.state import State, ask_guide, asks, growth_of
from sim.seam.events import Cites, Consequence, Seat
from sim.seam.protocol import Asked, Decision, Due
from sim.seam.seats import seats

BUYOFF_XP = 10
"""The experience for striking out a Key [SS-KEY-03]."""


class Award(Struct, frozen=True):
    """What one tier of one Key pays to its owner."""

    who: Seat
    key: int
    tier: int
    xp: int


def ask_awarding(state: State, phase: Awarding) -> Asked[State]:
    """Pay what the scene has earned, then ask for Buyoffs [RUL-85, RUL-86].

    If the scenario asks the Story Guide, he first rules whether each act is what its
    Key rewards.
    """
    earned = awards(state)
    if not phase.paid and earned:
        judged = len(phase.ruled)
        if asks(state, KEY_TIER) and judged < len(earned):
            return ask_guide(state, KEY_TIER, earned[judged].who, (1, 0))
        refused = {n for n, granted in enumerate(phase.ruled) if not granted}
        granted = [award for n, award in enumerate(earned) if n not in refused]
        return Due((*_paid(state, granted), AwardsMade(("RUL-84", "RUL-85"))))
    for who, key in buyoffs(state):
        if (who, key) not in phase.answered:
            return Decision(who, (KeyKept(who, key), KeyErased(who, key)), state)
    return Due((SceneClosed(("RUL-85", "RUL-87")),))


def awards(state: State) -> list[Award]:
    """List what is paid, by seat, Key and tier [SS-KEY-01, SS-KEY-02, RUL-64, RUL-85].

    For one act only the highest tier pays; the act of the Key's Buyoff pays nothing.
    """
    often = state.setup.rulings.key_awards == "per_event"
    earned: list[Award] = []
    for who in seats(state.setup.size):
        mine = [act for act in state.acts if act.who == who]
        for key in growth_of(state, who).keys if mine else ():
            data = state.setup.people.keys[key]
            paid = Counter(_tiers(state, mine, key))
            for tier in sorted(paid):
                times = paid[tier] if often else 1
                earned += [Award(who, key, tier, data.tiers[tier].xp)] * times
    return earned


def _tiers(state: State, acts: list[Act], key: int) -> Iterator[int]:
    """Yield the tier that each act is worth, if any."""
    data = state.setup.people.keys[key]
    for act in acts:
        if data.buyoff is not None and meets(state, act, data.buyoff):
            continue
        fit = [n for n, tier in enumerate(data.tiers) if meets(state, act, tier)]
        if fit:
            yield max(fit, key=lambda n: data.tiers[n].xp)


def meets(state: State, act: Act, trigger: Trigger) -> bool:
    """Whether *act* meets *trigger* by its kind, tags and other character.

    [RUL-84, ENG-05]
    """
    if act.on != trigger.on:
        return False
    scene = None if act.scene is None else state.setup.people.scenes[act.scene]
    other = "" if act.other is None else state.data(act.other).name
    toward = other if scene is None else scene.toward
    if trigger.toward and trigger.toward != toward:
        return False
    tags = set(state.setup.tags)
    if act.goal is not None:
        owner, goal = act.goal
        tags.update(state.data(owner).goals[goal].tags)
    if act.other is not None:
        tags.update(state.data(act.other).tags)
    if scene is not None:
        tags.update(scene.tags)
    return tags.issuperset(trigger.when)


def buyoffs(state: State) -> Iterator[tuple[Seat, int]]:
    """Yield the Keys that may be struck out now, as (owner, Key) in sheet order.

    [RUL-86]
    """
    for who in seats(state.setup.size):
        for key in growth_of(state, who).keys if state.acts else ():
            buyoff = state.setup.people.keys[key].buyoff
            if buyoff is not None and any(
                act.who == who and meets(state, act, buyoff) for act in state.acts
            ):
                yield who, key


def _paid(state: State, granted: list[Award]) -> list[Consequence]:
    events: list[Consequence] = []
    growths: dict[Seat, Growth] = {}
    for award in granted:
        before = growths.get(award.who) or growth_of(state, award.who)
        cites = ("SS-KEY-01", "RUL-64", "RUL-84", "RUL-85")
        changes = changed(state, before, award, Cause.AWARD, cites)
        growths[award.who] = _after(before, changes[-1])
        events += changes
    return events


def changed(
    state: State, before: Growth, award: Award, cause: Cause, cites: Cites
) -> list[ExperienceChanged]:
    """Return the experience from *award*, which becomes advances at once [RUL-61]."""
    rate = state.setup.rulings.xp_per_advance
    xp = before.xp + award.xp
    tier = award.tier if cause == Cause.AWARD else None
    events = [
        ExperienceChanged(
            cites, award.who, award.key, tier, award.xp, cause, xp, before.advances
        )
    ]
    more, left = divmod(xp, rate)
    if more:
        advances = before.advances + more
        events.append(
            ExperienceChanged(
                ("SS-KEY-06", "RUL-61"),
                award.who,
                None,
                None,
                left - xp,
                Cause.CONVERTED,
                left,
                advances,
            )
        )
    return events


def _after(before: Growth, event: ExperienceChanged) -> Growth:
    return structs.replace(before, xp=event.xp, advances=event.advances)


def key_erased(state: State, fact: KeyErased) -> tuple[Consequence, ...]:
    """Strike the Key out for 10 XP [SS-KEY-03, RUL-86]."""
    award = Award(fact.who, fact.key, 0, BUYOFF_XP)
    before = growth_of(state, fact.who)
    cites = ("SS-KEY-03", "RUL-86")
    return tuple(changed(state, before, award, Cause.BUYOFF, cites))
