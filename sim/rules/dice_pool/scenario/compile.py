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
from sim.rules.dice_pool.scenario.sheet import (
    DicePoolScenario,
    Hazard,
    Stake,
    side_names,
    side_of,
)
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
from sim.spine.compiled import compiled_once

BOXES = 5
"""The boxes of Health in addition to Stamina [DP-HEALTH-01]."""
SLOTS = 3
"""The Intimacies allowed in addition to Resolve [DP-INTIM-03]."""
MINUTE = 60


@compiled_once(DicePoolScenario)
def compile_scenario(scenario: DicePoolScenario) -> Setup:
    """Return *scenario* in compiled form."""
    sides, rulings = side_names(scenario), scenario.rulings
    names = [one.name for one in scenario.seats]
    people = tuple(_character(one, scenario, sides) for one in scenario.seats)
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
        details=tuple(_scene_detail(one, names) for one in scenario.details),
        at_stake=tuple(_stake(one, names) for one in scenario.at_stake),
        hazards=tuple(_hazard(one, scenario, names) for one in scenario.hazards),
        developments=tuple(
            (one.after_round, one.text) for one in scenario.developments
        ),
        task=scenario.task,
        finishing=scenario.finishing,
        at_risk=scenario.at_risk,
        worth=scenario.worth,
        steps=tuple(_step(one, names) for one in scenario.aftermath),
        rulings=rulings,
    )


def _teams(
    people: tuple[CharacterData, ...], sides: int
) -> tuple[tuple[Seat, ...], ...]:
    return tuple(
        tuple(seat for seat, one in by_seat(people) if one.side == side)
        for side in range(sides)
    )


def _seats(some: Iterable[str], names: list[str]) -> tuple[Seat, ...]:
    return tuple(sorted({Seat(names.index(name)) for name in some}))


def _character(
    one: Character, scenario: DicePoolScenario, sides: tuple[str, ...]
) -> CharacterData:
    rulings = scenario.rulings

    def plain(pool: Pool) -> PoolData:
        return pool_data(one, pool, NO_SPECIALTY, rulings)

    return CharacterData(
        name=one.name,
        side=sides.index(side_of(one)),
        nature=Nature(one.kind),
        normal=one.normal,
        has_social=one.has_social,
        boxes=one.health or BOXES + one.attributes["stamina"],
        bears=_bears(one),
        slots=SLOTS + one.attributes["resolve"],
        original=one.willpower.original or one.willpower.dots,
        barred=bool(one.willpower.barred),
        power_trait=one.power_trait,
        morality=one.morality,
        vice=one.vice,
        virtue=one.virtue,
        intents=tuple(_intent(intent, one, scenario) for intent in one.intents),
        resists=resists(one, rulings),
        usual=usual(one, rulings),
        awake=plain(rulings.consciousness_pool),
        tend=plain(one.tend),
        treat=plain(one.treat),
        helping=one.help,
        automatic=one.automatic,
        armor=one.armor,
        harm_cap=one.harm_cap,
        heals=one.heals_naturally,
        factor=one.healing_factor,
        unaware_until=one.unaware_until,
        tallies=tallies_of(one),
    )


def _bears(one: Character) -> tuple[int, ...]:
    dots = (one.attributes[RESISTANCE[arena]] for arena in ARENAS)  # type: ignore[index] # an Attribute
    return tuple(max(1, rating) for rating in dots)


def _stake(one: Stake, names: list[str]) -> StakeData:
    who = Seat(names.index(one.who))
    return StakeData(who, one.intimacy, one.from_round, one.to_round)


def _intent(one: Intent, owner: Character, scenario: DicePoolScenario) -> IntentData:
    kind = Kind(one.kind)
    settling = SETTLING if scenario.kind == "violent" else SETTLING_PEACEFULLY
    special = special_of(owner, one.specialties)
    pools = tuple(
        pool_data(owner, pool, special, scenario.rulings)
        for pool in possible(one.pools)
    )
    task = scenario.kind == "task"
    return IntentData(
        name=one.name,
        kind=kind,
        arena=Arena(one.arena),
        direct=kind in DIRECT,
        settles=kind in settling if one.settles is None else one.settles,
        severity=severity(scenario.means[one.means]) if kind in HURTING else None,
        pools=best_first(pools) if task else pools,
        details=(
            *(_detail(detail, edge=True) for detail in one.edges),
            *(_detail(detail, edge=False) for detail in one.difficulties),
        ),
        tags=frozenset(one.tags),
        worth=one.worth,
        leaves=one.leaves,
        premeditated=one.premeditated,
        unseen=one.unseen,
        crime=one.crime,
        vice=one.vice,
        virtue=one.virtue,
        costs=one.costs_willpower,
        first=one.from_round,
        resistant=one.resistant,
        seconds=one.minutes * MINUTE or scenario.rulings.roll_off_seconds,
        at_risk=one.at_risk,
    )


def _detail(one: Detail, *, edge: bool) -> DetailData:
    return DetailData(
        label=one.label,
        dice=one.dice,
        edge=edge,
        extraordinary=one.extraordinary,
        weapon=one.weapon,
        when=frozenset(one.when),
    )


def _scene_detail(one: SceneDetail, names: list[str]) -> DetailData:
    return DetailData(
        label=one.label,
        dice=one.dice,
        edge=one.kind == "edge",
        extraordinary=one.extraordinary,
        weapon=one.weapon,
        when=frozenset(one.when),
        who=frozenset(_seats(one.who, names)),
        intents=frozenset(one.intents),
        first=one.from_round,
        last=one.to_round,
    )


def _hazard(one: Hazard, scenario: DicePoolScenario, names: list[str]) -> HazardData:
    rulings: Rulings = scenario.rulings
    return HazardData(
        label=one.label,
        round=one.round,
        who=_seats(one.who or names, names),
        points=one.points,
        severity=severity(one.severity),
        resistant=one.resistant,
        contests=tuple(
            pool_data(person, one.contest, NO_SPECIALTY, rulings)
            if one.contest
            else None
            for person in scenario.seats
        ),
        difficulty=one.difficulty,
    )


def _step(one: Step, names: list[str]) -> StepData:
    return StepData(
        kind=one.kind,
        seconds=one.seconds,
        who=_seats(one.who or names, names),
        interrupted=frozenset(_seats(one.interrupted, names)),
        facing=tuple(
            (Seat(names.index(name)), grade) for name, grade in one.facing.items()
        ),
        realizes=_seats(one.realizes, names),
        vice=_seats(one.vice, names),
        virtue=_seats(one.virtue, names),
        patients=_seats(one.patients or names, names),
        new=one.new,
        lost=one.lost,
        drama=one.drama,
        days=one.days,
        dots=one.dots,
        condition=one.condition,
        meets=one.meets,
        cause=one.cause,
        restored=one.restored,
        to=NOBODY if one.to is None else Seat(names.index(one.to)),
        rating=one.rating,
        edge=one.edge,
    )
