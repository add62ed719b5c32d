"""A fault of a rule system is named in a sentence, at the first moment it shows.

Each mistake is made in the toy, the one file that authors begin with.
"""

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any, cast

import pytest
from msgspec import structs

from sim.audit.stream import Auditor
from sim.casting.roster import make
from sim.cli.main import main
from sim.conflict.asking import Refusal, answer
from sim.conflict.phrases import describe_event
from sim.conflict.play import play
from sim.conflict.together import play_together
from sim.conflict.walk import Walk
from sim.dice.pool import KeyedDice, d
from sim.errors import FracasError, RulesError
from sim.graph.solve import solve
from sim.library import registry
from sim.run.sitting import begin_agents
from sim.seam.events import ConflictEnded, Consequence, DiceRolled, Event, Fact, Seat
from sim.seam.protocol import (
    Appraisal,
    Chance,
    Decision,
    Due,
    Outcome,
    RuleSystem,
    Scenario,
    Solving,
    State,
)
from tests import toy
from tests.audit.sample import events_of, resealed, rows_of, sample
from tests.noon import SCENARIO, TOY

System = RuleSystem[Any]


class Fled(Consequence, tag="fled"):
    """Something that the toy does not list among its events."""


class Twin(Consequence, tag="harm"):
    """An event whose tag is that of another."""


class Misspelt(Consequence, tag="misspelt"):
    """Something whose story asks for a field that it has not."""

    who: Seat
    story = "{whom} is there."


class Unclosed(Consequence, tag="unclosed"):
    """Something whose story is no template."""

    story = "{who is there."


class Lonely(Scenario):
    """A scenario in which nobody takes part."""


def changed(**fields: Any) -> System:  # noqa: ANN401 - fields of any type
    """Return the toy with some of its fields changed."""
    return structs.replace(cast("System", TOY), **fields)


def played(system: System, choice: int = 1) -> Outcome:
    """Play the toy, everybody choosing the same; return the outcome."""

    def reply(asked: Decision[Any] | Chance | Outcome, _state: Any) -> Fact | None:  # noqa: ANN401 - a state
        if isinstance(asked, Outcome):
            return None
        if isinstance(asked, Decision):
            return asked.options[choice]
        return asked.rolled((6,) * len(asked.pool))

    walk = Walk(system, system.initial(SCENARIO))
    ended = walk.run(reply)
    assert isinstance(ended, Outcome)
    return ended


def decides(cites: tuple[str, ...]) -> Callable[[Any, Fact], tuple[Consequence, ...]]:
    """Return a `decide` by which whoever presses flees."""
    return lambda _, fact: (Fled(cites),) if isinstance(fact, toy.Pressed) else ()


def forgets(kind: type[Event]) -> Callable[[Any, Event], Any]:
    """Return an `evolve` in which *kind* has no case, so that nothing is returned."""
    return lambda state, event: (
        None if isinstance(event, kind) else toy.evolve(state, event)
    )


def ignoring_fled(state: Any, event: Event) -> Any:  # noqa: ANN401 - a state
    """Return the state after *event*, which may be one that is not listed."""
    return state if isinstance(event, Fled) else toy.evolve(state, event)


def ends(how: str, cites: tuple[str, ...]) -> Callable[[Any], Any]:
    """Return an `ask` by which it ends at once."""
    return lambda _: Outcome(how, (0.5, 0.5), cites)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"events": (*TOY.events, Misspelt)}, "has {whom} in the `story` of Misspelt"),
        (
            {"events": (*TOY.events, Unclosed)},
            "of Unclosed that cannot be read: ",
        ),
        ({"version": "one"}, "has the version 'one', expected a whole number"),
        ({"version": True}, "has the version True, expected a whole number"),
        ({"title": 5}, "has the title 5, expected text"),
        ({"rules": ["TO-01"]}, "has the rules ['TO-01'], expected a table from"),
        ({"ask": None}, "has the ask None, expected a function"),
        ({"scenario": Lonely}, "has no seats: its scenario, Lonely, has no field"),
        ({"events": (*TOY.events, State)}, "has State among its events, which is no"),
        ({"events": (*TOY.events, Twin)}, "tag 'harm': HarmApplied and Twin"),
        ({"tally": {Fled: ("fled", lambda _: (0, 1))}}, "counts Fled in its `tally`"),
        ({"events": (*TOY.events, Fled)}, "has no sentence for Fled: give it a"),
    ],
)
def test_what_does_not_fit_is_refused_where_the_system_is_made(
    fields: dict[str, Any], said: str
) -> None:
    """A rule system with a missing or wrong part is refused when it is made."""
    with pytest.raises(RulesError, match="the rule system toy ") as raised:
        changed(**fields)
    assert said in str(raised.value)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (
            {"decide": decides(("TO-01",))},
            "cannot evolve Fled, which is not in its `events` either",
        ),
        (
            {"decide": decides(("TO-01",)), "evolve": ignoring_fled},
            "has Fled happen, which is not in its `events`",
        ),
        (
            {
                "decide": decides(("TO-99",)),
                "evolve": ignoring_fled,
                "events": (*TOY.events, Fled),
                "narrate": lambda *_: "",
            },
            "cites 'TO-99' in Fled, which is not in its `rules`",
        ),
        (
            {"rules": {rule: "" for rule in TOY.rules if rule != "TO-01"}},
            "cites 'TO-01' in RoundOpened, which is not in its `rules`",
        ),
        ({"ask": ends("draw", ())}, "ends with 'draw', which is not in its `endings`"),
        ({"ask": ends("broken", ("X-1",))}, "cites 'X-1' for the ending 'broken'"),
        ({"ask": lambda _: None}, "found None, which `ask` returned at the start"),
        ({"initial": lambda _: None}, "found None, which `initial` returned"),
        ({"evolve": forgets(toy.RoundOpened)}, "`evolve` returned for RoundOpened"),
        ({"evolve": forgets(toy.Pressed)}, "`evolve` returned for Pressed"),
        ({"evolve": forgets(DiceRolled)}, "`evolve` returned for DiceRolled"),
        ({"evolve": forgets(toy.HarmApplied)}, "`evolve` returned for HarmApplied"),
    ],
)
def test_what_shows_in_play_is_said_when_it_shows(
    fields: dict[str, Any], said: str
) -> None:
    """What a system does wrong in play is named when it happens."""
    with pytest.raises(RulesError, match="the rule system toy ") as raised:
        played(changed(**fields))
    assert said in str(raised.value)


def test_an_evolve_that_raises_says_for_which_event_and_where() -> None:
    """An `evolve` that raises is reported with the event, the file and the line."""

    def broken(state: Any, event: Event) -> Any:  # noqa: ANN401 - a state
        if isinstance(event, toy.HarmApplied):
            raise KeyError(event.who)
        return toy.evolve(state, event)

    with pytest.raises(RulesError) as raised:
        played(changed(evolve=broken))
    said = "the rule system toy cannot evolve HarmApplied: KeyError: 1 (test_defects.py"
    assert str(raised.value).startswith(said)
    assert isinstance(raised.value.__cause__ or raised.value.__context__, KeyError)


def test_a_mistake_in_ask_is_left_as_it_is() -> None:
    """An error raised by `ask` itself is passed on with its own traceback."""

    def broken(_state: object) -> Due:
        message = "no such phase"
        raise LookupError(message)

    with pytest.raises(LookupError, match="no such phase"):
        played(changed(ask=broken))


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"who": cast("Seat", None)}, "found a roll 'press' of None, attempt 0, in"),
        ({"pool": ()}, "found a roll 'press' of 0, attempt 0, in round 1"),
        ({"why": cast("str", 7)}, "found a roll 7 of 0"),
    ],
)
def test_dice_that_cannot_fall_are_named(fields: dict[str, Any], said: str) -> None:
    """Dice that cannot be rolled, or for nobody, are named."""
    chance = structs.replace(Chance(Seat(0), "press", (d(6),), toy.Hits()), **fields)
    with pytest.raises(RulesError) as raised:
        chance.fall(KeyedDice(bytes(32)), 1)
    assert str(raised.value).startswith(said)


def test_a_mistake_in_an_appraisal_names_its_own_line() -> None:
    """An error in `appraise` names its own line, and not only the agent's."""

    def broken(_view: object, _option: Fact) -> Appraisal:
        message = "worth"
        raise LookupError(message)

    system = changed(solving=Solving(appraise=broken))
    walk = Walk(system, system.initial(SCENARIO))
    seats = system.seats(SCENARIO)
    agents = begin_agents([make("steady") for _ in seats], system, seats, bytes(32))
    asked = walk.asked
    assert isinstance(asked, Decision)
    with pytest.raises(Refusal) as raised:
        answer(agents[0], asked)
    line = broken.__code__.co_firstlineno + 2
    assert raised.value.place.endswith(f", which called test_defects.py, line {line}")


class Counted(Consequence, tag="counted"):
    """Something about several seats and numbers."""

    who: tuple[Seat, ...]
    marks: tuple[int, ...]
    story = "Counted: {who}; {marks}."


@pytest.mark.parametrize(
    ("who", "marks", "story"),
    [
        ((), (), "Counted: nobody; none."),
        ((Seat(1),), (3,), "Counted: Bo; 3."),
        ((Seat(0), Seat(1)), (1, 2, 3), "Counted: Ann and Bo; 1, 2 and 3."),
    ],
)
def test_several_seats_in_a_story_are_a_list_in_english(
    who: tuple[Seat, ...], marks: tuple[int, ...], story: str
) -> None:
    """Several seats in a story are written as an English list."""
    state = toy.initial(SCENARIO)
    assert changed().narrate(state, Counted((), who, marks)) == story


def test_an_ending_is_checked_whenever_it_comes_first() -> None:
    """An ending is checked even if all its events were cached before."""
    known = {how: "" for how in TOY.endings if how != "conceded"}
    system = changed(endings=known)
    assert played(system).how == "broken"
    with pytest.raises(RulesError, match="ends with 'conceded'"):
        played(system, 2)


def returning(returns: tuple[float, ...]) -> Callable[[Any], Any]:
    """Return the toy's `ask`, in which everything ends with *returns*."""

    def ask(state: Any) -> Any:  # noqa: ANN401 - a state
        asked = toy.ask(state)
        over = isinstance(asked, Outcome)
        return structs.replace(asked, returns=returns) if over else asked

    return ask


@pytest.mark.parametrize(
    ("returns", "said"),
    [
        ((0.5, 0.5, 9.0), "'broken' and 3 returns for 2 seats, expected one for each"),
        ((1.0,), "'broken' and 1 return for 2 seats, expected one for each seat"),
        ((1.5, 0.0), "'broken' and the return 1.5, expected 0 to 1"),
        ((float("nan"), 0.0), "'broken' and the return nan, expected 0 to 1"),
    ],
)
def test_every_seat_gets_one_return(returns: tuple[float, ...], said: str) -> None:
    """Wrong returns are refused by play, by play of several tables, and by solving."""
    system = changed(ask=returning(returns))
    seats, state = system.seats(SCENARIO), system.initial(SCENARIO)
    agents = begin_agents([make("bold") for _ in seats], system, seats, bytes(32))
    dice = KeyedDice(bytes(32))
    for tried in (
        lambda: play(system, state, agents, dice),
        lambda: play_together(system, state, [agents], dice, seats),
        lambda: solve(system, state, seats, ["bold", "bold"]),
    ):
        with pytest.raises(RulesError, match="the rule system toy ends with ") as error:
            tried()
        assert said in str(error.value)


def test_a_name_is_text_too() -> None:
    """A name of a rule system that is not text is refused."""
    with pytest.raises(RulesError, match="system 7 has the name 7, expected text"):
        changed(name=7)


def test_an_audit_finds_a_stored_ending_with_too_many_returns() -> None:
    """An audit finds an ending with too many returns even if the rules derive it."""
    rows = sample().rows
    *before, ended, _ = events_of(rows)
    assert isinstance(ended, ConflictEnded)
    returns = (*ended.returns, 9.0)
    forged = [*before, structs.replace(ended, returns=returns)]
    stored = resealed("abcd1234-1", [*rows_of(forged), rows[-1]])
    system = changed(ask=returning(returns))
    auditor = Auditor(system, SCENARIO, depths=["rules"])
    (finding,) = auditor.audit("abcd1234-1", stored)
    said = f"event {len(forged)}: recorded the ending {ended.how!r}"
    assert said in finding.sentence
    assert "with 3 returns for 2 seats, expected one for each seat;" in finding.sentence


def test_what_nobody_described_is_named_by_the_state() -> None:
    """A system whose state has no names needs a `describe` of its own."""

    class Nameless(State, frozen=True):
        """A state that does not know who takes part."""

    with pytest.raises(RulesError, match="Nameless has no field `names`"):
        describe_event(TOY, Nameless(0), toy.Pressed(Seat(0)))


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        ("status", "the rule system broken has no `status`: broken_toy makes a"),
        ("SYSTEM", "the rule system broken is not there: broken_toy has no SYSTEM"),
        ("name", "the rule system broken calls itself 'toy' in broken_toy"),
    ],
)
def test_a_field_that_is_missing_is_named_by_every_command(
    missing: str,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A missing field of a system is one sentence and status 2 in every command."""
    whole = {name: getattr(TOY, name) for name in TOY.__struct_fields__}
    whole.pop(missing, None)
    if missing != "name":
        whole["name"] = "broken"

    class Module(ModuleType):
        """A module that makes its system as it is loaded."""

        def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - a system
            if name != "SYSTEM" or missing == "SYSTEM":
                raise AttributeError(name)
            return TOY if missing == "name" else RuleSystem(**whole)

    monkeypatch.setitem(sys.modules, "broken_toy", Module("broken_toy"))
    monkeypatch.setitem(
        cast("dict[str, str]", registry.SYSTEMS), "broken", "broken_toy"
    )
    with pytest.raises(FracasError):
        registry.rule_system("broken")
    assert main(["schema", "broken"]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("events", [(), (toy.HarmApplied(("TO-03",), 0, 1, 0),)])
def test_what_is_due_for_ever_is_named(events: tuple[Consequence, ...]) -> None:
    """Play stops with a message if a Due follows a Due without end."""
    said = "the rule system toy has gone on for 100,000 answers and Dues without an end"
    with pytest.raises(RulesError, match=said):
        played(changed(ask=lambda _: Due(events)))
