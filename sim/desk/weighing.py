"""The worth of a conflict, whether it keeps to the rules, and who leads a tournament.

All of it takes a while, so it is computed only once.
"""

from sim.analysis.analyse import Record, analyse, continuation_of
from sim.analysis.departures import DEPARTURES
from sim.audit.finding import Finding
from sim.audit.store import StoreAudit
from sim.campaign.recorded import Game
from sim.casting.specs import files_of
from sim.conflict.play import ENGINE_RULES
from sim.desk.jobs import Job, RefusedError
from sim.desk.looking import check_no_files_of_contests, conflict_links, found_in
from sim.desk.named import shell_command, store_label
from sim.desk.render import in_desk_frame
from sim.errors import FracasError
from sim.library.registry import rule_system, system_names
from sim.pages.command import Command
from sim.pages.conflict import conflict_page
from sim.pages.judgement import Judgement, findings_page, judgement_page
from sim.pages.tournament import tournament_page
from sim.run.recorded import trusting
from sim.store.store import Store
from sim.tournament.audit import AUDITS, game_again
from sim.tournament.record import started_event
from sim.tournament.result import result_of
from sim.tournament.tournament import recall_tournament

_SECONDS = 40.0
"""An analysis plays fewer games where it would take longer."""
_OTHER = "steady"
"""Plays on in an analysis in place of an agent from a file."""
_DEPTHS = ("seal", "rules", "dice")


def analysis_page(store: Store, job: Job) -> str:
    """Return the page of a conflict with what every moment was worth."""
    with trusting(job.name):
        recorded = found_in(store, job.name)
        if isinstance(recorded, Game):
            message = "a game of a campaign is analysed chapter by chapter"
            raise RefusedError(message, 404)
        record = Record.of(recorded)
        specs = () if not any(files_of(record.played)) else (_OTHER,)
        if any(files_of(seat.agent for seat in record.seats)):
            message = "its scenario names agents from files, which the desk never runs"
            raise RefusedError(message, 403)
        analysis = analyse(record, continuation_of(record, specs), seconds=_SECONDS)
        line = shell_command("analyse", job.store, job.name)
        page = conflict_page(record, analysis, commands=[Command("The same", line)])
    return in_desk_frame(page, store_label(job.store), conflict_links(store, job.name))


def audit_page(store: Store, job: Job) -> str:
    """Return the page of an audit: of a conflict, or of a run.

    Agents are not asked again, so no code from files is run.
    """
    auditor = StoreAudit(
        store,
        depths=_DEPTHS,
        others=AUDITS,
        elsewhere=game_again,
        branches=DEPARTURES,
    )
    single = "-" in job.name
    if single:
        check_no_files_of_contests(store, job.name)
    audited = auditor.conflict(job.name) if single else auditor.run(job.name)
    findings = list(audited)
    what = f"{'conflict' if single else 'run'} {job.name}; {', '.join(_DEPTHS)}"
    judged = Judgement(what, _verdict(findings, what), findings, _sentences(findings))
    line = shell_command("audit", job.store, job.name)
    commands = [Command("Ask the agents again, too", line)]
    page = ""
    if single:
        try:
            with trusting(job.name):
                record = Record.of(found_in(store, job.name))
                page = judgement_page(record, judged, commands)
        except FracasError:
            page = ""
    links = (
        conflict_links(store, job.name)
        if single
        else [("The run", f"/runs/{job.name}")]
    )
    title = f"{store_label(job.store)}, {job.name}"
    page = page or findings_page(title, judged, commands)
    return in_desk_frame(page, store_label(job.store), links)


def _verdict(findings: list[Finding], what: str) -> str:
    departed = [
        finding for finding in findings if finding.weight in {"violation", "name"}
    ]
    if departed:
        return f"{len(departed)} finding{'s' * (len(departed) > 1)} ({what})"
    if any(finding.weight == "stop" for finding in findings):
        return f"not judged to its end: no findings up to where it stops ({what})"
    return f"clean: no findings ({what})"


def _sentences(findings: list[Finding]) -> dict[str, str]:
    """Return the sentence of each rule that *findings* name."""
    sentences: dict[str, str] = dict(ENGINE_RULES)
    for system in system_names():
        sentences |= rule_system(system).rules
    named = dict.fromkeys(rule for finding in findings for rule in finding.rules)
    return {rule: sentences[rule] for rule in named if rule in sentences}


def contest_page(store: Store, job: Job) -> str:
    """Return the page of a tournament: standings, verdicts, evidence as it grew."""
    started_event(store, job.name)
    with trusting(job.name):
        held = recall_tournament(store, job.name)
        shown = result_of(held)
        line = shell_command("show", job.store, job.name)
        # To say why would play conflicts again, by agents that may be from files.
        samples = [
            Command(
                f"The {entry.sample.what} on {shown.contest.places[entry.place].name}",
                shell_command("replay", job.store, entry.sample.name),
            )
            for entry in held.samples.by_place()
        ]
        page = tournament_page(
            held,
            shown,
            why=False,
            commands=[Command("In a terminal", line)],
            samples=samples,
        )
    grown = "" if shown.complete else f"/tournaments/{job.name}/grown"
    return in_desk_frame(page, store_label(job.store), [], grown=grown)
