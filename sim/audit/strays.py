"""Streams of a store that no run and no table of contents accounts for."""

from collections.abc import Iterator

from sim.audit.finding import Finding
from sim.audit.run import seal_finding
from sim.library.scenario import digest_of
from sim.store.events import CONTENTS, SCENARIO, ScenarioKept, run_stream
from sim.store.store import Store, Stored


def strays(store: Store, known: set[str], lost: set[str]) -> Iterator[Finding]:
    """Yield streams of *store* beside those *known*, which nothing says should be.

    Those of a run that is *lost* itself are counted with it.
    """
    orphans = dict.fromkeys(sorted(lost), 0)
    for stored in store.all_rows():
        name, version = stored[:2]
        if name in known or name == CONTENTS:
            continue
        if name.rpartition("-")[0] in orphans:
            known.add(name)
            orphans[name.rpartition("-")[0]] += 1
        elif not name.startswith(SCENARIO):
            known.add(name)
            yield seal_finding(name, 0, "a stream", "none: no run and no list names it")
        elif version > 1:
            yield seal_finding(name, version, "an event", "nothing after the scenario")
        else:
            yield from _misnamed(store, stored)
    for run_id, count in orphans.items():
        expected = "the run that the store lists"
        why = f"the store holds {count} of its conflicts"
        yield seal_finding(run_stream(run_id), 0, "nothing", expected, why)


def _misnamed(store: Store, stored: Stored) -> Iterator[Finding]:
    """Yield that a scenario is not the one its stream is named after."""
    kept = store.read(stored)
    found = digest_of(kept.data).hex() if isinstance(kept, ScenarioKept) else "none"
    if stored[0] != f"{SCENARIO}{found}":
        recorded = f"a scenario of the digest {found}"
        yield seal_finding(stored[0], 1, recorded, "the one its name says")
