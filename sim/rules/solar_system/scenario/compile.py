"""The scenario in compiled form: everything that stays the same during a conflict.

Seats, abilities, goals and pools are integers; names come back only in `narration`. A
setup is immutable and its hash is computed once, so that every state can hold it.
"""

from msgspec import Struct

from sim.rules.solar_system.scenario.catalogue import secrets_of
from sim.rules.solar_system.scenario.character import POOLS, Character, Intention
from sim.rules.solar_system.scenario.people import People, compile_people
from sim.rules.solar_system.scenario.rulings import Rulings
from sim.rules.solar_system.scenario.sheet import (
    RELEVANCE,
    Check,
    Refresh,
    SolarScenario,
    has_judge,
    setting,
)
from sim.rules.solar_system.scenario.sheets import AbilityData, Sheets
from sim.seam.events import NOBODY, Seat
from sim.seam.seats import by_seat, seats
from sim.seam.sides import side_names, side_of
from sim.spine.compiled import compiled_once

VIGOR, INSTINCT, REASON = range(3)


class GoalData(Struct, frozen=True, gc=False):
    """One rung of a character's ladder of intentions."""

    name: str
    target: Seat
    """The seat it is aimed at, or NOBODY for any opponent."""
    actions: tuple[int, ...]
    """The abilities that serve it."""
    permanent: bool
    later: bool
    tags: tuple[str, ...]
    worth: float
    leaves: float


class BonusData(Struct, frozen=True, gc=False):
    """One bonus of one item: what it does, and the tags it needs."""

    item: str
    rating: int
    when: tuple[str, ...]


class PropData(Struct, frozen=True, gc=False):
    """A prop, the ability it would arm, and whether the scenario allows it."""

    name: str
    ability: int
    allowed: bool


class CharacterData(Struct, frozen=True, gc=False):
    """A character as it is when the conflict begins."""

    name: str
    side: int
    story_guide: bool
    major: bool
    bystander: bool
    abilities: tuple[AbilityData, ...]
    goals: tuple[GoalData, ...]
    weapons: tuple[BonusData, ...]
    armor: tuple[BonusData, ...]
    props: tuple[PropData, ...]
    tags: tuple[str, ...]
    maxima: tuple[int, int, int]
    pools: tuple[int, int, int]
    harm: tuple[int, ...]
    bruises: int


class CheckData(Struct, frozen=True, gc=False):
    """One character's part in the opening check."""

    who: Seat
    abilities: tuple[int, ...]
    difficulty: int
    circumstance: int
    against: Seat
    answers: tuple[int, ...]
    if_failed: str
    secret: int | None


class RefreshData(Struct, frozen=True, gc=False):
    """An act that fills a pool; *contest* are the two abilities, or empty."""

    name: str
    who: Seat
    pool: int
    partner: Seat
    """The seat of the partner, or NOBODY for one who has none."""
    contest: tuple[int, ...]
    partner_name: str


class Setup(Struct, frozen=True, gc=False, cache_hash=True):
    """Everything of a scenario that the rules read."""

    characters: tuple[CharacterData, ...]
    size: int
    """How many characters there are, bystanders included."""
    sides: tuple[str, ...]
    sides_set: bool
    """Whether the scenario names sides; if not, everyone is alone [RUL-51]."""
    rulings: Rulings
    judge: Seat
    """The Story Guide's seat, or NOBODY if the scenario settles everything."""
    judge_name: str
    asked: tuple[str, ...]
    kind: str
    checks: tuple[CheckData, ...]
    building: bool
    tags: tuple[str, ...]
    parallel: tuple[tuple[str, str], ...]
    may_stand_aside: bool
    relevant: tuple[tuple[str, tuple[str, ...]], ...]
    circumstances: tuple[tuple[Seat, int, tuple[int, ...]], ...]
    method: str
    gifts: int
    """Gift dice of each player at the start; 0 in most scripted conflicts."""
    judged_at_once: bool
    """Whether a declaration may need a ruling before the next is made."""
    heal_with: tuple[str, ...]
    refreshes: tuple[RefreshData, ...]
    people: People

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats of players: all but the Story Guide's characters, and his own."""
        own = tuple(n for n, data in by_seat(self.characters) if not data.story_guide)
        return own if self.judge == NOBODY else (*own, self.judge)


@compiled_once(SolarScenario)
def compile_scenario(scenario: SolarScenario) -> Setup:
    """Return *scenario* in compiled form; it must have passed `validate`."""
    sheets = Sheets(scenario)
    # Abilities not on a sheet are added in this order, which events rely on.
    checks = tuple(_check(sheets, check) for check in scenario.opening.checks)
    refreshes = tuple(_refresh(sheets, act) for act in scenario.aftermath.refresh)
    _pockets(sheets)
    characters = tuple(_character(sheets, seat) for seat in seats(len(scenario.seats)))
    guide = scenario.story_guide
    return Setup(
        characters=characters,
        size=len(characters),
        sides=side_names(scenario.seats),
        sides_set=any(seat.side is not None for seat in scenario.seats),
        rulings=scenario.rulings,
        judge=Seat(len(characters)) if has_judge(scenario) else NOBODY,
        judge_name=guide.name,
        asked=guide.asked,
        kind=scenario.opening.kind,
        checks=checks,
        building=scenario.opening.group == "building",
        tags=scenario.tags,
        parallel=scenario.parallel,
        may_stand_aside=scenario.obstruct == "choice",
        relevant=tuple(sorted(scenario.relevant.items())),
        circumstances=tuple(
            (sheets.seat(circumstance.who), circumstance.dice, circumstance.volleys)
            for circumstance in scenario.circumstances
        ),
        method=scenario.method,
        gifts=_gifts(scenario),
        judged_at_once=any(data.props for data in characters)
        or RELEVANCE in guide.asked,
        heal_with=scenario.aftermath.heal_with,
        refreshes=refreshes,
        people=compile_people(scenario),
    )


def _gifts(scenario: SolarScenario) -> int:
    """Count the players at the table [SS-GIFT-01, RUL-60]."""
    if not scenario.gift_dice:
        return 0
    players = sum(not seat.story_guide for seat in scenario.seats)
    return players + scenario.rulings.gift_dice_count_includes_story_guide


def _check(sheets: Sheets, check: Check) -> CheckData:
    who = sheets.seat(check.who)
    abilities = sheets.abilities(who, check.abilities)
    secrets = secrets_of(sheets.scenario) if check.secret is not None else {}
    against = NOBODY if check.against is None else sheets.seat(check.against)
    return CheckData(
        who,
        abilities,
        check.difficulty,
        check.circumstance,
        against,
        () if against == NOBODY else sheets.abilities(against, check.answers),
        check.if_failed or sheets.scenario.rulings.link_failure_default,
        None if check.secret is None else list(secrets).index(check.secret),
    )


def _pockets(sheets: Sheets) -> None:
    """Add the abilities with which Secrets are tried to the sheets [SS-ABIL-08]."""
    abilities, secrets = setting(sheets.scenario), secrets_of(sheets.scenario)
    for who, character in by_seat(sheets.scenario.seats):
        for name in character.secrets:
            check = secrets[name].check
            if check in abilities:
                sheets.index(who, check)


def _refresh(sheets: Sheets, act: Refresh) -> RefreshData:
    who, partner = sheets.seat(act.who), NOBODY
    if act.partner in [character.name for character in sheets.scenario.seats]:
        partner = sheets.seat(act.partner)
    contest: tuple[int, ...] = ()
    if act.contest is not None:
        mine, theirs = act.contest
        contest = (sheets.index(who, mine), sheets.index(partner, theirs))
    pool = POOLS.index(act.pool)
    return RefreshData(act.name, who, pool, partner, contest, act.partner)


def _character(sheets: Sheets, who: Seat) -> CharacterData:
    character = sheets.scenario.seats[who]
    goals = tuple(_goal(sheets, who, goal) for goal in character.intentions)
    props = tuple(
        PropData(prop.name, sheets.index(who, prop.ability), prop.allowed)
        for prop in character.props
    )
    return CharacterData(
        name=character.name,
        side=side_names(sheets.scenario.seats).index(side_of(character)),
        story_guide=character.story_guide,
        major=character.major,
        bystander=character.bystander,
        abilities=sheets.of(who),
        goals=goals,
        weapons=_bonuses(sheets.scenario, character, "weapon"),
        armor=_bonuses(sheets.scenario, character, "armor"),
        props=props,
        tags=(character.name, *character.tags),
        maxima=(
            character.pools.vigor,
            character.pools.instinct,
            character.pools.reason,
        ),
        pools=_pools(character),
        harm=tuple(
            1 + POOLS.index(character.harm[box]) if box in character.harm else 0
            for box in "1234567"
        ),
        bruises=character.bruise_dice,
    )


def _pools(character: Character) -> tuple[int, int, int]:
    """Return the pools: full unless the file says what is left [SS-POOL-05, RUL-63]."""
    full, now = character.pools, character.now
    return (
        full.vigor if now.vigor is None else now.vigor,
        full.instinct if now.instinct is None else now.instinct,
        full.reason if now.reason is None else now.reason,
    )


def _goal(sheets: Sheets, who: Seat, goal: Intention) -> GoalData:
    actions = sheets.abilities(who, goal.actions) or tuple(
        index
        for index, ability in enumerate(sheets.of(who))
        if not ability.innate and ability.rank >= 0
    )
    return GoalData(
        goal.name,
        NOBODY if goal.target is None else sheets.seat(goal.target),
        actions,
        goal.permanent,
        goal.later,
        goal.tags,
        goal.worth,
        goal.leaves,
    )


def _bonuses(
    scenario: SolarScenario, character: Character, role: str
) -> tuple[BonusData, ...]:
    """List the bonuses of the items of *character*, Secrets included.

    [SS-SEC-05, RUL-83]
    """
    secrets = secrets_of(scenario) if character.secrets else {}
    by_secret = tuple(secrets[name].item for name in character.secrets)
    return tuple(
        BonusData(item.name, bonus.rating, bonus.when)
        for item in (*character.items, *by_secret)
        if item is not None
        for bonus in item.bonuses
        if bonus.role == role
    )
