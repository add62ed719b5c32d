"""What holds in every conflict of this system, whatever is chosen and rolled.

What holds in every rule system is tested in `tests/rules/test_every_system.py`.
"""

from random import Random

from hypothesis import given, settings

from sim.rules.planets import consequences as c
from sim.rules.planets import facts as f
from sim.rules.planets.appraisal.appraise import appraise
from sim.rules.planets.appraisal.essence import essence
from sim.rules.planets.evolve import EVENTS
from sim.rules.planets.scenario.sheet import PlanetsScenario
from sim.rules.planets.system import SYSTEM
from sim.seam.events import DiceRolled, Event, Fact
from sim.seam.protocol import Decision, Due, Outcome
from tests.rules.drawn import Drawn
from tests.rules.planets.walks import LUCK, scenarios, walk

CONFLICTS = Drawn(scenarios(), LUCK, most=30)


def events_of(scenario: PlanetsScenario, luck: Random) -> list[Event]:
    """Return all events of one walk."""
    return [event for _, _, events in walk(scenario, luck) for event in events]


@CONFLICTS
def test_pl_rul_34_no_round_goes_past_the_cap(
    scenario: PlanetsScenario, luck: Random
) -> None:
    """PL-RUL-34: No choice and no roll lets a conflict go past the round cap."""
    for state, _, _ in walk(scenario, luck):
        assert state.round <= scenario.rulings.round_cap


@CONFLICTS
def test_menus_are_short_and_leave_a_choice(
    scenario: PlanetsScenario, luck: Random
) -> None:
    """A decision has at least two options, and few enough to read."""
    for _, asked, _ in walk(scenario, luck):
        if isinstance(asked, Decision):
            assert 1 < len(asked.options) <= 64


@CONFLICTS
def test_a_view_is_a_state_one_can_ask(scenario: PlanetsScenario, luck: Random) -> None:
    """The view of a Decision asks the same seat, or one that answered before it.

    Seats are asked in the order of `actors`, which is not always that of the seats.
    """
    for _, asked, _ in walk(scenario, luck):
        if isinstance(asked, Decision):
            again = SYSTEM.ask(asked.view)
            assert isinstance(again, Decision)
            if again.who == asked.who:
                assert again.options == asked.options
            else:
                turns = asked.view.actors
                assert turns.index(again.who) < turns.index(asked.who)


@settings(max_examples=12)
@given(scenarios(), LUCK)
def test_only_conceding_is_appraised_as_conceding(
    scenario: PlanetsScenario, luck: Random
) -> None:
    """Conceding alone is appraised as conceding; no option deals more than two."""
    for _, asked, _ in walk(scenario, luck):
        if isinstance(asked, Decision):
            for option in (asked.options[0], asked.options[-1]):
                worth = appraise(asked.view, option)
                assert worth.deals <= 2.0
                assert worth.concedes is isinstance(option, f.Conceded)


@CONFLICTS
def test_essence_ends_alike(scenario: PlanetsScenario, luck: Random) -> None:
    """A state and its essence end alike, with the same returns."""
    for state, asked, _ in walk(scenario, luck):
        if isinstance(asked, Outcome):
            assert SYSTEM.ask(essence(state)) == asked


@CONFLICTS
def test_every_event_has_a_line(scenario: PlanetsScenario, luck: Random) -> None:
    """Every event has a line in the story."""
    for state, _, events in walk(scenario, luck):
        for event in events:
            assert SYSTEM.narrate(state, event).strip()
            state = SYSTEM.evolve(state, event)  # noqa: PLW2901 - told one by one


@CONFLICTS
def test_nobody_acts_after_leaving(scenario: PlanetsScenario, luck: Random) -> None:
    """Whoever was taken out or has left is not asked and not wounded."""
    left: set[int] = set()
    for event in events_of(scenario, luck):
        if isinstance(event, Fact) and event.who >= 0:
            assert event.who not in left
        if isinstance(event, c.HarmApplied):
            assert event.who not in left
        if isinstance(event, c.TakenOut | c.Withdrew):
            left.add(event.who)


@CONFLICTS
def test_what_is_due_is_never_empty(scenario: PlanetsScenario, luck: Random) -> None:
    """Every Due has events."""
    for _, asked, events in walk(scenario, luck):
        assert not isinstance(asked, Due) or events


def test_every_event_is_remembered_and_told() -> None:
    """Every class of event is known to the system, each with a tag of its own."""
    assert set(EVENTS) == {*SYSTEM.events, DiceRolled}
    tags = [kind.__struct_config__.tag for kind in SYSTEM.events]
    assert len(set(tags)) == len(tags)


def test_sealed_facts_are_those_both_sides_give_at_one_step() -> None:
    """PL-RUL-25: Exactly the choices that both sides make at one step are sealed."""
    sealed = {kind for kind in f.FACTS if issubclass(kind, Fact) and kind.sealed}
    assert sealed == {
        f.ApproachChosen,
        f.TargetChosen,
        f.AimChosen,
        f.HarmChosen,
        f.Conceded,
        f.Pressed,
        f.StandoffAccepted,
        f.OmegaDeclined,
        f.OmegaCommitted,
        f.PlanetDieChosen,
    }
