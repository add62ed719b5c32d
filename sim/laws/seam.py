"""Laws of the seam: questions, answers, events, dice and endings."""

from collections.abc import Callable, Iterable

import msgspec
from msgspec import structs

from sim.conflict.asking import raised_at
from sim.conflict.codec import decode, encode
from sim.conflict.phrases import rules_behind
from sim.conflict.replay import ENGINE, replay, steps
from sim.conflict.walk import Walk
from sim.dice.pool import Pool, RollName
from sim.errors import error_in_words
from sim.laws.law import (
    SAMPLES,
    Broken,
    Case,
    first_law,
    kind,
    law,
    law_of_endings,
    law_of_systems,
    require,
)
from sim.laws.telling import in_words
from sim.laws.walking import answer
from sim.seam.events import Consequence, DiceRolled, Event, Fact


@first_law
def a_conflict_can_be_played_to_its_end(case: Case) -> None:
    """Whatever is chosen and whatever falls, a conflict ends and nothing is raised."""
    if case.failure is not None:
        raise case.failure


@law
def questions_follow_from_states(case: Case) -> None:
    """States are values, and `ask` says the same of equal states."""
    for step in case.steps:
        copied = structs.replace(step.before)
        require(
            hash(step.before) == hash(copied) and step.before == copied,
            f"two equal states differ {case.at(step)}: a state holds something that is"
            " compared by identity",
        )
        require(
            case.system.ask(step.before) == step.asked,
            f"`ask` of one state says something else the second time {case.at(step)}",
        )


@law
def options_are_distinct(case: Case) -> None:
    """The options of a decision differ, and are all of the seat that is asked."""
    for step, asked in case.decisions:
        options = asked.options
        require(bool(options), f"nothing is offered {case.at(step)}")
        twice = len(set(options)) < len(options)
        require(not twice, f"an option is offered twice {case.at(step)}")
        others = {option.who for option in options} - {asked.who}
        require(not others, f"options of seat {others} are offered {case.at(step)}")
        require(
            hash(asked.view) == hash(asked.view), f"a view has no hash {case.at(step)}"
        )


@law
def every_option_is_accepted(case: Case) -> None:
    """Whatever is offered can be taken, and the conflict goes on from there."""
    for step, asked in case.decisions:
        options = asked.options
        for option in case.luck.sample(options, min(SAMPLES, len(options))):
            try:
                Walk(case.system, step.before, option)
            except Exception as error:
                message = (
                    f"{kind(option)} is offered and cannot be taken {case.at(step)}:"
                    f" {error_in_words(error)}{raised_at(error)}"
                )
                raise Broken(message) from error


@law
def every_option_cites_a_rule(case: Case) -> None:
    """Whatever may be chosen rests on a rule, which can be looked up."""
    for step, asked in case.decisions:
        for option in asked.options:
            cited = rules_behind(option)
            require(
                bool(cited),
                f"{kind(option)} is offered and cites no rule {case.at(step)}: give its"
                " class `rules`",
            )
            unknown = sorted(set(cited) - set(case.system.rules))
            fault = f"{kind(option)} cites {unknown}, which no rule is called"
            require(not unknown, fault)


@law
def every_event_is_known_told_and_cited(case: Case) -> None:
    """Events are the system's own, have words, and cite rules that there are."""
    system, known = case.system, {*case.system.events, DiceRolled}
    for step in case.steps:
        for before, event, _ in steps(system, step.before, step.events):
            name = kind(event)
            require(type(event) in known, f"{name} is not among its `events`")
            line = in_words(system, before, event).strip().partition("\n")[0]
            require("\n" not in line, f"the first line of {name} is empty")
            words = system.describe(before, event)
            require(words["does"] == name, f"{name} is described as {words['does']}")
            msgspec.json.encode(words)
            cited: Iterable[str] = type(event).rules if isinstance(event, Fact) else ()
            if isinstance(event, Consequence):
                require(bool(event.cites), f"{name} cites no rule {case.at(step)}")
                cited = event.cites
            unknown = sorted(set(cited) - set(system.rules))
            require(not unknown, f"{name} cites {unknown}, which no rule is called")


@law
def what_is_stored_comes_back(case: Case) -> None:
    """An event that is encoded and decoded is the same event."""
    for step in case.steps:
        for event in step.events:
            (back,) = decode(case.system, [encode(event)])
            require(
                back == event and type(back) is type(event),
                f"{kind(event)} comes back from a store as {back!r}, not {event!r}",
            )


@law
def replay_is_play(case: Case) -> None:
    """The same answers lead to the same conflict, and its events to the same state."""
    system = case.system
    first = system.initial(case.scenario)
    walk = Walk(system, first, recorded=True)
    for step in case.steps:
        require(
            walk.take(step.fact) == step.then and walk.state == step.after,
            f"the same answer leads somewhere else the second time {case.at(step)}:"
            " `decide` or `evolve` remembers, or draws by itself",
        )
    folded = replay(system, system.initial(case.scenario), walk.events)
    require(
        folded == walk.state,
        "its events, folded by `evolve`, are not the state that play came to",
    )


@law
def no_dice_are_named_twice(case: Case) -> None:
    """A roll's name (round, roller, purpose, attempt) falls once in a conflict."""
    fallen: dict[RollName, Pool] = {}
    for step, asked in case.throws:
        name = step.before.round, asked.who, asked.why, asked.attempt
        require(
            fallen.get(name, ()) == asked.seen,
            f"dice of one name are rolled twice {case.at(step)}, and would show the"
            " same faces: give the second another purpose or attempt",
        )
        fallen[name] = asked.seen + asked.pool


@law
def equal_readings_have_equal_futures(case: Case) -> None:
    """Two rolls that are read alike lead to the same state."""
    system = case.system
    for step, asked in case.throws:
        futures: dict[tuple[int, ...], object] = {}
        for _ in range(SAMPLES):
            fact = answer(asked, case.luck)
            assert isinstance(fact, DiceRolled)
            state = system.evolve(step.before, fact)
            for event in system.decide(step.before, fact):
                state = system.evolve(state, event)
            require(
                futures.setdefault(fact.reading, state) == state,
                f"two rolls with the reading {fact.reading} lead to different states"
                f" {case.at(step)}: `read` leaves out what the future depends on",
            )


@law_of_endings
def every_conflict_ends(case: Case) -> None:
    """A conflict ends in one of its endings, with a return for every seat."""
    system, seats = case.system, case.system.seats(case.scenario)
    ended = case.ended
    require(ended.how in system.endings, f"{ended.how!r} is not among its `endings`")
    require(
        len(ended.returns) == len(seats),
        f"{ended.how!r} has {len(ended.returns)} returns for {len(seats)} seats",
    )
    for seat, amount in zip(seats, ended.returns, strict=True):
        right = 0 <= amount <= 1 and (seat.side is not None or amount == 0)
        what = "0 to 1" if seat.side is not None else "0, for it judges"
        require(right, f"{seat.name} is returned {amount:g}, expected {what}")
    unknown = sorted(set(ended.cites) - set(system.rules))
    require(not unknown, f"{ended.how!r} cites {unknown}, which no rule is called")


@law
def every_seat_has_a_status(case: Case) -> None:
    """How everyone stands can be said at any moment, also to programs."""
    seats = len(case.system.seats(case.scenario))
    for step in case.steps:
        status = case.system.status(step.after)
        require(
            len(status) == seats,
            f"`status` has {len(status)} of {seats} seats {case.at(step)}",
        )
        msgspec.json.encode(status)


@law
def forged_events_fail_in_ways_that_generators_pass_on(case: Case) -> None:
    """An event where it cannot be raises neither StopIteration nor RuntimeError."""
    system = case.system
    states = [system.initial(case.scenario), *(step.before for step in case.steps)]
    events = [
        event
        for step in case.steps
        for event in step.events
        if type(event) not in ENGINE
    ]
    for _ in range(SAMPLES * 4 if events else 0):
        state, event = case.luck.choice(states), case.luck.choice(events)
        if isinstance(event, Fact):
            event = structs.replace(event, who=case.luck.randrange(-1, 4))
        for method in (system.narrate, system.describe, system.evolve):
            _check_raises(method, state, event)


def _check_raises(method: Callable[..., object], state: object, event: Event) -> None:
    try:
        method(state, event)
    except (StopIteration, RuntimeError) as error:
        message = f"{kind(event)} in another state raises {type(error).__name__}"
        raise Broken(message) from error
    except Exception:  # noqa: BLE001, S110 - any other error is passed on
        pass


@law_of_systems
def every_rule_and_ending_is_a_sentence(case: Case) -> None:
    """Rules and endings are said in whole sentences."""
    system = case.system
    for name, text in (*system.rules.items(), *system.endings.items()):
        whole = text[:1].isupper() or not text[:1].isalpha()
        whole = whole and text.endswith((".", "]", ")", '"'))
        require(
            whole, f"{str.__str__(name)!r} is told as {text!r}, which is no sentence"
        )
