"""What holds in every rule system, whatever its game: the laws of the seam.

Conflicts are the shipped ones and any that a system's own tests can make, walked with
any choices and any faces. What is a system's own stands in its folder.
"""

import re
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import strategies as st
from msgspec import structs

from sim.cli.write.ruling_options import options_of
from sim.conflict.asking import Listeners
from sim.conflict.codec import decode, encode
from sim.conflict.kinds import answers, scopes
from sim.conflict.phrases import aside
from sim.conflict.replay import ENGINE, replay, steps
from sim.conflict.walk import Walk
from sim.library.registry import rule_system, system_names
from sim.library.scenario import canonical, from_json
from sim.seam.events import Consequence, DiceRolled, Event, Fact
from sim.seam.protocol import (
    Agent,
    Chance,
    Decision,
    Outcome,
    RuleSystem,
    Scenario,
    Table,
)
from sim.spine.rulebook import Rulebook
from tests.rules.drawn import Drawn
from tests.rules.walking import answer, situations, walked

SAMPLES = 8
"""How many rolls of one chance are compared, and options of one decision."""
LONGEST = 180
"""So many characters are a sentence, with the IDs it cites."""


class Listens(Agent):
    """Remembers what it is told."""

    listens = True


Law = Callable[[RuleSystem[Any], Scenario, Random], None]


@cache
def drawn(system: str) -> Drawn:
    """Return the conflicts of *system* that all laws are asked of."""
    return Drawn(situations(system), st.integers(0, 1 << 32), most=10)


def law(check: Law) -> Callable[[str], None]:
    """Return the test that *check* holds in every system, on any conflict."""

    @pytest.mark.parametrize("name", system_names())
    def test(name: str) -> None:
        def holds(scenario: Scenario, luck: int) -> None:
            check(rule_system(name), scenario, Random(luck))

        drawn(name).hold(holds)

    test.__doc__ = check.__doc__
    return test


@law
def test_questions_follow_from_states(
    system: RuleSystem[Any], scenario: Scenario, luck: Random
) -> None:
    """States are values; `ask` repeats itself; options are distinct and of one seat."""
    for one in walked(system, scenario, luck):
        assert hash(one.before) == hash(msgspec.structs.replace(one.before))
        assert system.ask(one.before) == one.asked
        if type(one.asked) is Decision:
            options = one.asked.options
            assert len(set(options)) == len(options)
            assert {option.who for option in options} == {one.asked.who}
            assert hash(one.asked.view) == hash(one.asked.view)


@law
def test_every_option_is_accepted(
    system: RuleSystem[Any], scenario: Scenario, luck: Random
) -> None:
    """Whatever is offered can be taken, and the conflict goes on from there."""
    for one in walked(system, scenario, luck):
        if type(one.asked) is Decision:
            options = one.asked.options
            for option in luck.sample(options, min(SAMPLES, len(options))):
                assert Walk(system, one.before, option).asked is not None


@law
def test_every_event_is_known_told_and_cited(
    system: RuleSystem[Any], scenario: Scenario, luck: Random
) -> None:
    """Events are the system's own, in words, with rules, and survive the codec."""
    known = {*system.events, DiceRolled}
    for one in walked(system, scenario, luck):
        assert decode(system, map(encode, one.events)) == one.events
        for before, event, _ in steps(system, one.before, one.events):
            assert type(event) in known
            assert "\n" not in system.narrate(before, event).strip().partition("\n")[0]
            assert system.describe(before, event)["does"] == type(event).__name__
            assert msgspec.json.encode(system.describe(before, event))
            if isinstance(event, Consequence):
                assert event.cites
                assert set(event.cites) <= set(system.rules)
            elif isinstance(event, Fact):
                assert set(type(event).rules) <= set(system.rules)


@law
def test_replay_is_play(
    system: RuleSystem[Any], scenario: Scenario, luck: Random
) -> None:
    """Folding the events gives the state that play came to."""
    walk = Walk(system, system.initial(scenario))
    for one in walked(system, scenario, luck):
        assert walk.take(one.fact) == one.then
        assert walk.state == one.after
    first = system.initial(scenario)
    assert replay(system, first, walk.events) == walk.state


@law
def test_views_leak_nothing(
    system: RuleSystem[Any], scenario: Scenario, luck: Random
) -> None:
    """Until anything is shown, nobody can tell what another has answered sealed."""
    for one in walked(system, scenario, luck):
        asked = one.asked
        if type(asked) is not Decision or not asked.options[0].sealed:
            continue
        options = luck.sample(asked.options, min(SAMPLES, len(asked.options)))
        forks = [Walk(system, one.before, option) for option in options]
        questions = [
            fork.asked
            for fork in forks
            if type(fork.asked) is Decision
            and fork.asked.who != asked.who
            and len(fork.events) == 1
        ]
        assert all(other == questions[0] for other in questions)


@law
def test_questions_show_what_a_seat_may_know(
    system: RuleSystem[Any], scenario: Scenario, luck: Random
) -> None:
    """The view in a question is the system's own view of that seat."""
    for one in walked(system, scenario, luck):
        if type(one.asked) is Decision:
            assert one.asked.view == system.view(one.before, one.asked.who)


@law
def test_nobody_hears_what_is_sealed(
    system: RuleSystem[Any], scenario: Scenario, luck: Random
) -> None:
    """While an answer is sealed, what others are told is the same whatever it is."""
    for one in walked(system, scenario, luck):
        asked = one.asked
        if type(asked) is not Decision or not asked.options[0].sealed:
            continue
        options = luck.sample(asked.options, min(SAMPLES, len(asked.options)))
        heard: list[list[Event]] = []
        for option in options:
            fork = Walk(system, one.before, option)
            then = fork.asked
            if type(then) is Decision and then.who != asked.who and not fork.events[1:]:
                listener = Listens()
                listener.begin(Table(system, then.who, system.seats(scenario), b""))
                listeners = Listeners(system, {then.who: listener})
                listeners.look(fork.state, fork.events)
                listeners.tell(then.who, fork.events)
                heard.append(listener.history)
        assert all(one == heard[0] for one in heard)


@law
def test_equal_readings_have_equal_futures(
    system: RuleSystem[Any], scenario: Scenario, luck: Random
) -> None:
    """Two rolls that are read alike lead to the same state."""
    for one in walked(system, scenario, luck):
        if type(one.asked) is not Chance:
            continue
        futures: dict[tuple[int, ...], object] = {}
        for _ in range(SAMPLES):
            fact: Any = answer(one.asked, luck)
            state = system.evolve(one.before, fact)
            for event in system.decide(one.before, fact):
                state = system.evolve(state, event)
            assert futures.setdefault(fact.reading, state) == state


@law
def test_limits_end_every_conflict(
    system: RuleSystem[Any], scenario: Scenario, luck: Random
) -> None:
    """A walk ends, in one of the endings there are, with a return for every seat."""
    last = list(walked(system, scenario, luck))[-1:]
    ended = last[0].then if last else Walk(system, system.initial(scenario)).asked
    assert type(ended) is Outcome
    assert ended.how in system.endings
    seats = system.seats(scenario)
    assert len(ended.returns) == len(seats)
    for seat, amount in zip(seats, ended.returns, strict=True):
        assert 0 <= amount <= 1
        assert seat.side is not None or amount == 0
    assert set(ended.cites) <= set(system.rules)


@law
def test_every_seat_has_a_status(
    system: RuleSystem[Any], scenario: Scenario, luck: Random
) -> None:
    """How everyone stands can be said at any moment, also to programs."""
    seats = len(system.seats(scenario))
    for one in walked(system, scenario, luck):
        assert len(system.status(one.after)) == seats
        assert msgspec.json.encode(system.status(one.after))


@law
def test_what_dice_come_to_is_certain_as_a_whole(
    rules: RuleSystem[Any], scenario: Scenario, luck: Random
) -> None:
    """The cases a system tells of a throw have chances that add up to one."""
    cases = rules.solving.chart.law
    if cases is None:
        pytest.skip(f"{rules.name} tells no law of its dice")
    throws = [one for one in walked(rules, scenario, luck) if type(one.asked) is Chance]
    for step in luck.sample(throws, min(SAMPLES, len(throws))):
        told = cases(step.before)
        if told is not None:
            chances = [chance for chance, _ in told]
            assert min(chances) >= 0.0
            assert sum(chances) == pytest.approx(1.0, abs=1e-9)


@law
def test_appraisals_are_sane(
    system: RuleSystem[Any], scenario: Scenario, luck: Random
) -> None:
    """Chances are chances, harm is not less than none, leads are between -1 and 1.

    Whoever gives up is out for certain; what endings return is from 0 to 1.
    """
    if system.solving.appraise is None:
        pytest.skip(f"{system.name} appraises nothing")
    decisions = [
        one.asked
        for one in walked(system, scenario, luck)
        if type(one.asked) is Decision
    ]
    for asked in luck.sample(decisions, min(SAMPLES, len(decisions))):
        for option in asked.options:
            worth = system.solving.appraise(asked.view, option)
            assert 0 <= worth.win <= 1
            assert min(worth.deals, worth.suffers, worth.cost) >= 0
            assert -1 <= worth.ahead <= 1
            assert 0 <= worth.leaves <= 1
            assert not worth.concedes or worth.leaves == 1
            assert all(0 <= one <= 1 for one in (worth.gives, worth.wins, worth.loses))


@law
def test_a_decision_weighed_as_a_whole_is_weighed_alike(
    system: RuleSystem[Any], scenario: Scenario, luck: Random
) -> None:
    """What is kept between decisions changes no appraisal, and nobody's lead differs.

    Asked again, everything comes out of what is kept.
    """
    if system.solving.weigh is None or system.solving.appraise is None:
        pytest.skip(f"{system.name} weighs option by option")
    for one in walked(system, scenario, luck):
        if type(one.asked) is not Decision:
            continue
        view, options = one.asked.view, one.asked.options
        each = tuple(system.solving.appraise(view, option) for option in options)
        assert system.solving.weigh(view, options) == each
        assert system.solving.weigh(view, options) == each
        assert len({worth.ahead for worth in each}) == 1


@law
def test_an_essence_forgets_nothing_that_is_asked(
    system: RuleSystem[Any], scenario: Scenario, luck: Random
) -> None:
    """The same is asked of a state and of its essence, which is its own essence.

    Once nothing that is done changes how it ends, an essence may be over already.
    """
    if system.solving.essence is None:
        pytest.skip(f"{system.name} offers no essence")
    answered = list(walked(system, scenario, luck))
    for one in answered:
        slim = system.solving.essence(one.before)
        assert system.solving.essence(slim) == slim
        asked = system.ask(slim)
        ended = answered[-1].then
        if type(asked) is Outcome and type(ended) is Outcome:
            assert (asked.how, asked.returns) == (ended.how, ended.returns)
            continue
        assert type(asked) is type(one.asked)
        if type(asked) is Decision and type(one.asked) is Decision:
            assert asked.options == one.asked.options


@law
def test_every_event_has_a_sentence_for_whoever_asks(
    system: RuleSystem[Any], scenario: Scenario, luck: Random
) -> None:
    """An event is told in the story, in its aside, or as people say it."""
    for one in walked(system, scenario, luck):
        before = one.before
        for event in one.events:
            if type(event) in ENGINE:
                continue
            told = system.narrate(before, event) or aside(system, before, event)
            assert told or (isinstance(event, Fact) and event.sayings), event
            assert "{" not in told, event
            before = system.evolve(before, event)


@law
def test_what_is_carried_can_be_entered_with(
    system: RuleSystem[Any], scenario: Scenario, luck: Random
) -> None:
    """Wherever a conflict stops, those who were in it can enter one like it.

    Or too few of them can, and it says so. Whoever is `out` is not there.
    """
    carrying = system.campaigns
    if carrying is None:
        pytest.skip(f"{system.name} carries nothing from conflict to conflict")
    states = [system.initial(scenario)]
    states += [one.after for one in walked(system, scenario, luck)]
    for state in (*luck.sample(states, min(SAMPLES, len(states))), states[-1]):
        records = carrying.carried(state)
        taken = {one.name for one in system.seats(scenario) if one.side is not None}
        assert set(records) == taken
        assert msgspec.json.decode(msgspec.json.encode(records)) == records
        assert carrying.carries is not None
        for record in records.values():
            # Words that are read aloud, and no field as programs write it.
            for said in carrying.carries(record).values():
                assert said
                assert not re.search(r"[\[\]{}_]|None|True|False", said), said
        again = carrying.entered(scenario, records)
        if again is None:
            assert any("out" in record for record in records.values())
            continue
        loaded = from_json(canonical(again))
        there = {one.name for one in system.seats(loaded.scenario)}
        assert taken - there <= {
            name for name, record in records.items() if "out" in record
        }


@pytest.mark.parametrize("name", system_names())
def test_every_sentence_is_one(name: str) -> None:
    """Rules and endings are said in whole sentences."""
    system = rule_system(name)
    for text in (*system.rules.values(), *system.endings.values()):
        assert text[0].isupper() or not text[0].isalpha()
        assert text.endswith((".", "]", ")", '"'))


@pytest.mark.parametrize("name", system_names())
def test_every_value_of_every_option_has_a_sentence(name: str) -> None:
    """No value goes untold, none that there is not is told, and no two alike."""
    found = options_of(name)
    rulebook = rule_system(name).rules
    if not isinstance(rulebook, Rulebook):
        pytest.skip(f"{name} says what an option does in the sentence under its field")
    told = rulebook.readings
    assert set(told) == set(found)
    for option, one in found.items():
        assert len(told[option]) == len(one.values), option
        says = [value.says for value in one.values]
        assert len(set(says)) == len(says), option
        for text in (one.means, *says):
            assert text[0].isupper(), option
            assert re.search(r"[^.\s] \[[A-Z0-9, -]+\]\.$", text), option
            assert len(text) <= LONGEST, option


@pytest.mark.parametrize("name", system_names())
def test_every_question_about_chances_has_an_example(name: str) -> None:
    """A question says how it is asked, and what each of its fields means."""
    for odds in rule_system(name).odds.values():
        assert odds.example.startswith("--") or odds.example.split()[0].isidentifier()


@pytest.mark.parametrize("name", system_names())
def test_every_answer_is_about_one_thing(name: str) -> None:
    """A reply can be free in any decision by a word for what it is about."""
    system = rule_system(name)
    told = [one for kinds in scopes(system).values() for one in kinds]
    assert sorted(told, key=repr) == sorted(answers(system), key=repr)


@law
def test_a_forged_event_fails_by_an_error_that_generators_pass_on(
    system: RuleSystem[Any], scenario: Scenario, luck: Random
) -> None:
    """StopIteration would become a RuntimeError that says nothing of what is wrong."""
    states = [system.initial(scenario)]
    events: list[Event] = []
    for one in walked(system, scenario, luck):
        states.append(one.before)
        events += [event for event in one.events if type(event) not in ENGINE]
    for _ in range(SAMPLES * 4 if events else 0):
        state, event = luck.choice(states), luck.choice(events)
        if isinstance(event, Fact):
            event = structs.replace(event, who=luck.randrange(-1, 4))
        for told in (system.narrate, system.describe, system.evolve):
            assert raised(told, state, event) not in {StopIteration, RuntimeError}


def raised(told: Callable[..., object], *args: object) -> type[Exception] | None:
    """Return the kind of error that *told* raises, None where it raises none."""
    try:
        told(*args)
    except Exception as error:  # noqa: BLE001 - whatever it is
        return type(error)
    return None
