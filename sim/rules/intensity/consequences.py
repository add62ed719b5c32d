"""The consequences of answers; each event cites its rules.

`who` is the participant it happened to, `by` the one who caused it.
"""

from collections.abc import Sequence

from msgspec import Struct

from sim.rules.intensity.phases import GoalKind
from sim.seam.events import TABLE, Consequence, Description, Seat, by_part
from sim.spine.tables import defined
from sim.spine.words import counted, listed

GoalSaid = tuple[GoalKind, int, Seat, int, int]
"""A goal as events record it: (kind, wish, target, ability, size)."""

BASE, EXTRA, FILLED, SITUATIONAL = "base", "extra", "filler", "situation"
"""Why a die is in a pool."""

UNABLE_TO_PAY, WITHOUT_DICE, NO_PAYER = "no_intensity", "no_dice", "side_cannot_pay"
"""Why somebody has no pool."""


def _dice(sizes: Sequence[int]) -> str:
    return " ".join(f"d{size}" for size in sizes) or "nothing"


class PooledDie(Struct, frozen=True, array_like=True, gc=False):
    """One die of a pool: why it is there, its ability (or -1), and its size."""

    role: str
    ability: int
    size: int


class RoundStarted(Consequence, tag="round"):
    """A round begins."""

    number: int
    decided_by = "IN-ROUND-02"
    story = "Round {number}."


class GoalsShown(Consequence, tag="shown"):
    """All goals of the round are revealed."""

    decided_by = "IN-R-06"
    story = "The goals are shown."
    in_brief = False


class IntentChanged(Consequence, tag="intent-changed"):
    """Somebody wants something other than before."""

    who: Seat
    was: GoalSaid
    now: GoalSaid
    reason: str = "chosen"
    decided_by = "IN-R-41"
    story = "{who} changes from {was} to {now}."
    in_brief = False


class PoolSpent(Consequence, tag="spent"):
    """Intensity is paid: the base point and the extra dice."""

    who: Seat
    by: Seat
    amount: int
    left: int
    base: int
    extras: int
    decided_by = by_part("IN-POOL-01", extras="IN-EXTRA-02", amount="IN-EXTRA-02")

    def tell(self, words: Description) -> str:
        extras = f" with {counted(self.extras, 'extra die')}" if self.extras else ""
        return (
            f"{words['who']} pays {self.amount} Intensity{extras} ({self.left} left)."
        )


class NoPool(Consequence, tag="no-pool"):
    """Somebody cannot put a pool together."""

    decided_by = by_part("IN-R-05")

    who: Seat
    reason: str

    def tell(self, words: Description) -> str:
        why = {
            UNABLE_TO_PAY: "has no Intensity left for a pool",
            WITHOUT_DICE: "has no dice left for a pool",
            NO_PAYER: "has nobody to pay for a pool",
        }
        return f"{words['who']} {why[self.reason]}."


class PoolAssembled(Consequence, tag="assembled"):
    """The dice of a pool; *helping* when it is a helper's."""

    who: Seat
    dice: tuple[PooledDie, ...]
    helping: bool = False
    decided_by = "IN-POOL-02 IN-GM-02"

    def tell(self, words: Description) -> str:
        return f"{words['who']} has {', '.join(words['dice']) or 'no dice'}."


class PoolsShown(Consequence, tag="pools"):
    """All pools of the round are revealed."""

    decided_by = "IN-R-46"
    story = "The pools are shown."
    in_brief = False


class DifficultyBuilt(Consequence, tag="difficulty"):
    """The pool that the goal of *who* is rolled against.

    *by* is the opponent whose pool it is, or -1 for *dice* of the GM. *places* are the
    dice already replaced by dice of the *size* asked for; *open* means that the GM
    chooses them.
    """

    who: Seat
    by: Seat
    size: int
    dice: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    open: bool = False
    decided_by = by_part("IN-HELP-02", size="IN-HELP-01")

    def tell(self, words: Description) -> str:
        who = words["who"]
        if self.dice:
            sizes = [
                self.size if place in self.places else size
                for place, size in enumerate(self.dice)
            ]
            return f"{who} is up against {_dice(sizes)}."
        by, size = words["by"], self.size
        if not self.places:
            return f"{by} has no dice to make d{size}s against {who}."
        if len(self.places) == 1:
            return f"Against {who}, 1 die of {by} becomes a d{size}."
        return f"Against {who}, {len(self.places)} dice of {by} become d{size}s."


class RollsCompared(Consequence, tag="compared"):
    """Two pools compared place by place.

    Faces go from highest to lowest, with ones for missing dice. *b* is -1 for a pool of
    the GM. *hand* says who has the upper hand, "a", "b" or "none"; *raw* and *kept* are
    the successes of (a, b).
    """

    a: Seat
    b: Seat
    faces_a: tuple[int, ...]
    faces_b: tuple[int, ...]
    raw: tuple[int, int]
    hand: str
    kept: tuple[int, int]
    decided_by = by_part(
        "IN-R-12",
        faces_a="IN-COMPARE-02",
        faces_b="IN-COMPARE-02",
        raw="IN-COMPARE-04",
        hand="IN-COMPARE-04",
        kept="IN-COMPARE-05",
    )

    def tell(self, words: Description) -> str:
        other = "the difficulty" if self.b == TABLE else words["b"]
        return _comparison(self, words["a"], other)


class HelpCompared(Consequence, tag="help-compared"):
    """A helper's pool compared with the difficulty, in the same form.

    *stands* means that the helper's faces also meet whoever targets the helper this
    round.
    """

    who: Seat
    ally: Seat
    faces_a: tuple[int, ...]
    faces_b: tuple[int, ...]
    raw: tuple[int, int]
    hand: str
    kept: tuple[int, int]
    stands: bool = False
    decided_by = by_part(
        "IN-HELP-05",
        faces_a="IN-COMPARE-02",
        faces_b="IN-COMPARE-02",
        raw="IN-COMPARE-04",
        hand="IN-COMPARE-04",
        kept="IN-COMPARE-05",
    )

    def tell(self, words: Description) -> str:
        return _comparison(self, words["who"], "the difficulty")


def _comparison(event: RollsCompared | HelpCompared, a: str, b: str) -> str:
    """Return both rolls, which die beat which, and which successes are discarded."""
    faces = f"{a} {_shown(event.faces_a)} against {b} {_shown(event.faces_b)}"
    if event.hand == "none":
        return f"{faces}: all tied."
    upper = a if event.hand == "a" else b
    won_a = _beaten(event.faces_a, event.faces_b)
    won_b = _beaten(event.faces_b, event.faces_a)
    return (
        f"{faces}: {upper} has the upper hand; {a} {won_a}{_kept(event, 0)},"
        f" {b} {won_b}{_kept(event, 1)}."
    )


def _beaten(own: Sequence[int], other: Sequence[int]) -> str:
    """Return which dice beat which, place by place."""
    pairs = zip(own, other, strict=True)
    won = [f"{face} over {less}" for face, less in pairs if face > less]
    return ", ".join(won) or "wins nothing"


def _kept(event: RollsCompared | HelpCompared, side: int) -> str:
    """Return how many of its successes a side keeps, and how many are discarded."""
    raw, kept = event.raw[side], event.kept[side]
    if raw == kept:
        return f" (keeps {kept})" if raw else ""
    return f" (keeps {kept}, every other is discarded)"


def _shown(faces: Sequence[int]) -> str:
    return " ".join(str(face) for face in faces) or "nothing"


class SituationDieGranted(Consequence, tag="situation-die"):
    """A die to be rolled in addition to the pool, *uses* times."""

    who: Seat
    by: Seat
    size: int
    uses: int
    fresh: bool
    decided_by = by_part("IN-HELP-03", fresh="IN-R-32")

    def tell(self, words: Description) -> str:
        start = " from the next round on" if self.fresh else ""
        rolls = counted(self.uses, "roll")
        return f"{words['who']} gets a d{self.size} for {rolls}{start}."


class PenaltyInflicted(Consequence, tag="penalty"):
    """*count* penalty dice, each lasting for *rolls* rolls."""

    who: Seat
    by: Seat
    size: int
    rolls: int
    count: int
    decided_by = by_part("IN-HELP-04", rolls="IN-R-31", count="IN-R-31")

    def tell(self, words: Description) -> str:
        count = counted(self.count, "penalty die")
        rolls = counted(self.rolls, "roll")
        return f"{words['who']} suffers {count} (d{self.size}) for {rolls}."


class DiceWorn(Consequence, tag="worn"):
    """The situation and penalty dice somebody has just rolled have one use less."""

    who: Seat
    situation: tuple[int, ...]
    penalty: tuple[int, ...]
    decided_by = "IN-R-32"
    in_brief = False

    def tell(self, words: Description) -> str:
        parts = [
            f"{label} dice {_dice(sizes)}"
            for label, sizes in (
                ("situation", self.situation),
                ("penalty", self.penalty),
            )
            if sizes
        ]
        return f"{words['who']} uses one roll of {' and '.join(parts) or 'none'}."


class RollsClosed(Consequence, tag="rolled-up"):
    """All comparisons of the round are made and damage comes next."""

    story = "The rolls are compared."
    in_brief = False


BY_ZERO, BY_CESSION, BY_UPPER_HAND = "ability_zeroed", "ceded", "upper_hand"
"""How a goal is obtained."""

BY_DAMAGE = "damage"
"""How an ability is lost, or a life; the other way is BY_CESSION."""

WITH_SIDE, DRIVEN_OUT = "side", "no_intensity"
"""Why somebody leaves without having chosen to."""


class Carried(Struct, frozen=True, array_like=True, gc=False):
    """What somebody takes away from a conflict: dice, points, and permanent marks."""

    who: Seat
    intensity: int
    sizes: tuple[int, ...]
    bonuses: tuple[tuple[int, int], ...] = ()
    """Unused situation dice as (size, rolls left) [IN-R-35]."""
    marks: tuple[int, ...] = ()


class HarmApplied(Consequence, tag="harm"):
    """An ability of *who* takes this many pips from *by*, and has *size* left."""

    who: Seat
    by: Seat
    amount: int
    ability: int
    size: int
    decided_by = by_part(
        "IN-R-22", amount="IN-EFFECT-01", ability="IN-EFFECT-03", size="IN-EFFECT-02"
    )

    def tell(self, words: Description) -> str:
        pips, whose = counted(self.amount, "pip"), f"{words['who']}'s"
        left = f"now a d{self.size}" if self.size else "gone"
        return f"{words['by']} takes {pips} off {whose} {words['ability']}: {left}."


class SuccessesUsed(Consequence, tag="successes-used"):
    """Successes of *by* against *who* (-1: a pool of the GM) are used or *wasted*."""

    who: Seat
    by: Seat
    amount: int
    wasted: int
    decided_by = by_part("IN-R-22", wasted="IN-R-21")
    in_brief = False

    def tell(self, words: Description) -> str:
        wasted = f", {self.wasted} wasted" if self.wasted else ""
        return (
            f"{words['by']} has used {counted(self.amount, 'success')}"
            f" against {words['who']}{wasted}."
        )


class DamageForestalled(Consequence, tag="forestalled"):
    """*by* has just been beaten and lands nothing on *who*."""

    who: Seat
    by: Seat
    story = "{by} is beaten to it."


class AbilityZeroed(Consequence, tag="zeroed"):
    """An ability is gone."""

    who: Seat
    by: Seat
    ability: int
    cause: str
    decided_by = "IN-EFFECT-04"
    in_brief = False

    def tell(self, words: Description) -> str:
        how = " by ceding" if self.cause == BY_CESSION else ""
        return f"{words['who']} loses {words['ability']}{how}."


class CharacterDied(Consequence, tag="died"):
    """Somebody's health is gone."""

    who: Seat
    by: Seat
    cause: str
    decided_by = "IN-CEDE-03 IN-ZERO-02"
    story = "{who} dies."


class GoalObtained(Consequence, tag="obtained"):
    """Somebody obtained a goal: (kind, goal, target, ability, size)."""

    who: Seat
    goal: GoalSaid
    cause: str
    decided_by = "IN-R-23"

    def tell(self, words: Description) -> str:
        how = {
            BY_ZERO: "",
            BY_CESSION: " by the other's ceding",
            BY_UPPER_HAND: " by the upper hand",
        }
        return f"{words['who']} obtains: {words['goal']}{how[self.cause]}."


class GoalsReconciled(Consequence, tag="reconciled"):
    """Several sides obtained goals at once; the scenario says how they fit together."""

    who: tuple[Seat, ...]


class OutcomeDieGranted(Consequence, tag="die-granted"):
    """A new ability, permanently."""

    who: Seat
    ability: int
    size: int
    decided_by = by_part("IN-OUTCOME-01", ability="IN-R-37", size="IN-R-37")
    story = "{who} gains {ability} d{size} for good."


class OutcomeDieInflicted(Consequence, tag="die-inflicted"):
    """A penalty die, permanently."""

    who: Seat
    by: Seat
    size: int
    decided_by = by_part("IN-OUTCOME-01", size="IN-R-37")
    story = "{who} has a penalty d{size} for good."


class EffectsSettled(Consequence, tag="settled"):
    """Zeros, deaths and goals of the round are all settled."""

    upper: int
    """The seats that had an upper hand, as bits."""
    decided_by = by_part("IN-ROUND-01", upper="IN-R-15")
    story = "The effects are counted."
    in_brief = False


class SidesLeft(Consequence, tag="left"):
    """Members of sides that have what they wanted leave."""

    who: tuple[Seat, ...]

    def tell(self, words: Description) -> str:
        leaves = "leave" if len(self.who) > 1 else "leaves"
        return f"{listed(words['who'] or ['Nobody'])} {leaves} content."


class Withdrawn(Consequence, tag="withdrawn"):
    """Somebody cedes without being asked: with their side, or for lack of Intensity."""

    who: Seat
    reason: str
    decided_by = "IN-R-05 IN-R-27"

    def tell(self, words: Description) -> str:
        why = "with the side" if self.reason == WITH_SIDE else "without Intensity"
        return f"{words['who']} cedes, {why}."


class RoundEnded(Consequence, tag="round-over"):
    """A round is over."""

    number: int
    decided_by = "IN-CEDE-04"
    story = "Round {number} is over."
    in_brief = False


class AftermathSettled(Consequence, tag="aftermath"):
    """The conflict is over; this is what everyone takes away from it."""

    how: str
    carried: tuple[Carried, ...]
    decided_by = by_part("IN-R-03", carried="IN-R-38")
    in_brief = False


CONSEQUENCES = defined(globals(), Consequence)
"""All consequences there are."""
