"""Random conflicts for laws: any scenario, any ruling, any choice, any face."""

from typing import Any

from hypothesis import strategies as st
from msgspec import structs

from sim.rules.dice_pool.scenario.now import Crisis, Now, Tallies, Tally, Willpower
from sim.rules.dice_pool.scenario.people import (
    Automatic,
    Character,
    Detail,
    Intent,
    PoolTable,
)
from sim.rules.dice_pool.scenario.rulings import Rulings
from sim.rules.dice_pool.scenario.sheet import (
    DicePoolScenario,
    Hazard,
    Opposition,
    Prerequisite,
    Stake,
    Storyteller,
    Task,
    Worth,
)
from sim.rules.dice_pool.scenario.steps import Development, Intimacy, Step
from sim.rules.dice_pool.scenario.words import ATTRIBUTES
from sim.rules.dice_pool.system import SYSTEM
from tests.rules.checked import checked

TOPICS = (
    "entitlement",
    "edge",
    "difficulty",
    "claim",
    "ground",
    "limit",
    "intimacy",
    "virtue",
    "deed",
    "retry",
)
NAMES = ("Aa", "Ba", "Ab", "Bb", "Ca")
KINDS = ("harm", "escape", "seize", "best", "hold", "hinder", "prepare")

NAMES_TO_LOSE = (None, 3, Tally(2, worth=0.5), Tally(2, when_empty=2))
HOLDINGS = st.sampled_from([None, 1, Tally(1, full=4, worth=0.5, when_empty="out")])

RULINGS = st.builds(
    Rulings,
    success_face=st.sampled_from([8, 8, 7, 9]),
    again_face=st.sampled_from([10, 10, 9, 11]),
    again_limit=st.sampled_from([20, 1, 2]),
    chance_explodes=st.booleans(),
    dramatic_failure=st.booleans(),
    stacking=st.sampled_from(["holistic", "max"]),
    exceptional_at=st.sampled_from([None, None, 3]),
    tie=st.sampled_from(["inconclusive", "actor", "opposition"]),
    sealed=st.sampled_from([True, True, False]),
    waiver_allows_mitigation=st.booleans(),
    carry_uses=st.sampled_from([1, 2]),
    weapon_mode=st.sampled_from(["edge", "flat"]),
    exchange=st.sampled_from(["mutual", "alternating"]),
    max_turns=st.integers(1, 6),
    turn_seconds=st.sampled_from([3, 60]),
    loss_limit=st.sampled_from(["enforced", "enforced", "advisory", "off"]),
    loss_limit_in_violence=st.booleans(),
    loss_scope=st.sampled_from(["conflict", "scene"]),
    rote_mode=st.sampled_from(["choose", "add"]),
    auto_order=st.sampled_from(["add_then_floor", "floor_then_add"]),
    upgrade_rule=st.sampled_from(["one_step", "to_incoming"]),
    stabilize=st.sampled_from(["roll", "auto", "never"]),
    heal_interrupt=st.sampled_from(["pause", "reset"]),
    willpower_cap=st.sampled_from(["all_uses", "reflexive_only"]),
    boost_timing=st.sampled_from(["before", "after"]),
    costly_acts=st.sampled_from(["everywhere", "everywhere", "contests"]),
)
"""Any readings at all, with few rounds."""


@st.composite
def intents(draw: st.DrawFn, number: int, *, vice: bool, virtue: bool) -> Intent:
    """Draw any intent."""
    kind = draw(st.sampled_from([*KINDS, "persuade_or_shame"]))
    social = kind == "persuade_or_shame"
    pool = ("presence", "talk") if social else ("strength", "fight")
    rote = PoolTable(("dexterity",), ("fight", "talk"), rote=draw(st.booleans()))
    return Intent(
        name=f"{kind} {number}",
        kind=kind,
        arena="social" if social else "physical",
        means=draw(st.sampled_from(["fists", "knife", "bane"]))
        if kind == "harm"
        else "",
        pools=draw(st.sampled_from([(pool,), (pool, rote)])),
        specialties=("nasty",) if draw(st.booleans()) else (),
        edges=(Detail("a thing", 2, weapon=draw(st.booleans())),)
        if draw(st.booleans())
        else (),
        difficulties=(Detail("a nuisance", draw(st.sampled_from([1, 9]))),)
        if draw(st.booleans())
        else (),
        worth=draw(st.sampled_from([1.0, 0.7])),
        leaves=draw(st.sampled_from([0.0, 0.3])),
        premeditated=draw(st.booleans()),
        unseen=draw(st.booleans()),
        crime=draw(st.sampled_from([None, None, 3])),
        vice=vice and draw(st.booleans()),
        virtue=virtue and draw(st.booleans()),
        costs_willpower=draw(st.sampled_from([False, False, True])),
        resistant=draw(st.sampled_from([False, False, True])),
        minutes=draw(st.sampled_from([0, 5])),
    )


@st.composite
def characters(draw: st.DrawFn, name: str, wants: int) -> Character:
    """Draw any character."""
    vice, virtue = draw(st.booleans()), draw(st.booleans())
    dots = draw(st.integers(0, 5))
    morality = draw(st.sampled_from([None, 0, 2, 5]))
    now: dict[str, Any] = {}
    if draw(st.booleans()):
        now["wounds"] = draw(st.sampled_from(["B B B B B B B", "L* B", "A L L L L B"]))
    if morality and draw(st.booleans()):
        now["crisis"] = Crisis(draw(st.integers(1, morality)))
    now["soulless"] = draw(st.sampled_from([False, False, True]))
    now["erosion_in"] = 86_400 if now["soulless"] else None
    return Character(
        name=name,
        side=name[0],
        kind=draw(st.sampled_from(["human", "human", "supernatural", "feral"])),
        normal=draw(st.sampled_from([True, True, False])),
        has_social=draw(st.sampled_from([True, True, False])),
        attributes={
            trait: draw(st.integers(0, 3))  # type: ignore[misc] # one of the nine
            for row in ATTRIBUTES
            for trait in row
        },
        skills={"fight": draw(st.integers(0, 3)), "talk": draw(st.integers(0, 3))},
        specialties={"fight": ("nasty",)},
        health=draw(st.sampled_from([7, 9])),
        willpower=Willpower(
            dots,
            draw(st.integers(0, dots)),
            dots + draw(st.integers(0, 1)),
            draw(st.sampled_from(["", "", "a curse"])),
        ),
        morality=morality,
        virtue="hope" if virtue else None,
        vice="greed" if vice else None,
        intimacies=(Intimacy("a friend", draw(st.sampled_from([(), ("Ba",)]))),),
        power_trait=draw(st.integers(0, 3)),
        intents=tuple(
            draw(intents(number, vice=vice, virtue=virtue)) for number in range(wants)
        ),
        resists={"physical": (("stamina", "fight"),)} if draw(st.booleans()) else {},
        automatic=draw(
            st.sampled_from(
                [(), (), (Automatic(1, 2, 1),), (Automatic(1, scope="both"),)]
            )
        ),
        armor=draw(st.sampled_from([0, 0, 2])),
        harm_cap=draw(st.sampled_from([None, None, 1])),
        healing_factor=draw(st.sampled_from([1, 10])),
        unaware_until=draw(st.sampled_from([1, 1, 2])),
        tallies=Tallies(draw(st.sampled_from(NAMES_TO_LOSE)), draw(HOLDINGS)),
        now=Now(**now),
    )


STEPS: tuple[Step, ...] = (
    Step("wait", minutes=30),
    Step("wait", days=31),
    Step("rest", hours=8),
    Step("rest", hours=20),
    Step("scene", facing={"Aa": "engage", "Ba": "strides"}, realizes=("Aa", "Ba")),
    Step("scene", vice=("Aa",), virtue=("Aa", "Ba")),
    Step("treat", hours=1, who=("Aa",)),
    Step("bonds", days=7, who=("Aa",), new=Intimacy("a new friend")),
    Step("bonds", drama=True, who=("Aa", "Ba"), lost="a friend"),
    Step("session"),
    Step("stress", who=("Aa", "Ba"), dots=1, cause="dread", condition="peace"),
    Step("wait", days=1, who=("Aa",), meets=("peace",)),
    Step("soul", who=("Ba",), cause="a bargain"),
    Step("soul", who=("Ba",), restored=True, cause="a mercy"),
    Step("transfer", who=("Aa",), to="Ba"),
    Step("growth", who=("Aa",), rating=4),
)


def fitted(step: Step, seats: tuple[Character, ...]) -> Step:
    """Return that step without names for a Vice or a Virtue of those who have none."""
    vices = {seat.name for seat in seats if seat.vice is not None}
    virtues = {seat.name for seat in seats if seat.virtue is not None}
    return structs.replace(
        step,
        vice=tuple(name for name in step.vice if name in vices),
        virtue=tuple(name for name in step.virtue if name in virtues),
    )


@st.composite
def scenarios(draw: st.DrawFn) -> DicePoolScenario:
    """Draw a conflict of any kind under any rulings, with or without a judge."""
    kind = draw(st.sampled_from(["violent", "violent", "contest", "task", "aftermath"]))
    count = draw(st.integers(2, 4))
    wants = 0 if kind == "aftermath" else draw(st.integers(1, 3))
    seats = tuple(draw(characters(name, wants)) for name in NAMES[:count])
    asked = draw(st.one_of(st.just(()), st.sets(st.sampled_from(TOPICS))))
    steps = draw(st.lists(st.sampled_from(STEPS), max_size=5))
    conflict = kind in ("violent", "contest")
    hazard = Hazard(
        label="a falling beam",
        round=1,
        points=2,
        contest=draw(st.sampled_from([(), ("dexterity", "fight")])),
    )
    task = Task(
        "a lock",
        opposition=draw(st.sampled_from([None, Opposition(2), Opposition(dice=3)])),
        prerequisite=draw(st.sampled_from([None, Prerequisite(5, "tools")])),
        retries=draw(st.integers(0, 2)),
        together=draw(st.booleans()),
        deadline=draw(st.sampled_from([None, 12])),
    )
    scenario = DicePoolScenario(
        title="A walk",
        system="dice_pool",
        kind=kind,
        seats=seats,
        storyteller=Storyteller(asked=tuple(sorted(asked))),
        means={"fists": "bashing", "knife": "lethal", "bane": "aggravated"},
        at_stake=(Stake("a friend", "Aa"),) if draw(st.booleans()) else (),
        hazards=(hazard,) if conflict and draw(st.booleans()) else (),
        developments=(Development(1, "a witness"),) if kind == "contest" else (),
        task=task if kind == "task" else None,
        finishing=draw(st.booleans()),
        worth=Worth(dead=draw(st.sampled_from([None, 0.0]))),
        aftermath=tuple(fitted(step, seats) for step in steps)
        or ((STEPS[0],) if kind == "aftermath" else ()),
        rulings=draw(RULINGS),
    )
    return checked(SYSTEM, scenario)
