"""Jobs that analyse conflicts on workers or an executor, with the same results.

A job has conflicts as they are recorded, and a plan with the agents that play on. The
first conflict of each beginning is analysed in the main process and decides whether
values are exact, so the result does not depend on what a worker has analysed before.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from threading import get_ident
from time import monotonic

import msgspec
from msgspec import Struct

from sim.analysis.analyse import Analyses, Effort, Record
from sim.analysis.analysis import Analysis
from sim.analysis.earlier import Earlier
from sim.analysis.pace import Pace
from sim.conflict.codec import decode, encode
from sim.errors import StreamError
from sim.files.sources import reading_from
from sim.library.scenario import from_json
from sim.run.chunk import prepared, stdout_kept_clean
from sim.run.plan import Plan
from sim.run.run import make_plan

_LEAST = 1e-3


class Done(Struct, frozen=True):
    """The analysis of a conflict, or why it has none."""

    analysis: Analysis | None
    unread: str = ""


class Part(Struct, frozen=True):
    """One conflict as it is recorded; the agents of *plan* play on."""

    conflict: str
    title: str
    plan: Plan
    effort: Effort
    events: tuple[bytes, ...]
    earlier: tuple[Earlier, ...]

    def record(self) -> Record:
        """Return the record to analyse."""
        loaded = from_json(self.plan.scenario)
        events = decode(loaded.system, self.events)
        return Record(
            self.conflict,
            self.title,
            loaded.system,
            loaded.scenario,
            events,
            loaded,
            self.earlier,
        )


class AnalysisJob(Struct, frozen=True):
    """The conflicts of one game, to be analysed in this many *seconds*.

    Workers cache exact values for later jobs of the same *command*. A job that is
    already *done* has the result, which is handed back as it is.
    """

    command: str
    parts: tuple[Part, ...]
    seconds: float
    done: bytes = b""

    def __str__(self) -> str:
        return f"the analysis of {', '.join(part.conflict for part in self.parts)}"

    def prepared(self) -> bytes:
        """Return the scenarios and the code that plays them and the agents, as bytes.

        Raises ScenarioError, AgentError or UnknownNameError if a part cannot be played.
        """
        return b"".join(prepared(part.plan) for part in self.parts)


def part_of(record: Record, specs: Sequence[str], effort: Effort) -> Part:
    """Return *record* as a job sends it to a worker."""
    assert record.loaded is not None
    return Part(
        record.conflict,
        record.title,
        make_plan(record.loaded, specs, seed="analysis", record="none"),
        effort,
        tuple(map(encode, record.events)),
        tuple(record.earlier),
    )


def analyse_job(job: AnalysisJob) -> bytes:
    """Analyse the conflicts of *job*; return them encoded, for `decode_done`."""
    if job.done:
        return job.done
    until = monotonic() + job.seconds
    results: list[Done] = []
    for number, part in enumerate(job.parts):
        share = (until - monotonic()) / (len(job.parts) - number)
        with stdout_kept_clean(), reading_from(part.plan.files):
            analyses = _analyses(job.command, part.effort, get_ident())
            pace = Pace(max(share, _LEAST))
            results.append(
                try_analysis(analyses, part.record(), part.plan.agents, pace)
            )
    return encode_done(results)


def try_analysis(
    analyses: Analyses,
    record: Record,
    specs: Sequence[str],
    pace: Pace,
    progress: Callable[[int, int], None] = lambda _done, _of: None,
) -> Done:
    """Return the analysis of *record*, or why it has none."""
    try:
        return Done(analyses.of(record, specs, progress, pace))
    except StreamError as error:
        return Done(None, str(error))


encode_done: Callable[[Sequence[Done]], bytes] = msgspec.msgpack.Encoder().encode
decode_done: Callable[[bytes], list[Done]] = msgspec.msgpack.Decoder(list[Done]).decode


@lru_cache(maxsize=16)
def _analyses(command: str, effort: Effort, thread: int) -> Analyses:
    """Return the cached analyser of one command, with the exact values it has."""
    del command, thread  # each has its own
    return Analyses(effort)
