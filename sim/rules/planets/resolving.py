"""What a round comes to: who prevailed, how far the track moved, who was wounded.

The text compares nothing across sides and knows no wounds that add up; this layer is
ours and says so in what it cites.
"""

from sim.events import TABLE, Consequence
from sim.protocol import Asked, Decision, Due
from sim.rules.planets.check import outcome
from sim.rules.planets.consequences import (
    HarmApplied,
    RoundOpened,
    RoundResolved,
    TakenOut,
    Withdrew,
)
from sim.rules.planets.ending import conceded, rested, settled
from sim.rules.planets.framing import OUT, aftermath_options, reframed, reframing
from sim.rules.planets.setup import INDIRECT
from sim.rules.planets.state import (
    CHANGE,
    CONCEDE,
    UNGRADED,
    Intent,
    Standing,
    view,
)

OPENED = ("PL-CONF-03",)
COMPARED = ("PL-RUL-18", "PL-CONF-02")
ROLLED_ALONE = ("PL-CONF-03", "PL-CONF-02")
COUNTED = ("PL-CONF-02",)
HARMED = ("PL-RUL-33", "PL-CONF-05")
FELLED = ("PL-CONF-05",)


def opening(state: Standing) -> Due:
    """Open the next round [PL-CONF-03]."""
    still = state.still
    if still >= state.setup.rulings.standoff_limit:
        still = 0
    return Due((RoundOpened(OPENED, state.round + 1, still),))


def resolution(state: Standing) -> Due:
    """Resolve the round whose outcomes are all known."""
    if state.setup.mode == INDIRECT:
        return Due((_counted(state),))
    a, b = state.actors
    ahead = _mark(state, a) - _mark(state, b)
    if not ahead:
        return Due((_moved(state, TABLE, 0),))
    winner, loser = (a, b) if ahead > 0 else (b, a)
    moved = _moved(state, winner, 1 if ahead > 0 else -1)
    return Due((moved, *_harm(state, winner, loser)))


def _mark(state: Standing, who: int) -> int:
    """Return the grade of *who*; the Diceless wait for the other's [PL-CONF-03].

    What is declared is decided nowhere: beside it the outcome alone is compared, not
    how early it was decided [PL-RUL-18].
    """
    mark = state.turn(who).grade
    if mark == UNGRADED:
        return 0
    return mark if len(state.rolling) > 1 else outcome(mark)


def _moved(state: Standing, who: int, step: int) -> RoundResolved:
    graded = [one for one in state.actors if state.turn(one).grade != UNGRADED]
    cites = COMPARED if len(graded) > 1 else ROLLED_ALONE
    still = 0 if step else state.still + 1
    return RoundResolved(cites, who, state.track, state.track + step, (), still)


def _counted(state: Standing) -> RoundResolved:
    """Count every success of an indirect round [PL-CONF-02]."""
    tallies = tuple(
        player.tally + (player.turn.grade != UNGRADED and player.turn.grade > 0)
        for player in state.players
    )
    moved = tallies != tuple(player.tally for player in state.players)
    still = 0 if moved else state.still + 1
    return RoundResolved(COUNTED, TABLE, 0, 0, tallies, still)


def _harm(state: Standing, winner: int, loser: int) -> tuple[Consequence, ...]:
    """Return the wound that prevailing with harm does [PL-RUL-33, PL-CONF-05]."""
    if not (state.intent(winner).harms and state.setup.rulings.harm_on_prevail):
        return ()
    wound = state.players[loser].wounds + 1
    ladder = state.setup.ladder
    if wound > len(ladder):
        return (
            HarmApplied(HARMED, loser, winner, 1, wound, "", 0),
            TakenOut(FELLED, loser, winner, wound),
        )
    rung = ladder[wound - 1]
    return (HarmApplied(HARMED, loser, winner, 1, wound, rung.severity, rung.size),)


def ask_aftermath(state: Standing) -> Asked[Standing]:
    """End the conflict, or ask everyone how to go on [PL-DP-10, PL-DP-11].

    Whoever has only now come to lead a side is asked for an intent first, next round.
    """
    ended = settled(state)
    if ended is not None:
        return ended
    rest = state.still >= state.setup.rulings.standoff_limit
    follows: list[Consequence] = []
    for who in state.actors:
        if state.players[who].intent is None:
            continue
        answer = state.turn(who).answer
        if not answer:
            options = aftermath_options(state, who, rest=rest)
            if len(options) > 1:
                return Decision(who, options, view(state, who))
        elif answer == CHANGE:
            change = reframing(state, who)
            if not isinstance(change, Intent):
                return Decision(who, change, view(state, who))
            follows.append(reframed(state, who, change))
        elif answer == CONCEDE:
            follows.append(Withdrew(OUT, who))
    ended = conceded(state) or rested(state)
    if ended is not None:
        return ended
    return Due((*follows, *opening(state).events))
