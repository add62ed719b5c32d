"""The chapters of a campaign as they are recorded, and how each is audited."""

from collections.abc import Callable

from msgspec import Struct

from sim.audit.stream import Auditor, Examined
from sim.conflict.codec import decode_started
from sim.library.scenario import Loaded
from sim.run.sitting import OnwardOf, nothing_follows
from sim.seam.events import ConflictStarted, SeatTaken
from sim.store.store import Store

Start = Callable[[tuple[SeatTaken, ...]], ConflictStarted]
"""Recorded seats -> the expected first event."""

SEAL = "seal"


class Chapters(Struct):
    """Finds and audits the streams of chapters, and remembers which were audited."""

    store: Store
    auditor: Callable[[Loaded], Auditor]
    seen: set[str]

    def examine(
        self,
        stream: str,
        loaded: Loaded,
        start: Start | None,
        onward: OnwardOf = nothing_follows,
    ) -> Examined | None:
        """Audit a chapter played with the scenario *loaded*; None if it is missing.

        Without *start* the scenario is unknown, and only bytes are checked. *onward* is
        the rest of the campaign after this chapter.
        """
        rows = self.store.rows(stream)
        if not rows:
            return None
        if start is None:
            bare = Auditor(loaded.system, loaded.scenario, depths=(SEAL,))
            return bare.examine(stream, rows)
        seats = decode_started(rows[0][1]).seats
        auditor = self.auditor(loaded)
        return auditor.examine(stream, rows, run=start(seats), onward=onward)
