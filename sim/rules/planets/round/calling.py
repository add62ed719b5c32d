"""Whether to roll at all: dice are only for what cannot be decided without them.

A roll is called, with the reason, or the result is declared and no die falls for that
intent. If nobody has dice, the Storyguide declares the whole conflict.
"""

from collections.abc import Mapping

from msgspec import Struct

from sim.dice.pool import Faces, d
from sim.rules.planets.consequences import OutcomeDecreed, RollCalled
from sim.rules.planets.dice.check import (
    FAILURE,
    OUTCOMES,
    SIGNS,
    SUCCESS,
    UNPRODUCTIVE,
)
from sim.rules.planets.facts import RollJudged
from sim.rules.planets.phases import ROLL, Calling, Verdict
from sim.rules.planets.round.ending import decreed
from sim.rules.planets.state import (
    State,
    intent_of,
    is_opposed,
    partners,
    rollers,
    view,
)
from sim.seam.events import TABLE, Cites, Consequence, DiceRolled, Seat
from sim.seam.protocol import Asked, Chance, Decision, Due

BASIC, OPPOSED_ROLL, COORDINATING = "basic", "opposed", "coordinating"
"""The kinds of roll [PL-COMB-01]."""
COIN = "coin"
"""The purpose of the coin that is tossed in place of dice."""

REASONS: Mapping[str, Cites] = {
    "descriptors_undecided": ("PL-SCOPE-01",),
    "too_close_to_call": ("PL-SCOPE-02",),
    "no_relevant_descriptor": ("PL-SCOPE-03",),
}
_CALLED: Mapping[str, Cites] = {
    BASIC: ("PL-COMB-01",),
    OPPOSED_ROLL: ("PL-COMB-01", "PL-COMB-10"),
    COORDINATING: ("PL-COMB-01", "PL-RUL-28"),
}
CALLED: Mapping[tuple[str, str], Cites] = {
    (why, kind): (*because, *cites)
    for why, because in REASONS.items()
    for kind, cites in _CALLED.items()
}
"""(why, kind) -> the rules that call for such a roll."""

DECREED = ("PL-SCOPE-04", "PL-RUL-40")
DUEL = ("PL-RUL-29",)


class Coin(Struct, frozen=True):
    """Reads the coin tossed in place of a decree: 1 for side 0, 2 for side 1."""

    def __call__(self, faces: Faces, /) -> tuple[Faces, tuple[int, ...]]:
        """Return (the face, (success or failure of side 0,))."""
        return faces, (SUCCESS if faces[0] == 1 else FAILURE,)


def ask_calling(state: State, phase: Calling) -> Asked[State] | None:
    """Ask which intents are rolled for, or derive it [PL-DP-01]."""
    able = rollers(state)
    if not able:
        return _duel(state, phase)
    if phase.rolling or any(phase.grades[who] is not None for who in able):
        return None
    verdicts: dict[Seat, Verdict] = {}
    for who in able:
        judged = phase.judged[who]
        usual = state.setup.approach(intent_of(state, who).approach).verdict
        verdicts[who] = judged or usual
        if state.setup.asks("roll") and judged is None:
            return _judged(state, who, usual, tuple(Verdict))
    return Due(_called(state, verdicts))


def _judged(
    state: State, who: Seat, usual: Verdict, verdicts: tuple[Verdict, ...]
) -> Decision[State]:
    judge = state.setup.judge
    order = (usual, *(verdict for verdict in verdicts if verdict != usual))
    options = tuple(RollJudged(judge, who, verdict) for verdict in order)
    return Decision(judge, options, view(state, judge))


def _called(state: State, verdicts: Mapping[Seat, Verdict]) -> tuple[Consequence, ...]:
    """Return the declared outcomes, and the rolls for all other intents."""
    follows: list[Consequence] = []
    rolled: list[Seat] = []
    for who, verdict in verdicts.items():
        if verdict == ROLL:
            rolled.append(who)
            continue
        reason = "automatic" if verdict == Verdict.SUCCESS else "impossible"
        sign = SIGNS[verdict]
        follows.append(OutcomeDecreed(DECREED, who, verdict, reason, sign))
    reason = state.setup.reason
    if is_opposed(state, len(rolled)):
        cites = CALLED[reason, OPPOSED_ROLL]
        return (*follows, RollCalled(cites, TABLE, OPPOSED_ROLL, reason))
    for who in rolled:
        kind = COORDINATING if len(partners(state, who)) > 1 else BASIC
        follows.append(RollCalled(CALLED[reason, kind], who, kind, reason))
    return tuple(follows)


def _duel(state: State, phase: Calling) -> Asked[State]:
    """Decide the conflict of the Diceless: by asking, a coin or the scenario.

    The decree is about the first side, and ends the conflict [PL-RUL-29].
    """
    who, setup = state.actors[0], state.setup
    grade, judged = phase.grades[who], phase.judged[who]
    if grade is not None:
        return decreed(state, grade)
    if judged is not None:
        return Due((_declared(who, SIGNS[judged]),))
    if setup.asks("roll"):
        success, failure = Verdict.SUCCESS, Verdict.FAILURE
        usual = failure if setup.decree == setup.sides[1] else success
        return _judged(state, who, usual, (success, failure))
    if setup.rulings.diceless_duel == "coin":
        return Chance(TABLE, COIN, (d(2),), Coin())
    sign = UNPRODUCTIVE
    if setup.decree in setup.sides:
        sign = SUCCESS if setup.decree == setup.sides[0] else FAILURE
    return Due((_declared(who, sign),))


def coin_tossed(state: State, fact: DiceRolled) -> tuple[Consequence, ...]:
    """Return the outcome that the coin declares."""
    return (_declared(state.actors[0], fact.reading[0]),)


def _declared(who: Seat, sign: int) -> OutcomeDecreed:
    """Return the decree about a conflict in which nobody has dice [PL-RUL-29]."""
    return OutcomeDecreed(DUEL, who, OUTCOMES[sign], "nobody_has_dice", sign)
