"""Whether to roll at all: the dice are for what cannot be told without them.

A roll is called, with the reason, or the result is declared and no die falls for that
intent. When nobody has dice the Storyguide declares the whole conflict.
"""

from msgspec import Struct

from sim.dice import Faces, d
from sim.events import TABLE, Cites, Consequence
from sim.protocol import Asked, Chance, Decision, Due
from sim.rules.planets.check import FAILURE, OUTCOMES, SIGNS, SUCCESS, UNPRODUCTIVE
from sim.rules.planets.consequences import OutcomeDecreed, RollCalled
from sim.rules.planets.ending import decreed
from sim.rules.planets.facts import RollJudged
from sim.rules.planets.setup import INDIRECT
from sim.rules.planets.state import Standing, acting, partners, rollers, view

ROLL = "roll"
BASIC, OPPOSED_ROLL, COORDINATING = "basic", "opposed", "coordinating"
COIN = "coin"

REASONS: dict[str, Cites] = {
    "descriptors_undecided": ("PL-SCOPE-01",),
    "too_close_to_call": ("PL-SCOPE-02",),
    "no_relevant_descriptor": ("PL-SCOPE-03",),
}
DECREED = ("PL-SCOPE-04", "PL-RUL-40")
DUEL = ("PL-RUL-29",)


class Coin(Struct, frozen=True):
    """Reads the coin that stands for a decree: 1 for side 0, 2 for side 1."""

    def __call__(self, faces: Faces, /) -> tuple[Faces, tuple[int, ...]]:
        """Return (the face, (success or failure of side 0,))."""
        return faces, (SUCCESS if faces[0] == 1 else FAILURE,)


def ask_calling(state: Standing) -> Asked[Standing] | None:
    """Ask, or know, which intents are rolled for [PL-DP-01]."""
    able = rollers(state)
    if not able:
        return decreed(state) or _duel(state)
    if all(state.turn(who).verdict for who in able):
        return None
    verdicts: dict[int, str] = {}
    for who in able:
        turn = state.turn(who)
        usual = state.setup.way(state.intent(who).approach).verdict
        verdicts[who] = turn.verdict or turn.judged or usual
        if state.setup.asks("roll") and not turn.judged:
            return _judged(state, who, usual, (ROLL, "success", "failure"))
    return Due(tuple(_called(state, who, verdicts) for who in able))


def _judged(
    state: Standing, who: int, usual: str, verdicts: tuple[str, ...]
) -> Decision[Standing]:
    judge = state.setup.judge
    order = (usual, *(verdict for verdict in verdicts if verdict != usual))
    options = tuple(RollJudged(judge, who, verdict) for verdict in order)
    return Decision(judge, options, view(state, judge))


def _called(state: Standing, who: int, verdicts: dict[int, str]) -> Consequence:
    if verdicts[who] != ROLL:
        reason = "automatic" if verdicts[who] == "success" else "impossible"
        sign = SIGNS[verdicts[who]]
        return OutcomeDecreed(DECREED, who, verdicts[who], reason, sign)
    rolled = [one for one, verdict in verdicts.items() if verdict == ROLL]
    reason = state.setup.reason
    setup = state.setup
    if len(rolled) > 1 and setup.mode != INDIRECT and setup.rulings.use_combined_rolls:
        cites = (*REASONS[reason], "PL-COMB-01", "PL-COMB-10")
        return RollCalled(cites, who, OPPOSED_ROLL, reason)
    if len(partners(state, who)) > 1:
        cites = (*REASONS[reason], "PL-COMB-01", "PL-RUL-28")
        return RollCalled(cites, who, COORDINATING, reason)
    return RollCalled((*REASONS[reason], "PL-COMB-01"), who, BASIC, reason)


def _duel(state: Standing) -> Asked[Standing]:
    """Have the conflict of the Diceless declared: asked, tossed or settled."""
    who = acting(state)[0]
    judged = state.turn(who).judged
    setup = state.setup
    if judged:
        return Due((declared(who, SIGNS[judged]),))
    if setup.asks("roll"):
        usual = "failure" if setup.decree == setup.sides[1] else "success"
        return _judged(state, who, usual, ("success", "failure"))
    if setup.rulings.diceless_duel == "coin":
        return Chance(TABLE, COIN, (d(2),), Coin())
    sign = UNPRODUCTIVE
    if setup.decree in setup.sides:
        sign = SUCCESS if setup.decree == setup.sides[0] else FAILURE
    return Due((declared(who, sign),))


def declared(who: int, sign: int) -> OutcomeDecreed:
    """Return the decree about a conflict in which nobody has dice [PL-RUL-29]."""
    return OutcomeDecreed(DUEL, who, OUTCOMES[sign], "nobody_has_dice", sign)
