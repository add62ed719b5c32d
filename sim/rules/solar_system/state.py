"""What must be remembered of a conflict, and the questions everybody asks of it.

The phase says what the conflict waits for; *turn* is the place in the present round
of questions, *revised* the turn of the last answer that changed something. Blanks
(-1) are answers not given yet; the event that closes a phase wipes its blanks.
"""

from typing import Any

from msgspec import Struct, structs

from sim import protocol
from sim.events import NOBODY, Seat
from sim.rules.solar_system.facts import NO_ACTION
from sim.rules.solar_system.phases import BLANK, CHECK, JOINING, OPENING, Blow, Roll
from sim.rules.solar_system.scenario.compiled import (
    AbilityData,
    GoalData,
    PersonData,
    Setup,
)
from sim.seats import by_seat

IN, GAVE_UP, PAST_BROKEN, FELL_OUT, BYSTANDER = range(5)
"""How somebody stands: taking part, or why not."""

NO_INTENTION = (BLANK, NOBODY, False)


class Person(Struct, frozen=True, gc=False):
    """One character as the conflict has left him so far."""

    pools: tuple[int, int, int]
    harm: tuple[int, ...]
    side: int
    bruises: int = 0
    status: int = IN
    goal: int = BLANK
    target: Seat = NOBODY
    fulfilled: bool = False
    """Whether the intention in force has happened already."""
    changing: bool = False
    """A change of intention is announced in this volley."""
    owes: bool = False
    """The new intention is still to be named."""
    released: bool = False
    """A stalemate lets this one change at once."""
    fresh: bool = False
    """A new intention was named in this stage and may still be reworded."""
    talked: bool = False
    """The question at the opening of this stage has been answered."""
    stance: int = BLANK
    ability: int = BLANK
    aim: Seat = NOBODY
    obstructs: bool = True
    prop: int = -1
    was: tuple[int, Seat, bool] = NO_INTENTION
    """Goal, target and fulfilled before a stalemate was used, until that is settled."""
    replaced: tuple[int, Seat] = (BLANK, NOBODY)
    """Goal and target before the change of this stage; rewording must differ."""
    barred: tuple[int, ...] = ()
    """Defences and props (as -1 - index) ruled out in this volley."""
    fee: int = BLANK
    obtained: float = -1.0
    """The most any fulfilled intention of this one was worth."""
    spared: float = 2.0
    """The least any intention fulfilled against this one leaves."""


class State(protocol.State, frozen=True, gc=False):
    """A conflict of the Solar System; *round* is the number of the volley."""

    setup: Setup
    people: tuple[Person, ...]
    gifts: tuple[int, ...]
    phase: int = OPENING
    turn: int = 0
    revised: int = -1
    sub: int = 0
    """Inside one seat's turn of the talk: 0 may give up, 1 may change, 2 must act."""
    stage: int = CHECK
    step: int = 0
    """The place in the opening's plan, or in a chain of rolls."""
    attempt: int = 0
    rolls: tuple[Roll, ...] = ()
    order: tuple[int, ...] = ()
    """Who is asked first once the dice lie; empty for the usual order."""
    results: tuple[int, ...] = ()
    """Levels of the checks already made in this plan or chain."""
    ranking: tuple[tuple[Seat, ...], ...] = ()
    ruled: tuple[tuple[str, int, int], ...] = ()
    """Judgements made for what is under way: (kind, of whom, value)."""
    loser: Seat = NOBODY
    """Who lost the resisted check that opened the conflict."""
    winner: Seat = NOBODY
    declared_by: Seat = NOBODY
    zeitgeist: bool = False
    left_in_talk: bool = False
    """Somebody has given up inside this stage, so others had no time to turn."""
    shown: tuple[int, ...] = ()
    """Sealed answers at the gate: 0 goes on, 1 gives up, by seat; BLANK not yet."""
    stalled: tuple[tuple[Seat, Seat], ...] = ()
    """Pairs in a stalemate, of the volley under way or the one before."""
    shares: tuple[tuple[Seat, int], ...] = ()
    """How a Zeitgeist side lays its harm on its members: (member, amount)."""
    pairs: tuple[tuple[Seat, Seat, int], ...] | None = None
    """Whose actions meet, once they are locked and while nobody drops out."""
    blows: tuple[Blow, ...] = ()
    tended: tuple[tuple[Seat, Seat], ...] = ()
    """(healer, patient) pairs already tried after the conflict."""
    how: str = ""

    def data(self, who: Seat) -> PersonData:
        """Return what the scenario says of *who*."""
        return self.setup.people[who]

    def ability(self, who: Seat, index: int) -> AbilityData:
        """Return one ability of *who*."""
        return self.setup.people[who].abilities[index]

    def goal_of(self, who: Seat) -> GoalData:
        """Return the intention in force of *who*."""
        return self.setup.people[who].goals[self.people[who].goal]

    def ruling(self, kind: str, of: int) -> int:
        """Return the judgement made about *of*, or BLANK."""
        if not self.ruled:
            return BLANK
        for made, about, value in self.ruled:
            if made == kind and about == of:
                return value
        return BLANK


def active(state: State) -> tuple[Seat, ...]:
    """List the seats taking part."""
    return tuple([n for n, one in by_seat(state.people) if one.status == IN])


def opponents(state: State, who: Seat) -> tuple[Seat, ...]:
    """List the active seats of other sides."""
    side = state.people[who].side
    return tuple(
        [n for n, one in by_seat(state.people) if one.status == IN and one.side != side]
    )


def members(state: State, side: int) -> tuple[Seat, ...]:
    """List the active seats of *side*."""
    return tuple(
        [n for n, one in by_seat(state.people) if one.status == IN and one.side == side]
    )


def participants(state: State) -> tuple[Seat, ...]:
    """List everyone who takes or took part."""
    return tuple(n for n, one in by_seat(state.people) if one.status != BYSTANDER)


def target_there(state: State, who: Seat) -> bool:
    """Whether the target of *who* still takes part; in Zeitgeist, any of its side.

    [RUL-49, RUL-77]
    """
    target = state.people[state.people[who].target]
    if target.status == IN or not state.zeitgeist:
        return target.status == IN
    return any(one.status == IN and one.side == target.side for one in state.people)


def acts(person: Person) -> bool:
    """Whether this one takes part and takes an action in this volley."""
    return person.status == IN and person.stance > NO_ACTION


def asks(state: State, kind: str) -> bool:
    """Whether the Story Guide is asked for rulings of this kind [ENG-02]."""
    return kind in state.setup.asked


def initial(setup: Setup) -> State:
    """Return the state before anything has happened."""
    people = tuple(
        Person(
            pools=data.pools,
            harm=data.harm,
            side=data.side,
            bruises=data.bruises,
            status=BYSTANDER if data.bystander else IN,
        )
        for data in setup.people
    )
    players = setup.players
    gifts = tuple(
        setup.gifts if seat in players else 0 for seat in range(setup.size + 1)
    )
    phase = JOINING if setup.kind == "pain" else OPENING
    return State(round=0, setup=setup, people=people, gifts=gifts, phase=phase)


def with_person(state: State, seat: Seat, **changes: Any) -> State:  # noqa: ANN401 - fields of Person
    """Return *state* with one person changed."""
    people = list(state.people)
    people[seat] = structs.replace(people[seat], **changes)
    return structs.replace(state, people=tuple(people))


def with_ruling(state: State, kind: str, of: int, value: int) -> State:
    """Return *state* with one judgement more."""
    return structs.replace(state, ruled=(*state.ruled, (kind, of, value)))
