"""Random conflicts for laws: any scenario, any ruling."""

from hypothesis import strategies as st

from sim.rules.skill_roll.scenario.rulings import Rulings
from sim.rules.skill_roll.scenario.seat import (
    Aim,
    Approach,
    Attack,
    Character,
    Power,
)
from sim.rules.skill_roll.scenario.sheet import (
    Aspect,
    Bystander,
    Condition,
    Distance,
    Narrator,
    SkillRollScenario,
    Use,
)
from sim.rules.skill_roll.skills.charts import Circumstance, Relation, Row
from sim.rules.skill_roll.system import SYSTEM
from tests.rules.checked import checked

SKILLS = ("blade", "dodge", "running")
TOPICS = ("routine", "difficulty", "circumstance", "weight", "bystanders")
AWARE = ("aware", "aware", "unaware_of_attack", "unaware_of_danger")

RULINGS = st.builds(
    Rulings,
    scale=st.sampled_from(["coarse", "fine"]),
    dice=st.sampled_from(["3d6", "3d6", "1d20", "2d6+3", "none"]),
    dice_by_skill=st.sampled_from([(), ("running=none",), ("blade=2d10",)]),
    deterministic=st.sampled_from(
        ["npc_opponents", "all_opponents", "agent_choice", "nobody"]
    ),
    difficulty_hidden=st.booleans(),
    percent_mode=st.sampled_from(["additive", "compound"]),
    negative_levels=st.sampled_from(["symmetric", "fail"]),
    mixed_allocation=st.booleans(),
    rank_cap_rounding=st.sampled_from(["down", "up"]),
    improved_maximum_lifts_rank_cap=st.booleans(),
    maximum_traits_are_one=st.booleans(),
    circumstances=st.sampled_from(["one_row", "sum"]),
    power_rank_weight=st.sampled_from(["by_relevance", "maximum", "half", "none"]),
    several_opponents=st.sampled_from(["highest", "each"]),
    defender_rolls=st.booleans(),
    nonphysical_oops=st.booleans(),
    use_oops=st.sampled_from([True, True, False]),
    oops_ranged=st.sampled_from(["never", "light"]),
    recovery=st.sampled_from(["reset", "minus_n"]),
    damage_rounding=st.sampled_from(["exact", "floor_total"]),
    wound_penalty_per_quarter=st.sampled_from([0, 0, 2]),
    bystander_order=st.sampled_from(["proximity", "random"]),
    bystander_stop_at_first=st.booleans(),
    bystander_direction=st.booleans(),
    defence_floor=st.booleans(),
    responses_per_round=st.sampled_from([None, 0, 1]),
    counter_initiative=st.booleans(),
    others_respond=st.booleans(),
    pull_ranks=st.booleans(),
    initiative=st.sampled_from(["dex", "seeded_random", "alternate"]),
    knowledge_retries=st.sampled_from([0, 1]),
    faulty_answer_error=st.sampled_from([0.0, 0.5, 1.0]),
    round_cap=st.integers(1, 4),
    at_cap=st.sampled_from(["points", "draw"]),
)
"""Any readings at all, with few rounds."""


def attacks() -> tuple[Attack, ...]:
    """Return a blade, a bow, a hidden bow, a blast and a word."""
    bow = {"skill": "blade", "damage_per_rank": 5, "ranks": 3, "hand_to_hand": False}
    return (
        Attack(
            name="blade",
            skill="blade",
            damage_per_rank=8,
            ranks=4,
            reach_du=2,
            appropriate_defences=("dodge", "running"),
        ),
        Attack(name="bow", appropriate_defences=("dodge",), **bow),
        Attack(name="snipe", hidden=True, **bow),
        Attack(name="blast", area=True, radius_du=2, **bow),
        Attack(name="word", physical=False, power="might", **bow),
    )


@st.composite
def characters(draw: st.DrawFn, name: str, side: str, *, able: bool) -> Character:
    """Draw a character with some skills or all, some attacks and both approaches."""
    skills = {
        skill: draw(st.integers(4, 14))
        for skill in SKILLS
        if able or draw(st.booleans())
    }
    forms = attacks()
    first = draw(st.integers(0, len(forms) - 1))
    ways = (
        Approach(name="run", skill="running", resisted_by=("running", "dodge")),
        Approach(name="trip", skill="blade", quantitative=True),
    )
    return Character(
        name=name,
        side=side,
        npc=draw(st.booleans()),
        attributes={"dex": draw(st.integers(6, 14))},
        skills=skills,
        recorded={"falls": 9} if able else {},
        powers=(Power(name="might", ranks=3, improved_maximum=draw(st.booleans())),),
        attacks=(forms[0], *forms[first : first + 1]) if first else forms[:1],
        approaches=ways,
        aims=draw(
            st.sampled_from(
                [(), (Aim(name="mild", leaves=0.3), Aim(name="grim", deadly=2))]
            )
        ),
        may_concede=draw(st.booleans()),
        may_withdraw=draw(st.booleans()),
        withdraw_with=draw(st.sampled_from(["", "running"])),
        capacity=draw(st.sampled_from([20, 60])),
        velocity=draw(st.sampled_from([0, 2])),
        awareness=draw(st.sampled_from(AWARE)),
    )


def uses(names: list[str]) -> tuple[Use, ...]:
    """Return uses of every sort."""
    first, last = names[0], names[-1]
    aspects = (Aspect(name="far", needs=120, worth=0.5), Aspect(name="fine"))
    return (
        Use(who=first, skill="running"),
        Use(who=first, skill="running", against=last, resisted_by=("dodge",)),
        Use(who=last, skill="blade", quantitative=True, aspects=aspects, pressed=True),
        Use(who=last, skill="blade", power="might", quantitative=True, better=9),
        Use(who=first, skill="blade", power="might", required=2),
        Use(who=last, skill="blade", power="might", row=Row.BEGINNER_CHALLENGING),
        Use(who=last, skill="blade", power="might", quantitative=True, against=first),
        Use(who=last, skill="falls", pressed=True, attribute="dex", worse=1),
        Use(who=first, skill="blade", power="might", required=6),
        Use(who=last, skill="dodge", knowledge=Relation.ESSENTIAL, subject="falls"),
        Use(who=last, skill="dodge", knowledge=Relation.ESSENTIAL, subject="falls"),
        Use(who=first, skill="blade", range_du=4, quantitative=True, must_roll=True),
    )


@st.composite
def scenarios(draw: st.DrawFn) -> SkillRollScenario:
    """Draw a fight, a contest or a task under any rulings, maybe with a Narrator."""
    kind = draw(st.sampled_from(["combat", "combat", "combat", "contest", "task"]))
    sides = draw(st.sampled_from(["AB", "ABA", "AABB", "ABC"]))
    names = [f"{side}{number}" for number, side in enumerate(sides)]
    # Somebody has every skill, or else naming it would be a mistake.
    seats = tuple(
        draw(characters(name, name[0], able=not place))
        for place, name in enumerate(names)
    )
    there = uses(names)
    asked = draw(st.sets(st.sampled_from(TOPICS)))
    # One use is opposed, so that conditions fit something.
    chosen = (there[1], *draw(st.permutations(there))[:5])
    rows = st.sampled_from(list(Circumstance))
    scenario = SkillRollScenario(
        title="A walk",
        system="skill_roll",
        kind=kind,
        seats=seats,
        uses=chosen if kind == "task" else (),
        goal=2,
        distance_du=draw(st.integers(1, 4)),
        distances=(Distance(between=(names[0], names[1]), metres=3.0, to_round=1),),
        conditions=(
            Condition(row=draw(rows), percent=30),
            Condition(power="might", relevant=draw(st.booleans()), who=(names[0],)),
        ),
        bystanders=(
            Bystander(name="child", size_du=1, near={names[0]: 2, names[1]: 3}),
            Bystander(name="wall", object=True),
        ),
        narrator=Narrator(asked=tuple(sorted(asked))),
        rulings=draw(RULINGS),
    )
    return checked(SYSTEM, scenario)
