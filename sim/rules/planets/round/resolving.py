"""The result of a round: who prevailed, how far the track moved, who was wounded.

The text does not compare sides and has no wounds that add up; all of this is a ruling
and cited as such.
"""

from collections.abc import Hashable

from sim.rules.planets.consequences import (
    HarmApplied,
    RoundResolved,
    TakenOut,
    Withdrew,
)
from sim.rules.planets.dice.check import outcome
from sim.rules.planets.phases import (
    CONCEDE,
    Aftermath,
    Draft,
    Intent,
    Resolvable,
)
from sim.rules.planets.round.ending import conceded, rested, settled
from sim.rules.planets.round.framing import OUT, aftermath_options, reframed, reframing
from sim.rules.planets.round.opening import round_opened
from sim.rules.planets.scenario.compile import INDIRECT, Setup
from sim.rules.planets.state import State, intent_of, rolling, view
from sim.seam.events import TABLE, Consequence, Seat
from sim.seam.protocol import Asked, Decision, Due
from sim.seam.seats import by_seat

COMPARED = ("PL-RUL-18", "PL-CONF-02")
ROLLED_ALONE = ("PL-CONF-03", "PL-CONF-02")
COUNTED = ("PL-CONF-02",)
HARMED = ("PL-RUL-33", "PL-CONF-05")
FELLED = ("PL-CONF-05",)


def resolution(state: State, phase: Resolvable) -> Due:
    """Resolve the round whose outcomes are all known."""
    if state.setup.mode == INDIRECT:
        return Due((_counted(state, phase),))
    a, b = state.actors
    ahead = _mark(phase, a) - _mark(phase, b)
    if not ahead:
        return Due((_moved(state, phase, TABLE, 0),))
    winner, loser = (a, b) if ahead > 0 else (b, a)
    moved = _moved(state, phase, winner, 1 if ahead > 0 else -1)
    return Due((moved, *_harm(state, winner, loser)))


def _mark(phase: Resolvable, who: Seat) -> int:
    """Return the grade of *who*; the Diceless depend on the other's [PL-CONF-03].

    A declared outcome has no position: against it only outcomes are compared, not how
    early they were decided [PL-RUL-18].
    """
    mark = phase.grades[who]
    if mark is None:
        return 0
    return mark if len(rolling(phase)) > 1 else outcome(mark)


def what_counts(setup: Setup, marks: tuple[int, ...], rolls: int) -> Hashable:
    """Return everything a round reads of the grades *marks* among *rolls* rolls.

    PL-RUL-18, PL-RUL-41, PL-CONF-02. Grades with the same value are resolved alike.
    """
    if setup.mode == INDIRECT:
        failing = setup.rulings.retry_policy == "changed_intent"
        return tuple([outcome(mark) if failing else mark > 0 for mark in marks])
    if len(marks) < rolls:
        return marks
    return outcome(marks[0] - marks[1] if rolls > 1 else marks[0])


def _moved(state: State, phase: Resolvable, who: Seat, step: int) -> RoundResolved:
    graded = [actor for actor in state.actors if phase.grades[actor] is not None]
    cites = COMPARED if len(graded) > 1 else ROLLED_ALONE
    still = 0 if step else state.still + 1
    return RoundResolved(cites, who, state.track, state.track + step, (), still)


def _counted(state: State, phase: Resolvable) -> RoundResolved:
    tallies, still = tallied(state, phase)
    return RoundResolved(COUNTED, TABLE, 0, 0, tallies, still)


def tallied(state: State, phase: Resolvable) -> tuple[tuple[int, ...], int]:
    """Count the successes of an indirect round, or a round without any [PL-CONF-02].

    Return the tallies, and for how many rounds nothing has moved.
    """
    successes = [mark is not None and mark > 0 for mark in phase.grades]
    tallies = tuple(
        [
            participant.tally + successes[who]
            for who, participant in by_seat(state.participants)
        ]
    )
    return tallies, 0 if any(successes) else state.still + 1


def _harm(state: State, winner: Seat, loser: Seat) -> tuple[Consequence, ...]:
    """Return the wound that prevailing with harm does [PL-RUL-33, PL-CONF-05]."""
    if not (intent_of(state, winner).harms and state.setup.rulings.harm_on_prevail):
        return ()
    wound = state.participants[loser].wounds + 1
    ladder = state.setup.ladder
    if wound > len(ladder):
        return (
            HarmApplied(HARMED, loser, winner, 1, wound, "", 0),
            TakenOut(FELLED, loser, winner, wound),
        )
    rung = ladder[wound - 1]
    return (HarmApplied(HARMED, loser, winner, 1, wound, rung.severity, rung.size),)


def failed_alone(state: State, phase: Resolvable) -> frozenset[Seat]:
    """Return the seats that failed at a task of their own and must change it.

    If nothing must change, there are none, so that rounds with the same choices after
    them leave equal states [PL-RUL-41].
    """
    setup = state.setup
    if setup.mode != INDIRECT or setup.rulings.retry_policy != "changed_intent":
        return frozenset()
    return frozenset(
        who for who, mark in by_seat(phase.grades) if mark is not None and mark < 0
    )


def ask_aftermath(state: State, phase: Aftermath) -> Asked[State]:
    """End the conflict, or ask everyone how to go on [PL-DP-10, PL-DP-11].

    A new leader of a side is asked for an intent at the start of the next round.
    """
    ended = settled(state)
    if ended is not None:
        return ended
    rest = state.still >= state.setup.rulings.standoff_limit
    follows: list[Consequence] = []
    for who in state.actors:
        if state.participants[who].intent is None:
            continue
        answer = phase.answers[who]
        if answer is None:
            options = aftermath_options(state, phase, who, rest=rest)
            if len(options) > 1:
                return Decision(who, options, view(state, who))
        elif type(answer) is Draft:
            change = reframing(state, who)
            if not isinstance(change, Intent):
                return Decision(who, change, view(state, who))
            follows.append(reframed(state, who, change))
        elif answer == CONCEDE:
            follows.append(Withdrew(OUT, who))
    ended = conceded(state, phase) or rested(state, phase)
    if ended is not None:
        return ended
    return Due((*follows, round_opened(state)))
