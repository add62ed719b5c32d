"""Forgetting finished uses changes nobody's place."""

from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from sim.library.scenario import Loaded, from_dict
from sim.optimal.backward import Aim, BackwardInduction
from sim.rules.skill_roll.appraisal.finished_uses import essential_uses
from sim.rules.skill_roll.rounds.ranking import places, task_returns
from sim.rules.skill_roll.state import Performance, State
from sim.rules.skill_roll.system import SYSTEM
from tests.graph.tables import unmerged
from tests.optimal.worked import graph_of
from tests.tiers import later

NAMES = "Ann", "Bo", "Cy"
PERCENTS = 60, 100, 120, 140
ENDS = 15


def task(luck: Random, uses: int, most: int | None = None) -> Loaded:
    """Return a task of so many uses, each by one of two or three people."""
    names = NAMES[: luck.choice([2, 2, 3]) if most is None else most]
    users = [luck.choice(names) for _ in range(uses)]
    asked = [one_use(luck, user, names) for user in users]
    return task_of(names, asked)


def task_of(names: Sequence[str], uses: Sequence[dict[str, Any]]) -> Loaded:
    """Return the task of these uses."""
    seats = [{"name": name, "attributes": {}, "skills": {"leap": 12}} for name in names]
    table: dict[str, Any] = {"title": "Leaps", "system": "skill_roll", "kind": "task"}
    return from_dict({**table, "seats": seats, "uses": list(uses)})


def one_use(luck: Random, user: str, names: Sequence[str]) -> dict[str, Any]:
    """Return a use with aspects that need something or nothing, opposed or not."""
    use: dict[str, Any] = {"who": user, "skill": "leap", "must_roll": True}
    others = [name for name in names if name != user]
    if luck.random() < 0.3:
        use |= {"against": luck.choice(others), "resisted_by": ["leap"]}
    if luck.random() < 0.8:
        needs = [{"needs": luck.choice([100, 120, 140])}, {}]
        aspects = [
            {"name": name, "worth": luck.choice([0.3, 0.4, 0.6]), **luck.choice(needs)}
            for name in ("far", "fair")[: luck.choice([1, 2])]
        ]
        use |= {"quantitative": True, "aspects": aspects}
    return use


def performance(luck: Random, state: State, number: int) -> Performance:
    """Return what a use might come to."""
    use = state.setup.uses[number]
    many = len(use.aspects) if use.measured else 0
    percents = tuple([luck.choice(PERCENTS) for _ in range(many)])
    ranks = luck.choice([0, 0, 1, 2]) if many else 0
    return Performance(luck.random() < 0.5, percents, ranks)


def ended(state: State, done: tuple[Performance, ...]) -> tuple[float, ...]:
    """Return what everybody gets if the uses came to this."""
    return task_returns(replace(state, performed=done))


@pytest.mark.parametrize("tasks", later([20, 300], [300]))
def test_whatever_follows_the_places_are_the_same(tasks: int) -> None:
    """Forgetting finished uses changes neither places nor who is ahead meanwhile."""
    for seed in range(tasks):
        check(Random(seed))


def check(luck: Random) -> None:
    """Check one made-up task: no place depends on what is forgotten."""
    loaded = task(luck, luck.choice([2, 3, 4, 5]))
    state = SYSTEM.initial(loaded.scenario)
    assert isinstance(state, State)
    uses = state.setup.uses
    for _ in range(ENDS):
        done = tuple([performance(luck, state, at) for at in range(len(uses))])
        for over in range(len(uses) + 1):
            kept = essential_uses(replace(state, performed=done[:over]))
            assert ended(state, kept + done[over:]) == ended(state, done)
            assert essential_uses(replace(state, performed=kept)) == kept
            more = replace(state, performed=kept + done[over : over + 1])
            assert essential_uses(more) == essential_uses(
                replace(state, performed=done[: over + 1])
            )
        for over in range(1, len(uses)):
            kept = essential_uses(replace(state, performed=done[:over]))
            for who in {use.user for use in uses[over:]}:
                pairs = [
                    places(replace(state, performed=some), who)
                    for some in (kept, done[:over])
                ]
                ahead = [best is not None and mine > best for mine, best in pairs]
                assert ahead[0] == ahead[1]


def leaps(*who: str) -> Loaded:
    """Return a task of leaps, of which one aspect is measured."""
    use = {"skill": "leap", "must_roll": True, "quantitative": True}
    uses = [
        {"who": name, **use, "aspects": [{"name": "far", "needs": 120}]} for name in who
    ]
    return task_of(("Ann", "Bo"), uses)


@pytest.mark.parametrize(
    "number",
    later(range(6), {0, 1, 2}),
)
def test_values_are_those_with_nothing_forgotten(number: int) -> None:
    """Values with finished uses forgotten are those with all of them told apart."""
    three = {4: ("Ann", "Bo", "Ann"), 5: ("Bo", "Bo", "Ann")}
    loaded = leaps(*three[number]) if number in three else task(Random(number), 2, 2)
    values = [
        BackwardInduction(graph_of(system, loaded.scenario)).swept(Aim.DIFFERENCE)
        for system in (SYSTEM, unmerged(SYSTEM))
    ]
    assert values[0].low == pytest.approx(values[1].low, abs=1e-12)
    assert values[0].high == pytest.approx(values[1].high, abs=1e-12)


def test_of_all_that_uses_come_to_few_are_told_apart() -> None:
    """Of 729 ways for three leaps, two of them Ann's, only 151 are told apart."""
    aspects = [{"name": "far", "needs": 140}, {"name": "fair", "needs": 120}]
    use = {"skill": "leap", "quantitative": True, "aspects": aspects}
    loaded = task_of(
        ("Ann", "Bo"), [{"who": name, **use} for name in ("Ann", "Ann", "Bo", "Bo")]
    )
    state = SYSTEM.initial(loaded.scenario)
    ways = list(product((100, 120, 140), repeat=2))
    kept = set[tuple[Performance, ...]]()
    for some in product(ways, repeat=3):
        done = tuple(
            [Performance(success=True, percents=percents, ranks=0) for percents in some]
        )
        kept.add(essential_uses(replace(state, performed=done)))
    assert len(kept) == 151


def test_what_adds_up_otherwise_in_another_order_stays_in_order() -> None:
    """Sums that depend on the order of adding keep their order."""
    aspects = [
        {"name": "far", "needs": 140, "worth": 0.1},
        {"name": "fair", "needs": 120, "worth": 0.2},
    ]
    use = {"who": "Ann", "skill": "leap", "quantitative": True, "aspects": aspects}
    loaded = task_of(("Ann", "Bo"), [use] * 3)
    state = SYSTEM.initial(loaded.scenario)
    sums = set[float]()
    for some in product(product((100, 140), (100, 120)), repeat=3):
        done = tuple([Performance(True, share, 0) for share in some])  # noqa: FBT003
        assert ended(state, essential_uses(replace(state, performed=done))) == ended(
            state, done
        )
        sums.add(ended(state, done)[0])
    assert len(sums) > len({round(total, 9) for total in sums})


def test_of_many_uses_it_is_not_found_out_who_may_have_as_much() -> None:
    """With too many possible sums uses are merged by what they add up to.

    Three odd aspects in each of twelve uses have more sums than memory holds.
    """
    worths = [0.1 + number / 997 for number in range(36)]
    names = "Ann", "Bo"
    uses = [
        {
            "who": name,
            "skill": "leap",
            "quantitative": True,
            "aspects": [
                {"name": f"{at}", "needs": 120, "worth": worth / 3}
                for at, worth in enumerate(worths[first : first + 3])
            ],
        }
        for first in range(0, 36, 3)
        for name in names
    ]
    state = SYSTEM.initial(task_of(names, uses).scenario)
    done = Performance(True, (120, 100, 140), 1), Performance(True, (100, 100, 80), 0)  # noqa: FBT003
    ann, bo = essential_uses(replace(state, performed=done))
    assert (sum(ann.percents), sum(bo.percents)) == (240, 160)
    assert (ann.ranks, bo.ranks) == (1, 0)
