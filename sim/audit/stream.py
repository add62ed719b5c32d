"""Audit of a conflict: derive it again, and say where the record differs.

Four depths. *seal*: the bytes are what was sealed. *rules*: every answer was offered
and every consequence follows. *dice*: every face follows from the seed. *agents*: every
choice is what the named agent chooses. Only an illegal answer ends an audit early,
since what follows from it is undefined.
"""

from collections.abc import Collection, Sequence
from typing import Any

from msgspec import Struct

from sim.audit.finding import Finding
from sim.audit.rows import ReadStream, check_seal, read_stream
from sim.audit.start import AgentMaker, beginning, check_opening
from sim.audit.walk import AuditWalk
from sim.conflict.stream import Line, Row, tally
from sim.errors import UnknownNameError
from sim.run.sitting import OnwardOf, nothing_follows
from sim.seam.events import ConflictEnded, ConflictStarted
from sim.seam.protocol import RuleSystem, State

DEPTHS = ("seal", "rules", "dice", "agents")
"""How deep an audit can go; each depth may be asked for on its own."""


class Examined(Struct, frozen=True):
    """The findings about a stream, its seal, and its line if it could be followed.

    *state* is the last one that was reached.
    """

    findings: list[Finding]
    seal: bytes | None
    line: Line | None
    state: State


class Auditor:
    """Audits conflicts of one scenario, whose digest is *digest*.

    Depth agents needs *make_agent*, which makes the agent of a seat again; without
    it that depth is left out. Raises UnknownNameError for a depth there is not.
    """

    def __init__(
        self,
        system: RuleSystem[Any],
        scenario: object,
        *,
        digest: bytes | None = None,
        depths: Collection[str] = DEPTHS,
        make_agent: AgentMaker | None = None,
    ) -> None:
        for depth in depths:
            if depth not in DEPTHS:
                message = f"no depth is called {depth!r}: there are {', '.join(DEPTHS)}"
                raise UnknownNameError(message)
        self._system = system
        self._due = beginning(system, scenario, digest)
        self._first = system.initial(scenario)
        self._depths = frozenset(depths)
        self._make_agent = make_agent if "agents" in depths else None

    def audit(
        self, stream_id: str, rows: Sequence[Row], *, live: bool = False
    ) -> list[Finding]:
        """Return what is wrong with the stream *stream_id*, in order of its events.

        A *live* stream may stop in the middle.
        """
        return self.examine(stream_id, rows, live=live).findings

    def examine(
        self,
        stream_id: str,
        rows: Sequence[Row],
        *,
        live: bool = False,
        run: ConflictStarted | None = None,
        onward: OnwardOf = nothing_follows,
    ) -> Examined:
        """Audit the stream *stream_id*, and derive its line.

        *run* is the first event as its run would have written it; *onward* is the rest
        of the campaign, if it is a chapter.
        """
        sealed = "seal" in self._depths
        read = read_stream(self._system, stream_id, rows, live=live, written=sealed)
        if sealed:
            check_seal(read, self._due.digest, rows)
        system = self._system
        opening = check_opening(
            self._due, read, self._make_agent, run=run, onward=onward
        )
        walk = AuditWalk(system, self._first, read, opening)
        if self._depths - {"seal"}:
            walk.run()
        findings = read.findings + [
            finding
            for finding in opening.findings + walk.findings
            if finding.depth in self._depths or finding is walk.stopped
        ]
        findings.sort(key=lambda finding: finding.event)
        seal = None if read.sealed is None else read.sealed.seal
        line = _line(system, read, walk, len(opening.seats))
        return Examined(findings, seal, line, walk.state)


def _line(
    system: RuleSystem[Any], read: ReadStream, walk: AuditWalk[Any], seats: int
) -> Line | None:
    """Return the one line of a stream that was followed to its end."""
    started, sealed = read.started, read.sealed
    ended = walk.followed[-1] if walk.over else None
    if started is None or sealed is None or not isinstance(ended, ConflictEnded):
        return None
    return Line(
        started.game,
        ended.how,
        ended.returns,
        walk.state.round,
        read.length,
        walk.decisions,
        tally(system, walk.followed, seats),
        sealed.seal,
    )


__all__ = ["DEPTHS", "AgentMaker", "Auditor", "Examined", "Finding"]
