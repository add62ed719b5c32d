"""What checks and judgements leave behind."""

from msgspec.structs import replace

from sim.events import DiceRolled, Seat
from sim.rules.solar_system import consequences as c
from sim.rules.solar_system import facts as f
from sim.rules.solar_system.checks.competitive import levels_by_check
from sim.rules.solar_system.checks.gathering import carried, roll_of
from sim.rules.solar_system.checks.rolling import position
from sim.rules.solar_system.phases import (
    BLANK,
    CHAIN,
    CHECK,
    OPENING,
    ROLLING,
    TIE,
    Roll,
)
from sim.rules.solar_system.state import Person, State, with_person, with_ruling
from sim.seats import by_seat
from sim.spine.evolution import Evolve


def _gathered(state: State, event: c.DiceGathered) -> State:
    """Put rolls on the table; bruise dice are used by it [SS-HARM-06]."""
    results = state.results
    if event.stage == CHAIN:
        results = carried(state)
    people = list(state.people)
    for check in event.checks:
        person = people[check.who]
        if person.bruises or person.fee != BLANK:
            people[check.who] = replace(person, bruises=0, fee=BLANK)
    return replace(
        state,
        people=tuple(people),
        phase=ROLLING,
        stage=event.stage,
        attempt=event.attempt,
        step=event.attempt if event.stage in {CHECK, CHAIN} else state.step,
        results=results,
        rolls=tuple([roll_of(state, check) for check in event.checks]),
        order=(),
        turn=0,
        revised=-1,
    )


def _with_roll(state: State, index: int, roll: Roll) -> tuple[Roll, ...]:
    rolls = list(state.rolls)
    rolls[index] = roll
    return tuple(rolls)


def _rolled(state: State, event: DiceRolled) -> State:
    rolls = state.rolls
    index = 0
    while rolls[index].who != event.who:
        index += 1
    roll = rolls[index]
    first = roll.level == BLANK
    roll = replace(
        roll,
        drawn=roll.drawn + len(event.faces),
        level=event.reading[0],
        faces=event.reading[1:],
        ordered=roll.ordered or (first and roll.bonus < roll.penalty),
    )
    rolls = _with_roll(state, index, roll)
    if first:
        return replace(state, rolls=rolls, turn=0, revised=-1)
    return replace(state, rolls=rolls)


def _reread(state: State, event: c.CheckReread) -> State:
    roll = replace(state.rolls[event.roll], level=event.level)
    return replace(state, rolls=_with_roll(state, event.roll, roll))


def _window(state: State, event: c.WindowOpened) -> State:
    return replace(state, order=event.order)


def _declined(state: State, event: f.DieDeclined) -> State:
    return replace(state, turn=position(state, event.roll, event.who) + 1)


def _bought(state: State, event: f.DieBought) -> State:
    roll = state.rolls[event.roll]
    roll = replace(roll, bonus=roll.bonus + 1, buyers=(*roll.buyers, event.who))
    turn = position(state, event.roll, event.who)
    rolls = _with_roll(state, event.roll, roll)
    return replace(state, rolls=rolls, turn=turn + 1, revised=turn)


def _gift(state: State, event: f.GiftGiven) -> State:
    roll = state.rolls[event.roll]
    rolls = _with_roll(state, event.roll, replace(roll, bonus=roll.bonus + 1))
    gifts = tuple(left - (seat == event.who) for seat, left in by_seat(state.gifts))
    turn = position(state, event.roll, event.who)
    return replace(state, rolls=rolls, gifts=gifts, turn=turn, revised=turn)


def _spent(state: State, event: c.PoolSpent) -> State:
    pools = state.people[event.who].pools
    left = tuple(
        event.left if pool == event.pool else now for pool, now in enumerate(pools)
    )
    return with_person(state, event.who, pools=left)


def _ability(state: State, event: f.CheckDeclared) -> State:
    for index, check in enumerate(state.setup.checks):
        for kind, who, abilities in (
            ("ability", check.who, check.abilities),
            ("answer", check.against, check.answers),
        ):
            open_ = len(abilities) > 1 and state.ruling(kind, index) == BLANK
            if who == event.who and open_:
                return with_ruling(state, kind, index, event.ability)
    return state


def _judged(state: State, event: f.StoryGuideRuled) -> State:
    if event.kind == "request_pain":
        return replace(state, turn=3 if event.value else 5)
    if event.value == 0 and event.kind in {"prop", "relevance"}:
        return _ruled_out(state, event)
    return with_ruling(state, event.kind, event.of, event.value)


def _ruled_out(state: State, event: f.StoryGuideRuled) -> State:
    """Take the action back and ask its owner again at once [RUL-45]."""
    who = Seat(event.of)
    person = state.people[who]
    bar = -1 - person.prop if event.kind == "prop" else person.ability
    size = state.setup.size
    turn = state.turn - 1 - (state.turn - 1 - event.of) % size
    state = replace(state, turn=turn, sub=2)
    return with_person(
        state,
        who,
        barred=(*person.barred, bar),
        stance=BLANK,
        ability=BLANK,
        aim=-1,
        prop=-1,
    )


def _answered(state: State, event: f.ProposalAnswered) -> State:
    return with_ruling(state, "answer:" + event.kind, event.who, int(event.agrees))


def _settled(state: State, event: c.RulingSettled) -> State:
    ruled = tuple(one for one in state.ruled if one[0] != "answer:" + event.kind)
    return replace(state, ruled=(*ruled, (event.kind, event.of, event.value)))


def unpaid(person: Person) -> Person:
    """Forget the fee: the next action has its own [SS-HARM-09]."""
    return person if person.fee == BLANK else replace(person, fee=BLANK)


def _resolved(state: State, event: c.CheckResolved) -> State:
    competing = event.kind == "competitive"
    result = event.level if event.success else -1
    more = event.kind in {"linked", "group"}
    settled = {"competitive_tie", "proposal:competitive_tie"}
    return replace(
        state,
        people=tuple([unpaid(person) for person in state.people]),
        ruled=tuple([one for one in state.ruled if one[0] not in settled]),
        phase=OPENING,
        stage=TIE if competing else state.stage,
        step=state.step + more,
        results=levels_by_check(state) if competing else (*state.results, result),
        ranking=event.ranking,
        rolls=(),
    )


CHECK_EVENTS: Evolve[State] = {
    DiceRolled: _rolled,
    c.DiceGathered: _gathered,
    c.CheckReread: _reread,
    c.WindowOpened: _window,
    f.DieDeclined: _declined,
    f.DieBought: _bought,
    f.GiftGiven: _gift,
    c.PoolSpent: _spent,
    f.CheckDeclared: _ability,
    f.StoryGuideRuled: _judged,
    f.ProposalAnswered: _answered,
    c.RulingSettled: _settled,
    c.CheckResolved: _resolved,
}
