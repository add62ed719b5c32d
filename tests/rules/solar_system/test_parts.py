"""What the parts of a volley read is all that matters for what they do."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from sim.conflict.walk import Walk
from sim.graph.choosers import Choosers
from sim.graph.parts import Position
from sim.graph.rounds import Rounds
from sim.library.scenario import load
from sim.rules.solar_system.appraisal.appraise import appraise_without_lead
from sim.rules.solar_system.facts import DieBought, DieDeclined
from sim.rules.solar_system.phases import Gate, Rolling
from sim.rules.solar_system.state import Intent, Participant, State
from sim.run.seating import seat_agents
from sim.seam.chart import Part
from sim.seam.events import Seat
from sim.seam.protocol import Decision
from sim.spine.changes import put
from tests.graph.tables import reached, with_course

BROKEN = [(0, 0, 0, 1, 2, 2, 1), (1, 1, 0, 2, 2, 2, 1)]
NEAR = 1e-12
WHOLE = (1, 0, 0, 2, 0, 0, 0)


def _begun() -> tuple[State, Part[State]]:
    loaded = load("alley")
    system = loaded.system
    begun = Walk(system, system.initial(loaded.scenario)).state
    people = [
        replace(participant, intent=Intent(0, Seat(1 - seat)))
        for seat, participant in enumerate(begun.participants)
    ]
    state = replace(begun, phase=Gate(), participants=tuple(people))
    part = system.solving.chart.part
    assert part is not None
    begun_part = part(state)
    assert begun_part is not None
    return state, begun_part


def _people(state: State) -> Iterator[tuple[Participant, ...]]:
    """Yield everybody with up to four points in a pool, broken or not."""
    tracks = list(product([WHOLE, *BROKEN], repeat=2))
    for pools in product(range(5), repeat=2):
        for mine, theirs in tracks:
            first, second = state.participants
            yield (
                replace(first, pools=(pools[0], 0, 0), harm=mine),
                replace(second, pools=(0, 0, pools[1]), harm=theirs),
            )


def _paid(people: tuple[Participant, ...], points: int) -> tuple[Participant, ...]:
    """Return *people* after each paid from the pool that differs."""
    first, second = people
    (vigor, *rest), (*most, reason) = first.pools, second.pools
    first = replace(first, pools=(vigor - points, *rest))
    return put(
        (first, second),
        Seat(1),
        replace(second, pools=(*most, max(0, reason - points))),
    )


def test_leads_after_points_were_paid_are_known_by_what_leads_read() -> None:
    """After points were paid, leads are known by what leads read.

    Whoever is broken and has paid a last point cannot act, and leads no more. As many
    were paid where the part was learnt, however many there were.
    """
    state, part = _begun()
    assert part.leads is not None
    assert part.leads_read is not None
    assert part.leads_change is not None
    everybody = [replace(state, participants=people) for people in _people(state)]
    known: dict[object, tuple[float | None, ...]] = {}
    for had, points in product((1, 2, 4), (0, 1)):
        people = [
            replace(participant, pools=(had,) * 3) for participant in state.participants
        ]
        begun = replace(state, participants=tuple(people))
        view = replace(begun, participants=_paid(begun.participants, points))
        change = part.leads_change(begun, view)
        for here in everybody:
            first, second = here.participants
            if min(first.pools[0], second.pools[2]) < points:
                continue
            there = part.after(here, begun, view)
            leads = tuple([part.leads(there, Seat(seat)) for seat in (0, 1)])
            key = part.leads_read(here), change
            assert known.setdefault(key, leads) == leads


def _rolling() -> State:
    """Return a state at which dice are due, of two who are broken."""
    state, _ = _begun()
    loaded = load("alley")
    seats = loaded.system.seats(loaded.scenario)
    choosers = Choosers(loaded.system, seats, ("steady", "steady"))
    broken = [
        replace(participant, pools=(4, 4, 4), harm=harm)
        for participant, harm in zip(state.participants, BROKEN, strict=True)
    ]
    here = replace(state, participants=tuple(broken)), choosers.begin
    played = Rounds(loaded.system, choosers).played(here, here[0].round)
    return next(end for end, _ in played.within if type(end.phase) is Rolling)


def _in_dice(state: State) -> Iterator[tuple[State, State]]:
    """Yield a state as dice are due, and after whoever rolls first has paid."""
    assert type(state.phase) is Rolling
    roll = state.phase.rolls[0]
    for people, others in product(_people(state), (0, 1)):
        points = max(people[roll.who].pools)
        for left in (points, points - 1) if points else ():
            pools = put((others,) * 3, roll.pool, left)
            payer = replace(people[roll.who], pools=pools)
            after = replace(state, participants=put(people, roll.who, payer))
            if left == points:
                before = after
            else:
                yield before, after


def test_whether_a_lead_changes_within_dice_is_known_by_what_they_read() -> None:
    """A comparison is reused only where the leads are the same.

    They do not change, or all are known by the key.
    """
    state = _rolling()
    begins = load("alley").system.solving.chart.part
    assert begins is not None
    contest = begins(state)
    assert contest is not None
    known: dict[object, object] = {}
    changed = 0
    for before, after in _in_dice(state):
        for part in (contest, contest.first):
            assert part is not None
            assert part.leads is not None
            leads = [
                [part.leads(state_, Seat(seat)) for seat in (0, 1)]
                for state_ in (before, after)
            ]
            moved = leads if leads[0] != leads[1] else None
            changed += moved is not None
            assert known.setdefault((part, part.reads(before)), moved) == moved
    assert changed


@pytest.mark.parametrize("name", ["alley", "guitar_duel", "lamp_market"])
def test_in_a_part_nobody_pays_more_than_one_point_of_a_pool(name: str) -> None:
    """Within a part nobody pays more than one point of a pool."""
    loaded = load(name)
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    choosers = Choosers(system, seats, seat_agents(seats, ("",)))
    rounds = Rounds(system, choosers)
    paid = 0
    waiting = [(position, choosers.begin) for position in reached(loaded, 40)[::4]]
    while waiting:
        here = waiting.pop()
        played = rounds.played(here, here[0].round)
        for end, _ in (*played.within, *played.then):
            assert isinstance(here[0], State)
            assert isinstance(end, State)
            for participant, now in zip(
                here[0].participants, end.participants, strict=True
            ):
                for before, after in zip(participant.pools, now.pools, strict=True):
                    assert before - after in {0, 1}
                    paid += before - after
        waiting += list(played.within)[:3]
    assert paid


TRACKS = [WHOLE, *[(0,) * free + (1,) * (7 - free) for free in range(8)]]
"""One for each box that may be the last that is free."""
HASHES = """
from zlib import crc32

from agents.steady import Steady


class Hashes(Steady):
    def choose(self, asked):
        worths = [(one.win, one.deals, one.suffers) for one in self.table.weigh(asked)]
        return asked.options[crc32(repr(worths).encode()) // 7 % len(asked.options)]
"""
ROLLED = 6
HURT = 40
THREE = Path(__file__).with_name("three.toml")
WALKED = 25


def _hurt(state: State, draw: Random) -> State:
    """Return *state* with everybody hurt otherwise, and with other points left."""
    people = [
        replace(
            participant,
            harm=draw.choice(TRACKS),
            pools=tuple([draw.randrange(3) for _ in participant.pools]),
        )
        for participant in state.participants
    ]
    return replace(state, participants=tuple(people))


def _rolled(rounds: Rounds[State], begun: Position[State], draw: Random) -> list[State]:
    """Return states at which the dice of some volleys are due."""
    states: dict[object, State] = {}
    state, memories = begun
    for _ in range(150):
        goals = [Intent(draw.choice((0, 1)), Seat(1 - seat)) for seat in (0, 1)]
        both = zip(_hurt(state, draw).participants, goals, strict=True)
        people = tuple(
            [replace(participant, intent=goal) for participant, goal in both]
        )
        here = replace(state, participants=people), memories
        for end, _ in rounds.played(here, state.round).within:
            if type(end.phase) is Rolling:
                states.setdefault(end.phase, end)
    return list(states.values())


@pytest.mark.slow
@pytest.mark.parametrize("agent", ["steady", "hashes.py:Hashes"])
def test_dice_are_the_same_wherever_they_are_alike(
    agent: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """States that a part calls alike have the same dice.

    What ends somebody is told apart where a choice may depend on it, or more. All are
    also played without the course that they share. One agent goes by the last digit of
    what options are worth.
    """
    (tmp_path / "hashes.py").write_text(HASHES, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    loaded = load("alley")
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    choosers = Choosers(system, seats, (agent, agent))
    rounds = Rounds(system, choosers)
    plain = Rounds(with_course(system, None), choosers)
    state, _ = _begun()
    draw = Random(29)
    known: dict[object, tuple[State, dict[Position[State], float]]] = {}
    shared = bought = 0
    steady = Rounds(system, Choosers(system, seats, ("steady",) * 2))
    for rolled in _rolled(steady, (state, choosers.begin), draw)[:ROLLED]:
        for here in [_hurt(rolled, draw) for _ in range(HURT)]:
            part = rounds.inner_part(here)
            assert part is not None
            assert part.alike is not None
            position = here, choosers.begin
            truth = plain.played(position, here.round).within
            within = rounds.played(position, here.round).within
            assert within == pytest.approx(truth, abs=NEAR)
            first, played = known.setdefault(part.alike(here), (here, within))
            told = {
                (part.after(here, first, end), held): chance
                for (end, held), chance in played.items()
            }
            assert told == pytest.approx(truth, abs=NEAR)
            shared += first != here
            bought += any(end.participants != here.participants for end, _ in truth)
    assert shared > HURT
    assert bought > HURT


def _dice_weighed(state: State) -> list[object]:
    """Return what every die on the table is worth to its roller."""
    phase = state.phase
    assert type(phase) is Rolling
    return [
        appraise_without_lead(state, kind(roll.who, index))
        for index, roll in enumerate(phase.rolls)
        for kind in (DieBought, DieDeclined)
    ]


def test_whoever_may_buy_a_die_may_weigh_those_of_others() -> None:
    """Among three, every die is worth the same in all states that are alike."""
    loaded, draw = load(str(THREE)), Random(29)
    begins = loaded.system.solving.chart.part
    assert begins is not None
    states: list[Any] = list(reached(loaded, WALKED, every=True))
    rolled: dict[Any, State] = {
        state.phase: state
        for state in states
        if type(state.phase) is Rolling and begins(state) is not None
    }
    known: dict[object, list[object]] = {}
    same = 0
    for state in rolled.values():
        for _ in range(HURT):
            # Many can pay for nothing, and some of the others can.
            paid = [draw.choice((0, 0, 2)) for _ in state.participants]
            both = zip(_hurt(state, draw).participants, paid, strict=True)
            people = tuple(
                [replace(participant, pools=(left,) * 3) for participant, left in both]
            )
            here = replace(state, participants=people)
            part = begins(here)
            assert part is not None
            assert part.first is not None
            assert part.first.alike is not None
            if isinstance(loaded.system.ask(here), Decision):
                told, worth = part.first.alike(here), _dice_weighed(here)
                same += told in known
                assert known.setdefault(told, worth) == worth
    assert same > HURT
