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
"""The seats as they are recorded -> the first event as it should be."""

SEAL = "seal"


class Chapters(Struct):
    """Where the streams of chapters are, who audits them, and which were looked at."""

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
        """Examine a chapter that was entered with *loaded*; None: it is not there.

        Without a start nobody can say what was entered, and only bytes are looked at;
        *onward* is what follows the chapter.
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
