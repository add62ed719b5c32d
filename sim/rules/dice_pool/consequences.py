"""The consequences in a round, from its beginning to the end of the conflict.

*who* is the seat it happens to, *by* the seat that did it; TABLE means nobody. Events
about bodies and minds are in `events.lasting` and `events.conscience`.
"""

from collections import Counter

from sim.rules.dice_pool.events import attempts, conscience, lasting
from sim.seam.events import NOBODY, Consequence, Description, Seat, by_part
from sim.spine.tables import defined
from sim.spine.words import counted, listed

_OUT = {
    "voluntary": "gives up",
    "let stand": "lets it stand",
    "resistance_limit": "must accept defeat",
    "incapacitated": "can fight no more",
    "dead": "is out of it",
    "no_reputation": "has no name left, and must leave it",
    "no_holdings": "has nothing left, and must leave it",
}
"""Reason why somebody is out of the conflict -> the words for it."""

# The round.


class RoundOpened(Consequence, tag="round"):
    """A round begins: a turn, a roll-off, an attempt or a step, and why."""

    number: int
    clock: int
    reason: str
    decided_by = by_part(
        "DP-PROLONG-01 DP-R-91", number="DP-R-91", clock="DP-R-18 DP-R-97"
    )


class TurnOpened(Consequence, tag="turn"):
    """In an alternating exchange it is the turn of *who*."""

    who: Seat
    story = "It is the turn of {who}."


class StepOpened(Consequence, tag="step"):
    """The next part of the round begins."""

    step: str
    decided_by = "DP-R-103 DP-R-85"
    story = ""
    aside = "Next in the round: {step}."


class AnswerShown(Consequence, tag="shown"):
    """An answer is revealed at once, where nothing is sealed."""

    who: Seat
    story = ""
    aside = "The answer of {who} is shown at once."


class IntentsShown(Consequence, tag="intents"):
    """All declarations are revealed."""

    helping: tuple[Seat, ...] = ()
    holding: tuple[Seat, ...] = ()
    yielding: tuple[Seat, ...] = ()
    protecting: tuple[Seat, ...] = ()
    decided_by = "DP-R-11"
    in_brief = False

    def tell(self, words: Description) -> str:
        parts = [
            f"{listed(words[group])} {does}"
            for group, does in (
                ("helping", "helping"),
                ("protecting", "protecting somebody"),
                ("holding", "holding back"),
                ("yielding", "giving up"),
            )
            if words[group]
        ]
        return f"All is shown; {', '.join(parts)}." if parts else "All is shown."


class IntentChanged(Consequence, tag="intent-changed"):
    """Somebody has another intent than in the round before."""

    who: Seat
    was: str
    now: str
    decided_by = "DP-R-73"
    story = "{who} changes from {was} to {now}."
    in_brief = False


class DangerNoticed(Consequence, tag="noticed"):
    """Somebody unaware is acted upon, and is aware from now on."""

    who: Seat
    round: int
    story = "{who} is warned."


class ConflictConceded(Consequence, tag="out"):
    """Somebody is out of the conflict: by choice, at a limit, or unable to go on."""

    who: Seat
    reason: str
    decided_by = "DP-R-113 DP-R-24 DP-R-70 DP-R-85"

    def tell(self, words: Description) -> str:
        return f"{words['who']} {_OUT[self.reason]}."


# Rolls.


class RollsCalled(Consequence, tag="rolls"):
    """These roll in this round."""

    rolling: tuple[Seat, ...]
    decided_by = "DP-R-78"
    in_brief = False

    def tell(self, words: Description) -> str:
        times = Counter[str](words["rolling"])
        who = [
            name + (f" ({count} rolls)" if count > 1 else "")
            for name, count in times.items()
        ]
        return f"{listed(who)} {'roll' if len(who) > 1 else 'rolls'}."


class EdgeAssessed(Consequence, tag="edge"):
    """The details that help a roll, and how many dice they are worth together."""

    who: Seat
    details: tuple[tuple[str, int], ...]
    assessed: int
    method: str
    nth: int = 0
    decided_by = by_part("DP-POOL-03", assessed="DP-EDGE-03 DP-R-06")


class DifficultyAssessed(Consequence, tag="difficulty"):
    """The details that hinder a roll, and how many dice they cost together."""

    who: Seat
    details: tuple[tuple[str, int], ...]
    assessed: int
    method: str
    hardness: str = "plain"
    nth: int = 0
    decided_by = by_part("DP-POOL-04", assessed="DP-DIFF-04 DP-R-06")


class CarriedDiceGained(Consequence, tag="carried"):
    """A margin becomes dice for a later roll: an Edge or a Difficulty."""

    who: Seat
    kind: str
    dice: int
    arena: str
    decided_by = by_part("DP-R-15", arena="DP-R-89")
    in_brief = False

    def tell(self, words: Description) -> str:
        dice = counted(self.dice, "die")
        return f"{words['who']} carries {dice} of {self.kind} to a later roll."


class CarriedDiceUsed(Consequence, tag="carried-used"):
    """Dice from an earlier margin enter a roll in the arena they were won in."""

    who: Seat
    kind: str
    dice: int
    arena: str = ""
    decided_by = "DP-R-15"
    in_brief = False

    def tell(self, words: Description) -> str:
        kind = "an edge" if self.kind == "edge" else "a difficulty"
        dice = counted(self.dice, "die")
        return f"An earlier margin gives {words['who']} {kind} of {dice}."


class CarriedDiceExpired(Consequence, tag="carried-gone"):
    """Dice from an earlier margin expire unused."""

    who: Seat
    kind: str
    dice: int

    def tell(self, words: Description) -> str:
        dice = counted(self.dice, "die")
        return f"The {self.kind} of {dice} that {words['who']} carried is gone."


class PoolAssembled(Consequence, tag="pool"):
    """The dice of a roll are counted: *kind* is pool, chance or no_roll.

    If a seat makes several rolls in a round, *nth* says which, from 0.
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
    decided_by = by_part(
        "DP-R-04",
        specialty="DP-SKILL-04",
        willpower="DP-WILL-03",
        rote="DP-WILL-03",
        difficulty="DP-POOL-04",
        edge="DP-POOL-03",
        components="DP-POOL-02",
    )


class RollNoted(Consequence, tag="noted"):
    """A roll was remarkable; that has no effect."""

    who: Seat
    what: str
    story = "{who}: {what}."


class AutomaticSuccessesCancelled(Consequence, tag="cancelled"):
    """A power of *by* cancels automatic successes of another."""

    who: Seat
    by: Seat
    amount: int
    decided_by = "DP-R-30"
    story = "{by} cancels {amount} of the successes of {who}."


class AutomaticSuccessesApplied(Consequence, tag="automatic"):
    """Tools or powers change a total."""

    who: Seat
    rolled: int
    added: int
    floor: int
    cancelled: int
    total: int
    decided_by = "DP-R-30"

    def tell(self, words: Description) -> str:
        parts = [f"{self.added} more" if self.added else ""]
        parts.append(f"{self.cancelled} cancelled" if self.cancelled else "")
        parts.append(f"{self.floor} at least" if self.floor else "")
        summed = ", ".join(part for part in parts if part)
        return f"{words['who']}: {self.rolled} rolled, {summed}: {self.total}."


class SideTotalChosen(Consequence, tag="best"):
    """Of several rolls for a side the best counts."""

    who: Seat
    side: int
    total: int
    decided_by = "DP-TEAM-02"
    story = "For {side} the roll of {who} counts: {total}."


def _margin(event: "ContestResolved") -> str:
    return "DP-CONTEST-06" if event.winners else "DP-R-10"


def _winners(event: "ContestResolved") -> str:
    return "DP-CONTEST-05" if event.winners else "DP-R-10"


class ContestResolved(Consequence, tag="resolved"):
    """Totals are compared: *sides* rolled, *winners* are ahead by *margin*.

    Where each act is a contest of its own, it is the act of *who* on *target* or for
    the stake, and *against* is the seat whose total counts on the other side [DP-R-78].
    """

    sides: tuple[int, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    margin: int
    who: Seat = NOBODY
    intent: str = ""
    target: Seat = NOBODY
    against: Seat = NOBODY
    decided_by = by_part(
        "DP-CONTEST-01", totals="DP-CONTEST-01", winners=_winners, margin=_margin
    )


# Results of rolls.


class IntentObtained(Consequence, tag="obtained"):
    """An intent takes effect; it is uncontested if nobody rolled against it."""

    who: Seat
    intent: str
    target: Seat
    margin: int
    contested: bool
    decided_by = by_part("DP-R-73", margin="DP-CONTEST-06")

    def tell(self, words: Description) -> str:
        at = "" if self.target == NOBODY else f" (against {words['target']})"
        free = "" if self.contested else ", unopposed"
        return f"{words['who']} obtains: {self.intent}{at}{free}."


class MarginVetoed(Consequence, tag="vetoed"):
    """The Storyteller changes what a margin counts as."""

    who: Seat
    was: str
    use: str
    decided_by = "DP-R-15"
    story = "The margin of {who} counts otherwise: {use}, and not {was}."


class ReputationDamaged(Consequence, tag="reputation"):
    """Reputation is lost."""

    who: Seat
    amount: int
    left: int
    decided_by = by_part("DP-R-83", amount="DP-CONTEST-08")


class HoldingsDamaged(Consequence, tag="holdings"):
    """Holdings are lost."""

    who: Seat
    amount: int
    left: int
    decided_by = "DP-R-83"


class TallyEmptied(Consequence, tag="tally-emptied"):
    """A tally is empty: *dice* of Difficulty or a *tag* follow [DP-R-113]."""

    who: Seat
    tally: str
    dice: int
    tag: str
    decided_by = "DP-R-113"

    def tell(self, words: Description) -> str:
        who = words["who"]
        if self.dice:
            dice = counted(self.dice, "die")
            return f"With no {self.tally} left, {who} loses {dice} on social rolls."
        return f"With no {self.tally} left, {who} is from now on: {self.tag}."


class LossRecorded(Consequence, tag="loss"):
    """A lost contest counts against the loser's Resistance."""

    who: Seat
    arena: str
    losses: int
    limit: int
    decided_by = by_part("DP-R-20", arena="DP-PROLONG-04", limit="DP-PROLONG-03")
    story = "{who} has lost {losses} of {limit} in the {arena} arena."


class DefeatForced(Consequence, tag="defeat"):
    """The number of losses forces somebody to accept defeat."""

    who: Seat
    arena: str
    losses: int
    decided_by = "DP-PROLONG-03"
    story = "{who} has lost as often as can be borne."
    in_brief = False


class DevelopmentCame(Consequence, tag="development"):
    """Something new keeps the conflict going."""

    index: int
    text: str
    decided_by = "DP-R-87"
    story = "Something new: {text}."


class FightEnded(Consequence, tag="fight-ended"):
    """The conflict is decided; there may be an aftermath."""

    how: str
    returns: tuple[float, ...]
    decided_by = by_part("DP-R-84 DP-R-108", returns="DP-R-90")
    in_brief = False

    def tell(self, words: Description) -> str:
        return f"It is decided: {self.how}."


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
"""Every class of consequence in this system."""
