"""The scenario in compiled form: everything that stays the same during a conflict.

Seats and sides are integers and pools are counted. The hash of a setup is computed
once, so that every state can hold it.
"""

from collections.abc import Iterable

from sim.rules.dice_pool.scenario.data import (
    CharacterData,
    DetailData,
    HazardData,
    IntentData,
    PoolData,
    Setup,
    StakeData,
    StepData,
)
from sim.rules.dice_pool.scenario.people import (
    Character,
    Detail,
    Intent,
    Pool,
    SceneDetail,
)
from sim.rules.dice_pool.scenario.pools import (
    NO_SPECIALTY,
    best_first,
    possible,
    resists,
    usual,
)
from sim.rules.dice_pool.scenario.rulings import Rulings
from sim.rules.dice_pool.scenario.sheet import DicePoolScenario, Hazard, Stake
from sim.rules.dice_pool.scenario.steps import Step
from sim.rules.dice_pool.scenario.tallies import tallies_of
from sim.rules.dice_pool.scenario.traits import pool_data, special_of
from sim.rules.dice_pool.scenario.words import (
    ARENAS,
    DIRECT,
    HURTING,
    RESISTANCE,
    SETTLING,
    SETTLING_PEACEFULLY,
    Arena,
    Kind,
    Nature,
    severity,
)
from sim.seam.events import NOBODY, Seat
from sim.seam.seats import by_seat
from sim.seam.sides import side_names, side_of
from sim.spine.compiled import compiled_once

BOXES = 5
"""The boxes of Health in addition to Stamina [DP-HEALTH-01]."""
SLOTS = 3
"""The Intimacies allowed in addition to Resolve [DP-INTIM-03]."""
MINUTE = 60


@compiled_once(DicePoolScenario)
def compile_scenario(scenario: DicePoolScenario) -> Setup:
    """Return *scenario* in compiled form."""
    sides, rulings = side_names(scenario.seats), scenario.rulings
    names = [character.name for character in scenario.seats]
    people = tuple(_character(seat, scenario, sides) for seat in scenario.seats)
    violent = scenario.kind == "violent"
    judge = scenario.storyteller
    return Setup(
        kind=scenario.kind,
        violent=violent,
        characters=people,
        sides=sides,
        teams=_teams(people, len(sides)),
        judge=Seat(len(people)) if judge.asked else NOBODY,
        judge_name=judge.name,
        asked=frozenset(judge.asked),
        seconds=rulings.turn_seconds if violent else rulings.roll_off_seconds,
        bleeds_every=rulings.bleed_seconds,
        waves=rulings.again_limit,
        margins_last=rulings.carry_uses,
        worsens_fully=rulings.upgrade_rule == "to_incoming",
        undoes_healing=rulings.heal_interrupt == "reset",
        stakes=scenario.stakes,
        tags=frozenset(scenario.tags),
        places=scenario.places,
        details=tuple(_scene_detail(detail, names) for detail in scenario.details),
        at_stake=tuple(_stake(stake, names) for stake in scenario.at_stake),
        hazards=tuple(_hazard(hazard, scenario, names) for hazard in scenario.hazards),
        developments=tuple(
            (item.after_round, item.text) for item in scenario.developments
        ),
        task=scenario.task,
        finishing=scenario.finishing,
        at_risk=scenario.at_risk,
        worth=scenario.worth,
        steps=tuple(_step(step, names) for step in scenario.aftermath),
        rulings=rulings,
    )


def _teams(
    people: tuple[CharacterData, ...], sides: int
) -> tuple[tuple[Seat, ...], ...]:
    return tuple(
        tuple(seat for seat, data in by_seat(people) if data.side == side)
        for side in range(sides)
    )


def _seats(wanted: Iterable[str], names: list[str]) -> tuple[Seat, ...]:
    return tuple(sorted({Seat(names.index(name)) for name in wanted}))


def _character(
    character: Character, scenario: DicePoolScenario, sides: tuple[str, ...]
) -> CharacterData:
    rulings = scenario.rulings

    def plain(pool: Pool) -> PoolData:
        return pool_data(character, pool, NO_SPECIALTY, rulings)

    return CharacterData(
        name=character.name,
        side=sides.index(side_of(character)),
        nature=Nature(character.kind),
        normal=character.normal,
        has_social=character.has_social,
        boxes=character.health or BOXES + character.attributes["stamina"],
        bears=_bears(character),
        slots=SLOTS + character.attributes["resolve"],
        original=character.willpower.original or character.willpower.dots,
        barred=bool(character.willpower.barred),
        power_trait=character.power_trait,
        morality=character.morality,
        vice=character.vice,
        virtue=character.virtue,
        intents=tuple(
            _intent(intent, character, scenario) for intent in character.intents
        ),
        resists=resists(character, rulings),
        usual=usual(character, rulings),
        awake=plain(rulings.consciousness_pool),
        tend=plain(character.tend),
        treat=plain(character.treat),
        helping=character.help,
        automatic=character.automatic,
        armor=character.armor,
        harm_cap=character.harm_cap,
        heals=character.heals_naturally,
        factor=character.healing_factor,
        unaware_until=character.unaware_until,
        tallies=tallies_of(character),
    )


def _bears(character: Character) -> tuple[int, ...]:
    dots = (character.attributes[RESISTANCE[arena]] for arena in ARENAS)  # type: ignore[index] # an Attribute
    return tuple(max(1, rating) for rating in dots)


def _stake(stake: Stake, names: list[str]) -> StakeData:
    who = Seat(names.index(stake.who))
    return StakeData(who, stake.intimacy, stake.from_round, stake.to_round)


def _intent(intent: Intent, owner: Character, scenario: DicePoolScenario) -> IntentData:
    kind = Kind(intent.kind)
    settling = SETTLING if scenario.kind == "violent" else SETTLING_PEACEFULLY
    special = special_of(owner, intent.specialties)
    pools = tuple(
        pool_data(owner, pool, special, scenario.rulings)
        for pool in possible(intent.pools)
    )
    task = scenario.kind == "task"
    return IntentData(
        name=intent.name,
        kind=kind,
        arena=Arena(intent.arena),
        direct=kind in DIRECT,
        settles=kind in settling if intent.settles is None else intent.settles,
        severity=severity(scenario.means[intent.means]) if kind in HURTING else None,
        pools=best_first(pools) if task else pools,
        details=(
            *(_detail(detail, edge=True) for detail in intent.edges),
            *(_detail(detail, edge=False) for detail in intent.difficulties),
        ),
        tags=frozenset(intent.tags),
        worth=intent.worth,
        leaves=intent.leaves,
        premeditated=intent.premeditated,
        unseen=intent.unseen,
        crime=intent.crime,
        vice=intent.vice,
        virtue=intent.virtue,
        costs=intent.costs_willpower,
        first=intent.from_round,
        resistant=intent.resistant,
        seconds=intent.minutes * MINUTE or scenario.rulings.roll_off_seconds,
        at_risk=intent.at_risk,
    )


def _detail(detail: Detail, *, edge: bool) -> DetailData:
    return DetailData(
        label=detail.label,
        dice=detail.dice,
        edge=edge,
        extraordinary=detail.extraordinary,
        weapon=detail.weapon,
        when=frozenset(detail.when),
    )


def _scene_detail(detail: SceneDetail, names: list[str]) -> DetailData:
    return DetailData(
        label=detail.label,
        dice=detail.dice,
        edge=detail.kind == "edge",
        extraordinary=detail.extraordinary,
        weapon=detail.weapon,
        when=frozenset(detail.when),
        who=frozenset(_seats(detail.who, names)),
        intents=frozenset(detail.intents),
        first=detail.from_round,
        last=detail.to_round,
    )


def _hazard(hazard: Hazard, scenario: DicePoolScenario, names: list[str]) -> HazardData:
    rulings: Rulings = scenario.rulings
    return HazardData(
        label=hazard.label,
        round=hazard.round,
        who=_seats(hazard.who or names, names),
        points=hazard.points,
        severity=severity(hazard.severity),
        resistant=hazard.resistant,
        contests=tuple(
            pool_data(person, hazard.contest, NO_SPECIALTY, rulings)
            if hazard.contest
            else None
            for person in scenario.seats
        ),
        difficulty=hazard.difficulty,
    )


def _step(step: Step, names: list[str]) -> StepData:
    return StepData(
        kind=step.kind,
        seconds=step.seconds,
        who=_seats(step.who or names, names),
        interrupted=frozenset(_seats(step.interrupted, names)),
        facing=tuple(
            (Seat(names.index(name)), grade) for name, grade in step.facing.items()
        ),
        realizes=_seats(step.realizes, names),
        vice=_seats(step.vice, names),
        virtue=_seats(step.virtue, names),
        patients=_seats(step.patients or names, names),
        new=step.new,
        lost=step.lost,
        drama=step.drama,
        days=step.days,
        dots=step.dots,
        condition=step.condition,
        meets=step.meets,
        cause=step.cause,
        restored=step.restored,
        to=NOBODY if step.to is None else Seat(names.index(step.to)),
        rating=step.rating,
        edge=step.edge,
    )
