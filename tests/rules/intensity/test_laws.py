"""What holds in every conflict, whatever is chosen and rolled.

What holds in every rule system is tested in `tests/rules/test_every_system.py`.
"""

from random import Random

from msgspec import structs

from sim.rules.intensity.appraisal.essence import essence
from sim.rules.intensity.comparison.comparing import compared
from sim.rules.intensity.consequences import (
    CharacterDied,
    DiceWorn,
    GoalObtained,
    HarmApplied,
    HelpCompared,
    OutcomeDieGranted,
    PoolAssembled,
    PoolSpent,
    RollsCompared,
    SituationDieGranted,
    SuccessesUsed,
)
from sim.rules.intensity.facts import Conceded
from sim.rules.intensity.phases import Building, Closing, Declaring
from sim.rules.intensity.pools.building import extra_cost
from sim.rules.intensity.scenario.sheet import IntensityScenario
from sim.rules.intensity.state import DEAD, IN
from sim.rules.intensity.system import SYSTEM
from sim.seam.events import DiceRolled, Event, Fact
from sim.seam.protocol import Chance, Decision, Due, Outcome
from tests.rules.drawn import Drawn
from tests.rules.intensity.walks import LUCK, scenarios, walk

CONFLICTS = Drawn(scenarios(), LUCK, most=40)


@CONFLICTS
def test_menus_are_short_and_what_is_due_moves_on(
    scenario: IntensityScenario, luck: Random
) -> None:
    """A decision has fewer than 40 options, and something due always happens."""
    for _, asked, _, _ in walk(scenario, luck):
        if type(asked) is Decision:
            assert len(asked.options) < 40
        if type(asked) is Due:
            assert asked.events


@CONFLICTS
def test_every_event_has_a_line(scenario: IntensityScenario, luck: Random) -> None:
    """Every event has a line in the story."""
    for before, _, events, _ in walk(scenario, luck):
        state = before
        for event in events:
            assert SYSTEM.narrate(state, event)
            state = SYSTEM.evolve(state, event)


@CONFLICTS
def test_only_ceding_is_appraised_as_conceding(
    scenario: IntensityScenario, luck: Random
) -> None:
    """Ceding is the only option that is appraised as conceding."""
    assert SYSTEM.solving.appraise is not None
    for _, asked, _, _ in walk(scenario, luck):
        if type(asked) is Decision:
            for option in asked.options:
                worth = SYSTEM.solving.appraise(asked.view, option)
                assert worth.concedes == (type(option) is Conceded)


@CONFLICTS
def test_essence_rolls_and_ends_alike(
    scenario: IntensityScenario, luck: Random
) -> None:
    """A state and its essence have the same options, readings, endings and returns."""
    for state, asked, _, _ in walk(scenario, luck):
        if type(asked) is Chance or type(asked) is Outcome:
            assert SYSTEM.ask(essence(state)) == asked
        elif type(asked) is Decision:
            again = SYSTEM.ask(essence(state))
            assert type(again) is Decision
            assert (again.who, again.options) == (asked.who, asked.options)


@CONFLICTS
def test_what_follows_an_essence_has_the_same_essence(
    scenario: IntensityScenario, luck: Random
) -> None:
    """The essence of what follows an essence is that of what follows the state."""
    if len({seat.side for seat in scenario.seats}) < len(scenario.seats):
        return
    for state, asked, events, after in walk(scenario, luck):
        slim = structs.replace(essence(state), round=state.round)
        if type(asked) is Due:
            due = SYSTEM.ask(slim)
            assert type(due) is Due
            others: tuple[Event, ...] = due.events
        elif type(asked) is Outcome:
            break
        else:
            fact = events[0]
            assert isinstance(fact, Fact)
            others = (fact, *SYSTEM.decide(slim, fact))
        for event in others:
            slim = SYSTEM.evolve(slim, event)
        assert essence(slim) == essence(after)


@CONFLICTS
def test_in_the_last_round_nobody_has_more_points_than_can_matter(
    scenario: IntensityScenario, luck: Random
) -> None:
    """In the last round an essence has no more points than can still matter."""
    if len({seat.side for seat in scenario.seats}) < len(scenario.seats):
        return
    for state, *_ in walk(scenario, luck):
        if state.round == scenario.rulings.max_rounds:
            paid = type(state.phase) not in {Declaring, Building}
            for participant in essence(state).participants:
                abilities = len(participant.sizes)
                assert participant.intensity <= (
                    1 if paid else 2 + extra_cost(abilities)
                )


@CONFLICTS
def test_invariants_1_2_3_of_pools(scenario: IntensityScenario, luck: Random) -> None:
    """Costs add up, no points are owed, no ability is used twice: invariants 1 to 3."""
    real = scenario.rulings.damage_model != "nearest_real"
    for start, _, events, _ in walk(scenario, luck):
        state = start
        for event in events:
            if type(event) is PoolSpent:
                before = state.participants[event.who].intensity
                assert event.amount == event.base + extra_cost(event.extras)
                assert event.left == before - event.amount >= 0
                assert not state.setup.characters[event.who].static
            if type(event) is PoolAssembled:
                own = [die for die in event.dice if die.ability >= 0]
                assert len({die.ability for die in own}) == len(own)
                person = state.setup.characters[event.who]
                for die in own:
                    size = state.participants[event.who].sizes[die.ability]
                    assert 1 <= die.size <= size
                    assert die.size == size or not real
                if not person.static:
                    base = {die.ability for die in own if die.role == "base"}
                    assert all(len(base & set(g)) <= 1 for g in person.groups)
            if type(event) is DiceRolled:
                assert len(event.faces) == len(event.pool)
                pairs = zip(event.faces, event.pool, strict=True)
                assert all(die.low <= face <= die.high for face, die in pairs)
            state = SYSTEM.evolve(state, event)


@CONFLICTS
def test_invariants_4_to_6_of_comparisons_and_damage(
    scenario: IntensityScenario, luck: Random
) -> None:
    """Comparisons hold, pips are kept successes, dice shrink: invariants 4 to 6."""
    landed = 0
    for state, _, events, after in walk(scenario, luck):
        grows = any(type(event) is OutcomeDieGranted for event in events)
        for before, now in zip(state.participants, after.participants, strict=True):
            for old, new in zip(before.sizes, now.sizes, strict=True):
                assert 0 <= new <= old or grows
        for event in events:
            if type(event) is RollsCompared or type(event) is HelpCompared:
                result = compared(event.faces_a, event.faces_b)
                assert event.kept == (result.kept_a, result.kept_b)
                assert event.hand == result.hand
            if type(event) is HarmApplied:
                landed += event.amount
            if type(event) is SuccessesUsed:
                sought = state.participants[event.by].goal
                if sought is None or sought.kind != "situation":
                    assert landed + event.wasted == event.amount
                landed = 0


@CONFLICTS
def test_invariants_7_and_8_of_dice_on_top(
    scenario: IntensityScenario, luck: Random
) -> None:
    """Help is rolled first, and no die more often than won: invariants 7 and 8."""
    mains = 0
    uses: dict[tuple[int, int], int] = {}
    for _, _, events, _ in walk(scenario, luck):
        for event in events:
            if type(event) is DiceRolled:
                mains = mains + 1 if event.why == "main" else mains
                assert event.why not in {"help", "difficulty"} or mains == 0
            if type(event).__name__ == "RoundEnded":
                mains = 0
            if type(event) is SituationDieGranted:
                assert event.fresh == (event.by == event.who)
                key = (event.who, event.size)
                uses[key] = uses.get(key, 0) + event.uses
            if type(event) is DiceWorn:
                for size in event.situation:
                    uses[event.who, size] -= 1
    assert all(left >= 0 for left in uses.values())


@CONFLICTS
def test_invariant_9_death_is_health_at_zero(
    scenario: IntensityScenario, luck: Random
) -> None:
    """Whoever has health at zero is dead, and is asked nothing: invariant 9."""
    for state, asked, events, after in walk(scenario, luck):
        if type(asked) is Decision and asked.who < len(state.participants):
            silent = state.participants[asked.who].status != IN
            assert not silent
        for who, fighter in enumerate(after.participants):
            health = after.setup.characters[who].health
            gone = health >= 0 and not fighter.sizes[health]
            if fighter.status == DEAD:
                assert gone
            elif type(after.phase) is Closing:
                assert not gone
        deaths = [event.who for event in events if type(event) is CharacterDied]
        assert len(set(deaths)) == len(deaths)


@CONFLICTS
def test_invariants_10_and_11_of_ceding(
    scenario: IntensityScenario, luck: Random
) -> None:
    """Ceding follows the effects and zeroes a named ability: invariants 10 and 11."""
    for state, _, events, after in walk(scenario, luck):
        assert type(state.phase) is Closing or not any(
            type(e) is Conceded for e in events
        )
        for event in events:
            if type(event) is GoalObtained and event.cause == "ceded":
                kind, _, target, ability, _ = event.goal
                if kind == "reduce_ability":
                    assert after.participants[target].sizes[ability] == 0
