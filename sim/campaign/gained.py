"""What somebody carries by name at the end of a campaign, and did not at first.

Whatever was bought, learned or won is found so, in every rule system: a name that was
not there, a rank that is another, a number under a name that has grown.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from sim.campaign.campaign import Campaign
from sim.campaign.course import Records

Named = Mapping[str, str | int]
"""What is carried by name -> which rank or how much; "" where it is only there."""


def gained(campaign: Campaign, records: Records) -> list[tuple[str, ...]]:
    """Return for each whom the *campaign* is about what he or she has gained."""
    first = _at_first(_Held(campaign))
    found: list[tuple[str, ...]] = []
    for name in campaign.names:
        before, after = first.get(name, {}), dict(_named(records.get(name, {})))
        found.append(
            tuple(
                f"{what}: {now}" if isinstance(now, str) and now else what
                for what, now in after.items()
                if _more(before.get(what), now)
            )
        )
    return found


def _more(before: str | int | None, now: str | int) -> bool:
    if isinstance(before, int) and isinstance(now, int):
        return now > before
    return now not in {before, 0}


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
def _at_first(held: _Held) -> dict[str, dict[str, str | int]]:
    """Return what everybody has by name in the first chapter he or she is in."""
    campaign = held.campaign
    carried, initial = campaign.system.carried, campaign.system.initial
    assert carried is not None
    found: dict[str, dict[str, str | int]] = {}
    for chapter in campaign.chapters:
        for name, record in carried(initial(chapter.loaded.scenario)).items():
            found.setdefault(name, dict(_named(record)))
    return found


def _named(record: Mapping[str, Any], within: str = "") -> Iterator[tuple[str, Any]]:
    """Yield what *record* has by name: in lists of names, and tables of one kind."""
    for name, item in record.items():
        path = f"{within}{name}".replace("_", " ")
        if isinstance(item, Mapping):
            table = cast("Mapping[str, Any]", item)
            kinds: set[Any] = {type(one) for one in table.values()}
            if kinds in ({str}, {int}):
                yield from ((f"{path} {key}", one) for key, one in table.items())
            else:
                yield from _named(table, f"{path} ")
        elif isinstance(item, list | tuple):
            for one in cast("Sequence[object]", item):
                called = one
                if isinstance(one, Mapping):
                    called = cast("Mapping[str, object]", one).get("name")
                if isinstance(called, str):
                    yield f"{path} {called}", ""
