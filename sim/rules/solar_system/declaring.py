"""The free-and-clear: everyone says what he does, and may revise it until it locks."""

from functools import lru_cache

from sim.events import Consequence, Fact
from sim.protocol import Asked, Decision, Due
from sim.rules.solar_system import ending
from sim.rules.solar_system.consequences import (
    PERPENDICULAR,
    ActionsLocked,
    RulingSettled,
)
from sim.rules.solar_system.facts import (
    ACTIVE,
    DEFENSIVE,
    HEALING,
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
from sim.rules.solar_system.harm import EMPTY, is_broken
from sim.rules.solar_system.items import has_matching_item
from sim.rules.solar_system.pairing import Pairing, pairings
from sim.rules.solar_system.setup import NOBODY, Setup
from sim.rules.solar_system.state import (
    BLANK,
    IN,
    Person,
    State,
    active,
    acts,
    asks,
    members,
    opponents,
)
from sim.rules.solar_system.talking import intentions

PROP_BAR = -1
"""A prop ruled out is barred as PROP_BAR - its index, an ability as itself."""


def declaring(state: State) -> Asked[State]:
    """Go round until a full round changes nothing, or the last round is over.

    [SS-FAC-01, SS-FAC-02, RUL-45]; then the Story Guide's rulings, then the lock.
    """
    gone = ending.decided(state)
    if gone is not None:
        return gone
    size = state.setup.size
    last = size * state.setup.rulings.free_and_clear_max_passes
    judged = _judged_at_once(state)
    if judged is not None:
        return judged
    turn = state.turn
    while turn < last:
        if turn >= size and turn % size == 0 and state.revised < turn - size:
            break
        seat = turn % size
        if state.people[seat].status == IN:
            return _ask(state, seat, first=turn == state.turn)
        turn += 1
    return _misfit(state) or _rulings(state)


def _misfit(state: State) -> Decision[State] | None:
    """Ask again whoever defends with what does not fit the attacks declared later."""
    if not state.setup.relevant:
        return None
    for seat, person in enumerate(state.people):
        if person.status != IN or person.stance != DEFENSIVE:
            continue
        fitting = _defences(
            state.setup, seat, _attacking(state, seat), _payable(person)
        )
        if ActionDeclared(seat, DEFENSIVE, person.ability, NOBODY) not in fitting:
            return Decision(seat, actions(state, seat), state)
    return None


def _ask(state: State, seat: int, *, first: bool) -> Decision[State]:
    """Let one seat give up, change, declare, keep or revise [RUL-40, RUL-45]."""
    sub = state.sub if first else 0
    window = state.setup.rulings.concession_window
    if window == "until_lock" and sub == 0:
        return Decision(seat, (WentOn(seat), Conceded(seat)), state)
    person = state.people[seat]
    kept: tuple[Fact, ...] = () if person.stance == BLANK else (ActionKept(seat),)
    options = (*kept, *actions(state, seat))
    if sub < 2:  # noqa: PLR2004 - the change is not settled yet
        options = (*options, *_changes(state, seat, person))
    return Decision(seat, options, state)


def _changes(state: State, seat: int, person: Person) -> tuple[Fact, ...]:
    """List how the intention may be changed or reworded now.

    A change may be announced, or withdrawn, until the lock; one just named may be
    reworded [SS-CHG-01, SS-CHG-04, SS-CHG-05, RUL-36, RUL-45]. In Zeitgeist the first
    of the side announces for all [RUL-58].
    """
    if state.zeitgeist and members(state, person.side)[0] != seat:
        return ()
    if person.changing:
        return (ChangeWithdrawn(seat),)
    reworded = intentions(state, seat, REWORDED) if person.fresh else ()
    if len(state.data(seat).goals) == 1 and len(opponents(state, seat)) == 1:
        return reworded
    return (IntentChanged(seat), *reworded)


# Actions.


def actions(state: State, who: int) -> tuple[Fact, ...]:
    """List the actions *who* may declare, other than the one that stands.

    Active ones serve the intention in force and are aimed at its target; whoever
    announces a change may only defend; the broken only use what they can pay for
    [SS-INT-02, SS-INT-03, SS-CHG-03, SS-ACT-03, SS-ACT-04, SS-ACT-06, RUL-12, RUL-49].
    """
    person = state.people[who]
    present = state.people[person.target].status == IN
    may_attack = present and not person.changing
    payable = _payable(person)
    found: tuple[Fact, ...] = ()
    if may_attack:
        found = _attacks(
            state.setup,
            who,
            person.goal,
            person.target,
            payable,
            _open_props(state, who),
        )
    if state.setup.rulings.healing_in_pain and not person.changing:
        found = (*found, *_healing(state, who, payable))
    found = (*found, *_defences(state.setup, who, _attacking(state, who), payable))
    if person.barred:
        found = tuple(one for one in found if not _is_barred(person, one))
    if person.stance == BLANK:
        return found
    current = ActionDeclared(
        who, person.stance, person.ability, person.aim, person.obstructs, person.prop
    )
    return tuple(one for one in found if one != current)


def _payable(person: Person) -> tuple[bool, bool, bool]:
    """Say of which pools abilities can be used at all [SS-HARM-09, RUL-12]."""
    if not is_broken(person.harm):
        return (True, True, True)
    vigor, instinct, reason = person.pools
    return (vigor > 0, instinct > 0, reason > 0)


@lru_cache(maxsize=8192)
def _attacks(
    setup: Setup,
    who: int,
    goal: int,
    target: int,
    payable: tuple[bool, ...],
    props: tuple[int, ...],
) -> tuple[Fact, ...]:
    data = setup.people[who]
    ways = (True, False) if setup.may_stand_aside else (True,)
    found: list[Fact] = []
    for index in data.goals[goal].actions:
        if not payable[data.abilities[index].pool]:
            continue
        for obstructs in ways:
            found.append(ActionDeclared(who, ACTIVE, index, target, obstructs))
            found += [
                ActionDeclared(who, ACTIVE, index, target, obstructs, prop)
                for prop in props
                if data.props[prop].ability == index
            ]
    return tuple(found)


def _open_props(state: State, who: int) -> tuple[int, ...]:
    """List the props that may be proposed: if nobody judges, those allowed."""
    judged = asks(state, "prop")
    return tuple(
        index
        for index, prop in enumerate(state.data(who).props)
        if judged or prop.allowed
    )


@lru_cache(maxsize=8192)
def _defences(
    setup: Setup, who: int, attacks: tuple[str, ...], payable: tuple[bool, ...]
) -> tuple[Fact, ...]:
    """List the defences, and doing nothing [SS-ACT-03, SS-ABIL-05, RUL-37]."""
    fitting = dict(setup.relevant)
    narrowed = [set(fitting[name]) for name in attacks if name in fitting]
    reactive = setup.rulings.defensive_abilities == "any_reactive"
    found: list[Fact] = []
    for index, ability in enumerate(setup.people[who].abilities):
        listed = any(ability.name in names for names in narrowed)
        fits = all(ability.name in names for names in narrowed)
        allowed = (ability.innate and fits) or (
            reactive and not ability.innate and (listed or not narrowed)
        )
        if allowed and payable[ability.pool]:
            found.append(ActionDeclared(who, DEFENSIVE, index, NOBODY))
    found.append(ActionDeclared(who, NO_ACTION, BLANK, NOBODY))
    return tuple(found)


def _attacking(state: State, who: int) -> tuple[str, ...]:
    """Name the abilities declared against *who*, which narrow what can defend."""
    if not state.setup.relevant:
        return ()
    return tuple(
        state.ability(seat, one.ability).name
        for seat, one in enumerate(state.people)
        if acts(one) and one.stance == ACTIVE and one.aim == who
    )


def _healing(state: State, who: int, payable: tuple[bool, ...]) -> tuple[Fact, ...]:
    """List whom *who* may heal as his action of the volley [RUL-30]."""
    return tuple(
        ActionDeclared(who, HEALING, index, patient)
        for index, ability in enumerate(state.data(who).abilities)
        if ability.name in state.setup.heal_with and payable[ability.pool]
        for patient in active(state)
        if state.people[patient].harm != EMPTY
    )


def _is_barred(person: Person, option: Fact) -> bool:
    if not isinstance(option, ActionDeclared):
        return False
    if option.prop >= 0 and PROP_BAR - option.prop in person.barred:
        return True
    return option.stance == DEFENSIVE and option.ability in person.barred


# What the Story Guide judges.


def _judged_at_once(state: State) -> Decision[State] | Due | None:
    """Judge props and defences right after they are declared.

    [RUL-37, RUL-45, SS-FAC-04]
    """
    for seat, person in enumerate(state.people):
        if person.status != IN:
            continue
        if person.prop >= 0 and state.ruling("prop", seat) == BLANK:
            if not asks(state, "prop"):
                cites = ("SS-FAC-04", "SS-ITEM-08", "ENG-02")
                return Due((RulingSettled(cites, "prop", seat, 1),))
            return _yes_no(state, "prop", seat)
        if (
            person.stance == DEFENSIVE
            and asks(state, "relevance")
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
        mutual = both and state.people[b].aim == a
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
    for who, dice, volleys in state.setup.circumstances:
        if who == seat and (not volleys or state.round in volleys):
            return dice
    return 0


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
