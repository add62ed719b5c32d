"""Bounds from easier conflicts hold, if the easing keeps what it promises."""

from itertools import count, islice
from random import Random
from typing import Any

import pytest
from msgspec import structs

from benchmarks.value import two_sided
from sim.conflict.walk import Walk
from sim.graph.budget import Budget
from sim.graph.clock import Clock
from sim.library.scenario import Loaded, load
from sim.optimal import easier as of_easing
from sim.optimal.backward import Aim, BackwardInduction
from sim.optimal.easier import CannotBeEasedError, EasedConflict, bounds_by_easing
from sim.optimal.sides import Sides, sides_of
from sim.rules.skill_roll.appraisal import easing as easing_of
from sim.rules.skill_roll.scenario.seat import Aim as Wanted
from sim.rules.skill_roll.scenario.seat import Attack
from sim.rules.skill_roll.scenario.sheet import Condition
from sim.run.seating import seat_agents
from sim.seam.chart import Easing, Sums
from sim.seam.protocol import Chance, Decision
from sim.study import graph_results, value_search, valuing
from tests.optimal.worked import graph_of, tiny, value_of
from tests.tiers import later

NEAR = 1e-9
GRAINS = range(4)
MADE = later(range(12), range(3, 12))
WORTH = {"field": 0.75, "escaped": 0.25}
STEPS = 6
"""So many states at which a turn begins are tried of each made-up fight."""


def sides(loaded: Loaded) -> Sides:
    """Return the two sides of a conflict."""
    specs = seat_agents(loaded.system.seats(loaded.scenario), ())
    return sides_of(loaded.system, loaded.scenario, specs)


def easier(loaded: Loaded) -> EasedConflict[Any]:
    """Return what eases a conflict."""
    return EasedConflict(loaded.system, loaded.scenario, sides(loaded), Budget())


def changed(loaded: Loaded, seat: int = 0, **fields: object) -> Loaded:
    """Return a conflict with fields of one seat changed."""
    seats = list(loaded.scenario.seats)
    seats[seat] = structs.replace(seats[seat], **fields)
    return whole(loaded, seats=tuple(seats))


def whole(loaded: Loaded, **fields: object) -> Loaded:
    """Return a conflict with fields of its scenario changed."""
    scenario = structs.replace(loaded.scenario, **fields)
    return structs.replace(loaded, scenario=scenario)


def ruled(loaded: Loaded, **rulings: object) -> Loaded:
    """Return a conflict by other rulings."""
    return whole(loaded, rulings=structs.replace(loaded.scenario.rulings, **rulings))


def made_up(luck: Random) -> Loaded:
    """Return a small fight with numbers by *luck*."""
    loaded = ruled(
        tiny("skill_roll_fight"),
        dice=luck.choice(["1d4+8", "1d6+7", "1d3+8"]),
        round_cap=luck.choice([1, 2]),
        initiative=luck.choice(["dex", "alternate"]),
        defender_rolls=luck.random() < 0.2,
        defence_floor=luck.random() < 0.5,
        at_cap=luck.choice(["points", "draw"]),
    )
    worth = structs.replace(loaded.scenario.worth, **WORTH, draw=luck.random())
    loaded = whole(loaded, worth=worth)
    for seat in range(2):
        loaded = changed(loaded, seat, **_sheet(luck))
    return loaded


def _sheet(luck: Random) -> dict[str, Any]:
    forms = [
        Attack(
            name=f"blow {number}",
            skill="sticks",
            damage_per_rank=luck.randint(1, 4),
            ranks=luck.randint(1, 3),
            appropriate_defences=luck.choice([("dodge",), ()]),
            winging_meaningful=luck.random() < 0.8,
        )
        for number in range(luck.randint(1, 2))
    ]
    aims = [
        Wanted(name=f"aim {number}", worth=(most := luck.random()), leaves=most * 0.4)
        for number in range(luck.randint(0, 2))
    ]
    return {
        "attributes": {"dex": luck.randint(7, 12)},
        "skills": {name: luck.randint(4, 9) for name in ("sticks", "dodge")},
        "capacity": luck.randint(3, 14),
        "may_withdraw": luck.random() < 0.3,
        "attacks": tuple(forms),
        "aims": tuple(aims),
    }


def turns(loaded: Loaded, luck: Random) -> Any:  # noqa: ANN401 - states of any system
    """Yield states of the system at which a turn begins, by walks at random."""
    system, begins = loaded.system, loaded.system.solving.chart.begins
    assert begins is not None
    for _ in count():
        walk = Walk(system, system.initial(loaded.scenario))
        for _ in range(luck.randint(0, 12)):
            asked: Any = walk.asked
            if isinstance(asked, Decision):
                walk.take(luck.choice(asked.options))
            elif isinstance(asked, Chance):
                faces = [luck.randint(die.low, die.high) for die in asked.pool]
                walk.take(asked.rolled(tuple(faces)))
            if isinstance(walk.asked, Decision) and begins(walk.state):
                yield walk.state


def worth_at(loaded: Loaded, state: Any) -> float:  # noqa: ANN401 - a state
    """Return what the difference is worth from a state on."""
    system = structs.replace(loaded.system, initial=lambda _: state)
    swept = BackwardInduction(graph_of(system, loaded.scenario)).swept(Aim.DIFFERENCE)
    assert swept.gap < NEAR
    return swept.low


def promised(loaded: Loaded) -> tuple[Sums[Any], Easing[Any]]:
    """Return the sums of a conflict, and what is promised of easing it."""
    begun = loaded.system.initial(loaded.scenario)
    chart = loaded.system.solving.chart
    sums = chart.sums(begun) if chart.sums else None
    assert sums is not None
    easing = sums.easing(begun)
    assert easing is not None
    return sums, easing


@pytest.mark.parametrize("seed", MADE)
def test_an_easier_conflict_bounds_the_true_one(seed: int) -> None:
    """An easier conflict bounds the true value, at every grain."""
    loaded = made_up(Random(seed))
    value, easy = value_of(loaded), easier(loaded)
    for grain in GRAINS:
        assert easy.bound(1, grain, Clock()) <= value + NEAR
        assert easy.bound(0, grain, Clock()) >= value - NEAR


@pytest.mark.parametrize("seed", MADE)
def test_nothing_is_lost_where_nothing_is_rounded(seed: int) -> None:
    """Without rounding the bounds of an easier conflict are the value."""
    loaded = ruled(made_up(Random(seed)), use_oops=False)
    value, easy = value_of(loaded), easier(loaded)
    assert easy.bound(1, 7, Clock()) == pytest.approx(value, abs=NEAR)
    assert easy.bound(0, 7, Clock()) == pytest.approx(value, abs=NEAR)


@pytest.mark.parametrize("use_oops", later([False, True], [True]))
def test_rounds_that_are_alike_are_followed_once(use_oops: object) -> None:
    """With a condition in round one and a round limit the bounds are the value."""
    fight = ruled(
        tiny("skill_roll_fight"), round_cap=5, dice="1d3+8", use_oops=use_oops
    )
    wet = Condition(row="moderately_hinder", to_round=1)
    loaded = whole(fight, conditions=(wet,))
    value, easy = value_of(loaded), easier(loaded)
    assert abs(value - value_of(fight)) > 1e-6
    assert easy.bound(1, 7, Clock()) == pytest.approx(value, abs=NEAR)
    assert easy.bound(0, 7, Clock()) == pytest.approx(value, abs=NEAR)


@pytest.mark.parametrize("seed", MADE)
def test_whoever_is_eased_is_no_worse_off(seed: int) -> None:
    """A side with less harm or rounded in its favour is never worse off."""
    luck = Random(seed)
    loaded = made_up(luck)
    sums, easing = promised(loaded)
    for state in islice(turns(loaded, luck), STEPS):
        hurt = _hurt(sums, easing, state, luck)
        value = worth_at(loaded, hurt)
        for place, bears in enumerate(easing.bears):
            less = list(sums.numbers(hurt))
            less[place] = luck.randint(0, less[place])
            now = worth_at(loaded, sums.having(hurt, tuple(less)))
            assert (now - value) * _sign(bears) >= -NEAR
        for seat in (0, 1):
            now = worth_at(loaded, easing.eased(hurt, seat, luck.choice(GRAINS)))
            assert (now - value) * _sign(seat) >= -NEAR


def _sign(seat: int) -> int:
    return -1 if seat else 1


def _hurt(sums: Any, easing: Any, state: Any, luck: Random) -> Any:  # noqa: ANN401
    """Return *state* with damage and OOPS by luck."""
    numbers = tuple([luck.randint(0, most) for most in easing.most(state)])
    people = [
        structs.replace(participant, oops=luck.choice([0, 0, 1, 2, 4, 7, 12, 30, 999]))
        for participant in state.participants
    ]
    return sums.having(structs.replace(state, participants=tuple(people)), numbers)


@pytest.mark.parametrize("name", [*two_sided(), "made up"])
def test_easing_is_done_once_and_leaves_the_rest(name: str) -> None:
    """Easing twice is easing once, and leaves the numbers and the round as they are."""
    luck = Random(name)
    loaded = made_up(luck) if name == "made up" else load(name)
    chart = loaded.system.solving.chart
    sums = chart.sums(loaded.system.initial(loaded.scenario)) if chart.sums else None
    if sums is None or sums.easing(loaded.system.initial(loaded.scenario)) is None:
        with pytest.raises(CannotBeEasedError):
            easier(loaded)
        return
    sums, easing = promised(loaded)
    for state in islice(turns(loaded, luck), STEPS):
        hurt = _hurt(sums, easing, state, luck)
        assert len(easing.bears) == len(sums.numbers(hurt)) == len(easing.most(hurt))
        for seat in (0, 1):
            once = easing.eased(hurt, seat, luck.choice(GRAINS))
            assert once in {easing.eased(once, seat, grain) for grain in GRAINS}
            assert sums.numbers(once) == sums.numbers(hurt)
            assert once.round == hurt.round
            assert chart.begins is not None
            assert chart.begins(once)


def test_the_duel_on_the_stairs_is_eased() -> None:
    """The duel on the stairs, on which the laws above are tested, is eased at all."""
    assert promised(load("skill_duel"))


@pytest.mark.parametrize(
    "other",
    [
        {"counter_initiative": True},
        {"recovery": "minus_n"},
        {"wound_penalty_per_quarter": 1},
        {"others_respond": True},
        {"dice": "12d100"},
    ],
)
def test_where_it_may_pay_to_be_hurt_nothing_is_promised(
    other: dict[str, Any],
) -> None:
    """Under rulings by which harm may help, no easier conflict is offered."""
    with pytest.raises(CannotBeEasedError):
        easier(ruled(tiny("skill_roll_fight"), **other))


def test_where_it_may_pay_to_lose_nothing_is_promised() -> None:
    """In a scenario where losing may pay, no easier conflict is offered."""
    fight = tiny("skill_roll_fight")
    lost = Wanted(name="a lesson", worth=0.2, leaves=0.6)
    area = structs.replace(fight.scenario.seats[0].attacks[0], area=True)
    for other in (
        changed(fight, may_concede=False),
        changed(fight, aims=(lost,)),
        changed(fight, attacks=(area,)),
        whole(fight, worth=structs.replace(fight.scenario.worth, field=0.1)),
    ):
        with pytest.raises(CannotBeEasedError):
            easier(other)


def test_a_bound_of_an_easier_conflict_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """With few states the printed bound is that of an easier conflict."""
    monkeypatch.setattr(graph_results, "_ASKS", 0.0)
    fight = tiny("skill_roll_fight")
    value = value_of(fight)
    monkeypatch.setattr(value_search, "bounds_by_easing", _coarse)
    bounded = valuing.value_of(fight, budget=Budget(states=60, seconds=60.0))
    assert not bounded.exact
    assert bounded.bounded_by == (graph_results.EASIER, graph_results.EASIER)
    assert bounded.difference.low <= value + NEAR
    assert bounded.difference.high >= value - NEAR


def _coarse(
    system: Any,  # noqa: ANN401 - any system
    scenario: Any,  # noqa: ANN401 - a scenario of it
    of: Sides,
    _budget: Budget,
    clock: Clock,
) -> Any:  # noqa: ANN401 - bounds
    return bounds_by_easing(system, scenario, of, Budget(), clock)


def test_time_and_room_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without time or room the bounds are -1 and 1; without limits it ends."""
    fight = tiny("skill_roll_fight")
    parts = fight.system, fight.scenario, sides(fight)
    for budget, clock in ((Budget(), Clock(0.0)), (Budget(states=0), Clock())):
        short = bounds_by_easing(*parts, budget, clock)
        assert (short.low, short.high) == (-1.0, 1.0)
    for closed in (1e-9, -1.0):
        # Without a limit of time it ends, too, though it never counts as closed.
        monkeypatch.setattr(of_easing, "_CLOSED", closed)
        near = bounds_by_easing(*parts, Budget(), Clock())
        assert near.high - near.low < NEAR


def test_the_law_finds_what_is_no_easing(monkeypatch: pytest.MonkeyPatch) -> None:
    """An easing that makes somebody worse off is found by the law."""
    monkeypatch.setattr(easing_of, "_oops", _wrong)
    fights = [made_up(Random(seed)) for seed in range(4)]
    assert not all(
        easier(fight).bound(1, 0, Clock()) <= value_of(fight) + NEAR
        and easier(fight).bound(0, 0, Clock()) >= value_of(fight) - NEAR
        for fight in fights
    )


def _wrong(oops: int, exact: int, *, less: bool) -> int:
    return max(oops, exact) if less else min(oops, exact)


@pytest.mark.slow
def test_the_duel_on_the_stairs_is_bounded() -> None:
    """The duel on the stairs has known coarse bounds."""
    duel = load("skill_duel")
    easy = easier(duel)
    low, high = easy.bound(1, 1, Clock()), easy.bound(0, 1, Clock())
    assert low == pytest.approx(0.0655004, abs=1e-6)
    assert high == pytest.approx(0.3639616, abs=1e-6)
