"""What follows in a round: from its opening to the end of the conflict.

*who* is the seat it happens to, *by* the seat that did it; TABLE where it is nobody.
What happens to bodies and wills stands in `events`, in `lasting` and `conscience`.
"""

from sim.rules.dice_pool.events import attempts, conscience, lasting
from sim.seam.events import NOBODY, Consequence, Seat
from sim.spine.tables import defined

# The round.


class RoundOpened(Consequence, tag="round"):
    """A round begins: a turn, a roll-off, an attempt or a step, and why."""

    number: int
    clock: int
    reason: str


class TurnOpened(Consequence, tag="turn"):
    """In an alternating exchange it is the turn of *who*."""

    who: Seat


class StepOpened(Consequence, tag="step"):
    """The next part of the round begins."""

    step: str


class AnswerShown(Consequence, tag="shown"):
    """An answer is shown at once, where nothing is sealed."""

    who: Seat


class IntentsShown(Consequence, tag="intents"):
    """All have said what they want, and it is shown."""

    helping: tuple[Seat, ...] = ()
    holding: tuple[Seat, ...] = ()
    yielding: tuple[Seat, ...] = ()
    protecting: tuple[Seat, ...] = ()


class IntentChanged(Consequence, tag="intent-changed"):
    """One wants another thing than in the round before."""

    who: Seat
    was: str
    now: str


class DangerNoticed(Consequence, tag="noticed"):
    """One who knew of nothing is acted upon, and is aware from that round on."""

    who: Seat
    round: int


class ConflictConceded(Consequence, tag="out"):
    """One is out of it: by choice, at a limit, or unable."""

    who: Seat
    reason: str


# Rolls.


class RollsCalled(Consequence, tag="rolls"):
    """These roll in this round."""

    rolling: tuple[Seat, ...]


class EdgeAssessed(Consequence, tag="edge"):
    """What helps a roll, and what it is worth in all."""

    who: Seat
    details: tuple[tuple[str, int], ...]
    assessed: int
    method: str
    nth: int = 0


class DifficultyAssessed(Consequence, tag="difficulty"):
    """What burdens a roll, and what it costs in all."""

    who: Seat
    details: tuple[tuple[str, int], ...]
    assessed: int
    method: str
    hardness: str = "plain"
    nth: int = 0


class CarriedDiceGained(Consequence, tag="carried"):
    """A margin becomes dice on a later roll: an edge or a difficulty."""

    who: Seat
    kind: str
    dice: int
    arena: str


class CarriedDiceUsed(Consequence, tag="carried-used"):
    """Dice from an earlier margin enter a roll, in the arena they were won in."""

    who: Seat
    kind: str
    dice: int
    arena: str = ""


class CarriedDiceExpired(Consequence, tag="carried-gone"):
    """Dice from an earlier margin come to nothing."""

    who: Seat
    kind: str
    dice: int


class PoolAssembled(Consequence, tag="pool"):
    """The dice of a roll are counted: *kind* is pool, chance or no_roll.

    Of several rolls of one in a round *nth* says which, from 0.
    """

    who: Seat
    why: str
    components: tuple[tuple[str, int], ...]
    specialty: int
    edge: int
    willpower: int
    difficulty: int
    raw: int
    kind: str
    dice: int
    rote: bool
    nth: int = 0


class RollNoted(Consequence, tag="noted"):
    """A roll was out of the common, which changes nothing."""

    who: Seat
    what: str


class AutomaticSuccessesCancelled(Consequence, tag="cancelled"):
    """A power of *by* takes away successes that another added."""

    who: Seat
    by: Seat
    amount: int


class AutomaticSuccessesApplied(Consequence, tag="automatic"):
    """Tools or powers change a total."""

    who: Seat
    rolled: int
    added: int
    floor: int
    cancelled: int
    total: int


class SideTotalChosen(Consequence, tag="best"):
    """Of several who rolled for a side the best counts."""

    who: Seat
    side: int
    total: int


class ContestResolved(Consequence, tag="resolved"):
    """Totals are compared: *sides* rolled, *winners* are ahead by *margin*.

    Where each act is a contest of its own it is what *who* does to *target*, or for the
    stake, and *against* is whose total counts on the other side [DP-R-78].
    """

    sides: tuple[int, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    margin: int
    who: Seat = NOBODY
    intent: str = ""
    target: Seat = NOBODY
    against: Seat = NOBODY


# What comes of them.


class IntentObtained(Consequence, tag="obtained"):
    """An intent takes effect; uncontested when nobody rolled against it."""

    who: Seat
    intent: str
    target: Seat
    margin: int
    contested: bool


class MarginVetoed(Consequence, tag="vetoed"):
    """The Storyteller has a margin count as something else."""

    who: Seat
    was: str
    use: str


class ReputationDamaged(Consequence, tag="reputation"):
    """Reputation is lost."""

    who: Seat
    amount: int
    left: int


class HoldingsDamaged(Consequence, tag="holdings"):
    """Something of one's holdings is lost."""

    who: Seat
    amount: int
    left: int


class TallyEmptied(Consequence, tag="tally-emptied"):
    """A tally is empty: *dice* of Difficulty or a *tag* follow [DP-R-113]."""

    who: Seat
    tally: str
    dice: int
    tag: str


class LossRecorded(Consequence, tag="loss"):
    """A contest lost counts against one's Resistance."""

    who: Seat
    arena: str
    losses: int
    limit: int


class DefeatForced(Consequence, tag="defeat"):
    """So many losses force one to accept defeat."""

    who: Seat
    arena: str
    losses: int


class DevelopmentCame(Consequence, tag="development"):
    """Something new keeps the conflict going."""

    index: int
    text: str


class FightEnded(Consequence, tag="fight-ended"):
    """The conflict is decided; there may be an aftermath."""

    how: str
    returns: tuple[float, ...]


# Tasks.

PrerequisitePaid = attempts.PrerequisitePaid
OppositionRecorded = attempts.OppositionRecorded
OppositionMet = attempts.OppositionMet
AttemptFailed = attempts.AttemptFailed
StaticObstacleResolved = attempts.StaticObstacleResolved

CONSEQUENCES = (
    *defined(globals(), Consequence),
    *defined(vars(attempts), Consequence),
    *defined(vars(lasting), Consequence),
    *defined(vars(conscience), Consequence),
)
"""Everything that can follow from an answer."""
