"""What follows from the answers; every one cites the rules that made it."""

from enum import IntEnum, StrEnum

from msgspec import Struct

from sim.seam.events import Consequence, Seat
from sim.spine.tables import defined


class Relation(IntEnum):
    """How two actions meet [SS-ACT-01, SS-ACT-02, RUL-48]."""

    PERPENDICULAR, PARALLEL, ONE_SIDED = range(3)


PERPENDICULAR, PARALLEL, ONE_SIDED = Relation

Pairing = tuple[Seat, Seat, Relation]
"""(attacker, or the lower seat of a mutual pair; the other; how they meet)."""


class Stage(IntEnum):
    """What the rolls on the table are for."""

    CHECK, VOLLEY, CHAIN, HEALING, REFRESHMENT, TIE, POCKET = range(7)


CHECK, VOLLEY, CHAIN, HEALING_CHECK, REFRESHMENT, TIE, POCKET = Stage


class Ending(StrEnum):
    """How a conflict ends; `rules.toml` says what each means."""

    SUCCESS = "success"
    FAILURE = "failure"
    RANKED = "ranked"
    ACCEPTED = "accepted"
    CONCEDED = "conceded"
    MUTUAL_CONCESSION = "mutual concession"
    PAST_BROKEN = "past broken"
    SIDE_DEFEATED = "side defeated"
    LAST_STANDING = "last standing"
    STANDOFF = "standoff"
    ROUND_LIMIT = "round limit"
    INTERLUDE = "interlude"


class Gathered(Struct, frozen=True, array_like=True, gc=False):
    """The dice one roll starts with, and where they come from."""

    who: Seat
    ability: int
    linked: int = 0
    """Bonus dice from the check before [SS-TOG-02, SS-MULTI-01]."""
    failure: int = 0
    """Penalty dice from a failed check before [SS-TOG-03, SS-MULTI-02]."""
    bruised: int = 0
    bloodied: int = 0
    broken: int = 0
    circumstance: int = 0
    fee_paid: bool = False
    difficulty: int = 0

    @property
    def penalty(self) -> int:
        """All penalty dice together [SS-DIE-01, RUL-25]."""
        worn = self.bruised + self.bloodied + self.broken
        return self.failure + worn + self.circumstance


class DiceGathered(Consequence, tag="gathered"):
    """Checks are due: who rolls what, with which dice from where."""

    stage: Stage
    checks: tuple[Gathered, ...]
    attempt: int = 0


class PoolSpent(Consequence, tag="spent"):
    """Points left a pool."""

    who: Seat
    by: Seat
    """Whom it helps."""
    amount: int
    pool: int
    left: int
    purpose: str


class CheckReread(Consequence, tag="reread"):
    """A bonus die changed a roll without a new die falling [RUL-08]."""

    roll: int
    kept: tuple[int, ...]
    level: int


class WindowOpened(Consequence, tag="window"):
    """The dice lie; in this order the seats may still put dice on them."""

    order: tuple[int, ...]


class CheckResolved(Consequence, tag="resolved"):
    """A check outside the Pain has its result.

    *level* is the success level the result is computed from; *winner* is a seat, or
    -1; *ranking* lists groups of seats, best first.
    """

    kind: str
    winner: Seat
    loser: Seat
    level: int
    success: bool
    ranking: tuple[tuple[Seat, ...], ...] = ()


class RulingSettled(Consequence, tag="settled"):
    """A judgement the scenario, an option or the table's consent settles."""

    kind: str
    of: int
    value: int


class PainOffered(Consequence, tag="offered"):
    """The result of a resisted check stands, unless the Pain is called."""

    loser: Seat
    winner: Seat


class PainBegan(Consequence, tag="began"):
    """The Pain is down: the simple result is set aside."""

    declared_by: Seat


class MethodSet(Consequence, tag="method"):
    """Everyone for himself, or the two sides as one each."""

    zeitgeist: bool


class FellOut(Consequence, tag="fell-out"):
    """Who is broken already has no part in what a side does as one."""

    who: Seat


class FreeAndClearOpened(Consequence, tag="free-and-clear"):
    """A new volley begins, with talk."""

    volley: int
    naming: tuple[Seat, ...]
    """Those who owe the intention they announced."""
    released: tuple[Seat, ...]
    """Those a stalemate lets change at once."""
    retargeting: tuple[Seat, ...]
    """Those whose target has left."""


class IntentsOpened(Consequence, tag="talk"):
    """Intentions are settled for this stage; actions are declared from here."""

    void: tuple[Seat, ...] = ()
    """Those whose use of a stalemate is void because the other kept [RUL-33]."""


class ActionsLocked(Consequence, tag="locked"):
    """No more changes: these actions meet, as (attacker, other, relation)."""

    pairings: tuple[Pairing, ...]


class Harm(Struct, frozen=True, array_like=True, gc=False):
    """How much harm one action does, and out of what [SS-VOL-05]."""

    base: int
    weapon: int
    armor: int
    amount: int


class ContestResolved(Consequence, tag="contest"):
    """Two actions have met.

    *level_a* and *level_b* are as rolled. *margin* is the difference of the levels that
    decide, which items may have changed [RUL-16]; *winner* a seat or -1; *harm_a* is
    what *a* suffers, *harm_b* what *b* does.
    """

    a: Seat
    b: Seat
    relation: Relation
    level_a: int
    level_b: int
    winner: Seat
    margin: int
    stalemate: bool
    harm_a: Harm | None = None
    harm_b: Harm | None = None


class VolleyResolved(Consequence, tag="volley-resolved"):
    """All contests of the volley have their results; harm comes next."""


class HarmApplied(Consequence, tag="harm"):
    """Harm is marked: *box* is ticked (0 for none) and labelled with *pool*."""

    who: Seat
    by: Seat
    amount: int
    box: int
    pool: int
    past_broken: bool
    fell_out: bool = False


class IntentionFulfilled(Consequence, tag="fulfilled"):
    """What *who* intended happens to *against*.

    *lasting* is false where the goal is permanent harm but a simple check cannot
    bring that about [RUL-71].
    """

    who: Seat
    goal: int
    against: Seat
    cause: str
    lasting: bool = True


class VolleyClosed(Consequence, tag="volley-closed"):
    """The volley is over; pairs in *stalemates* may change at once in the next."""

    stalemates: tuple[tuple[Seat, Seat], ...]


class ConcessionsShown(Consequence, tag="gate-shown"):
    """Sealed answers at the gate are shown; these give up."""

    conceding: tuple[Seat, ...]


class PatientHealed(Consequence, tag="healed"):
    """A healing check was read: *box* is the mark removed, or 0."""

    who: Seat
    patient: Seat
    level: int
    box: int


class HarmCollapsed(Consequence, tag="collapsed"):
    """A track changes as a whole: by shake-out, or by healing."""

    who: Seat
    cause: str
    before: tuple[int, ...]
    after: tuple[int, ...]


class ConflictClosed(Consequence, tag="closed"):
    """The conflict is over."""

    how: Ending


class PoolRefreshed(Consequence, tag="refreshed"):
    """A pool is full again."""

    who: Seat
    pool: int
    before: int
    after: int
    partner: Seat


class SceneEnded(Consequence, tag="scene-ended"):
    """Nothing more is done."""


CONSEQUENCES = defined(globals(), Consequence)
"""Everything that can follow."""
