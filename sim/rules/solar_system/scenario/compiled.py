"""The scenario in numbers: what stays the same throughout a conflict.

Seats, abilities, goals and pools are integers from here on; names come back only in
`voice.py`. A setup is immutable and hashes once, so every state can carry it.
"""

from msgspec import Struct

from sim.events import NOBODY, Seat
from sim.rules.solar_system.scenario.rulings import Rulings
from sim.seats import by_seat

VIGOR, INSTINCT, REASON = range(3)


class AbilityData(Struct, frozen=True):
    """An ability on one sheet; Nil when it is not really on it [SS-ABIL-08]."""

    name: str
    pool: int
    rank: int
    innate: bool
    tags: tuple[str, ...]


class GoalData(Struct, frozen=True):
    """One rung of a character's ladder of intentions."""

    name: str
    target: Seat
    """The seat it is aimed at, or NOBODY when any opponent will do."""
    actions: tuple[int, ...]
    """The abilities that serve it."""
    permanent: bool
    later: bool
    tags: tuple[str, ...]
    worth: float
    leaves: float


class BonusData(Struct, frozen=True):
    """One bonus of one item: what it does, and the tags it needs."""

    item: str
    rating: int
    when: tuple[str, ...]


class PropData(Struct, frozen=True):
    """A prop, the ability it would arm, and whether the scenario allows it."""

    name: str
    ability: int
    allowed: bool


class PersonData(Struct, frozen=True):
    """A character as the conflict finds it."""

    name: str
    side: int
    story_guide: bool
    major: bool
    bystander: bool
    abilities: tuple[AbilityData, ...]
    goals: tuple[GoalData, ...]
    weapons: tuple[BonusData, ...]
    armor: tuple[BonusData, ...]
    props: tuple[PropData, ...]
    tags: tuple[str, ...]
    maxima: tuple[int, int, int]
    pools: tuple[int, int, int]
    harm: tuple[int, ...]
    bruises: int


class CheckData(Struct, frozen=True):
    """One character's part in the opening check."""

    who: Seat
    abilities: tuple[int, ...]
    difficulty: int
    circumstance: int
    against: Seat
    answers: tuple[int, ...]
    if_failed: str


class RefreshData(Struct, frozen=True):
    """An act that fills a pool; *contest* are the two abilities, or empty."""

    name: str
    who: Seat
    pool: int
    partner: Seat
    contest: tuple[int, ...]


class Setup(Struct, frozen=True, cache_hash=True):
    """Everything of a scenario that the rules read."""

    people: tuple[PersonData, ...]
    size: int
    """How many characters there are, bystanders included."""
    sides: tuple[str, ...]
    sides_set: bool
    """Whether the scenario names sides; if not, each is his own [RUL-51]."""
    rulings: Rulings
    judge: Seat
    """The Story Guide's seat, or NOBODY when the scenario settles everything."""
    judge_name: str
    asked: tuple[str, ...]
    kind: str
    checks: tuple[CheckData, ...]
    building: bool
    tags: tuple[str, ...]
    parallel: tuple[tuple[str, str], ...]
    may_stand_aside: bool
    relevant: tuple[tuple[str, tuple[str, ...]], ...]
    circumstances: tuple[tuple[Seat, int, tuple[int, ...]], ...]
    method: str
    gifts: int
    """Gift dice of each player at the start; 0 in most scripted conflicts."""
    judged_at_once: bool
    """Whether a declaration may need a judgement before the next is made."""
    plain_actions: bool
    """Whether attacks and defences are all there is: no judged props or healing."""
    heal_with: tuple[str, ...]
    refreshes: tuple[RefreshData, ...]

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats of players: all but the Story Guide's characters, and his own."""
        own = tuple(n for n, one in by_seat(self.people) if not one.story_guide)
        return own if self.judge == NOBODY else (*own, self.judge)
