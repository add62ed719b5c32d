"""The worked examples of the ledger, each with its numbers."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sim.conflict.walk import Walk
from sim.rules.skill_roll import consequences as c
from sim.rules.skill_roll import facts as f
from sim.rules.skill_roll.appraisal.odds import level_odds, opposed_odds, success_odds
from sim.rules.skill_roll.scenario.seat import Approach, Character, Power
from sim.rules.skill_roll.scenario.sheet import Aspect, Bystander, Distance, Use
from sim.rules.skill_roll.skills.attack_difficulty import (
    Defence,
    Flight,
    Line,
    attack_parts,
    total,
)
from sim.rules.skill_roll.skills.attack_result import EIGHTHS
from sim.rules.skill_roll.skills.charts import (
    CHART,
    CIRCUMSTANCES,
    RELATIONS,
    Circumstance,
    Relation,
    Row,
    recall,
)
from sim.rules.skill_roll.skills.dice import TEN, DiceSet, LevelRead
from sim.rules.skill_roll.skills.expertise import expertise, relative
from sim.rules.skill_roll.skills.opposition import advantage_shift
from sim.rules.skill_roll.skills.powers import Demand, is_beyond, power_difficulty
from sim.rules.skill_roll.skills.quantity import WHOLE, percent_of_normal
from sim.rules.skill_roll.skills.ranged import distance_units, offset_units
from sim.rules.skill_roll.skills.scale import SCALES, ScaleName
from sim.rules.skill_roll.state import State
from sim.rules.skill_roll.system import SYSTEM
from sim.rules.skill_roll.uses.contest import gain
from sim.seam.protocol import Chance, Decision, Outcome
from tests.rules.skill_roll.table import (
    COUNTER,
    A,
    B,
    Game,
    ann,
    blade,
    bob,
    bow,
    conflict,
    task,
)
from tests.tiers import later

Words = dict[str, Any]
DICE = DiceSet(3, 6)
EXAMPLES: list[Words] = [
    msgspec.json.decode(line)
    for line in Path(__file__)
    .with_name("examples.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]


def _scale(asked: Words) -> Any:  # noqa: ANN401 - a scale
    return SCALES[ScaleName(asked.get("scale", "coarse"))]


def _chart(asked: Words) -> Words:
    return {"difficulty": CHART[Row(asked["row"])]}


def _knowledge(asked: Words) -> Words:
    return {"difficulty": RELATIONS[Relation(asked["relation"])]}


def _circumstance(asked: Words) -> Words:
    return {"difficulty_change": CIRCUMSTANCES[Circumstance(asked["row"])]}


def _band(asked: Words) -> Words:
    return {"band": recall(asked["level"])[0]}


def _culture(asked: Words) -> Words:
    rank = relative(asked["rank"], asked["culture_shift"])
    return {
        "relative_rank": rank,
        "global": expertise(asked["rank"]),
        "within_culture": expertise(rank),
    }


def _expertise(asked: Words) -> Words:
    return {"expertise": expertise(asked["rank"])}


def _chance(asked: Words) -> Words:
    odds = level_odds(asked["skill"], asked["difficulty"], DICE)
    return {"p_success": str(success_odds(odds)["success"])}


def _level(asked: Words) -> Words:
    bonus = asked["skill"] + asked.get("modifier", 0)
    if asked["dice"] == "deterministic":
        level = TEN + bonus - asked["difficulty"]
    else:
        read = LevelRead(bonus, asked["difficulty"])
        ((level,)) = read(tuple(asked["dice"]))[1]
    return {"level": level, "success": level >= 0}


def _power(asked: Words) -> Words:
    demand = Demand(asked.get("required"), asked.get("excess_steps", 0))
    owned = asked["owned"]
    if is_beyond(owned, demand, improved=asked.get("improved_maximum", False)):
        return {"difficulty": None, "automatic_failure": True}
    used = asked.get("used", owned)
    difficulty = power_difficulty(_scale(asked), owned, demand, used)
    return {"difficulty": difficulty, "automatic_failure": False}


def _advantage(asked: Words) -> Words:
    percent = asked["percent"] * (1 if asked["to"] == "actor" else -1)
    return {"difficulty_change": advantage_shift(_scale(asked), percent)}


def _attack(asked: Words) -> Words:
    line = Line.PLACE if asked.get("stationary_or_area") else Line(asked["defence"])
    defence = Defence(line, asked.get("attribute", 0), asked.get("defence_skill", 0))
    flight = Flight(
        asked.get("range_du", 0), asked.get("size_du", 2), asked.get("velocity", 0)
    )
    oops = asked.get("attacker_oops", 0), asked.get("defender_oops", 0)
    physical = asked.get("physical", True)
    row = CIRCUMSTANCES[Circumstance(asked.get("circumstance", "neutral"))]
    parts = attack_parts(defence, flight, oops, physical=physical)
    return {"difficulty": total(parts) + row}


def _result(asked: Words) -> Words:
    """Return the result of an attack with a roll of 10 at somebody hit at 15."""
    per_rank, level = asked["damage_per_rank"], asked["level"]
    form = blade(
        damage_per_rank=per_rank,
        ranks=asked["base_damage"] // per_rank,
        increased_maximum_effect=asked.get("increased_maximum_effect", False),
        winging_meaningful=asked.get("winging_meaningful", True),
        hand_to_hand=asked.get("hand_to_hand", True),
    )
    seats = ann(attacks=(form,), skills={"blade": level + 5}), bob(skills={})
    rulings = {"scale": asked["scale"], "use_oops": asked.get("oops_rule", True)}
    game = Game(conflict(*seats, **rulings)).attack(A, "blade", B, 3, 3, 4)
    outcome = game.last(c.OutcomeDetermined)
    assert outcome.level == level
    harm = sum(event.eighths for event in game.all(c.HarmApplied))
    return {
        "band": outcome.band,
        "damage": str(Fraction(harm, EIGHTHS)),
        "oops_gain": game.participant(A).oops,
    }


def _offset(asked: Words) -> Words:
    """Return the distance of a miss in sizes of the target."""
    return {
        "distance_in_target_sizes": str(Fraction(2) ** offset_units(asked["level"], 0))
    }


def _du(asked: Words) -> Words:
    return {"du": distance_units(Fraction(asked["metres"]))}


def _improve(asked: Words) -> Words:
    return {"percent_of_normal": percent_of_normal(_scale(asked), asked["level"])}


def _ranks(asked: Words) -> Words:
    """Return what a use comes to that takes as many ranks for its levels as it may."""
    base = asked["base_ranks"]
    use = Use(
        who="Ann",
        skill="leaping",
        power="legs",
        quantitative=True,
        pressed=True,
        modifier=asked["level"] + base - 8,
    )
    legs = Power(name="legs", ranks=base)
    seats = (ann(skills={"leaping": 16}, powers=(legs,)),)
    game = task(use, seats=seats, scale=asked["scale"]).roll(4, 4, 4)
    assert game.last(c.OutcomeDetermined).level == asked["level"]
    while isinstance(game.asked, Decision):
        game.say(f.RankTaken(A) if f.RankTaken(A) in game.options else f.NoMoreGiven(A))
    done = game.last(c.EffectAllocated)
    left = (done.aspects[0][1] - WHOLE) // _scale(asked).step
    return {"bonus_ranks": done.ranks, "leftover_levels": left + done.unused}


def _bystander(asked: Words) -> Words:
    """Return the check of a bystander of DEX 10 where a shot lands.

    It stands 3 units beyond its own size.
    """
    idle = Bystander(name="idle", dex=10, near={"Bob": 1, "Ann": 5})
    shooter, target = ann(attacks=(bow(),), skills={"bow": 5}), bob(skills={"dodge": 9})
    game = Game(conflict(shooter, target, bystanders=(idle,)))
    game.attack(A, "bow", B, 3, 3, 3).roll(*asked["dice"])
    check = game.last(c.BystanderChecked)
    assert check.difficulty == asked["difficulty"]
    assert bool(game.all(c.BystanderHarmed)) == check.hit
    return {"hit": check.hit, "level": check.level}


def _stats(asked: Words) -> Words:
    dice = DiceSet(asked["count"], asked["sides"], asked.get("add", 0))
    return {
        "mean": str(dice.mean),
        "variance": str(dice.variance),
        "sd_4dp": round(sqrt(dice.variance), 4),
    }


def _both(asked: Words) -> Words:
    shift = asked.get("difficulty_change", 0)
    odds = opposed_odds(asked["actor_skill"], asked["opponent_skill"], shift, DICE)
    return {"p_success": str(success_odds(odds)["success"])}


def _contest_gain(asked: Words) -> Words:
    chances: dict[int, Fraction] = {}
    for level, chance in level_odds(asked["skill"], asked["difficulty"], DICE).items():
        gained = gain(_scale(asked), level, measured=True)
        chances[gained] = chances.get(gained, Fraction(0)) + chance
    return {"gain": [str(chances[gained]) for gained in sorted(chances)]}


def _contest_odds(asked: Words) -> Words:
    """Return the exact odds of a contest: opponents take 10, goal 3, cap 20."""
    seats = tuple(
        Character(
            name=name,
            npc=True,
            skills={"wits": skill},
            approaches=(Approach(name="talk", skill="wits", resisted_by=("wits",)),),
        )
        for name, skill in zip(("Ann", "Bob"), asked["skills"], strict=True)
    )
    now = {SYSTEM.initial(conflict(*seats, kind="contest", goal=3)): Fraction(1)}
    won: dict[tuple[float, ...], Fraction] = defaultdict(Fraction)
    rounds: dict[int, Fraction] = defaultdict(Fraction)
    first: dict[int, Fraction] = defaultdict(Fraction)
    while now:
        later: dict[State, Fraction] = defaultdict(Fraction)
        for state, chance in now.items():
            walk = Walk(SYSTEM, state)
            if isinstance(walk.asked, Outcome):
                won[walk.asked.returns] += chance
                if walk.asked.how == "goal_reached":
                    rounds[state.round] += chance
                continue
            thrown = isinstance(walk.asked, Chance) and state.round == 1
            for after, share in _after(walk):
                later[after] += chance * share
                if thrown:
                    gained = sum(after.progress) - sum(state.progress)
                    first[walk.asked.who] += chance * share * gained
        now = later
    win, lose = won[1.0, 0.0], won[0.0, 1.0]
    mean = sum(length * chance for length, chance in rounds.items()) / sum(
        rounds.values()
    )
    return {
        "p_level_0": [str(first[who]) for who in (A, B)],
        "win": round(float(win), 6),
        "lose": round(float(lose), 6),
        "draw": round(float(sum(won.values()) - win - lose), 6),
        "mean_rounds": round(float(mean), 4),
    }


def _after(walk: Walk[State]) -> Iterator[tuple[State, Fraction]]:
    """Yield the states that may follow the question of *walk*, with their chances.

    Of all rolls of one total one stands for the others.
    """
    asked = walk.asked
    if isinstance(asked, Decision):
        walk.take(asked.options[0])
        yield walk.state, Fraction(1)
        return
    assert isinstance(asked, Chance)
    before = walk.state
    ways = Counter(map(sum, product(range(1, 7), repeat=3)))
    for faces in product(range(1, 7), repeat=3):
        if count := ways.pop(sum(faces), 0):
            branch = Walk(SYSTEM, before)
            branch.take(asked.rolled(faces))
            yield branch.state, Fraction(count, 216)


def _vicinity(asked: Words) -> Words:
    """Return which of those 3, 4 and 5 Distance Units from the target are checked."""
    others = {f"at {du}": du for du in asked["others_du"]}
    near = tuple(Bystander(name=name, near={"Bob": du}) for name, du in others.items())
    shooter = ann(attacks=(bow(),))
    target = bob(size_du=asked["size_du"], skills={"dodge": 12})
    game = Game(conflict(shooter, target, bystanders=near))
    game.attack(A, "bow", B, 2, 2, 3)
    assert game.last(c.OutcomeDetermined).level == asked["level"]
    names = game.last(c.BystandersGathered).names
    return {
        "offset_du": game.last(c.MissOffsetFound).stray.du,
        "checked": [others[name] for name in names],
    }


def _counter(asked: Words) -> Words:
    """Return what comes of an attack of Ann's and a counter of Bob's."""
    game = Game(conflict(counter_initiative=True))
    game.say(f.AttackDeclared(A, "blade", B))
    game.say(f.ResponseDeclared(B, COUNTER, "sabre"))
    game.roll(*asked["ann"]).roll(*asked["bob"])
    return {
        "levels": [event.level for event in game.all(c.OutcomeDetermined)],
        "damage": [str(Fraction(game.participant(who).damage, 8)) for who in (B, A)],
        "oops": [game.participant(who).oops for who in (A, B)],
        "bob_loses_next_initiative": game.participant(B).owes,
    }


def _area(asked: Words) -> Words:
    """Return what an area attack does to two who stand together."""
    blast = bow(area=True, radius_du=1, appropriate_defences=())
    thrower = ann(attacks=(blast,), skills={"bow": asked["skill"]})
    far = tuple(
        Distance(between=("Ann", name), du=asked["range_du"]) for name in ("Bob", "Cy")
    )
    foes = bob(side="they"), bob(name="Cy", side="they")
    game = Game(conflict(thrower, *foes, distances=far))
    game.say(f.AttackDeclared(A, "bow", B)).roll(*asked["dice"])
    outcome = game.last(c.OutcomeDetermined)
    return {
        "difficulty": outcome.difficulty,
        "level": outcome.level,
        "damage": [
            str(Fraction(event.eighths, 8)) for event in game.all(c.HarmApplied)
        ],
    }


def _allocation(asked: Words) -> Words:
    """Return what a measured use of a power at level 9 comes to by given answers."""
    aspects = tuple(Aspect(name=name) for name in asked["aspects"])
    use = Use(
        who="Ann",
        skill="leaping",
        power="legs",
        quantitative=True,
        aspects=aspects,
        pressed=True,
    )
    legs = Power(name="legs", ranks=asked["base_ranks"])
    game = task(use, seats=(ann(skills={"leaping": 16}, powers=(legs,)),))
    game.roll(6, 6, 6)
    assert game.last(c.OutcomeDetermined).level == asked["level"]
    for answer in asked["answers"]:
        rank = answer == "rank"
        game.say(f.RankTaken(A) if rank else f.LevelsGiven(A, answer, 1))
    done = game.last(c.EffectAllocated)
    return {
        "bonus_ranks": done.ranks,
        "aspects": dict(done.aspects),
        "unused": done.unused,
    }


def _points(asked: Words) -> Words:
    """Return who wins at the round cap of two who are hurt."""
    hurt = [int(Fraction(share) * EIGHTHS) for share in asked["damage"]]
    seats = ann(damage=hurt[0]), bob(damage=hurt[1])
    game = Game(conflict(*seats, round_cap=1))
    game.say(f.Held(A), f.Held(B))
    shares = [
        Fraction(game.participant(who).damage, EIGHTHS * capacity)
        for who, capacity in zip((A, B), asked["capacity"], strict=True)
    ]
    winner = game.outcome.returns.index(1.0)
    return {"winner": winner, "shares": [str(share) for share in shares]}


def _awareness(asked: Words) -> Words:
    """Return the difficulties of hidden shots at one unaware, and of an open shot."""
    target = bob(
        attributes={"dex": asked["attribute"]},
        skills={"dodge": asked["defence_skill"]},
        size_du=asked["size_du"],
        awareness="unaware_of_danger",
        capacity=1000,
    )
    forms = bow(hidden=True), bow(name="open bow")
    shooter = ann(attacks=forms, attributes={"dex": 20})
    far = (Distance(between=("Ann", "Bob"), du=asked["range_du"]),)
    game = Game(conflict(shooter, target, distances=far))
    difficulties = []
    for form in ("bow", "bow", "bow", "open bow"):
        game.attack(A, form, B, 6, 6, 6)
        difficulties.append(game.last(c.DifficultySet).difficulty)
        if game.who == B:
            game.say(f.Held(B))
    return {"difficulty": difficulties}


def _resist(asked: Words) -> Words:
    """Return the difficulty if nobody of the other side has the skill."""
    way = Approach(name="talk", skill="talk", resisted_by=("wits",))
    talker = Character(name="Ann", skills={"talk": 12, "wits": 9}, approaches=(way,))
    mute = Character(
        name="Bob", npc=True, acts=False, attributes={"dex": asked["attribute"]}
    )
    game = Game(conflict(talker, mute, kind="contest"))
    game.say(f.ActDeclared(A, "talk", 1))
    return {"difficulty": game.last(c.DifficultySet).difficulty}


def _ranking(asked: Words) -> Words:
    """Return the places of three jumpers, in turn."""
    jumpers = tuple(ann(name=f"J{n}", skills={"jump": 10}) for n in range(3))
    uses = tuple(
        Use(who=jumper.name, skill="jump", quantitative=True, pressed=True)
        for jumper in jumpers
    )
    faces = {3: (5, 4, 4), -2: (3, 3, 2)}
    game = task(*uses, seats=jumpers, scale=asked["scale"])
    for level in asked["levels"]:
        game.roll(*faces[level])
    percent = [event.percents[0] for event in game.all(c.UsePerformed)]
    return {"percent": percent, "returns": list(game.outcome.returns)}


KINDS: dict[str, Callable[[Words], Words]] = {
    "chart": _chart,
    "knowledge_difficulty": _knowledge,
    "circumstance": _circumstance,
    "knowledge_band": _band,
    "culture": _culture,
    "expertise": _expertise,
    "chance": _chance,
    "level": _level,
    "power_difficulty": _power,
    "advantage": _advantage,
    "attack_difficulty": _attack,
    "attack_result": _result,
    "offset": _offset,
    "du": _du,
    "improve": _improve,
    "rank_bonus": _ranks,
    "bystander": _bystander,
    "dice_stats": _stats,
    "opposed_both_roll": _both,
    "contest_gain": _contest_gain,
    "contest_odds": _contest_odds,
    "vicinity": _vicinity,
    "counter": _counter,
    "area": _area,
    "allocation": _allocation,
    "points": _points,
    "awareness": _awareness,
    "resist": _resist,
    "ranking": _ranking,
}


@pytest.mark.parametrize(
    "example",
    later(
        EXAMPLES,
        [example for example in EXAMPLES if example["id"] in {"SKX-C59", "SKX-C60"}],
    ),
    ids=lambda one: one["id"],
)
def test_the_number_comes_out(example: Words) -> None:
    """Each worked example has the numbers that the ledger gives."""
    assert KINDS[example["kind"]](example["in"]) == example["out"]


def test_all_examples_are_there() -> None:
    """All 82 examples of the text and 71 that were computed are there."""
    texts = [example for example in EXAMPLES if example["id"].startswith("SKX-T-")]
    assert (len(texts), len(EXAMPLES)) == (82, 153)


def test_a_whole_exchange() -> None:
    """The worked exchange of Ann and Bob goes as in the ledger, attack by attack."""
    game = Game(conflict())
    game.attack(A, "blade", B, 4, 3, 4)
    assert (game.participant(B).damage, game.participant(A).oops) == (42 * 8, 0)
    game.attack(B, "sabre", A, 2, 3, 3)
    assert (game.participant(A).damage, game.participant(B).oops) == (0, 2)
    game.attack(A, "blade", B, 1, 4, 2)
    assert game.last(c.OutcomeDetermined).difficulty == 20
    assert (game.participant(B).damage, game.participant(A).oops) == (62 * 8, 1)
    game.attack(B, "sabre", A, 5, 5, 2)
    assert game.last(c.OutcomeDetermined).difficulty == 22
    assert (game.participant(A).damage, game.participant(B).oops) == (34 * 8, 2)
    game.say(f.RecoveryTaken(A), f.RecoveryTaken(B))
    assert (game.participant(A).oops, game.participant(B).oops) == (0, 0)
    game.say(f.AttackDeclared(A, "blade", B))
    game.say(f.ResponseDeclared(B, "no_defence")).roll(3, 4, 3)
    assert game.last(c.OutcomeDetermined).level == 7
    assert game.last(c.HarmApplied).eighths == 54 * 8
    assert game.participant(B).damage == 116 * 8
    assert game.outcome.how == "taken_out"
    assert game.outcome.returns == (1.0, 0.0)
