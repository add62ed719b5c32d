"""Stray streams of a store: in no run and not in the table of contents."""

from collections.abc import Iterator

from sim.audit.finding import Finding
from sim.audit.run import not_audited, seal_finding
from sim.conflict.codec import tag
from sim.errors import StreamError
from sim.library.scenario import digest_of
from sim.store.events import (
    CONTENTS,
    SCENARIO,
    ChunkPacked,
    ScenarioKept,
    packed_stream,
    run_stream,
)
from sim.store.store import Store, Stored

_PACKED = tag(ChunkPacked)


def strays(
    store: Store, known: set[str], lost: set[str], unread_runs: set[str]
) -> Iterator[Finding]:
    """Yield a finding for each stream of *store* that is not *known*.

    The streams of a run that is *lost* are counted together. Those of *unread_runs* are
    not reported: another finding says that such a run cannot be read.
    """
    orphans = dict.fromkeys(lost | unread_runs, 0)
    damaged: dict[str, StreamError] = {}
    for stored in store.readable_rows(damaged.setdefault):
        name, version = stored[:2]
        if name in known or name == CONTENTS:
            if stored[2] == _PACKED:
                yield from _packed(store, stored, known)
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
    for name, error in damaged.items():
        if name not in known:
            yield not_audited(name or store.where, error)
    for run_id in sorted(lost):
        expected = "the run that the store lists"
        why = f"the store holds {orphans[run_id]} of its conflicts"
        yield seal_finding(run_stream(run_id), 0, "nothing", expected, why)


def _packed(store: Store, stored: Stored, known: set[str]) -> Iterator[Finding]:
    """Yield a finding for each stream in a packed chunk that is not *known*.

    One that has rows of its own as well is kept twice: those are what is read.
    """
    run_id = stored[0].removeprefix(packed_stream(""))
    try:
        event = store.read(stored)
        if not isinstance(event, ChunkPacked):
            return
        streams = store.packed_chunk(run_id, event.index)
    except StreamError as error:
        yield seal_finding(stored[0], stored[1], str(error), "streams that are packed")
        return
    for name in streams:
        if name not in known:
            recorded = f"the stream {name}"
            yield seal_finding(stored[0], stored[1], recorded, "none of this name")
        elif store.select(name, limit=1):
            recorded = f"the stream {name}, which has rows of its own too"
            yield seal_finding(stored[0], stored[1], recorded, "a stream kept once")


def _misnamed(store: Store, stored: Stored) -> Iterator[Finding]:
    """Yield a finding where a scenario has another digest than its stream's name."""
    kept = store.read(stored)
    digest = digest_of(kept.data).hex() if isinstance(kept, ScenarioKept) else "none"
    if stored[0] != f"{SCENARIO}{digest}":
        recorded = f"a scenario of the digest {digest}"
        yield seal_finding(stored[0], 1, recorded, "the one its name says")
