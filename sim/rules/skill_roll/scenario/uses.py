"""The single uses of a task, as they are played."""

from msgspec import structs

from sim.rules.skill_roll.scenario.sheet import (
    Aspect,
    Researchable,
    SkillRollScenario,
    Use,
)
from sim.rules.skill_roll.skills.powers import Demand
from sim.seam.events import NOBODY, Seat


class UseData(Use, kw_only=True):
    """A single use of a skill with the seats of its user and its opponent.

    The opponent is NOBODY if nobody opposes it.

    *shift* is how much more of the skill its culture has [SK-CULT-02]. Its *aspects*
    are at least one.
    """

    user: Seat
    opponent: Seat
    shift: int

    @property
    def undecided(self) -> bool:
        """Whether dice are needed however easy it is [SK-ROUT-02, SK-ROUT-03]."""
        return self.pressed or self.must_roll

    @property
    def measured(self) -> bool:
        """Whether it matters how well it goes."""
        return self.quantitative

    @property
    def culture(self) -> str:
        """The culture by whose standards it is judged, if any."""
        return self.among

    @property
    def topics(self) -> tuple[Researchable, ...]:
        """The topics that can be researched in it."""
        return self.research

    @property
    def demand(self) -> Demand:
        """What it demands of the power it is made with."""
        return Demand(self.required, self.excess_steps)

    @property
    def steps(self) -> int:
        """The steps by which circumstances make it harder."""
        return self.worse - self.better


RESULT = "result"
"""The one aspect of a use that names none."""


def use_data(use: Use, scenario: SkillRollScenario, names: dict[str, Seat]) -> UseData:
    """Return a *use* as it is played; *names* are the seats by name."""
    shifts = {culture.name: culture.shifts for culture in scenario.cultures}
    written = structs.asdict(use)
    written["aspects"] = use.aspects or (Aspect(RESULT),)
    return UseData(
        **written,
        user=names[use.who],
        opponent=names[use.against] if use.against else NOBODY,
        shift=shifts[use.among].get(use.skill, 0) if use.among else 0,
    )
