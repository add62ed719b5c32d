"""How a conflict and each of its rounds begin."""

from collections.abc import Mapping

from msgspec.structs import replace

from sim.rules.dice_pool.consequences import RoundOpened
from sim.rules.dice_pool.health.healing import next_mark
from sim.rules.dice_pool.health.track import is_bleeding, is_dead, parsed
from sim.rules.dice_pool.morality.crimes import marks
from sim.rules.dice_pool.phases import Closing
from sim.rules.dice_pool.records.body import (
    DEAD,
    INCAPACITATED,
    UNCONSCIOUS,
    UP,
    Body,
    Condition,
    Felled,
    Wound,
)
from sim.rules.dice_pool.records.conscience import Conscience, Crisis, Soul
from sim.rules.dice_pool.records.will import Will
from sim.rules.dice_pool.scenario.compile import compile_scenario
from sim.rules.dice_pool.scenario.now import Felled as FelledNow
from sim.rules.dice_pool.scenario.now import Now
from sim.rules.dice_pool.scenario.people import (
    Character,
)
from sim.rules.dice_pool.scenario.rulings import Rulings
from sim.rules.dice_pool.scenario.sheet import DicePoolScenario
from sim.rules.dice_pool.scenario.tallies import points_of
from sim.rules.dice_pool.scenario.words import ARENAS, Nature
from sim.rules.dice_pool.state import Ended, Ending, Participant, Progress, State
from sim.rules.dice_pool.willpower.regaining import dots_return_at, span
from sim.seam.events import Cites, Seat
from sim.seam.protocol import Due

OPENED: Cites = ("DP-R-18", "DP-R-91")
TIME: Cites = ("DP-R-91", "DP-R-97")
REASONS: dict[str, Cites] = {
    "first": (),
    "inconclusive": ("DP-PROLONG-01",),
    "new_development": ("DP-PROLONG-01", "DP-R-87"),
    "reversal_sought": ("DP-PROLONG-01", "DP-PROLONG-02"),
}


def initial(scenario: DicePoolScenario) -> State:
    """Return the state before anything has happened."""
    setup = compile_scenario(scenario)
    state = State(round=0, setup=setup, participants=())
    participants = tuple(
        _participant(state, n, character) for n, character in enumerate(scenario.seats)
    )
    task = scenario.task
    state = State(round=0, setup=setup, participants=participants)
    if setup.kind == "aftermath":
        half = (setup.worth.standoff,) * len(participants)
        state = State(
            round=0,
            setup=setup,
            participants=participants,
            ended=Ended(Ending.TIME_PASSED, half),
            phase=Closing(),
        )
    if task is not None:
        opposition = task.opposition
        total = opposition.total if opposition is not None else None
        tries = tuple(0 if data.intents else None for data in setup.characters)
        paid = task.prerequisite is None
        progress = Progress(tries, paid=paid, total=total)
        state = State(round=0, setup=setup, participants=participants, task=progress)
    return state


def _participant(state: State, place: int, sheet: Character) -> Participant:
    """Return a character as it is when the conflict begins."""
    now, power, character = sheet.now, sheet.willpower, state.setup.characters[place]
    points = power.dots if power.points is None else power.points
    due = now.dot_in
    if due is None:
        setup, has_soul = state.setup, not now.soulless
        due = dots_return_at(setup, Seat(place), power.dots, 0, has_soul=has_soul)
    return Participant(
        body=_body(state, sheet, character.boxes),
        will=Will(
            points=points,
            dots=power.dots,
            vice_used=now.vice_used,
            virtue_used=now.virtue_used,
            dot_at=due,
            conditions=now.conditions,
            rested_at=None if now.rested_ago is None else -now.rested_ago,
        ),
        conscience=Conscience(
            morality=sheet.morality,
            crisis=_crisis(now),
            failures=now.failures,
            unrealized=now.unrealized,
            bonds=sheet.intimacies,
        ),
        soul=Soul(
            is_there=not now.soulless,
            restored=now.restored,
            erosion_at=_erosion(sheet),
            succumbed=now.succumbed,
        ),
        aware_from=sheet.unaware_until,
        losses=tuple(now.losses.get(arena.value, 0) for arena in ARENAS),
        reputation=points_of(sheet.tallies.reputation),
        holdings=points_of(sheet.tallies.holdings),
    )


def _body(state: State, character: Character, boxes: int) -> Body:
    now, healed = character.now, character.now.progress
    wounds = _treated(now)
    names = {data.name: Seat(n) for n, data in enumerate(state.setup.characters)}
    condition = condition_of(now, wounds, boxes)
    bleeds = condition == INCAPACITATED and not now.stabilized
    return Body(
        condition=condition,
        wounds=wounds,
        progress=(
            healed.get("bashing", 0),
            healed.get("lethal", 0),
            healed.get("aggravated", 0),
        ),
        stabilized=now.stabilized,
        bleeds_at=_bleeds(now, state.setup.rulings) if bleeds else None,
        care=now.care,
        cared_at=None if now.cared_ago is None else -now.cared_ago,
        felled=None if now.felled is None else _felled(now.felled, names),
        left_by=tuple(names[name] for name in now.left_by),
    )


def _treated(now: Now) -> tuple[Wound, ...]:
    """Return the existing wounds, and when each was treated [DP-R-43]."""
    wounds = parsed(now.wounds, treatable=not now.untreatable)
    agos = (*now.treated_ago, *(None for _ in wounds))
    return tuple(
        wound if ago is None else replace(wound, treated_at=-ago)
        for wound, ago in zip(wounds, agos, strict=False)
    )


def _felled(now: FelledNow, names: Mapping[str, Seat]) -> Felled:
    return Felled(names[now.by], now.premeditated, now.unseen)


def condition_of(now: Now, wounds: tuple[Wound, ...], boxes: int) -> Condition:
    """Return the condition in which a character with this body begins."""
    if now.dead or is_dead(wounds, boxes):
        return DEAD
    if is_bleeding(wounds, boxes):
        return INCAPACITATED
    return UNCONSCIOUS if now.unconscious and len(wounds) >= boxes else UP


def _bleeds(now: Now, rulings: Rulings) -> int:
    return rulings.bleed_seconds if now.bleeds_in is None else now.bleeds_in


def _erosion(character: Character) -> int | None:
    """Return when loss of soul next erodes *character*.

    DP-SOUL-05, DP-R-67, DP-R-69.
    """
    now, dots = character.now, character.willpower.dots
    if Nature(character.kind) != Nature.HUMAN or not now.soulless or not dots:
        return None
    return span(dots) if now.erosion_in is None else now.erosion_in


def _crisis(now: Now) -> Crisis | None:
    if now.crisis is None:
        return None
    return Crisis(now.crisis.rating, now.crisis.successes)


def round_opened(state: State, reason: str) -> RoundOpened:
    """Return the beginning of the next round: a turn, a roll-off or an attempt.

    DP-PROLONG-01, DP-R-18, DP-R-91.
    """
    number = state.round + 1
    cites = (*OPENED, *REASONS.get(reason, ()))
    return RoundOpened(cites, number, state.clock, reason)


def ask_marks(state: State) -> Due | None:
    """Return the bleeding and healing that are due by now [DP-R-38, DP-R-91]."""
    mark = next_mark(state, state.clock)
    if mark is None:
        return None
    _, who, bleeds = mark
    return Due(tuple(marks(state, who, bleeds=bleeds)))
