"""Pools: traits, Skills, Edge, Difficulty, and how dice are read."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.dice.pool import KeyedDice, d
from sim.rules.dice_pool import consequences as c
from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.events import judgements as j
from sim.rules.dice_pool.pools.assembling import Assembled, assemble
from sim.rules.dice_pool.pools.judging import assessed
from sim.rules.dice_pool.pools.throwing import reader, waved
from sim.rules.dice_pool.records.rolls import Hardness, Throw
from sim.rules.dice_pool.scenario.data import PoolData
from sim.rules.dice_pool.scenario.people import Detail, Place, PoolTable, SceneDetail
from sim.rules.dice_pool.scenario.pools import best_first
from sim.rules.dice_pool.scenario.rulings import Rulings
from sim.rules.dice_pool.scenario.sheet import Storyteller
from sim.rules.dice_pool.scenario.traits import (
    effective,
    lowest,
    pool_data,
)
from sim.rules.dice_pool.scenario.warnings import warnings
from sim.rules.dice_pool.scenario.words import ARENA_OF, ATTRIBUTES, RESISTANCE, Arena
from tests.rules.dice_pool.table import (
    PLAIN,
    A,
    B,
    Game,
    attributes,
    conflict,
    harm,
    person,
    wish,
)

NONE: frozenset[str] = frozenset()


def totalled(details: list[int], **rulings: object) -> int:
    """Return the assessment of plain details."""
    readings = Rulings(**rulings)
    return assessed([(dice, False) for dice in details], readings)


def test_dp_pool_01_faces_are_uniform() -> None:
    """DP-POOL-01: Ten thousand dice show every face about a thousand times."""
    dice = KeyedDice(b"k" * 32)
    faces = dice.roll(1, 0, "contest", 0, (), (d(10),) * 10_000)
    assert all(850 < faces.count(face) < 1150 for face in range(1, 11))


@pytest.mark.parametrize(
    ("pool", "dice"),
    [
        (("dexterity", "firearms"), 5),
        (("resolve", "composure"), 5),
        (("stamina",), 2),
        (("strength", "swimming"), 2),
    ],
)
def test_dp_pool_02_traits_are_added(pool: tuple[str, ...], dice: int) -> None:
    """DP-POOL-02: A pool adds one or two traits, and a missing Skill adds none.

    Also tested: DP-POOL-05, DP-R-05 and DP-SKILL-01.
    """
    ana = person(
        attributes=attributes(dexterity=3, composure=3), skills={"firearms": 2}
    )
    assert pool_data(ana, pool, NONE, PLAIN).dice == dice


def test_dp_r_05_a_penalty_for_want_of_skill_is_an_option() -> None:
    """DP-R-05: By option a missing Skill costs dice, by its arena."""
    rulings = Rulings(unskilled_mental=3)
    ana = person(skills={})
    assert pool_data(ana, ("wits", "computers"), NONE, rulings).dice == -1
    assert pool_data(ana, ("strength", "computers"), NONE, rulings).dice == 2


@pytest.mark.parametrize(
    ("base", "edge", "difficulty", "dice"), [(5, 2, 0, 7), (5, 0, 0, 5), (5, 2, 3, 4)]
)
def test_dp_pool_03_edge_adds_and_difficulty_takes(
    base: int, edge: int, difficulty: int, dice: int
) -> None:
    """DP-POOL-03: Edge adds dice and Difficulty takes them, before the roll.

    Also tested: DP-POOL-04 and DP-R-04.
    """
    assert assemble(base, edge, difficulty).dice == dice


def test_dp_pool_06_players_roll_and_pools_are_told() -> None:
    """DP-POOL-06: Each player rolls their own pool, and the event lists its parts.

    Also tested: DP-CONTEST-01.
    """
    game = Game(conflict()).quiet()
    told = game.all(c.PoolAssembled)
    assert [(event.who, event.dice, event.raw, event.kind) for event in told] == [
        (A, 4, 4, "pool"),
        (B, 4, 4, "pool"),
    ]
    assert told[0].components == (("strength", 2), ("brawl", 2))
    assert (game.who, game.why, game.dice) == (A, "contest", 4)


def test_dp_attr_01_nine_attributes_in_a_grid() -> None:
    """DP-ATTR-01: Nine Attributes stand in three arenas of three."""
    assert [len(row) for row in ATTRIBUTES] == [3, 3, 3]
    assert RESISTANCE[Arena.SOCIAL] == "composure"
    assert ARENA_OF["wits"] == Arena.MENTAL


POWER, FINESSE, RESISTING = zip(*ATTRIBUTES, strict=True)


@pytest.mark.parametrize(
    ("rule", "trait", "arena", "column"),
    [
        ("DP-ATTR-03", "strength", "physical", POWER),
        ("DP-ATTR-04", "manipulation", "social", FINESSE),
        ("DP-ATTR-06", "intelligence", "mental", POWER),
        ("DP-ATTR-07", "wits", "mental", FINESSE),
        ("DP-ATTR-08", "intelligence", "mental", POWER),
        ("DP-ATTR-09", "wits", "mental", FINESSE),
        ("DP-ATTR-10", "resolve", "mental", RESISTING),
        ("DP-ATTR-11", "strength", "physical", POWER),
        ("DP-ATTR-12", "dexterity", "physical", FINESSE),
        ("DP-ATTR-13", "stamina", "physical", RESISTING),
        ("DP-ATTR-16", "presence", "social", POWER),
        ("DP-ATTR-17", "manipulation", "social", FINESSE),
        ("DP-ATTR-18", "presence", "social", POWER),
        ("DP-ATTR-19", "composure", "social", RESISTING),
        ("DP-ATTR-20", "resolve", "mental", RESISTING),
    ],
)
def test_attributes_stand_where_their_rule_says(
    rule: str, trait: str, arena: str, column: tuple[str, ...]
) -> None:
    """Each Attribute has the arena and use that its rule states."""
    assert rule.startswith("DP-ATTR")
    assert ARENA_OF[trait] == arena
    assert trait in column


def test_dp_attr_02_pools_are_agreed_in_advance() -> None:
    """DP-ATTR-02, DP-R-73: An intent offers the pools that it names, and no other."""
    two = harm(pools=(("strength", "brawl"), ("dexterity", "brawl")))
    game = Game(conflict(person(intents=(two,)), person("Boris")))
    pools = [option.pool for option in game.offers(f.IntentDeclared)]
    assert pools == ["strength + brawl", "dexterity + brawl"]


def test_dp_attr_05_resisting_as_an_act_is_odd() -> None:
    """DP-ATTR-05: An intent with only Resistance attributes is warned of."""
    odd = harm(pools=(("stamina", "brawl"),))
    warned = list(warnings(conflict(person(intents=(odd,)), person("Boris"))))
    assert "only Resistance attributes" in warned[0]


def test_dp_attr_14_who_has_no_social_traits_is_no_social_target() -> None:
    """DP-ATTR-14: Whoever has no social attributes is no target of a social act.

    Also tested: DP-R-88.
    """
    shame = wish("persuade_or_shame", arena="social", pools=(("presence",),))
    beast = person("Boris", has_social=False)
    game = Game(conflict(person(intents=(shame, harm())), beast))
    assert [option.intent for option in game.offers(f.IntentDeclared)] == ["hurt"]


def test_dp_attr_15_a_debate_changes_no_facts() -> None:
    """DP-ATTR-15, DP-STAKES-03: A debate that was won changes no facts."""
    best = wish("best", arena="social", pools=(("presence",),))
    seats = person(intents=(best,)), person("Boris", intents=(best,))
    game = Game(conflict(*seats, kind="contest")).quiet()
    before = game.state.setup
    game.successes(2).successes(1).quiet()
    assert game.state.setup == before
    assert game.all(c.LossRecorded)


def test_dp_skill_02_the_highest_skill_is_taken() -> None:
    """DP-SKILL-02: The highest Skill comes first, with its Specialty counted.

    Worked example: DP-EX-05.

    Also tested: DP-SKILL-04 and DP-R-09.
    """
    skills, special = {"athletics": 2, "brawl": 2}, frozenset({"brawl"})
    assert effective(skills, special) == {"athletics": 2, "brawl": 3}
    counted = effective(skills, special)
    pools = [PoolData(name, (), dice, 0, None) for name, dice in counted.items()]
    assert [pool.text for pool in best_first(pools)] == ["brawl", "athletics"]


@pytest.mark.parametrize(
    ("skills", "special", "dice"),
    [
        ({"medicine": 3, "science": 2, "investigation": 4}, {"science"}, 3),
        ({"medicine": 2, "science": 2}, {"science"}, 2),
        ({"a": 3, "b": 2, "c": 4}, set(), 2),
    ],
)
def test_dp_skill_03_breadth_takes_the_lowest(
    skills: dict[str, int], special: set[str], dice: int
) -> None:
    """DP-SKILL-03: A task of breadth rolls the lowest Skill, with its Specialty.

    Also tested: DP-EX-06, DP-EX-07, DP-R-09 and DP-SKILL-04.
    """
    ana = person(attributes=attributes(intelligence=0), skills=skills)
    table = PoolTable(("intelligence",), tuple(skills))
    counted = pool_data(ana, table, frozenset(special), PLAIN)
    assert counted.dice == dice
    chosen = lowest(skills, frozenset(special))
    assert effective(skills, frozenset(special))[chosen] == dice


def test_dp_edge_03_details_are_judged_together() -> None:
    """DP-EDGE-03: Details are assessed together, and never summed.

    Also tested: DP-DIFF-04, DP-EDGE-02, DP-EX-08, DP-R-06 and DP-R-07.
    """
    cases = [[1] * 12, [1] * 6, [2, 1, 1], [5, 3], [7, 1], []]
    assert [totalled(case) for case in cases] == [3, 2, 3, 5, 7, 0]
    assert totalled([4, 4, 4]) == 5
    assert [totalled(case, many_details="by_fives") for case in cases] == [
        3,
        2,
        2,
        5,
        7,
        0,
    ]
    assert totalled([2, 1] * 5, stacking="max") == 2
    assert assessed([(5, False), *[(1, True)] * 5], PLAIN) == 6


def test_dp_edge_04_an_item_is_worth_what_the_place_makes_of_it() -> None:
    """DP-EDGE-04: An item is worth what the tags of the place make of it.

    Also tested: DP-EDGE-01 and DP-R-109.
    """
    axe = harm(
        edges=(
            Detail("a battleaxe in the open", 3, ("open",)),
            Detail("a battleaxe in a corridor", 1, ("corridor",)),
        )
    )
    places = (Place(("open",), 1, 1), Place(("corridor",), 2))
    game = Game(conflict(person(intents=(axe,)), person("Boris"), places=places))
    game.fight(0, 0).quiet()
    assert [event.assessed for event in game.all(c.EdgeAssessed)] == [3, 1]


@pytest.mark.parametrize(("mode", "dice"), [("edge", 6), ("flat", 5)])
def test_dp_r_16_a_weapon_is_an_edge_unless_it_adds_damage(
    mode: str, dice: int
) -> None:
    """DP-EDGE-01, DP-R-16: A weapon is an Edge detail, unless it adds damage."""
    details = Detail("a knife", 2, weapon=True), Detail("stairs", 1)
    armed = harm("knife", edges=details)
    seats = person(intents=(armed,)), person("Boris")
    assert Game(conflict(*seats, weapon_mode=mode)).quiet().dice == dice


def test_dp_edge_05_help_is_one_more_detail() -> None:
    """DP-EDGE-05, DP-TEAM-01, DP-R-72: A helper is one more detail of the Edge.

    Worked example: DP-EX-58.
    """
    team = [person(f"Helper {n}", side="a") for n in range(2)]
    game = Game(conflict(person(side="a"), *team, person("Boris", side="b")))
    game.pick(f.IntentDeclared, f.HelpOffered, f.HelpOffered).quiet()
    told = game.last(c.EdgeAssessed)
    assert told.details == (("help of Helper 0", 1), ("help of Helper 1", 1))
    assert told.assessed == 1
    cases = [[1], [1] * 5, [1] * 6, [3, 1, 1], [6, 1], [4, 1, 1, 1, 1, 1]]
    assert [totalled(case) for case in cases] == [1, 2, 2, 4, 6, 5]


def test_dp_diff_05_difficulties_are_each_sides_own() -> None:
    """DP-DIFF-05: A Difficulty is one side's own, and a foe gives none.

    Also tested: DP-DIFF-01 and DP-DIFF-06.
    """
    rain = SceneDetail("rain", 2, who=("Ana",))
    game = Game(conflict(details=(rain,))).quiet()
    assert [event.dice for event in game.all(c.PoolAssembled)] == [2, 4]
    assert [event.difficulty for event in game.all(c.PoolAssembled)] == [2, 0]


def test_dp_diff_03_the_storyteller_may_go_further() -> None:
    """DP-DIFF-03: A Storyteller may rule a chance die, or no roll.

    Also tested: DP-DIFF-02, DP-DEC-05, DP-R-77 and DP-R-94.
    """
    judge = Storyteller(asked=("difficulty",))
    game = Game(conflict(storyteller=judge)).quiet(j.DifficultyRuled)
    assert game.offers(j.DifficultyRuled)[0].dice == 0
    chance, nothing = game.offers(j.DifficultyRuled)[-2:]
    assert (chance.hardness, nothing.hardness) == ("chance_only", "impossible")
    game.say(nothing).quiet()
    told = game.all(c.PoolAssembled)
    assert [(event.kind, event.dice) for event in told] == [("no_roll", 0), ("pool", 4)]
    assert game.who == B


def test_dp_r_06_a_storyteller_may_state_every_number() -> None:
    """DP-R-06: A Storyteller is offered every Difficulty or Edge to the soft cap.

    Also tested: DP-R-07 and DP-R-77.
    """
    judge = Storyteller(asked=("edge", "difficulty"))
    scenario = conflict(storyteller=judge, stacking="explicit")
    game = Game(scenario).quiet(j.EdgeRuled)
    assert [option.dice for option in game.offers(j.EdgeRuled)] == [0, 1, 2, 3, 4, 5]
    game.say(j.EdgeRuled(2, A, 4)).quiet()
    assert game.all(c.EdgeAssessed)[0].method == "explicit"
    assert game.dice == 8


@pytest.mark.parametrize(
    ("example", "assembled", "kind", "dice", "raw", "rote"),
    [
        ("DP-EX-01", assemble(6, 2, 3), "pool", 5, 5, False),
        ("DP-EX-02", assemble(4, 0, 6), "chance", 1, -2, False),
        (
            "DP-EX-03",
            assemble(9, 3, 0, Hardness.CHANCE_ONLY, boosted=True),
            "chance",
            1,
            15,
            True,
        ),
        ("DP-EX-04", assemble(10, 0, 0, Hardness.IMPOSSIBLE), "no_roll", 0, 10, False),
        ("DP-EX-29", assemble(5, 0, 2, boosted=True), "pool", 6, 6, True),
        ("DP-EX-51", assemble(4, 0, 6, boosted=True), "pool", 1, 1, True),
        ("no dice at all", assemble(0), "chance", 1, 0, False),
    ],
)
def test_pools_come_to_what_the_examples_say(
    example: str, assembled: Assembled, kind: str, dice: int, raw: int, *, rote: bool
) -> None:
    """A pool has the dice of its example.

    The raw sum is kept.

    Also tested: DP-R-03, DP-R-04, DP-R-08, DP-ROLL-03 and DP-WILL-03.
    """
    assert assembled == Assembled(raw, kind, dice, rote), example


def test_dp_ex_04_what_is_ruled_out_is_not_rolled() -> None:
    """DP-DIFF-03, DP-EX-04: A roll ruled impossible is not made."""
    strong = person(attributes=attributes(strength=5), skills={"brawl": 5})
    judge = Storyteller(asked=("difficulty",))
    game = Game(conflict(strong, person("Boris"), storyteller=judge))
    game.quiet(j.DifficultyRuled).say(game.offers(j.DifficultyRuled)[-1]).quiet()
    told = game.all(c.PoolAssembled)[0]
    assert (told.kind, told.dice, told.raw, told.rote) == ("no_roll", 0, 10, False)
    assert game.who == B
    assert game.successes(1).rolled("contest")[0].who == B
    assert not [roll for roll in game.rolled("contest") if roll.who == A]


def test_dp_ex_51_willpower_lifts_a_pool_out_of_the_chance_die() -> None:
    """DP-R-04, DP-WILL-03, DP-EX-51: Willpower lifts a pool out of the chance die.

    4 - 6 + 3 is one die, and rote.
    """
    dark = SceneDetail("the dark", 6, who=("Ana",))
    game = Game(conflict(details=(dark,))).quiet(f.Boosted).pick(f.Boosted).quiet()
    told = game.all(c.PoolAssembled)[0]
    assert (told.difficulty, told.willpower) == (6, 3)
    assert (told.kind, told.dice, told.raw, told.rote) == ("pool", 1, 1, True)
    assert (game.who, game.dice) == (A, 1)


def thrown(waves: list[list[int]], rulings: Rulings = PLAIN, *, chance: bool) -> Throw:
    """Return a roll whose waves showed these faces."""
    throw, read = Throw(len(waves[0])), reader(rulings, chance=chance)
    for faces in waves:
        assert len(faces) == throw.due
        throw = waved(throw, read(tuple(faces))[1], rulings.again_limit)
    return throw


def test_dp_roll_01_successes_are_counted() -> None:
    """DP-ROLL-01: Successes are counted over all waves.

    Also tested: DP-EX-09, DP-R-01, DP-R-02 and DP-R-74.
    """
    throw = thrown([[10, 9, 7, 8, 1], [10], [3]], chance=False)
    assert (throw.total, throw.due, throw.seen) == (4, 0, 7)


def test_dp_r_03_a_chance_die_succeeds_on_ten_alone() -> None:
    """DP-R-03, DP-ROLL-02, DP-EX-10: A chance die succeeds on a 10 alone.

    By option it explodes, or its 1 is noted.
    """
    totals = [thrown([[face]], chance=True).total for face in (10, 9, 8, 1)]
    assert totals == [1, 0, 0, 0]
    assert thrown([[10], [3]], Rulings(chance_explodes=True), chance=True).total == 1
    noted = thrown([[1]], Rulings(dramatic_failure=True), chance=True)
    assert noted.noted


def test_dp_r_76_waves_are_rolls_of_one_name() -> None:
    """DP-R-76: Again-dice are waves of one roll, which see the dice before.

    Worked example: DP-EX-53.
    """
    read = reader(PLAIN, chance=False)
    readings = [read(faces)[1] for faces in ((10, 8, 3), (10,), (4,))]
    assert readings == [(2, 1), (1, 1), (0, 0)]
    throw = thrown([[10, 8, 3], [10], [4]], chance=False)
    assert (throw.total, throw.failed) == (3, 1)
    game = Game(conflict()).quiet().roll(10, 8, 3, 3)
    assert (game.dice, game.asked.seen) == (1, (d(10),) * 4)  # type: ignore[union-attr] # a Chance


@given(st.integers(1, 15), st.integers(0, 1 << 32))
def test_dp_r_76_no_roll_goes_on_for_ever(dice: int, luck: int) -> None:
    """DP-R-76: After `again_limit` waves no further die is rolled."""
    rulings, random = Rulings(again_limit=3), Random(luck)
    throw, read = Throw(dice), reader(rulings, chance=False)
    while throw.due:
        faces = tuple(random.choice((10, 10, 8)) for _ in range(throw.due))
        throw = waved(throw, read(faces)[1], rulings.again_limit)
    assert throw.waves <= 4
    assert throw.total >= 1


def test_dp_r_75_many_successes_are_only_noted() -> None:
    """DP-R-75, DP-ROLL-02: An exceptional success is noted, and changes nothing."""
    game = Game(conflict(exceptional_at=3)).fight(4, 0)
    assert game.last(c.RollNoted).what == "exceptional success"
    assert game.last(c.ContestResolved).margin == 4
