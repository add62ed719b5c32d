"""Positions that are kept lead to the same play as if nothing was kept."""

import gc
from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest
from msgspec import Struct, msgpack, structs

from sim.audit.stream import Auditor
from sim.casting.roster import make
from sim.conflict import positions as kept
from sim.conflict.asking import alike
from sim.conflict.codec import encode
from sim.conflict.play import Game, Played, play
from sim.conflict.positions import Positions, positions
from sim.conflict.stream import Row, Sealed
from sim.dice.pool import KeyedDice
from sim.dice.seed import conflict_key
from sim.errors import RulesError
from sim.library.catalogue import scenarios
from sim.library.scenario import load
from sim.run.chunk import Job, play_job
from sim.run.run import make_plan
from sim.run.sitting import begin_agents
from sim.seam.events import Consequence, Event, Fact, Seat
from sim.seam.protocol import Agent, Decision, Due, RuleSystem, Sheet, Table
from tests.noon import SCENARIO, TOY
from tests.tiers import short_first
from tests.toy import HarmApplied, Held, State

GAMES = 8


def _games(name: str, games: int = GAMES) -> list[Sealed]:
    """Return what comes of *games* of a scenario between its own agents."""
    loaded = load(name)
    specs = [seat.agent for seat in loaded.system.seats(loaded.scenario)]
    return play_job(Job(make_plan(loaded, specs, seed="met", games=games), 0, games))


def _one_by_one(name: str) -> Iterator[Sealed]:
    """Yield the same games, each as the first that is ever played."""
    loaded = load(name)
    specs = [seat.agent for seat in loaded.system.seats(loaded.scenario)]
    plan = make_plan(loaded, specs, seed="met", games=GAMES)
    for game in range(GAMES):
        kept.BEGUN.clear()
        yield from play_job(Job(plan, game, 1))


@pytest.mark.parametrize("name", short_first(scenarios()))
def test_the_same_bytes_as_games_played_one_by_one(name: str) -> None:
    """With and without positions kept, every event, return and count is the same."""
    alone = list(_one_by_one(name))
    assert _games(name) == alone
    assert _games(name) == alone


@pytest.mark.parametrize("most", [0, 1, 40])
def test_the_same_bytes_however_few_are_kept(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a small limit on positions the bytes of a run are the same."""
    alone = list(_one_by_one("alley"))
    monkeypatch.setattr(kept, "MOST", most)
    assert _games("alley") == alone
    assert all(
        positions is None or positions._kept <= most
        for positions in kept.BEGUN.values()
    )


def _begun() -> Any:  # noqa: ANN401 - a state of the toy
    return TOY.initial(SCENARIO)


def _played(
    system: RuleSystem[Any], agents: list[Agent], game: int = 0, spec: str = "steady"
) -> Played:
    seats = system.seats(SCENARIO)
    key = conflict_key("met", game)
    seated = agents or [make(spec) for _ in seats]
    begun = begin_agents(seated, system, seats, key)
    return play(system, system.initial(SCENARIO), begun, KeyedDice(key), seats=seats)


def test_positions_are_kept_from_the_second_time_on() -> None:
    """Positions are kept from the second game on; a single game keeps none."""
    assert positions(TOY, _begun()) is None
    assert positions(TOY, _begun()) is positions(TOY, _begun()) is not None


def test_an_audit_shares_none_with_play() -> None:
    """An audit uses no position that play has kept."""
    for _ in range(2):
        positions(TOY, _begun())
    assert positions(TOY, _begun(), "audit") is None
    assert positions(TOY, _begun(), "audit") is not positions(TOY, _begun())


def test_rules_are_asked_once() -> None:
    """Played a third time, a game folds no event at all."""
    folded: list[Event] = []

    def evolve(state: Any, event: Event) -> Any:  # noqa: ANN401 - any state
        folded.append(event)
        return TOY.evolve(state, event)

    system = structs.replace(TOY, evolve=evolve)
    first, second = _played(system, []), _played(system, [])
    folded.clear()
    assert _played(system, []) == first == second
    assert folded == []


def test_where_little_comes_again_positions_are_left() -> None:
    """If the limit is reached and most answers are new, positions are given up."""
    known: Positions[Any] = Positions(TOY, _begun())
    known.answered, known._missed = 100, 90
    assert known.pays
    known._kept = kept.MOST
    assert not known.pays
    known._missed = 50
    assert known.pays


def test_what_is_new_after_many_answers_is_not_kept() -> None:
    """After many answers no new position is kept, so that memory stops growing."""
    for game in range(3):
        _played(TOY, [], game)
    known = positions(TOY, _begun())
    assert known is not None
    before, known.answered = known._kept, kept.ANSWERS_MOST
    for game in range(3, 40):
        _played(TOY, [], game)
    assert known._kept == before


def test_few_conflicts_are_kept_at_once() -> None:
    """Positions are kept for the conflicts begun last, and dropped for others."""
    systems = [structs.replace(TOY) for _ in range(kept.CONFLICTS_MOST + 2)]
    for system in systems:
        positions(system, _begun())
        positions(system, _begun())
    assert len(kept.BEGUN) == kept.CONFLICTS_MOST
    for number in range(100):
        positions(TOY, structs.replace(_begun(), round=number))
    assert len(kept.BEGUN) == kept.CONFLICTS_MOST + kept._BEGUN_MOST
    assert positions(systems[-1], _begun()) is not None


def test_rules_that_fail_are_explained_as_ever() -> None:
    """Rules that fail do so with the same sentence in the first game and later."""

    def evolve(state: Any, event: Event) -> Any:  # noqa: ANN401 - any state
        if type(event).__name__ == "HarmApplied":
            raise KeyError(1)
        return TOY.evolve(state, event)

    system = structs.replace(TOY, evolve=evolve)
    said: set[str] = set()
    for _ in range(4):
        with pytest.raises(RulesError, match="cannot evolve HarmApplied") as raised:
            _played(system, [])
        said.add(str(raised.value))
    assert len(said) == 1


def test_rules_that_fail_at_the_start_are_explained_as_ever() -> None:
    """A Due that changes nothing is an error with the same sentence in every game."""
    system = structs.replace(TOY, ask=lambda _: Due(()))
    for _ in range(3):
        with pytest.raises(RulesError, match="has gone on for 100,000 answers"):
            _played(system, [])


class Counts(Agent):
    """Takes the first option, says it is alike as *said*, and counts its questions."""

    asked = 0
    said: Any = "all"

    def begin(self, table: Table) -> None:
        """Make the promise."""
        super().begin(table)
        self.alike = self.said  # what has no hash is no promise

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the first option."""
        Counts.asked += 1
        return asked.options[0]


class Others(Counts):
    """Takes the last option."""

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the last option."""
        return asked.options[-1]


def test_agents_that_choose_alike_are_asked_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Agents with the same promise are asked once a position, other classes anew."""
    monkeypatch.setattr(Counts, "asked", 0)
    games = [_played(TOY, [Counts(), Counts()]) for _ in range(3)]
    before = Counts.asked
    assert _played(TOY, [Counts(), Counts()]) == games[0]
    assert Counts.asked == before
    other = _played(TOY, [Others(), Others()])
    assert other != games[0]


def test_a_seat_whose_answers_come_from_outside_is_waited_for() -> None:
    """A seat answered from outside is waited for, whatever its agent would do."""
    seats = TOY.seats(SCENARIO)
    for _ in range(3):
        _played(TOY, [])
    agents = begin_agents([make("steady") for _ in seats], TOY, seats, bytes(32))
    game = Game(TOY, _begun(), agents, KeyedDice(bytes(32)), {Seat(0)})
    while (asked := game.go_on()) is not None:
        assert asked.who == 0
        game.take(asked.options[-1])
    assert game.over


def test_play_goes_on_where_rules_fail_once() -> None:
    """If rules fail once, the game is played again without positions."""
    failing = [False]

    def evolve(state: Any, event: Event) -> Any:  # noqa: ANN401 - any state
        if failing[0] and isinstance(event, Consequence):
            failing[0] = False
            raise KeyError(event)
        return TOY.evolve(state, event)

    system = structs.replace(TOY, evolve=evolve)
    assert _played(system, []) == _played(system, []) == _played(TOY, [])
    failing[0] = True
    assert _played(system, [], 1) == _played(TOY, [], 1)
    assert failing == [False]


@pytest.mark.parametrize("said", [None, [], {1: []}])
def test_what_is_no_promise_is_asked_each_time(
    said: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An agent without a promise, or with one that has no hash, is always asked."""
    monkeypatch.setattr(Counts, "said", said)
    agents: list[Agent] = [Counts(), Counts()]
    for game in range(3):
        monkeypatch.setattr(Counts, "asked", 0)
        played = _played(TOY, agents, game)
        assert Counts.asked == played.decisions > 0
    assert alike(agents[0]) is None


def test_shipped_agents_that_choose_alike_do() -> None:
    """Shipped agents share a promise just if their settings are the same."""
    seats = TOY.seats(SCENARIO)
    told = {
        spec: alike(begin_agents([make(spec)], TOY, seats, bytes(32))[0])
        for spec in (
            "steady",
            "steady:price=0.5",
            "steady:price=0.4",
            "bold",
            "uniform",
        )
    }
    assert told["steady"] == told["steady:price=0.5"] != told["steady:price=0.4"]
    assert told["bold"] not in {None, told["steady"]}
    assert told["uniform"] is None


def _variants(fact: Fact) -> list[Fact]:
    """Return facts that equal *fact*, hash alike, and would be other bytes."""
    fields = structs.astuple(fact)
    variants: list[Fact] = []
    for convert in (bool, float, lambda value: -float(value)):
        values = [
            convert(field) if isinstance(field, int) else field for field in fields
        ]
        kind: Any = type(fact)
        other = kind(*values)
        if other == fact and hash(other) == hash(fact):
            variants.append(other)
    return variants


class Sly(Agent):
    """Answers as steady does, by facts that only equal the option that it means."""

    def __init__(self) -> None:
        self.inner = make("steady")

    def begin(self, table: Table) -> None:
        """Sit down with steady."""
        super().begin(table)
        self.inner.begin(table)

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return True for 1, or 1.0, or -0.0, by its own luck."""
        meant = self.inner.choose(asked)
        return self.table.random.choice([meant, *_variants(meant)])


@pytest.mark.parametrize("name", ["alley", "skill_duel"])
def test_what_equals_an_option_is_told_as_the_option(name: str) -> None:
    """An answer that only equals an option is recorded as the option, in every game."""
    loaded = load(name)
    seats = loaded.system.seats(loaded.scenario)
    begun = loaded.system.initial(loaded.scenario)
    spelt = [Sly() for _ in seats], [make("steady") for _ in seats]
    for game in range(40):
        key = conflict_key("spelt", game)
        told: list[list[bytes]] = []
        for agents in spelt:
            sat = begin_agents(agents, loaded.system, seats, key)
            events = play(loaded.system, begun, sat, KeyedDice(key)).events
            told.append([encode(event) for event in events])
        assert told[0] == told[1]


def _respelt(row: Row, spell: Callable[[int], object]) -> Row:
    """Return *row* with the numbers 0 and 1 spelt otherwise."""

    def respelt(value: object) -> object:
        if isinstance(value, list):
            return [respelt(item) for item in cast("list[object]", value)]
        return spell(value) if type(value) is int and value in {0, 1} else value

    tag, data = row
    return tag, msgpack.encode(respelt(msgpack.decode(data)))


@pytest.mark.parametrize("spell", [bool, float, lambda value: -float(value)])
def test_an_audit_of_other_spellings_decides_about_no_other_record(
    spell: Callable[[int], object],
) -> None:
    """An audit reports another spelling of a number, before and after the right one."""
    loaded = load("alley")
    games = _games("alley", 6)
    auditor = Auditor(loaded.system, loaded.scenario, digest=loaded.digest)
    for _ in range(2):
        for game in games:
            rows = [_respelt(row, spell) for row in game.rows]
            assert auditor.audit(game.stream_id, rows)
            assert not auditor.audit(game.stream_id, game.rows)


def test_states_without_a_hash_are_played_as_before() -> None:
    """States without a hash are played without positions, from the start or later."""

    class Listed(State, frozen=True):
        """A state that may remember a list."""

        harm: Any = ()

    def initial(scenario: Any) -> Any:  # noqa: ANN401 - as the toy's
        return Listed(**structs.asdict(TOY.initial(scenario)), harm=begins)

    begins: Any = ()

    def evolve(state: Any, event: Event) -> Any:  # noqa: ANN401 - any state
        then = TOY.evolve(state, event)
        return structs.replace(then, harm=[1]) if type(event) is HarmApplied else then

    system = structs.replace(TOY, initial=initial, evolve=evolve)
    told = [_played(system, [], game).events for game in range(6)]
    begins = []
    assert told == [_played(system, [], game).events for game in range(6)]
    assert positions(system, system.initial(SCENARIO)) is None
    kept.BEGUN.clear()
    assert told == [_played(TOY, [], game).events for game in range(6)]


def test_positions_that_lie_in_a_ring_are_let_go() -> None:
    """Positions that lie in a cycle are freed."""

    def evolve(state: Any, event: Event) -> Any:  # noqa: ANN401 - any state
        return state if isinstance(event, Held) else TOY.evolve(state, event)

    system = structs.replace(TOY, evolve=evolve)
    known: Positions[Any] = Positions(system, system.initial(SCENARIO))
    first: Any = known.begun.position
    step = known.step(first, first.asked.options[0])
    assert step is not None
    assert step.position is first
    assert first.after
    del known
    assert not first.after


def test_a_long_row_of_positions_is_let_go() -> None:
    """A long chain of positions is freed without deep recursion."""

    def ask(state: Any) -> Decision[Any]:  # noqa: ANN401 - any state
        return Decision(Seat(0), (Held(Seat(0)),), state)

    def evolve(state: Any, event: Event) -> Any:  # noqa: ANN401 - any state
        del event
        return structs.replace(state, round=state.round + 1)

    system = structs.replace(TOY, ask=ask, evolve=evolve)
    known: Positions[Any] = Positions(system, _begun())
    position: Any = known.begun.position
    for _ in range(30_000):
        step = known.step(position, position.asked.options[0])
        assert step is not None
        position = step.position
    del known
    assert position.after == {}


def _structs(thing: Any) -> Iterator[Struct]:  # noqa: ANN401 - a state or its part
    """Yield every struct that is part of *thing*, but what a scenario's file said."""
    if isinstance(thing, Sheet):
        return
    if isinstance(thing, Struct):
        yield thing
        thing = structs.astuple(thing)
    if isinstance(thing, tuple | frozenset):
        for part in cast("tuple[Any, ...]", thing):
            yield from _structs(part)


@pytest.mark.parametrize("name", short_first(scenarios()))
def test_the_collector_need_not_look_at_what_is_kept(name: str) -> None:
    """Kept positions are hidden from the garbage collector."""
    _games(name)
    known = [positions for positions in kept.BEGUN.values() if positions is not None]
    assert known
    for step in known[0]._settled.values():
        for part in (*_structs(step.position.state), *_structs(step.events)):
            assert not gc.is_tracked(part), type(part)
