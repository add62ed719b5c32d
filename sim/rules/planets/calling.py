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
from sim.rules.planets.state import (
    UNGRADED,
    Standing,
    partners,
    rollers,
    view,
)

ROLL = "roll"
BASIC, OPPOSED_ROLL, COORDINATING = "basic", "opposed", "coordinating"
COIN = "coin"

REASONS: dict[str, Cites] = {
    "descriptors_undecided": ("PL-SCOPE-01",),
    "too_close_to_call": ("PL-SCOPE-02",),
    "no_relevant_descriptor": ("PL-SCOPE-03",),
}
_OPPOSED = {why: (*ids, "PL-COMB-01", "PL-COMB-10") for why, ids in REASONS.items()}
_TEAM = {why: (*ids, "PL-COMB-01", "PL-RUL-28") for why, ids in REASONS.items()}
_BASIC = {why: (*ids, "PL-COMB-01") for why, ids in REASONS.items()}

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
    if state.rolling or any(state.turn(who).grade != UNGRADED for who in able):
        return None
    verdicts: dict[int, str] = {}
    for who in able:
        judged = state.turn(who).judged
        usual = state.setup.way(state.intent(who).approach).verdict
        verdicts[who] = judged or usual
        if state.setup.asks("roll") and not judged:
            return _judged(state, who, usual, (ROLL, "success", "failure"))
    return Due(_called(state, verdicts))


def _judged(
    state: Standing, who: int, usual: str, verdicts: tuple[str, ...]
) -> Decision[Standing]:
    judge = state.setup.judge
    order = (usual, *(verdict for verdict in verdicts if verdict != usual))
    options = tuple(RollJudged(judge, who, verdict) for verdict in order)
    return Decision(judge, options, view(state, judge))


def _called(state: Standing, verdicts: dict[int, str]) -> tuple[Consequence, ...]:
    """Return what is declared, and which rolls are made of the rest."""
    setup = state.setup
    follows: list[Consequence] = []
    rolled: list[int] = []
    for who, verdict in verdicts.items():
        if verdict == ROLL:
            rolled.append(who)
            continue
        reason = "automatic" if verdict == "success" else "impossible"
        sign = SIGNS[verdict]
        follows.append(OutcomeDecreed(DECREED, who, verdict, reason, sign))
    combined = setup.mode != INDIRECT and setup.rulings.use_combined_rolls
    reason = setup.reason
    if len(rolled) > 1 and combined:
        follows.append(RollCalled(_OPPOSED[reason], TABLE, OPPOSED_ROLL, reason))
        return tuple(follows)
    for who in rolled:
        team = len(partners(state, who)) > 1
        kind, cites = (COORDINATING, _TEAM) if team else (BASIC, _BASIC)
        follows.append(RollCalled(cites[reason], who, kind, reason))
    return tuple(follows)


def _duel(state: Standing) -> Asked[Standing]:
    """Have the conflict of the Diceless declared: asked, tossed or settled."""
    who = state.actors[0]
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
