"""A campaign ready to play: its chapters with their scenarios, and its protagonists."""

from typing import Any

from msgspec import Struct

from sim.campaign.sheet import When
from sim.library.scenario import Loaded
from sim.seam.protocol import Campaigns, RuleSystem, SeatInfo

LOAD = "sim.campaign.load:from_json"
"""What reads a campaign, for a plan; by name, since a plan is sent to processes."""
MODULE = "sim.campaign.chunk"
"""The module that plays a campaign, for a plan."""


class Chapter(Struct, frozen=True):
    """One chapter, with its scenario as in the file: nothing carried into it yet."""

    number: int
    name: str
    loaded: Loaded
    session: int
    weight: float
    when: When | None

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        """Everybody in it, judges too."""
        return self.loaded.system.seats(self.loaded.scenario)


class Campaign(Struct, frozen=True):
    """A campaign as it was read.

    *data* is what a store keeps of it and *digest* that of those bytes, personalised
    `fracas-scenario` as a scenario's is.
    """

    name: str
    title: str
    about: str
    source: str
    system: RuleSystem[Any]
    names: tuple[str, ...]
    chapters: tuple[Chapter, ...]
    data: bytes
    digest: bytes

    @property
    def carrying(self) -> Campaigns[Any]:
        """How its rule system carries characters from one chapter to the next."""
        campaigns = self.system.campaigns
        assert campaigns is not None, f"{self.system.name} cannot be read as a campaign"
        return campaigns

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        """Its protagonists.

        Those who are on one side in every chapter are on one side; else everybody is
        alone. A protagonist whose agent differs between chapters has none here.
        """
        sides = [self._places(name, "side_name") for name in self.names]
        constant = all(len(places) == 1 for places in sides)
        teams = [
            places[0] if constant and places[0] else name
            for name, places in zip(self.names, sides, strict=True)
        ]
        distinct = list(dict.fromkeys(teams))
        return tuple(
            SeatInfo(name, distinct.index(team), self._agent(name), team)
            for name, team in zip(self.names, teams, strict=True)
        )

    @property
    def agents(self) -> list[str]:
        """The specs of the agents that its chapters name themselves."""
        return [seat.agent for chapter in self.chapters for seat in chapter.seats]

    def _agent(self, name: str) -> str:
        agents = self._places(name, "agent")
        return agents[0] if len(agents) == 1 else ""

    def _places(self, name: str, field: str) -> list[str]:
        """Return the distinct values of *field* of the seat *name* in all chapters."""
        values = [
            str(getattr(seat, field))
            for chapter in self.chapters
            for seat in chapter.seats
            if seat.name == name
        ]
        return list(dict.fromkeys(values))
