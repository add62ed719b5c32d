"""Everybody's intents for a round: declared in secret, revealed together."""

from functools import lru_cache

from sim.rules.dice_pool.consequences import DangerNoticed, IntentChanged, IntentsShown
from sim.rules.dice_pool.facts import (
    Conceded,
    HeldBack,
    HelpOffered,
    IntentDeclared,
    ProtectionOffered,
)
from sim.rules.dice_pool.phases import Declaring
from sim.rules.dice_pool.records.body import INCAPACITATED, UNCONSCIOUS
from sim.rules.dice_pool.scenario.data import IntentData, Setup
from sim.rules.dice_pool.scenario.rulings import DIRECT
from sim.rules.dice_pool.scenario.words import Arena
from sim.rules.dice_pool.state import (
    State,
    able,
    aware,
    has_left,
    has_point,
    side_of,
    view,
)
from sim.rules.dice_pool.willpower.regaining import price
from sim.seam.events import NOBODY, Cites, Consequence, Fact, Seat
from sim.seam.protocol import Asked, Decision, Due
from sim.seam.seats import by_seat, seats

SHOWN: Cites = ("DP-R-11", "DP-R-73", "DP-R-82")
NOTICED: Cites = ("DP-R-92",)
CHANGED: Cites = ("DP-ATTR-02", "DP-R-73")


def ask_declaring(state: State, phase: Declaring) -> Asked[State] | None:
    """Ask everyone able and aware for a declaration; then reveal all [DP-DEC-02]."""
    for who in asked_seats(state):
        if phase.answers[who] is None:
            return Decision(who, declarations(state, who), view(state, who))
    return Due(tuple(_shown(state, phase)))


def asked_seats(state: State) -> tuple[Seat, ...]:
    """Return the seats that declare: all who can, or the one whose turn it is.

    [DP-R-17, DP-R-92]
    """
    if state.turn != NOBODY:
        return (state.turn,)
    return tuple(
        [
            who
            for who in seats(len(state.participants))
            if able(state, who) and aware(state, who)
        ]
    )


def declarations(state: State, who: Seat) -> tuple[Fact, ...]:
    """Return the possible declarations of *who*: intents, help, nothing, or giving up.

    Intents come in the order of the sheet, each with every target and pool.
    """
    character = state.setup.characters[who]
    pays = has_point(state, who, special=True)
    possible = foes(state, who)
    open_ = tuple(
        [
            (intent, reached(state, intent, possible) if intent.direct else (NOBODY,))
            for intent in character.intents
            if intent.first <= state.round and (pays or not intent.costs)
        ]
    )
    allies: tuple[Seat, ...] = ()
    if len(state.setup.teams[character.side]) > 1:
        allies = tuple(
            [
                ally
                for ally in state.setup.teams[character.side]
                if ally != who and able(state, ally) and aware(state, ally)
            ]
        )
    guarded: tuple[Seat, ...] = ()
    if protects(state.setup):
        guarded = tuple(
            [
                ally
                for ally in state.setup.teams[character.side]
                if ally != who and able(state, ally)
            ]
        )
    return _menu(who, open_, allies, guarded)


def protects(setup: Setup) -> bool:
    """Whether one may answer for an ally: where each act is a contest [DP-R-112]."""
    return setup.rulings.default_resists and setup.rulings.opposition == DIRECT


@lru_cache(maxsize=4096)
def _menu(
    who: Seat,
    open_: tuple[tuple[IntentData, tuple[Seat, ...]], ...],
    allies: tuple[Seat, ...],
    guarded: tuple[Seat, ...],
) -> tuple[Fact, ...]:
    return (
        *(
            IntentDeclared(who, intent.name, target, pool.text)
            for intent, possible in open_
            for target in possible
            for pool in intent.pools
        ),
        *(HelpOffered(who, ally) for ally in allies),
        *(ProtectionOffered(who, ally) for ally in guarded),
        HeldBack(who),
        Conceded(who),
    )


def reached(
    state: State, intent: IntentData, targets: tuple[Seat, ...]
) -> tuple[Seat, ...]:
    """Return those of *targets* that *intent* can reach.

    Social acts do not reach everybody [DP-ATTR-14].
    """
    if intent.arena != Arena.SOCIAL:
        return targets
    characters = state.setup.characters
    return tuple([seat for seat in targets if characters[seat].has_social])


def foes(state: State, who: Seat) -> tuple[Seat, ...]:
    """Return those of other sides who can be acted upon [DP-R-88]."""
    setup, own = state.setup, side_of(state, who)
    down = (UNCONSCIOUS, INCAPACITATED) if setup.finishing else ()
    others: list[Seat] = []
    for seat, other in by_seat(setup.characters):
        if other.side == own:
            continue
        participant = state.participants[seat]
        if able(state, seat) or (
            participant.body.condition in down and not has_left(participant)
        ):
            others.append(seat)
    return tuple(others)


def _shown(state: State, phase: Declaring) -> list[Consequence]:
    """Return the event that reveals all declarations, and their costs."""
    kinds: tuple[type[Fact], ...] = (
        HelpOffered,
        HeldBack,
        Conceded,
        ProtectionOffered,
    )
    groups: list[tuple[Seat, ...]] = [
        tuple([who for who, answer in by_seat(phase.answers) if type(answer) is kind])
        for kind in kinds
    ]
    events: list[Consequence] = [IntentsShown(SHOWN, *groups)]
    for who, answer in by_seat(phase.answers):
        if type(answer) is not IntentDeclared:
            continue
        last = state.participants[who].last
        if last is not None and last is not answer:
            was, now = wanted(state, last), wanted(state, answer)
            if was != now:
                events.append(IntentChanged(CHANGED, who, was, now))
        events += price(state, who, state.setup.characters[who].intent(answer.intent))
    return [*events, *_noticed(state, phase)]


def _noticed(state: State, phase: Declaring) -> list[Consequence]:
    """Return those on a side acted upon who become aware of it [DP-R-92]."""
    acted_on = {
        side_of(state, answer.target)
        for answer in phase.answers
        if type(answer) is IntentDeclared and answer.target != NOBODY
    }
    after = state.round + 1
    return [
        DangerNoticed(NOTICED, who, after)
        for who, participant in by_seat(state.participants)
        if participant.aware_from > after and side_of(state, who) in acted_on
    ]


def wanted(state: State, answer: IntentDeclared) -> str:
    """Return a declaration in words: the intent, and the target if several exist."""
    side = side_of(state, answer.who)
    others = len(state.participants) - len(state.setup.teams[side])
    if answer.target == NOBODY or others == 1:
        # A single opponent needs no name.
        return answer.intent
    return f"{answer.intent}, {state.setup.characters[answer.target].name}"
