"""Concessions by those who gave up, and contests by those who are acted upon."""

from sim.rules.dice_pool.consequences import (
    ContestResolved,
    IntentObtained,
)
from sim.rules.dice_pool.contests.ending import over
from sim.rules.dice_pool.contests.leaving import VOLUNTARY, out
from sim.rules.dice_pool.contests.rolling import called, retargeted
from sim.rules.dice_pool.events.judgements import EntitlementRuled
from sim.rules.dice_pool.facts import (
    Conceded,
    ContestAnswered,
    ContestWaived,
    HeldBack,
    HelpOffered,
    IntentDeclared,
    ProtectionOffered,
)
from sim.rules.dice_pool.phases import Contesting
from sim.rules.dice_pool.scenario.rulings import DIRECT
from sim.rules.dice_pool.scenario.words import ARENAS, Arena
from sim.rules.dice_pool.state import State, able, able_seats, aware, side_of, view
from sim.seam.events import NOBODY, Cites, Consequence, Fact, Seat
from sim.seam.protocol import Asked, Decision, Due
from sim.seam.seats import by_seat

GIVEN: Cites = ("DP-R-70", "DP-R-84", "DP-R-86")
NOTHING: Cites = ("DP-R-78", "DP-R-80")


def ask_contesting(state: State, phase: Contesting) -> Asked[State] | None:
    """Let conceders leave, then ask those who may contest; then call for rolls."""
    leaving = [
        who
        for who, answer in by_seat(phase.answers)
        if type(answer) is Conceded and state.participants[who].left is None
    ]
    if leaving:
        return Due(tuple(_conceding(state, phase, leaving)))
    end = over(state)
    if end is not None:
        return end
    for seat, against, arena in _acted_upon(state, phase):
        asked = _ask_contest(state, phase, seat, against, arena)
        if asked is not None:
            return asked
    rolls = called(state, phase)
    if rolls is None:
        return Due((ContestResolved(NOTHING, (), (), (), 0),))
    return Due(rolls)


def _conceding(
    state: State, phase: Contesting, leaving: list[Seat]
) -> list[Consequence]:
    """Return the concessions of those who gave up to the others [DP-R-70, DP-R-86].

    A settling intent aimed at them is obtained without a roll. If everybody left on all
    sides gives up at once, nobody obtains anything.
    """
    conceded: list[Consequence] = [out(who, VOLUNTARY) for who in leaving]
    if set(leaving) >= set(able_seats(state)):
        return conceded
    sides = {side_of(state, who) for who in able_seats(state) if who not in leaving}
    sides_gone = {side_of(state, who) for who in leaving} - sides
    given: list[Consequence] = []
    for who, answer in by_seat(phase.answers):
        if type(answer) is not IntentDeclared:
            continue
        intent = state.setup.characters[who].intent(answer.intent)
        alone = answer.target == NOBODY and sides == {side_of(state, who)}
        if intent.settles and (answer.target in leaving or (alone and sides_gone)):
            given.append(
                IntentObtained(
                    GIVEN, who, intent.name, answer.target, 0, contested=False
                )
            )
    # One stake cannot be obtained twice, and it is obtained before its loser leaves.
    return given[:1] + conceded


Question = tuple[Seat, Seat, Arena]
"""The seat that may contest, the seat that acts, and the arena of the act."""


def _acted_upon(state: State, phase: Contesting) -> list[Question]:
    """Return those who may contest and have no pool for it yet.

    They must be able, aware, and the target of a direct act or its protector, and are
    asked once for each arena [DP-CONTEST-02, DP-CONTEST-03, DP-R-25, DP-R-79,
    DP-R-112].
    """
    actors: dict[tuple[Seat, Arena], Seat] = {}
    for by, answer in by_seat(phase.answers):
        if type(answer) is not IntentDeclared:
            continue
        intent = state.setup.characters[by].intent(answer.intent)
        target = retargeted(state, answer) if intent.direct else NOBODY
        if target == NOBODY:
            continue
        for who in (target, *guards_of(state, phase, target)):
            if (who, intent.arena) in actors or not able(state, who):
                continue
            if aware(state, who) and _waits(state, phase, who, by, intent.arena):
                actors[who, intent.arena] = by
    order = sorted(
        actors, key=lambda question: (question[0], ARENAS.index(question[1]))
    )
    return [(who, actors[who, arena], arena) for who, arena in order]


def guards_of(state: State, phase: Contesting, ward: Seat) -> tuple[Seat, ...]:
    """Return the seats that protect *ward* [DP-R-112]."""
    return tuple(
        who
        for who, answer in by_seat(phase.answers)
        if (type(answer) is ProtectionOffered and answer.whom == ward)
        or state.participants[who].protects == ward
    )


def _waits(state: State, phase: Contesting, who: Seat, by: Seat, arena: Arena) -> bool:
    """Whether *who* has no roll yet that answers an act of *by* in *arena*."""
    own = phase.answers[who]
    if type(own) is not IntentDeclared:
        # Those who gave up or declared nothing answer only where turns alternate.
        said = HelpOffered, HeldBack, ProtectionOffered
        return state.turn != NOBODY or type(own) in said
    rulings = state.setup.rulings
    if rulings.opposition != DIRECT or not rulings.default_resists:
        return False
    intent = state.setup.characters[who].intent(own.intent)
    # Two who act on each other are in one contest, in any arenas [DP-R-78].
    return intent.arena != arena and own.target != by


def _ask_contest(
    state: State, phase: Contesting, who: Seat, by: Seat, arena: Arena
) -> Decision[State] | None:
    """Ask whether *who* is entitled, and then for a pool [DP-DEC-03, DP-DEC-04]."""
    act = phase.answers[by]
    assert type(act) is IntentDeclared
    if any(
        answer.who == who and arena_of(state, phase, answer) == arena
        for answer in phase.contests
    ):
        return None
    judge = state.setup.judge
    if state.setup.asks("entitlement"):
        ruling = next(
            (
                ruling
                for ruling in phase.ruled
                if (ruling.of, ruling.against) == (who, by)
            ),
            None,
        )
        if ruling is None:
            options: tuple[Fact, ...] = tuple(
                EntitlementRuled(judge, who, by, entitled) for entitled in (True, False)
            )
            return Decision(judge, options, view(state, judge))
        if not ruling.entitled:
            return None
    intent = state.setup.characters[by].intent(act.intent)
    return Decision(
        who,
        (
            *(
                ContestAnswered(who, by, pool.text)
                for pool in state.setup.characters[who].answers(intent)
            ),
            ContestWaived(who, by),
        ),
        view(state, who),
    )


def arena_of(
    state: State, phase: Contesting, answer: ContestAnswered | ContestWaived
) -> Arena:
    """Return the arena of the act that *answer* answers."""
    act = phase.answers[answer.against]
    assert type(act) is IntentDeclared
    return state.setup.characters[answer.against].intent(act.intent).arena
