"""Laws that hold in every conflict of the Planets, by walks with any luck."""

from random import Random

from hypothesis import given, settings

from sim.codec import decode, encode
from sim.events import Consequence, DiceRolled, Event, Fact
from sim.protocol import Chance, Decision, Due, Outcome
from sim.rules.planets import consequences as c
from sim.rules.planets import facts as f
from sim.rules.planets.appraisal.appraise import appraise
from sim.rules.planets.appraisal.essence import essence
from sim.rules.planets.evolve import EVENTS
from sim.rules.planets.phases import Committing
from sim.rules.planets.scenario.sheet import PlanetsScenario
from sim.rules.planets.state import State
from sim.rules.planets.system import SYSTEM
from tests.rules.planets.walks import LUCK, folded, follow, scenarios, walk

FEW = settings(max_examples=30)


def events_of(scenario: PlanetsScenario, luck: Random) -> list[Event]:
    """Everything that happens on one walk."""
    return [event for _, _, events in walk(scenario, luck) for event in events]


@FEW
@given(scenarios(), LUCK)
def test_every_walk_ends_in_returns_for_every_seat(
    scenario: PlanetsScenario, luck: Random
) -> None:
    """No choice and no luck can prevent an ending, by the round cap at the latest."""
    for state, asked, _ in walk(scenario, luck):
        assert state.round <= scenario.rulings.round_cap
        if isinstance(asked, Outcome):
            assert len(asked.returns) == len(SYSTEM.seats(scenario))
            assert all(0.0 <= share <= 1.0 for share in asked.returns)
            assert set(asked.cites) <= set(SYSTEM.rules)


@FEW
@given(scenarios(), LUCK)
def test_options_are_few_distinct_and_the_seats_own(
    scenario: PlanetsScenario, luck: Random
) -> None:
    """A finite menu, no option twice, each the asked seat's own fact."""
    for state, asked, _ in walk(scenario, luck):
        if isinstance(asked, Decision):
            assert 1 < len(asked.options) == len(set(asked.options)) <= 64
            assert {option.who for option in asked.options} == {asked.who}
            assert SYSTEM.ask(state) == asked


@FEW
@given(scenarios(), LUCK)
def test_every_consequence_cites_known_rules(
    scenario: PlanetsScenario, luck: Random
) -> None:
    """And every fact's class says when it may be chosen."""
    for event in events_of(scenario, luck):
        if isinstance(event, Consequence):
            assert event.cites
            assert set(event.cites) <= set(SYSTEM.rules), event
        elif isinstance(event, Fact) and not isinstance(event, DiceRolled):
            assert set(event.rules) <= set(SYSTEM.rules), event


@FEW
@given(scenarios(), LUCK)
def test_replay_from_bytes_is_what_was_played(
    scenario: PlanetsScenario, luck: Random
) -> None:
    """Encoded, decoded and folded, a walk leaves the state it was played in."""
    played = SYSTEM.initial(scenario)
    events: list[Event] = []
    for state, _, follows in walk(scenario, luck):
        events += follows
        played = folded(state, follows)
    read = decode(SYSTEM, [encode(event) for event in events])
    assert read == events
    assert folded(SYSTEM.initial(scenario), tuple(read)) == played


@FEW
@given(scenarios(), LUCK)
def test_same_reading_same_future(scenario: PlanetsScenario, luck: Random) -> None:
    """Two throws read alike leave the same state."""
    for state, asked, _ in walk(scenario, luck):
        if not isinstance(asked, Chance):
            continue
        left: dict[tuple[int, ...], State] = {}
        for _ in range(12):
            events = follow(state, asked, luck)
            rolled = events[0]
            assert isinstance(rolled, DiceRolled)
            after = folded(state, events)
            assert left.setdefault(rolled.reading, after) == after


@FEW
@given(scenarios(), LUCK)
def test_sealed_answers_do_not_leak(scenario: PlanetsScenario, luck: Random) -> None:
    """What the next other seat is asked does not depend on a sealed answer."""
    for state, asked, _ in walk(scenario, luck):
        if not isinstance(asked, Decision) or not all(
            option.sealed for option in asked.options
        ):
            continue
        if (
            scenario.rulings.omega_order == "actor_first"
            and type(state.phase) is Committing
        ):
            continue
        seen: set[tuple[object, ...]] = set()
        for option in asked.options[:4]:
            after = folded(state, (option, *SYSTEM.decide(state, option)))
            then = SYSTEM.ask(after)
            if isinstance(then, Decision) and then.who != asked.who:
                seen.add((then.who, then.options, then.view))
        assert len(seen) <= 1


@FEW
@given(scenarios(), LUCK)
def test_a_view_is_a_state_one_can_ask(scenario: PlanetsScenario, luck: Random) -> None:
    """The view of the one asked asks the same question."""
    for _, asked, _ in walk(scenario, luck):
        if isinstance(asked, Decision):
            again = SYSTEM.ask(asked.view)
            assert isinstance(again, Decision)
            assert again.who <= asked.who
            if again.who == asked.who:
                assert again.options == asked.options


@settings(max_examples=12)
@given(scenarios(), LUCK)
def test_every_option_can_be_appraised(scenario: PlanetsScenario, luck: Random) -> None:
    """By exact odds within bounds; only conceding concedes."""
    for _, asked, _ in walk(scenario, luck):
        if isinstance(asked, Decision):
            for option in (asked.options[0], asked.options[-1]):
                worth = appraise(asked.view, option)
                assert 0.0 <= worth.win <= 1.0
                assert 0.0 <= worth.deals <= 2.0
                assert -1.0 <= worth.ahead <= 1.0
                assert worth.concedes is isinstance(option, f.Conceded)


@FEW
@given(scenarios(), LUCK)
def test_essence_has_the_same_future(scenario: PlanetsScenario, luck: Random) -> None:
    """What is left out never changes what is asked next, nor by whom."""
    for state, asked, _ in walk(scenario, luck):
        bare = SYSTEM.ask(essence(state))
        assert type(bare) is type(asked)
        if isinstance(asked, Decision):
            assert isinstance(bare, Decision)
            assert (bare.who, len(bare.options)) == (asked.who, len(asked.options))
        if isinstance(asked, Outcome):
            assert bare == asked


@FEW
@given(scenarios(), LUCK)
def test_words_and_telling_never_fail(scenario: PlanetsScenario, luck: Random) -> None:
    """Every event has words for programs and a line for people."""
    for state, _, events in walk(scenario, luck):
        for event in events:
            said = SYSTEM.describe(state, event)
            assert said["does"] == type(event).__name__
            encode(said)  # type: ignore[arg-type] # anything that JSON can hold
            assert SYSTEM.narrate(state, event).strip()
            state = SYSTEM.evolve(state, event)  # noqa: PLW2901 - told one by one
        assert len(SYSTEM.status(state)) == len(SYSTEM.seats(scenario))


@FEW
@given(scenarios(), LUCK)
def test_nobody_acts_after_leaving(scenario: PlanetsScenario, luck: Random) -> None:
    """Whoever is taken out or gone answers nothing and is not wounded again."""
    left: set[int] = set()
    for event in events_of(scenario, luck):
        if isinstance(event, Fact) and event.who >= 0:
            assert event.who not in left
        if isinstance(event, c.HarmApplied):
            assert event.who not in left
        if isinstance(event, c.TakenOut | c.Withdrew):
            left.add(event.who)


@FEW
@given(scenarios(), LUCK)
def test_what_is_due_is_never_empty(scenario: PlanetsScenario, luck: Random) -> None:
    """A Due moves the conflict on, and a decision has more than one answer."""
    for _, asked, events in walk(scenario, luck):
        assert not isinstance(asked, Due) or events


def test_every_event_is_remembered_and_told() -> None:
    """The tables have every event of the system, or refuse to be imported."""
    assert set(EVENTS) == {*SYSTEM.events, DiceRolled}
    tags = [kind.__struct_config__.tag for kind in SYSTEM.events]
    assert len(set(tags)) == len(tags)


def test_sealed_facts_are_those_both_sides_give_at_one_step() -> None:
    """PL-RUL-25: intents, aftermath, Omega dice and chosen dice; no judgement."""
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
