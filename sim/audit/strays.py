"""Stray streams of a store: in no run and not in the table of contents."""

from collections.abc import Iterator

from sim.audit.finding import Finding
from sim.audit.run import seal_finding
from sim.library.scenario import digest_of
from sim.store.events import CONTENTS, SCENARIO, ScenarioKept, run_stream
from sim.store.store import Store, Stored


def strays(store: Store, known: set[str], lost: set[str]) -> Iterator[Finding]:
    """Yield a finding for each stream of *store* that is not *known*.

    Streams of a run that is *lost* are counted together.
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
    """Yield a finding where a scenario has another digest than its stream's name."""
    kept = store.read(stored)
    found = digest_of(kept.data).hex() if isinstance(kept, ScenarioKept) else "none"
    if stored[0] != f"{SCENARIO}{found}":
        recorded = f"a scenario of the digest {found}"
        yield seal_finding(stored[0], 1, recorded, "the one its name says")
