"""Audit of a playtest: its batches are played again, and compared with the record."""

from collections.abc import Iterator
from contextlib import suppress

import msgspec

from sim.audit.finding import Finding, Weight, finding
from sim.audit.games import Terms
from sim.audit.run import AGENTS, seal_finding
from sim.audit.store import Others
from sim.casting.specs import files_of
from sim.errors import FracasError
from sim.library.scenario import digest_of, from_json
from sim.playtest.budget import Budget
from sim.playtest.playtest import playtest as play
from sim.playtest.record import is_complete, recorded_batches, recorded_start
from sim.playtest.runner import ClockDecision, Job, runner_for
from sim.playtest.solving import SolveJob, decode_solution
from sim.run.code import fingerprint, package_of
from sim.store.playtests import BatchRecorded, PlaytestStarted, playtest_stream
from sim.store.store import Store


class _NothingLeft(Exception):  # noqa: N818 - not an error
    """There is nothing more to compare."""


class _ComparingRecord:
    """Plays everything again, and finds the first difference from the record."""

    def __init__(
        self, name: str, batches: list[BatchRecorded], *, same_code: bool
    ) -> None:
        self.name = name
        self.findings: list[Finding] = []
        self._batches = batches
        self._same_code = same_code
        self._next = 0

    def known(self, job: Job) -> bytes | None:
        """Return the recorded result if a clock decided it; None for all other jobs."""
        if self._next == len(self._batches):
            raise _NothingLeft
        batch = self._batches[self._next]
        if batch.asked != job.digest or not _is_decided_by_clock(job, batch.results):
            return None
        self._next += 1
        return batch.results

    def keep(self, job: Job, data: bytes) -> bytes:
        """Compare the next batch, or another job; return what is recorded."""
        if self._next == len(self._batches):
            raise _NothingLeft
        batch, event = self._batches[self._next], self._next + 2
        self._next += 1
        if (batch.asked, batch.results) == (job.digest, data):
            return data
        if batch.asked == job.digest and _is_decided_by_clock(job, batch.results):
            return batch.results
        other_job = batch.asked != job.digest
        recorded = "other conflicts" if other_job else "other results"
        self._report(event, recorded, f"those of {job}")
        raise _NothingLeft

    def end(self) -> None:
        """Report batches that the record has beyond those that were played again."""
        if self._next < len(self._batches):
            self._report(self._next + 2, "more conflicts", "the end of the playtest")

    def _report(self, event: int, recorded: str, expected: str) -> None:
        # Which conflicts are asked for, and in which words, may change with the code.
        weight: Weight = "violation" if self._same_code else "stop"
        why = "" if self._same_code else "it was recorded by other code than this"
        self.findings.append(
            finding(
                self.name, event, AGENTS, recorded, expected, why=why, weight=weight
            )
        )


def _is_decided_by_clock(job: Job, results: bytes) -> bool:
    """Whether a clock decided the results of *job*, so that they cannot be derived."""
    if isinstance(job, SolveJob):
        with suppress(msgspec.MsgspecError):
            return decode_solution(results).late
    return isinstance(job, ClockDecision)


def audit_playtest(store: Store, playtest: str, terms: Terms) -> Iterator[Finding]:
    """Yield findings about the *playtest* of *store*.

    Its conflicts are recorded as results, so auditing them means playing them again, at
    the depth of agents. Conflicts of agents from files are not played again, since
    they would not be in a sandbox here.
    """
    name, started = playtest_stream(playtest), recorded_start(store, playtest)
    scenario = store.scenario(bytes.fromhex(started.scenario))
    if digest_of(scenario).hex() != started.scenario:
        yield seal_finding(name, 1, "a scenario of another digest", started.scenario)
        return
    batches = recorded_batches(store, playtest)
    if not is_complete(store, playtest):
        recorded, expected = (
            f"{len(batches)} batches, and no end",
            "the rest of the playtest",
        )
        yield seal_finding(name, len(batches) + 2, recorded, expected, weight="note")
    if AGENTS not in terms.depths:
        recorded = f"{len(batches)} batches of results, and no events"
        expected = "depth agents, which plays the conflicts again"
        for depth in ("rules", "dice"):
            if depth in terms.depths:
                yield finding(name, 1, depth, recorded, expected, weight="stop")
        return
    if path := next(files_of(started.agents, code=True), None):
        expected = "agents that can be asked again without a sandbox"
        yield finding(name, 1, AGENTS, f"an agent from {path}", expected, weight="stop")
        return
    yield from _play_again(name, started, scenario, batches)


def _play_again(
    name: str,
    started: PlaytestStarted,
    scenario: bytes,
    batches: list[BatchRecorded],
) -> Iterator[Finding]:
    findings: list[Finding] = []
    try:
        loaded = from_json(scenario)
        code = fingerprint(package_of(loaded.scenario))
        compared = _ComparingRecord(name, batches, same_code=code == started.code)
        findings = compared.findings
        with runner_for(record=compared) as runner:
            play(
                loaded,
                started.agents,
                budget=Budget(games=started.games),
                seed=started.seed,
                runner=runner,
            )
        compared.end()
    except _NothingLeft:
        pass
    except FracasError as error:
        expected = f"a playtest that can be played again ({error})"
        yield finding(name, 1, AGENTS, "its start", expected, weight="stop")
    yield from findings


AUDITS: Others = {playtest_stream(""): audit_playtest}
"""Prefix of playtests' streams -> their audit, for the audit of a store."""
