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
    """The things one character carries, in the form in which they are stored."""

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
    for who, participant in by_seat(state.participants):
        if participant.body.condition == DEAD or participant.soul.succumbed:
            name = state.setup.characters[who].name
            carried[name]["out"] = (
                "dead" if participant.body.condition == DEAD else "broken"
            )
    return carried


def _baggage(state: State, who: Seat) -> Baggage:
    participant, character = state.participants[who], state.setup.characters[who]
    crisis = participant.conscience.crisis
    now = Now(
        wounds=drawn(participant.body.wounds, len(participant.body.wounds)),
        progress=_progress(participant),
        stabilized=participant.body.stabilized,
        untreatable=any(not wound.treatable for wound in participant.body.wounds),
        unconscious=participant.body.condition == UNCONSCIOUS,
        crisis=None if crisis is None else Crisis(crisis.rating, crisis.successes),
        failures=participant.conscience.failures,
        unrealized=participant.conscience.unrealized,
        soulless=not participant.soul.is_there,
        restored=participant.soul.restored,
        bleeds_in=_in(participant.body.bleeds_at, state.clock),
        rested_ago=_ago(participant.will.rested_at, state.clock),
        erosion_in=_in(participant.soul.erosion_at, state.clock),
        dot_in=_in(participant.will.dot_at, state.clock),
        conditions=participant.will.conditions,
        vice_used=participant.will.vice_used,
        virtue_used=participant.will.virtue_used,
        losses=_losses(state, participant),
        succumbed=participant.soul.succumbed,
        dead=participant.body.condition == DEAD,
        treated_ago=_treated(participant, state.clock),
        felled=_felled(state, participant),
        care=participant.body.care,
        cared_ago=_ago(participant.body.cared_at, state.clock),
        left_by=_names(state, participant.body.left_by),
    )
    barred = "as before" if character.barred else ""
    return Baggage(
        now=now,
        willpower=Willpower(
            participant.will.dots, participant.will.points, character.original, barred
        ),
        morality=participant.conscience.morality,
        intimacies=participant.conscience.bonds,
        tallies=Tallies(participant.reputation, participant.holdings),
    )


def _progress(participant: Participant) -> dict[SeverityName, int]:
    bashing, lethal, aggravated = participant.body.progress
    return {"bashing": bashing, "lethal": lethal, "aggravated": aggravated}


def _losses(state: State, participant: Participant) -> dict[ArenaName, int]:
    """Return the losses that a scene keeps while it goes on [DP-R-20]."""
    if state.setup.rulings.loss_scope != "scene":
        return {}
    pairs = zip(ARENAS, participant.losses, strict=True)
    return {arena.value: lost for arena, lost in pairs if lost}


def _names(state: State, participants: tuple[Seat, ...]) -> tuple[str, ...]:
    return tuple(state.setup.characters[who].name for who in participants)


def _treated(participant: Participant, clock: int) -> tuple[int | None, ...]:
    """Return how long ago each wound was treated; empty if none was."""
    ages = tuple(_ago(wound.treated_at, clock) for wound in participant.body.wounds)
    return ages if any(ago is not None for ago in ages) else ()


def _felled(state: State, participant: Participant) -> Felled | None:
    felled = participant.body.felled
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
    present = [character for character in scenario.seats if character.name not in gone]
    names = {character.name for character in present}
    seats = tuple(
        _laden(character, baggage.get(character.name), names) for character in present
    )
    entering = msgspec.structs.replace(scenario, seats=seats)
    if len(seats) < len(scenario.seats):
        entering = without(entering, gone)
    return entering if enough(entering) else None


def _laden(
    character: Character, words: Description | None, names: Collection[str]
) -> Character:
    if words is None:
        return character
    try:
        bag = msgspec.convert(words, Baggage)
    except msgspec.ValidationError as error:
        message = f"what {character.name} carries cannot be read: {error}"
        raise ScenarioError(message) from error
    return msgspec.structs.replace(
        character,
        now=_known(bag.now, names),
        willpower=bag.willpower,
        morality=bag.morality,
        intimacies=bag.intimacies,
        tallies=Tallies(
            laden(character.tallies.reputation, bag.tallies.reputation),
            laden(character.tallies.holdings, bag.tallies.holdings),
        ),
    )


def _known(now: Now, names: Collection[str]) -> Now:
    """Return *now* without mention of seats that are not in this scenario."""
    felled = now.felled
    return msgspec.structs.replace(
        now,
        felled=felled if felled is not None and felled.by in names else None,
        left_by=tuple(name for name in now.left_by if name in names),
    )
