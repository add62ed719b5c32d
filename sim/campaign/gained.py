"""What somebody gained in a campaign: names and ranks that were not there at first.

So whatever was bought, learned or won is found: a new name, a changed rank, a number
that has grown. The rule system lists what can be had by name.
"""

from collections.abc import Mapping
from functools import lru_cache

from sim.campaign.campaign import Campaign
from sim.campaign.course import Records

Holdings = Mapping[str, str | int]
"""What one has, by name -> its rank or number; "" if it has neither."""


def gains_of(campaign: Campaign, records: Records) -> list[tuple[str, ...]]:
    """Return what each protagonist of *campaign* has gained."""
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
    """A campaign as a cache key, compared by digest."""

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
    """Return what each protagonist has by name in his or her first chapter."""
    campaign = held.campaign
    holdings = campaign.carrying.holdings
    assert holdings is not None
    found: dict[str, Holdings] = {}
    for chapter in campaign.chapters:
        state = campaign.system.initial(chapter.loaded.scenario)
        for name, record in campaign.carrying.carried(state).items():
            found.setdefault(name, holdings(record))
    return found
