"""What everybody carries from one conflict of a campaign into the next."""

from collections.abc import Collection, Mapping

import msgspec

from sim.errors import ScenarioError
from sim.rules.dice_pool.between.absence import enough, without
from sim.rules.dice_pool.health.track import drawn
from sim.rules.dice_pool.records.body import DEAD, UNCONSCIOUS
from sim.rules.dice_pool.scenario.now import (
    ArenaName,
    Crisis,
    Felled,
    Now,
    Tallies,
    Willpower,
)
from sim.rules.dice_pool.scenario.people import Character
from sim.rules.dice_pool.scenario.sheet import DicePoolScenario
from sim.rules.dice_pool.scenario.steps import Intimacy
from sim.rules.dice_pool.scenario.tallies import laden
from sim.rules.dice_pool.scenario.words import ARENAS, SeverityName
from sim.rules.dice_pool.state import Participant, State
from sim.seam.events import Seat
from sim.seam.protocol import Description
from sim.seam.seats import by_seat
from sim.seam.sheets import written


class Baggage(msgspec.Struct, forbid_unknown_fields=True):
    """What one character carries, in the form in which it is stored."""

    now: Now
    willpower: Willpower
    morality: int | None
    intimacies: tuple[Intimacy, ...]
    tallies: Tallies


def carried(state: State) -> Mapping[str, Description]:
    """Return what everybody carries, by name, ready for JSON [DP-R-107].

    Losses are included only if the scene goes on; carried dice and awareness are not.
    """
    everyone = {
        state.setup.characters[who].name: _baggage(state, who)
        for who, _ in by_seat(state.participants)
    }
    carried: dict[str, Description] = msgspec.json.decode(
        msgspec.json.encode(written(everyone))
    )
    for who, one in by_seat(state.participants):
        if one.body.condition == DEAD or one.soul.succumbed:
            name = state.setup.characters[who].name
            carried[name]["out"] = "dead" if one.body.condition == DEAD else "broken"
    return carried


def _baggage(state: State, who: Seat) -> Baggage:
    one, character = state.participants[who], state.setup.characters[who]
    crisis = one.conscience.crisis
    now = Now(
        wounds=drawn(one.body.wounds, len(one.body.wounds)),
        progress=_progress(one),
        stabilized=one.body.stabilized,
        untreatable=any(not wound.treatable for wound in one.body.wounds),
        unconscious=one.body.condition == UNCONSCIOUS,
        crisis=None if crisis is None else Crisis(crisis.rating, crisis.successes),
        failures=one.conscience.failures,
        unrealized=one.conscience.unrealized,
        soulless=not one.soul.is_there,
        restored=one.soul.restored,
        bleeds_in=_in(one.body.bleeds_at, state.clock),
        rested_ago=_ago(one.will.rested_at, state.clock),
        erosion_in=_in(one.soul.erosion_at, state.clock),
        dot_in=_in(one.will.dot_at, state.clock),
        conditions=one.will.conditions,
        vice_used=one.will.vice_used,
        virtue_used=one.will.virtue_used,
        losses=_losses(state, one),
        succumbed=one.soul.succumbed,
        dead=one.body.condition == DEAD,
        treated_ago=_treated(one, state.clock),
        felled=_felled(state, one),
        care=one.body.care,
        cared_ago=_ago(one.body.cared_at, state.clock),
        left_by=_names(state, one.body.left_by),
    )
    barred = "as before" if character.barred else ""
    return Baggage(
        now=now,
        willpower=Willpower(one.will.dots, one.will.points, character.original, barred),
        morality=one.conscience.morality,
        intimacies=one.conscience.bonds,
        tallies=Tallies(one.reputation, one.holdings),
    )


def _progress(one: Participant) -> dict[SeverityName, int]:
    bashing, lethal, aggravated = one.body.progress
    return {"bashing": bashing, "lethal": lethal, "aggravated": aggravated}


def _losses(state: State, one: Participant) -> dict[ArenaName, int]:
    """Return the losses that a scene keeps while it goes on [DP-R-20]."""
    if state.setup.rulings.loss_scope != "scene":
        return {}
    pairs = zip(ARENAS, one.losses, strict=True)
    return {arena.value: lost for arena, lost in pairs if lost}


def _names(state: State, some: tuple[Seat, ...]) -> tuple[str, ...]:
    return tuple(state.setup.characters[who].name for who in some)


def _treated(one: Participant, clock: int) -> tuple[int | None, ...]:
    """Return how long ago each wound was treated; empty if none was."""
    found = tuple(_ago(wound.treated_at, clock) for wound in one.body.wounds)
    return found if any(ago is not None for ago in found) else ()


def _felled(state: State, one: Participant) -> Felled | None:
    felled = one.body.felled
    if felled is None:
        return None
    by = state.setup.characters[felled.by].name
    return Felled(by, felled.murderous, felled.unseen)


def _in(at: int | None, clock: int) -> int | None:
    return None if at is None else max(0, at - clock)


def _ago(at: int | None, clock: int) -> int | None:
    return None if at is None else clock - at


def entered(
    scenario: DicePoolScenario, baggage: Mapping[str, Description]
) -> DicePoolScenario | None:
    """Return *scenario* with what its characters carry into it [DP-R-107].

    The dead and those who have succumbed take no part; returns None if too few are
    left. Raises ScenarioError for a record that cannot exist.
    """
    gone = {name for name, words in baggage.items() if "out" in words}
    there = [one for one in scenario.seats if one.name not in gone]
    names = {one.name for one in there}
    seats = tuple(_laden(one, baggage.get(one.name), names) for one in there)
    entering = msgspec.structs.replace(scenario, seats=seats)
    if len(seats) < len(scenario.seats):
        entering = without(entering, gone)
    return entering if enough(entering) else None


def _laden(
    one: Character, words: Description | None, names: Collection[str]
) -> Character:
    if words is None:
        return one
    try:
        bag = msgspec.convert(words, Baggage)
    except msgspec.ValidationError as error:
        message = f"what {one.name} carries cannot be read: {error}"
        raise ScenarioError(message) from error
    return msgspec.structs.replace(
        one,
        now=_known(bag.now, names),
        willpower=bag.willpower,
        morality=bag.morality,
        intimacies=bag.intimacies,
        tallies=Tallies(
            laden(one.tallies.reputation, bag.tallies.reputation),
            laden(one.tallies.holdings, bag.tallies.holdings),
        ),
    )


def _known(now: Now, names: Collection[str]) -> Now:
    """Return *now* without naming seats that are not in this scenario."""
    felled = now.felled
    return msgspec.structs.replace(
        now,
        felled=felled if felled is not None and felled.by in names else None,
        left_by=tuple(name for name in now.left_by if name in names),
    )
