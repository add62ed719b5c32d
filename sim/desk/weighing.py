"""What a conflict was worth, whether it keeps to the rules, and who leads a tournament.

All of it takes a while, so that it is computed once.
"""

from math import log
from typing import Any

from sim.analysis.analyse import Record, analyse, continuation_of
from sim.analysis.departures import DEPARTURES
from sim.audit.finding import Finding
from sim.audit.store import StoreAudit
from sim.campaign.recorded import Game
from sim.casting.specs import files_of
from sim.conflict.play import ENGINE_RULES
from sim.desk.jobs import Job, RefusedError
from sim.desk.looking import found_in, ways
from sim.desk.named import called, without_folders
from sim.desk.render import framed, render
from sim.errors import FracasError
from sim.library.registry import rule_system, system_names
from sim.pages.command import Command
from sim.pages.conflict import conflict_page
from sim.pages.judgement import Judgement, findings_page, judgement_page
from sim.run.recorded import trusting
from sim.statistics.betting import evidence
from sim.statistics.words import figure, share
from sim.store.store import Store
from sim.tournament.audit import AUDITS
from sim.tournament.record import begun
from sim.tournament.result import Result, result
from sim.tournament.tournament import Tournament, recalled

_SECONDS = 40.0
"""An analysis plays fewer games where it would take longer."""
_OTHER = "steady"
"""Plays on in an analysis in place of an agent from a file."""
_DEPTHS = ("seal", "rules", "dice")
_DRAWN = 80
_WIDE, _HIGH, _MOST = 620, 160, 1_000.0


def analysis_page(store: Store, job: Job) -> str:
    """Return the page of a conflict with what every moment was worth."""
    with trusting(job.name):
        found = found_in(store, job.name)
        if isinstance(found, Game):
            message = "a game of a campaign is analysed chapter by chapter"
            raise RefusedError(message, 404)
        record = Record.of(found)
        specs = () if not any(files_of(record.played)) else (_OTHER,)
        if any(files_of(one.agent for one in record.seats)):
            message = "its scenario names agents from files, which the desk never runs"
            raise RefusedError(message, 403)
        analysis = analyse(record, continuation_of(record, specs), seconds=_SECONDS)
        line = f"fracas analyse {called(job.store)} {job.name}"
        page = conflict_page(record, analysis, commands=[Command("The same", line)])
    return framed(page, called(job.store), ways(job.name))


def audit_page(store: Store, job: Job) -> str:
    """Return the page of an audit: of a conflict, or of a run.

    Agents are not asked again, so that nobody's code is run.
    """
    auditor = StoreAudit(store, depths=_DEPTHS, others=AUDITS, branches=DEPARTURES)
    single = "-" in job.name
    found = auditor.conflict(job.name) if single else auditor.run(job.name)
    findings = list(found)
    what = f"{'conflict' if single else 'run'} {job.name}; {', '.join(_DEPTHS)}"
    judged = Judgement(what, _verdict(findings, what), findings, _sentences(findings))
    line = f"fracas audit {called(job.store)} {job.name}"
    commands = [Command("Ask the agents again, too", line)]
    page = ""
    if single:
        try:
            with trusting(job.name):
                record = Record.of(found_in(store, job.name))
                page = judgement_page(record, judged, commands)
        except FracasError:
            page = ""
    links = ways(job.name) if single else [("The run", f"/runs/{job.name}")]
    title = f"{called(job.store)}, {job.name}"
    page = page or findings_page(title, judged, commands)
    return framed(page, called(job.store), links)


def _verdict(findings: list[Finding], what: str) -> str:
    departed = [one for one in findings if one.weight in {"violation", "name"}]
    if departed:
        return f"{len(departed)} finding{'s' * (len(departed) > 1)} ({what})"
    if any(one.weight == "stop" for one in findings):
        return f"not judged to its end: no findings up to where it stops ({what})"
    return f"clean: no findings ({what})"


def _sentences(findings: list[Finding]) -> dict[str, str]:
    """Return the sentence of each rule that *findings* name."""
    known: dict[str, str] = dict(ENGINE_RULES)
    for system in system_names():
        known |= rule_system(system).rules
    named = dict.fromkeys(rule for one in findings for rule in one.rules)
    return {rule: known[rule] for rule in named if rule in known}


def contest_page(store: Store, job: Job) -> str:
    """Return the page of a tournament: standings, verdicts, evidence as it grew."""
    begun(store, job.name)
    with trusting(job.name):
        held = recalled(store, job.name)
        found = result(held)
        return render(
            "contest.html",
            store=called(job.store),
            contest=job.name,
            complete=found.complete,
            games=found.games,
            format=found.contest.terms.format,
            scenarios=[without_folders(one.name) for one in found.contest.places],
            standings=[
                (
                    without_folders(one.agent),
                    share(one.score),
                    one.score.value,
                    (one.games, one.won, one.drawn, one.lost, one.forfeits),
                )
                for one in found.standings
            ],
            pairings=_pairings(held, found),
            commands=[
                Command(
                    "The same in a terminal",
                    f"fracas show {called(job.store)} {job.name}",
                )
            ],
            wide=_WIDE,
            high=_HIGH,
            settled=round(_up(log(20)), 1),
        )


def _pairings(held: Tournament, found: Result) -> list[dict[str, Any]]:
    """Return how each two agents did, with the course of the evidence between them."""
    names = [one.spec for one in held.contest.agents]
    rows: list[dict[str, Any]] = []
    for one in found.pairings:
        if one.scenario is not None:
            continue
        pair = names.index(one.first), names.index(one.second)
        scores = [each.score for each in held.ledger.results(pair)]
        rows.append(
            {
                "first": without_folders(one.first),
                "second": without_folders(one.second),
                "verdict": _in_words(one.verdict.says),
                "score": share(one.score),
                "margin": figure(one.margin),
                "blocks": one.blocks,
                "evidence": f"{min(_MOST, one.verdict.evidence):.3g}",
                "path": _path(scores),
            }
        )
    return rows


def _in_words(says: str) -> str:
    spoken = {"open": "not settled", "alike": "played alike"}
    return spoken.get(says, without_folders(says))


def _path(scores: list[float]) -> str:
    """Return the evidence after each block, as a line from left to right."""
    step = max(1, len(scores) // _DRAWN)
    counts: dict[float, int] = {}
    points: list[str] = [f"M0 {_up(0.0):.1f}"]
    for place, score in enumerate(scores, 1):
        counts[round(score, 6)] = counts.get(round(score, 6), 0) + 1
        if place % step == 0 or place == len(scores):
            x = _WIDE * place / len(scores)
            points.append(f"L{x:.1f} {_up(evidence(counts)):.1f}")
    return "".join(points)


def _up(logarithm: float) -> float:
    """Return the height of some evidence: from a tenth at the bottom to a thousand."""
    low, high = log(0.1), log(_MOST)
    within = min(max(logarithm, low), high)
    return _HIGH * (1 - (within - low) / (high - low))
