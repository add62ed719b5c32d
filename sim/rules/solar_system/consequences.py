"""What follows from the answers; each event cites its rules."""

from enum import IntEnum, StrEnum

from msgspec import Struct

from sim.rules.solar_system.events import aftermath
from sim.rules.solar_system.scenario.character import LEVELS
from sim.seam.events import Consequence, Description, Seat, by_part
from sim.spine.tables import defined
from sim.spine.words import counted, listed


class Relation(IntEnum):
    """The ways in which two actions can meet [SS-ACT-01, SS-ACT-02, RUL-48]."""

    PERPENDICULAR, PARALLEL, ONE_SIDED = range(3)


PERPENDICULAR, PARALLEL, ONE_SIDED = Relation

Pairing = tuple[Seat, Seat, Relation]
"""(attacker, or the lower seat of a mutual pair; the other; how they meet)."""


class Stage(IntEnum):
    """The purpose of the rolls on the table."""

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


_SOURCES = {
    "linked": ("bonus", "from the check before"),
    "failure": ("penalty", "for the failure before"),
    "bruised": ("penalty", "bruised"),
    "bloodied": ("penalty", "bloodied"),
    "broken": ("penalty", "broken"),
    "circumstance": ("penalty", "circumstances"),
}
"""Source of dice -> which dice they are, and why."""


class DiceGathered(Consequence, tag="gathered"):
    """Checks are due: who rolls what, with which dice from which source."""

    stage: Stage
    checks: tuple[Gathered, ...]
    attempt: int = 0
    decided_by = by_part(
        "SS-DIE-01",
        linked="SS-MULTI-02 SS-TOG-02",
        failure="SS-TOG-03 SS-MULTI-02",
        bruised="SS-HARM-06",
        bloodied="SS-HARM-07",
        broken="SS-HARM-09",
        circumstance="SS-DIE-08",
    )

    def tell(self, words: Description) -> str:
        return " ".join(filter(None, map(_starts_with, words["checks"])))

    def tell_aside(self, words: Description) -> str:
        who = [check["who"] for check in words["checks"]]
        if not who:
            return "Nobody has dice to roll."
        added = "Nothing but pool dice adds to the roll of"
        return f"{added} {listed(who)}, or takes from it."


def _starts_with(check: Description) -> str:
    """Return the sentence about a check's extra dice; "" if there are none."""
    dice = [
        f"{counted(check[source], f'{kind} die')} ({why})"
        for source, (kind, why) in _SOURCES.items()
        if source in check
    ]
    if not dice:
        return ""
    return f"{check['who']}'s {check['ability']} starts with {', '.join(dice)}."


class PoolSpent(Consequence, tag="spent"):
    """Points are spent from a pool."""

    who: Seat
    by: Seat
    """The seat that it helps."""
    amount: int
    pool: int
    left: int
    purpose: str
    decided_by = by_part(
        "SS-DIE-06 SS-SEC-01 SS-HARM-09",
        pool="SS-ABIL-01 SS-SEC-01 SS-HARM-09",
        left="SS-POOL-04 SS-POOL-07",
    )
    story = ""

    def tell_aside(self, words: Description) -> str:
        paid = f"{counted(self.amount, 'point')} of {words['pool']}"
        purpose = self.purpose.replace("_", " ")
        helped = "" if self.by == self.who else f" of {words['by']}"
        pays = f"{words['who']} pays {paid} for the {purpose}{helped}"
        return f"{pays}, and has {self.left} left."


class CheckReread(Consequence, tag="reread"):
    """A bonus die changes a roll without a new die being rolled [RUL-08]."""

    roll: int
    kept: tuple[int, ...]
    level: int


class WindowOpened(Consequence, tag="window"):
    """The dice have fallen; in this order seats may still add dice."""

    order: tuple[int, ...]
    story = ""

    def tell_aside(self, words: Description) -> str:
        if not self.order:
            return "The dice lie, and nobody can put more on them."
        who = listed(words["order"])
        return f"The dice lie; {who} may still put dice on them, in that order."


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
    decided_by = by_part(
        "SS-RES-02 SS-COM-02 SS-MULTI-05",
        level="SS-RES-03 SS-COM-02 SS-MULTI-05",
        ranking="SS-COM-03",
    )

    def tell(self, words: Description) -> str:
        if self.kind == "competitive":
            places = "; then ".join(" and ".join(names) for names in words["ranking"])
            made = "" if self.success else " Nobody reached the difficulty."
            return f"The ranking: {places}.{made}"
        level = f"{LEVELS[min(self.level, len(LEVELS) - 1)]} ({self.level})"
        if self.kind == "resisted":
            return f"{words['winner']} wins against {words['loser']} with {level}."
        how = "succeeds" if self.success else "fails"
        return f"The {self.kind} check {how} with {level}."


class RulingSettled(Consequence, tag="settled"):
    """A ruling settled by the scenario, an option or the table's consent."""

    kind: str
    of: int
    value: int
    decided_by = "SS-DIE-08 SS-COM-03 ENG-02"


class PainOffered(Consequence, tag="offered"):
    """The result of a resisted check stands unless the Pain is called."""

    loser: Seat
    winner: Seat
    decided_by = "SS-BDP-01"
    story = ""
    aside = "The result stands, unless {loser}, or then {winner}, brings down the Pain."


class PainBegan(Consequence, tag="began"):
    """The Pain begins: the simple result is set aside."""

    declared_by: Seat
    decided_by = "SS-BDP-01"
    story = ""
    aside = "The result of the check is set aside, and the Pain begins."


class MethodSet(Consequence, tag="method"):
    """Whether everyone rolls individually, or each of two sides as one."""

    zeitgeist: bool
    decided_by = "SS-ZEIT-01"
    aside = "Everybody fights for himself."

    def tell(self, words: Description) -> str:
        return "The two sides fight as one each (Zeitgeist)." if self.zeitgeist else ""


class FellOut(Consequence, tag="fell-out"):
    """Somebody already broken takes no part in what a side does as one."""

    who: Seat
    decided_by = "SS-ZEIT-04"
    story = "{who} is broken already and falls out."


class FreeAndClearOpened(Consequence, tag="free-and-clear"):
    """A new volley begins, with the free-and-clear."""

    volley: int
    naming: tuple[Seat, ...]
    """Those who must now name the change of intention they announced."""
    released: tuple[Seat, ...]
    """Those whom a stalemate lets change at once."""
    retargeting: tuple[Seat, ...]
    """Those whose target has left."""
    decided_by = by_part(
        "SS-FAC-01", volley="SS-FAC-06", released="SS-STALE-01", retargeting="RUL-49"
    )
    aside = "Volley {volley}: all say what they do."

    def tell(self, words: Description) -> str:
        if not self.released:
            return ""
        return f"After the stalemate {' and '.join(words['released'])} may change."


class IntentsOpened(Consequence, tag="talk"):
    """Intentions are settled for this volley; next, actions are declared."""

    void: tuple[Seat, ...] = ()
    """Those whose change after a stalemate is void because the other kept theirs.

    [RUL-33]
    """
    decided_by = "RUL-33 SS-FAC-05"
    aside = "All intentions stand as they were announced."

    def tell(self, words: Description) -> str:
        if not self.void:
            return ""
        return f"The change of {' and '.join(words['void'])} is void."


class ActionsLocked(Consequence, tag="locked"):
    """No more changes: these actions meet, as (attacker, other, relation)."""

    pairings: tuple[Pairing, ...]
    decided_by = "SS-FAC-03"
    story = ""

    def tell_aside(self, words: Description) -> str:
        met = [
            f"{pairing['a']} and {pairing['b']} {pairing['relation']}"
            for pairing in words["pairings"]
        ]
        pairs = "; ".join(met) or "none meets another"
        return f"No action can be changed any more: {pairs}."


class Harm(Struct, frozen=True, array_like=True, gc=False):
    """The harm of one action and its parts [SS-VOL-05]."""

    base: int
    weapon: int
    armor: int
    amount: int

    @property
    def in_words(self) -> str:
        """The harm in words: as a sum, if items count."""
        weapon = f" + {self.weapon} (weapon)" if self.weapon else ""
        armor = f" - {self.armor} (armour)" if self.armor else ""
        total = f" = {self.amount}" if weapon or armor else ""
        return f"harm {self.base}{weapon}{armor}{total}"


class ContestResolved(Consequence, tag="contest"):
    """Two actions have met.

    *level_a* and *level_b* are as rolled. *margin* is the difference of the levels that
    decide, which items may have changed [RUL-16]; *winner* is a seat or -1; *harm_a* is
    what *a* suffers, *harm_b* what *b* suffers.
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
    decided_by = by_part(
        "SS-VOL-02 SS-VOL-06 RUL-48 SS-VOL-04",
        relation="RUL-46",
        level_a="SS-CHK-03",
        level_b="SS-CHK-03",
        stalemate="SS-VOL-06",
        harm_a="SS-VOL-05 SS-VOL-03 SS-VOL-06",
        harm_b="SS-VOL-05 SS-VOL-03 SS-VOL-06",
    )

    def tell(self, words: Description) -> str:
        a, b = words["a"], words["b"]
        if self.stalemate and self.level_a == self.level_b:
            return f"{a} and {b} are level at {LEVELS[self.level_a]}: a stalemate."
        if self.stalemate:
            levels = f"{a} {self.level_a} against {b} {self.level_b}"
            return f"{levels}, level once items count: a stalemate."
        how = words["relation"].replace("_", "-")
        parts = [
            f"{sufferer} suffers {harm.in_words}"
            for sufferer, harm in ((a, self.harm_a), (b, self.harm_b))
            if harm is not None
        ]
        end = " and ".join(parts) if parts else "no harm is done"
        return f"{a} {self.level_a} against {b} {self.level_b}, {how}: {end}."


class VolleyResolved(Consequence, tag="volley-resolved"):
    """All contests of the volley have their results; harm comes next."""

    story = ""
    aside = "Every action has met its answer; harm comes next."


def _box(event: "HarmApplied") -> str:
    """Return the rule that decides which box is ticked."""
    if event.past_broken:
        return "RUL-21"
    return "SS-HARM-03" if event.box == event.amount else "SS-HARM-04"


class HarmApplied(Consequence, tag="harm"):
    """Harm is marked: *box* is ticked (0 for none) and labelled with *pool*."""

    who: Seat
    by: Seat
    amount: int
    box: int
    pool: int
    past_broken: bool
    fell_out: bool = False
    decided_by = by_part(
        _box,
        fell_out="SS-ZEIT-04",
        past_broken="RUL-21",
        amount="SS-HARM-03 RUL-21",
        box=_box,
        severity="RUL-22",
        pool="SS-HARM-08",
    )

    def tell(self, words: Description) -> str:
        who = words["who"]
        if self.past_broken:
            return f"Harm {self.amount} drives {who} past broken."
        up = f" (box {self.amount} was ticked already)"
        if self.box == self.amount:
            up = ""
        what = words["severity"]
        label = f" in {words['pool']}" if what == "bloodied" else ""
        out = f"; {who} falls out" if self.fell_out else ""
        return f"{who} ticks box {self.box}{up}: {what}{label}{out}."


class IntentionFulfilled(Consequence, tag="fulfilled"):
    """The intention of *who* against *against* comes true.

    *lasting* is false if the goal is permanent harm, which a simple check cannot bring
    about [RUL-71].
    """

    who: Seat
    goal: int
    against: Seat
    cause: str
    lasting: bool = True
    decided_by = "SS-HARM-10 SS-GIVE-02 SS-INT-04"

    def tell(self, words: Description) -> str:
        limit = "" if self.lasting else ", but not for good"
        goal = f"{words['goal']} (against {words['against']})"
        return f"{words['who']} obtains: {goal}{limit}."


class VolleyClosed(Consequence, tag="volley-closed"):
    """The volley is over.

    Pairs in *stalemates* may change their intentions in the next.
    """

    stalemates: tuple[tuple[Seat, Seat], ...]
    decided_by = by_part("SS-FAC-06", stalemates="SS-STALE-01")
    story = ""

    def tell_aside(self, words: Description) -> str:
        pairs = "; ".join(" and ".join(names) for names in words["stalemates"])
        held = f", with a stalemate between {pairs}" if pairs else ""
        return f"The volley is over{held}."


class ConcessionsShown(Consequence, tag="gate-shown"):
    """Sealed answers at the gate are revealed; these give up."""

    conceding: tuple[Seat, ...]
    decided_by = "RUL-41"
    aside = "Nobody gives up."

    def tell(self, words: Description) -> str:
        if not self.conceding:
            return ""
        return f"Shown at the gate: {' and '.join(words['conceding'])} give up."


class ConflictClosed(Consequence, tag="closed"):
    """The conflict is over."""

    how: Ending
    decided_by = "SS-BDP-07 SS-META-04 SS-COM-02"
    story = ""
    aside = "The conflict closes: {how}."


CONSEQUENCES = (*defined(globals(), Consequence), *aftermath.CONSEQUENCES)
"""Every class of consequence of checks and of the Pain."""
