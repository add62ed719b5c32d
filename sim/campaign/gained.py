"""What somebody gained in a campaign: names and ranks that were not there at first.

Whatever was bought, learned or won shows as a new name, a changed rank or a number that
has grown. The rule system lists what can be had by name.
"""

from collections.abc import Mapping
from functools import lru_cache

from sim.campaign.campaign import Campaign
from sim.campaign.course import Records

Holdings = Mapping[str, str | int]
"""What somebody has, by name -> its rank or number; "" if it has neither."""


def gains_of(campaign: Campaign, records: Records) -> list[tuple[str, ...]]:
    """Return what each protagonist of *campaign* has gained."""
    holdings = campaign.carrying.holdings
    if holdings is None:
        return [() for _ in campaign.names]
    first = _at_first(_CampaignKey(campaign))
    gains: list[tuple[str, ...]] = []
    for name in campaign.names:
        before = first.get(name, {})
        after: Holdings = holdings(records[name]) if name in records else {}
        gains.append(
            tuple(
                f"{what}: {now}" if isinstance(now, str) and now else what
                for what, now in after.items()
                if _is_gain(before.get(what), now)
            )
        )
    return gains


def _is_gain(before: str | int | None, now: str | int) -> bool:
    if isinstance(now, int):
        return now > (before if isinstance(before, int) else 0)
    return now != before


class _CampaignKey:
    """A campaign as a cache key, compared by digest."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign

    def __hash__(self) -> int:
        return hash(self.campaign.digest)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _CampaignKey)
            and other.campaign.digest == self.campaign.digest
        )


@lru_cache(maxsize=8)
def _at_first(key: _CampaignKey) -> dict[str, Holdings]:
    """Return what each protagonist has by name in his or her first chapter."""
    campaign = key.campaign
    holdings = campaign.carrying.holdings
    assert holdings is not None
    holdings_at_first: dict[str, Holdings] = {}
    for chapter in campaign.chapters:
        state = campaign.system.initial(chapter.loaded.scenario)
        for name, record in campaign.carrying.carried(state).items():
            holdings_at_first.setdefault(name, holdings(record))
    return holdings_at_first
