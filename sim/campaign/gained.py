"""What somebody has by name at the end of a campaign, and had not at first.

Whatever was bought, learned or won is found so: a name that was not there, a rank that
is another, a number that has grown. The rule system says what can be had by name.
"""

from collections.abc import Mapping
from functools import lru_cache

from sim.campaign.campaign import Campaign
from sim.campaign.course import Records

Holdings = Mapping[str, str | int]
"""What one has by name -> which rank or how much; "" where it is only there."""


def gained(campaign: Campaign, records: Records) -> list[tuple[str, ...]]:
    """Return for each whom the *campaign* is about what he or she has gained."""
    holdings = campaign.carrying.holdings
    if holdings is None:
        return [() for _ in campaign.names]
    first = _at_first(_Held(campaign))
    found: list[tuple[str, ...]] = []
    for name in campaign.names:
        before = first.get(name, {})
        after: Holdings = holdings(records[name]) if name in records else {}
        found.append(
            tuple(
                f"{what}: {now}" if isinstance(now, str) and now else what
                for what, now in after.items()
                if _more(before.get(what), now)
            )
        )
    return found


def _more(before: str | int | None, now: str | int) -> bool:
    if isinstance(now, int):
        return now > (before if isinstance(before, int) else 0)
    return now != before


class _Held:
    """A campaign as the key of what is kept: known by its digest."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign

    def __hash__(self) -> int:
        return hash(self.campaign.digest)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _Held) and other.campaign.digest == self.campaign.digest
        )


@lru_cache(maxsize=8)
def _at_first(held: _Held) -> dict[str, Holdings]:
    """Return what everybody has by name in the first chapter he or she is in."""
    campaign = held.campaign
    holdings = campaign.carrying.holdings
    assert holdings is not None
    found: dict[str, Holdings] = {}
    for chapter in campaign.chapters:
        state = campaign.system.initial(chapter.loaded.scenario)
        for name, record in campaign.carrying.carried(state).items():
            found.setdefault(name, holdings(record))
    return found
