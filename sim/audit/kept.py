"""Checks of what a store keeps: scenarios under their digests, rows without gaps."""

from collections.abc import Iterator
from pkgutil import resolve_name

from sim.audit.finding import Finding
from sim.audit.run import seal_finding
from sim.campaign.load import Playable
from sim.errors import StreamError
from sim.library.scenario import digest_of
from sim.store.events import scenario_stream
from sim.store.store import Store


def kept_scenario(
    store: Store, load: str, digest: str, where: str
) -> tuple[Playable, list[Finding]]:
    """Return the scenario kept under *digest*, and a finding if it has another digest.

    *load* is the dotted name of the function that reads it. Raises StreamError when the
    digest that *where* names is malformed.
    """
    try:
        key = bytes.fromhex(digest)
    except ValueError as error:
        message = f"{where}, event 1: {digest!r} is not the digest of a scenario"
        raise StreamError(message) from error
    data = store.scenario(key)
    altered: list[Finding] = []
    if digest_of(data) != key:
        recorded = f"a scenario of the digest {digest_of(data).hex()}"
        altered.append(seal_finding(scenario_stream(key), 1, recorded, digest))
    loaded: Playable = resolve_name(load)(data)
    return loaded, altered


def missing_version(name: str, versions: list[int]) -> Iterator[Finding]:
    """Yield a finding for the first missing version of a stream."""
    for place, version in enumerate(versions, 1):
        if version != place:
            yield seal_finding(name, place, "nothing", "the event of this place")
            return
