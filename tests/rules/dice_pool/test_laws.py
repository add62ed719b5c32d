"""What holds in every conflict of dice pools, whatever is chosen and rolled."""

from collections import Counter
from random import Random

import pytest
from hypothesis import strategies as st

from sim.conflict.walk import Walk
from sim.laws.walking import walked
from sim.library.scenario import load
from sim.rules.dice_pool import consequences as c
from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.appraisal.essence import essence
from sim.rules.dice_pool.appraisal.moments import lasts
from sim.rules.dice_pool.between.carrying import carried, entered
from sim.rules.dice_pool.contests.ending import how_over
from sim.rules.dice_pool.contests.lost_tallies import tally_lost
from sim.rules.dice_pool.contests.returning import returns_of
from sim.rules.dice_pool.events import lasting as e
from sim.rules.dice_pool.health.track import drawn
from sim.rules.dice_pool.pools.emptied_tallies import left_of
from sim.rules.dice_pool.pools.throwing import belonging
from sim.rules.dice_pool.records.body import DEAD
from sim.rules.dice_pool.records.rolls import ROTE, Roll, Why
from sim.rules.dice_pool.scenario.data import PoolData
from sim.rules.dice_pool.scenario.sheet import DicePoolScenario
from sim.rules.dice_pool.scenario.words import Arena
from sim.rules.dice_pool.state import Ending, State
from sim.rules.dice_pool.system import SYSTEM
from sim.seam.events import DiceRolled, Event, Fact, Seat
from sim.seam.protocol import Chance, Decision, Outcome, Scenario
from tests.rules.checked import checked
from tests.rules.dice_pool.walks import NAMES, scenarios
from tests.rules.drawn import Drawn

CONFLICTS = Drawn(scenarios(), st.integers(0, 1 << 32), most=40)
OTHERS = (Why.CONSCIOUSNESS, Why.EROSION, Why.DOT, Why.CRISIS)


def events_of(scenario: Scenario, luck: int) -> list[tuple[State, Event]]:
    """Return every event of one walk, with the state before it."""
    events: list[tuple[State, Event]] = []
    for step in walked(SYSTEM, scenario, Random(luck)):
        state = step.before
        for event in step.events:
            events.append((state, event))
            state = SYSTEM.evolve(state, event)
    return events


@CONFLICTS
def test_tracks_and_points_stay_in_bounds(
    scenario: DicePoolScenario, luck: int
) -> None:
    """DP-HEALTH-03: Wounds, their order, points and dots stay within bounds.

    Also tested: DP-WILL-01.
    """
    for state, _ in events_of(scenario, luck):
        for participant, character in zip(
            state.participants, state.setup.characters, strict=True
        ):
            levels = [wound.severity for wound in participant.body.wounds]
            assert len(levels) <= character.boxes
            assert levels == sorted(levels, reverse=True)
            assert (
                0
                <= participant.will.points
                <= participant.will.dots
                <= character.original
            )


@CONFLICTS
def test_points_are_spent_one_a_round(scenario: DicePoolScenario, luck: int) -> None:
    """DP-WILL-02, DP-R-44: At most one point a round is spent under `all_uses`."""
    if scenario.rulings.willpower_cap != "all_uses":
        return
    spent = Counter(
        (state.round, event.who)
        for state, event in events_of(scenario, luck)
        if isinstance(event, e.WillpowerSpent)
    )
    assert not spent or max(spent.values()) == 1


@CONFLICTS
def test_points_of_harm_all_count(scenario: DicePoolScenario, luck: int) -> None:
    """DP-STAKES-02: All points of harm are accounted for, and contests do none.

    Also tested: DP-HEALTH-05.
    """
    for state, event in events_of(scenario, luck):
        if isinstance(event, e.HarmApplied):
            assert event.points == event.filled + event.upgraded + event.wasted
            assert state.setup.violent or event.by < 0
        if isinstance(event, c.ContestResolved) and not event.winners:
            assert event.margin == 0


@CONFLICTS
def test_one_place_says_whether_it_is_over(
    scenario: DicePoolScenario, luck: int
) -> None:
    """DP-R-18: A conflict ends exactly when one function says that it is over.

    Also tested: DP-R-84, DP-R-85 and DP-R-108.
    """
    if scenario.kind in ("task", "aftermath"):
        return
    for state, event in events_of(scenario, luck):
        if isinstance(event, c.FightEnded):
            assert how_over(state) == event.how
        elif isinstance(event, c.TurnOpened) or (
            isinstance(event, c.StepOpened) and event.step in ("declaring", "choosing")
        ):
            assert how_over(state) is None


@CONFLICTS
def test_tallies_cost_what_they_are_worth(
    scenario: DicePoolScenario, luck: int
) -> None:
    """DP-R-113: An emptied tally takes its worth, and nothing else, from a return."""
    for state, event in events_of(scenario, luck):
        if isinstance(event, c.FightEnded):
            for who, share in enumerate(event.returns):
                full = returns_of(state, Seat(who), Ending(event.how))
                assert share == max(0.0, full - tally_lost(state, Seat(who)))
        for who, character in enumerate(state.setup.characters):
            for tally in character.tallies:
                left = left_of(state, Seat(who), tally)
                gone = tally.entered and not left and tally.out
                # What empties it and what follows are two events of one answer.
                settled = not isinstance(event, c.ConflictConceded)
                if gone and settled:
                    assert state.participants[who].left is not None


@CONFLICTS
def test_waves_follow_from_tens(scenario: DicePoolScenario, luck: int) -> None:
    """DP-R-76: No roll has more waves than the limit allows."""
    waves: Counter[tuple[int, int, str, int]] = Counter()
    for state, event in events_of(scenario, luck):
        if isinstance(event, DiceRolled):
            waves[state.round, event.who, event.why, event.attempt] += 1
    limit = scenario.rulings.again_limit
    # A boost that comes late is a wave of its own, with waves of its own.
    assert not waves or max(waves.values()) <= 2 * (limit + 1)


@CONFLICTS
def test_the_fallen_do_nothing(scenario: DicePoolScenario, luck: int) -> None:
    """DP-R-25: The fallen roll only what falls due, and the dead answer nothing.

    Also tested: DP-R-36.
    """
    for state, event in events_of(scenario, luck):
        if isinstance(event, Fact) and 0 <= event.who < len(state.participants):
            participant = state.participants[event.who]
            assert participant.body.condition != DEAD
            if isinstance(event, DiceRolled) and event.why not in (*OTHERS, ROTE):
                assert participant.body.condition == 0


@CONFLICTS
def test_what_is_left_out_changes_no_future(
    scenario: DicePoolScenario, luck: int
) -> None:
    """A state and its essence are asked the same, and end in the same way.

    If nothing of the aftermath is worth anything, both are over before it.
    """
    steps = list(walked(SYSTEM, scenario, Random(luck)))
    if not steps:
        return
    start = len(steps) // 2
    begun = steps[start].before
    assert isinstance(begun, State)
    slim, end = Walk(SYSTEM, essence(begun)), steps[-1].then
    assert type(end) is Outcome
    for step in steps[start:]:
        state = step.before
        assert isinstance(state, State)
        if state.ended is not None and not lasts(state.setup):
            over = essence(state)
            assert SYSTEM.ask(over) == end
            assert over.round == steps[-1].after.round
            assert essence(slim.state) == over
            return
        asked = SYSTEM.ask(step.before)
        if type(asked) is Decision:
            assert type(slim.asked) is Decision
            assert (slim.asked.who, slim.asked.options) == (asked.who, asked.options)
        elif type(asked) is Chance:
            assert slim.asked == asked
        slim.take(step.fact)
    assert slim.asked == end


@CONFLICTS
def test_what_is_carried_can_be_entered(scenario: DicePoolScenario, luck: int) -> None:
    """DP-R-107: The next conflict begins as this one left everybody."""
    steps = list(walked(SYSTEM, scenario, Random(luck)))
    if not steps:
        return
    last = steps[-1].after
    assert isinstance(last, State)
    brought = carried(last)
    out = {name for name, words in brought.items() if "out" in words}
    next_ = entered(scenario, brought)
    if next_ is None:
        assert out
        return
    after = SYSTEM.initial(checked(SYSTEM, next_))
    names = [character.name for character in after.setup.characters]
    assert out.isdisjoint(names)
    for now, name in zip(after.participants, names, strict=True):
        was = last.participants[NAMES.index(name)]
        assert (now.will.points, now.will.dots, now.conscience.morality) == (
            was.will.points,
            was.will.dots,
            was.conscience.morality,
        )
        assert (now.body.condition, now.conscience.crisis) == (
            was.body.condition,
            was.conscience.crisis,
        )
        assert drawn(now.body.wounds, 9) == drawn(was.body.wounds, 9)
        if was.body.bleeds_at is not None:
            assert now.body.bleeds_at == max(0, was.body.bleeds_at - last.clock)
        if was.will.rested_at is not None:
            assert now.will.rested_at == was.will.rested_at - last.clock
        if was.soul.erosion_at is not None and was.will.dots:
            assert now.soul.erosion_at == max(0, was.soul.erosion_at - last.clock)


@pytest.mark.parametrize("kind", [f.Conceded, f.LetStand])
def test_giving_up_is_known_to_agents(kind: type[Fact]) -> None:
    """DP-R-110: To concede and to let it stand are appraised as conceding."""
    state = SYSTEM.initial(load("dice_pool_debate").scenario)
    assert SYSTEM.solving.appraise is not None
    assert SYSTEM.solving.appraise(state, kind(0)).concedes


def test_morality_dice_of_each_purpose_have_a_name_of_their_own() -> None:
    """Morality dice of one round have different names for different purposes."""
    purposes = (Why.CONTEST, Why.CONSCIOUSNESS, Why.HAZARD, Why.TREAT)
    pool = PoolData("strength", (("strength", 1),), 1, 0, Arena.PHYSICAL)
    rolls = [Roll(Seat(0), why, pool, nth) for why in purposes for nth in (0, 1)]
    assert len({belonging(roll) for roll in rolls}) == len(rolls)
