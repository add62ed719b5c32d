"""The free-and-clear: everyone says what he does, and may revise it until it locks."""

from functools import cache, lru_cache

from sim.events import Consequence, Fact
from sim.protocol import Asked, Decision, Due
from sim.rules.solar_system import ending
from sim.rules.solar_system.actions import (
    actions,
    attacking,
    defences,
    payable_pools,
    plain_actions,
)
from sim.rules.solar_system.consequences import (
    PERPENDICULAR,
    ActionsLocked,
    RulingSettled,
)
from sim.rules.solar_system.facts import (
    ACTIVE,
    DEFENSIVE,
    NO_ACTION,
    REWORDED,
    ActionDeclared,
    ActionKept,
    ChangeWithdrawn,
    Conceded,
    IntentChanged,
    StoryGuideRuled,
    WentOn,
)
from sim.rules.solar_system.items import has_matching_item
from sim.rules.solar_system.pairing import Pairing, pairings
from sim.rules.solar_system.setup import NOBODY, Setup
from sim.rules.solar_system.state import (
    BLANK,
    IN,
    Person,
    State,
    acts,
    asks,
    members,
    opponents,
    target_there,
)
from sim.rules.solar_system.talking import intentions


def declaring(state: State) -> Asked[State]:
    """Go round until a full round changes nothing, or the last round is over.

    [SS-FAC-01, SS-FAC-02, RUL-45]; then the Story Guide's rulings, then the lock.
    """
    setup = state.setup
    if setup.rulings.concession_window == "until_lock":
        gone = ending.decided(state)
        if gone is not None:
            return gone
    if setup.judged_at_once:
        judged = _judged_at_once(state)
        if judged is not None:
            return judged
    size = setup.size
    last = size * setup.rulings.free_and_clear_max_passes
    turn = state.turn
    while turn < last:
        if turn >= size and turn % size == 0 and state.revised < turn - size:
            break
        seat = turn % size
        if state.people[seat].status == IN:
            return _ask(state, seat, first=turn == state.turn)
        turn += 1
    return _ruled_out(state) or _misfit(state) or _rulings(state)


def _ruled_out(state: State) -> Decision[State] | None:
    """Ask again whose action was ruled out, however many rounds have passed."""
    for seat, person in enumerate(state.people):
        if person.stance == BLANK and person.status == IN:
            return Decision(seat, _last_words(state, seat), state)
    return None


def _last_words(state: State, seat: int) -> tuple[Fact, ...]:
    """List what can still be declared when nobody can answer it any more."""
    return tuple(
        one
        for one in actions(state, seat)
        if isinstance(one, ActionDeclared) and one.stance in {DEFENSIVE, NO_ACTION}
    )


def _misfit(state: State) -> Decision[State] | None:
    """Ask again whoever defends with what does not fit the attacks declared later."""
    if not state.setup.relevant:
        return None
    for seat, person in enumerate(state.people):
        if person.status != IN or person.stance != DEFENSIVE:
            continue
        fitting = defences(
            state.setup, seat, attacking(state, seat), payable_pools(person)
        )
        if ActionDeclared(seat, DEFENSIVE, person.ability, NOBODY) not in fitting:
            return Decision(seat, _last_words(state, seat), state)
    return None


def _ask(state: State, seat: int, *, first: bool) -> Decision[State]:
    """Let one seat give up, change, declare, keep or revise [RUL-40, RUL-45]."""
    sub = state.sub if first else 0
    window = state.setup.rulings.concession_window
    if window == "until_lock" and sub == 0:
        return Decision(seat, (WentOn(seat), Conceded(seat)), state)
    person = state.people[seat]
    settled = sub >= MUST_ACT
    if state.setup.plain_actions and not (
        state.zeitgeist or person.fresh or person.barred
    ):
        present = target_there(state, seat)
        key = (person.stance, person.ability, person.aim, person.obstructs, person.prop)
        options = _plain_menu(
            state.setup,
            seat,
            person.goal,
            person.target if present else NOBODY,
            person.changing,
            payable_pools(person),
            key,
            _can_change(state, seat) and not settled,
        )
        return Decision(seat, options, state)
    changes = () if settled else _changes(state, seat, person)
    kept = () if person.stance == BLANK else _keep(seat)
    return Decision(seat, (*kept, *actions(state, seat), *changes), state)


MUST_ACT = 2
"""From this point of a seat's turn on, a change of intention is settled."""


@lru_cache(maxsize=16384)
def _plain_menu(  # noqa: PLR0913, PLR0917 - all that decides the menu
    setup: Setup,
    seat: int,
    goal: int,
    target: int,
    changing: bool,  # noqa: FBT001 - part of the key
    payable: tuple[bool, ...],
    declared: tuple[int, int, int, bool, int],
    may_change: bool,  # noqa: FBT001 - part of the key
) -> tuple[Fact, ...]:
    """Put together what one seat may say where these numbers decide it."""
    stands = declared[0] != BLANK
    aim = NOBODY if changing else target
    current = ActionDeclared(seat, *declared) if stands else None
    found = plain_actions(setup, seat, goal, aim, payable, current)
    kept = _keep(seat) if stands else ()
    if not may_change:
        return (*kept, *found)
    change = ChangeWithdrawn(seat) if changing else IntentChanged(seat)
    return (*kept, *found, change)


def _can_change(state: State, seat: int) -> bool:
    """Whether there is anything else to want."""
    return len(state.data(seat).goals) > 1 or len(opponents(state, seat)) > 1


def _changes(state: State, seat: int, person: Person) -> tuple[Fact, ...]:
    """List how the intention may be changed or reworded now.

    A change may be announced, or withdrawn, until the lock; one just named may be
    reworded [SS-CHG-01, SS-CHG-04, SS-CHG-05, RUL-36, RUL-45]. In Zeitgeist the first
    of the side announces for all [RUL-58].
    """
    reworded = intentions(state, seat, REWORDED) if person.fresh else ()
    if state.zeitgeist and members(state, person.side)[0] != seat:
        return reworded
    if person.changing:
        return (ChangeWithdrawn(seat),)
    if not _can_change(state, seat):
        return reworded
    return (*_announce(seat), *reworded)


@cache
def _keep(seat: int) -> tuple[Fact, ...]:
    return (ActionKept(seat),)


@cache
def _announce(seat: int) -> tuple[Fact, ...]:
    return (IntentChanged(seat),)


# What the Story Guide judges.


def _judged_at_once(state: State) -> Decision[State] | Due | None:
    """Judge props and defences right after they are declared.

    [RUL-37, RUL-45, SS-FAC-04]
    """
    judged = "relevance" in state.setup.asked
    for seat, person in enumerate(state.people):
        if person.prop < 0 and not judged:
            continue
        if person.status != IN:
            continue
        if person.prop >= 0 and state.ruling("prop", seat) == BLANK:
            if not asks(state, "prop"):
                cites = ("SS-FAC-04", "SS-ITEM-08", "ENG-02")
                return Due((RulingSettled(cites, "prop", seat, 1),))
            return _yes_no(state, "prop", seat)
        if (
            judged
            and person.stance == DEFENSIVE
            and state.ruling("relevance", seat) == BLANK
        ):
            return _yes_no(state, "relevance", seat)
    return None


def _yes_no(state: State, kind: str, of: int) -> Decision[State]:
    judge = state.setup.judge
    options = tuple(StoryGuideRuled(judge, kind, of, value) for value in (1, 0))
    return Decision(judge, options, state)


def _rulings(state: State) -> Asked[State]:
    """Ask for relations, circumstances and items, then lock [RUL-45, SS-DIE-08]."""
    over = ending.at_lock(state)
    if over is not None:
        return over
    pairs = pairings(state)
    if not state.setup.asked:
        return Due((*_settled(state), _lock(pairs)))
    return (
        _relation_asked(state, pairs)
        or _circumstance_asked(state)
        or _item_asked(state, pairs)
        or Due((*_settled(state), _lock(pairs)))
    )


def _relation_asked(state: State, pairs: tuple[Pairing, ...]) -> Decision[State] | None:
    if not asks(state, "relation"):
        return None
    for a, b, relation in pairs:
        both = state.people[a].stance == ACTIVE and state.people[b].stance == ACTIVE
        mutual = both and (state.people[b].aim == a or state.zeitgeist)
        if mutual and state.ruling("relation", min(a, b)) == BLANK:
            judge = state.setup.judge
            other = 1 - relation if relation != PERPENDICULAR else 1
            options = tuple(
                StoryGuideRuled(judge, "relation", min(a, b), value)
                for value in (relation, other)
            )
            return Decision(judge, options, state)
    return None


def _circumstance_asked(state: State) -> Decision[State] | None:
    if not asks(state, "circumstance"):
        return None
    for seat, person in enumerate(state.people):
        if acts(person) and state.ruling("circumstance", seat) == BLANK:
            judge = state.setup.judge
            options = tuple(
                StoryGuideRuled(judge, "circumstance", seat, v) for v in (0, 1, 2)
            )
            return Decision(judge, options, state)
    return None


def _item_asked(state: State, pairs: tuple[Pairing, ...]) -> Decision[State] | None:
    if not asks(state, "item"):
        return None
    for a, b, _ in pairs:
        for seat, other in ((a, b), (b, a)):
            unruled = state.ruling("item", seat) == BLANK
            if unruled and has_matching_item(state, seat, other):
                return _yes_no(state, "item", seat)
    return None


def scenario_circumstance(state: State, seat: int) -> int:
    """Return the penalty dice the scenario puts on this seat's roll of the volley."""
    return sum(
        dice
        for who, dice, volleys in state.setup.circumstances
        if who == seat and (not volleys or state.round in volleys)
    )


def _settled(state: State) -> tuple[Consequence, ...]:
    """Record the circumstances the scenario settles [ENG-02, RUL-74]."""
    if not state.setup.circumstances or asks(state, "circumstance"):
        return ()
    return tuple(
        RulingSettled(("SS-DIE-08", "RUL-74", "ENG-02"), "circumstance", seat, dice)
        for seat, person in enumerate(state.people)
        if acts(person) and (dice := scenario_circumstance(state, seat))
    )


def _lock(pairs: tuple[Pairing, ...]) -> ActionsLocked:
    """No change of action from here on [SS-IIEE-03, SS-FAC-03]."""
    return ActionsLocked(("SS-FAC-03", "SS-IIEE-03", "RUL-46", "RUL-48"), pairs)
