"""The rest of a campaign, simulated from an imagined end of one of its chapters.

It uses only the campaign's file and the imagined end of the agent's own chapter: the
agent does not learn who really sits in the next chapters.
"""

from hashlib import blake2b
from typing import Any

import msgspec

from sim.campaign.campaign import Campaign
from sim.campaign.course import (
    Course,
    Entering,
    Records,
    Skipping,
    campaign_returns,
    next_chapter,
)
from sim.conflict.walk import Walk
from sim.dice.pool import KeyedDice
from sim.errors import ScenarioError
from sim.seam.events import Fact, Seat
from sim.seam.onward import Onward, Seated
from sim.seam.protocol import Chance, Decision, Outcome, State

_PERSON = b"fracas-onward"
_KNOWN_MAX = 4096


class Rest:
    """The chapters after the one that is about to be played."""

    def __init__(self, campaign: Campaign, course: Course, entering: Entering) -> None:
        self._campaign = campaign
        self._course = course
        self._entering = entering
        self._known: dict[bytes, Entering | Skipping | None] = {}
        self._returned: dict[tuple[bytes, bytes], tuple[float, ...]] = {}

    def of(self, seat: Seat) -> Onward | None:
        """Return the rest as *seat* may simulate it; None after the last chapter."""
        name = self._entering.seats[seat].name
        last = self._entering.chapter.number == len(self._campaign.chapters)
        if last or name not in self._campaign.names:
            return None
        place = self._campaign.names.index(name)

        def onward(
            state: State, outcome: Outcome, dice_key: bytes, seated: Seated
        ) -> float:
            course = self._after(self._course, self._entering, outcome, state)
            return self._returns(course, dice_key, seated)[place]

        return onward

    def _returns(
        self, course: Course, dice_key: bytes, seated: Seated
    ) -> tuple[float, ...]:
        """Return everybody's return for a campaign that ends here."""
        key = msgspec.json.encode((course.results, course.records)), dice_key
        returns = self._returned.get(key)
        if returns is None:
            if len(self._returned) >= _KNOWN_MAX:
                self._returned.clear()
            returns = self._imagined(course, dice_key, seated)
            self._returned[key] = returns
        return returns

    def _imagined(
        self, course: Course, dice_key: bytes, seated: Seated
    ) -> tuple[float, ...]:
        """Play the chapters that are left, and return everybody's return."""
        campaign = self._campaign
        while (entering := self._following(course)) is not None:
            if isinstance(entering, Skipping):
                course = course.skipped()
                continue
            key = _key(dice_key, entering.chapter.number)
            walk = _played(campaign, entering, key, seated)
            assert type(walk.asked) is Outcome
            course = self._after(course, entering, walk.asked, walk.state)
        return campaign_returns(campaign, course)

    def _after(
        self, course: Course, entering: Entering, outcome: Outcome, state: State
    ) -> Course:
        campaign = self._campaign
        records: Records = campaign.carrying.carried(state)
        return course.played(campaign, entering, outcome.how, outcome.returns, records)

    def _following(self, course: Course) -> Entering | Skipping | None:
        """Return the next chapter, cached: equal records give the same scenario."""
        key = msgspec.json.encode((course.results, course.records))
        if key not in self._known:
            if len(self._known) >= _KNOWN_MAX:
                self._known.clear()
            try:
                self._known[key] = next_chapter(self._campaign, course)
            except ScenarioError:
                # The real campaign would end with the same error.
                self._known[key] = None
        return self._known[key]


def _played(
    campaign: Campaign, entering: Entering, key: bytes, seated: Seated
) -> Walk[Any]:
    """Return one imagined chapter, at its end."""
    system = campaign.system
    walk: Walk[Any] = Walk(system, system.initial(entering.loaded.scenario))
    answers, dice = seated(entering.seats, key), KeyedDice(key)

    def reply(asked: Decision[Any] | Chance | Outcome, state: State) -> Fact | None:
        if type(asked) is Decision:
            return asked.options[0] if len(asked.options) == 1 else answers(asked)
        return asked.fall(dice, state.round) if type(asked) is Chance else None

    walk.run(reply)
    return walk


def _key(dice_key: bytes, chapter: int) -> bytes:
    """Return the key of a chapter's dice, the same for all branches."""
    data = chapter.to_bytes(4, "big")
    return blake2b(data, digest_size=32, key=dice_key, person=_PERSON).digest()
