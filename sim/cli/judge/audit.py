"""`fracas audit`: check records and transcripts against rules, dice and agents."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from sim.analysis.departures import DEPARTURES
from sim.audit.run import not_audited
from sim.audit.store import StoreAudit
from sim.audit.stream import DEPTHS, Finding
from sim.cli import complete
from sim.cli.judge.assumed import put_assumed
from sim.cli.judge.fair import FairRun, fair_runs, put_fair
from sim.cli.judge.judged import write_judged
from sim.cli.options.hosting import limits_option, patience_option
from sim.cli.options.page import page_option
from sim.cli.options.printed import json_option
from sim.cli.options.workers import Crew, executor_option, open_crew, workers_option
from sim.cli.terminal.output import put, put_document
from sim.cli.terminal.progress import progress
from sim.conflict.play import ENGINE_RULES
from sim.errors import ExecutorError, FracasError, StoreError, UnknownNameError
from sim.hosting.sandbox import Sandbox
from sim.library.catalogue import transcripts
from sim.library.registry import rule_system, system_names
from sim.pages.judgement import Judgement
from sim.playtest.audit import AUDITS as PLAYTESTS
from sim.playtest.record import playtest_ids
from sim.reading.hints import among, quoted
from sim.run.recorded import conflict_name, find_run
from sim.store.contests import contest_stream
from sim.store.store import Store, open_store
from sim.tournament.audit import AUDITS, check_published_seal, game_again
from sim.tournament.record import contest_ids
from sim.transcript.follow import follow
from sim.transcript.result import TranscriptResult

_AGENTS = "agents"
_ALL = "all"
_SEAL_BYTES = 32
_TYPED = ".toml"
_TYPED_DEPTHS: tuple[str, ...] = ("rules",)


@click.command(
    epilog=(
        "Examples: fracas audit duels.db;  fracas audit duels.db 3fa91c02-17 --depth"
        " rules,dice;  fracas audit round.toml"
    )
)
@click.argument(
    "target", metavar="STORE|TRANSCRIPT.toml", shell_complete=complete.transcripts
)
@click.argument("name", metavar="[RUN|TOURNAMENT|CONFLICT]", default="")
@click.option(
    "--depth",
    default=_ALL,
    show_default=True,
    metavar="DEPTHS",
    help=f"Any of {', '.join(DEPTHS)}, with commas.",
)
@click.option(
    "--seal",
    metavar="HEX",
    help="The published seal, to compare with.",
)
@patience_option
@limits_option
@click.option(
    "--weak-fingerprints",
    is_flag=True,
    help="Run agents' files that an old record identifies by 32 bits only; read the "
    "files first.",
)
@workers_option
@executor_option
@click.option("--rules", is_flag=True, help="Print the sentence of each rule named.")
@page_option("Write the judgement or findings, with the story of a single conflict")
@json_option
def audit(  # noqa: PLR0913 - one parameter for each option
    target: str,
    name: str,
    *,
    depth: str,
    seal: str | None,
    workers: int | None,
    executor: str | None,
    rules: bool,
    page: Path | None,
    as_json: bool,
    **how: Any,  # noqa: ANN401 - the fields of a _AgentOptions
) -> None:
    """Check a store, or a run, tournament or conflict in it, or a round you typed in.

    Give a shipped transcript by name: tela_gael_printed. For a transcript, actions that
    were assumed because nobody typed them in are listed, and claims that hold counted.

    Only choices and dice are trusted; everything else is derived again. The depth
    `agents` also asks the agents again: those from files behind a wall, and only if the
    file is unchanged. Exit status: 0 clean, 1 findings, 2 could not be audited.
    """
    target = target if Path(target).exists() else transcripts().get(target, target)
    typed = _typed(target, alone=not (name or seal) and depth == _ALL)
    if typed is not None:
        what, checked, findings = "the transcript", _TYPED_DEPTHS, typed.findings
    else:
        sought = (target, name, _depths(depth), _seal(seal))
        with open_crew(executor, workers) as crew:
            what, findings, checked = _stored(*sought, _AgentOptions(**how), crew)
    audited = f"{what}; {', '.join(checked) or 'no depth whole'}"
    made = [] if typed is not None else fair_runs(target, name)
    try:
        write_judged(page, target, what, _judged(findings, audited, typed))
    finally:
        if as_json:
            _put_objects(target, what, checked, findings, typed, made)
        else:
            _put(findings, audited, typed, made, rules=rules)
    raise click.exceptions.Exit(_status(findings))


def _typed(target: str, *, alone: bool) -> TranscriptResult | None:
    """Return the audit of the transcript *target*, or None if it is a store."""
    if not target.endswith(_TYPED):
        return None
    if not alone:
        message = "a transcript is audited whole: leave out ID, --depth and --seal"
        raise click.UsageError(message)
    return follow(target)


def _depths(text: str) -> tuple[str, ...]:
    if text == _ALL:
        return DEPTHS
    depths = tuple(part.strip() for part in text.split(","))
    for depth in depths:
        if depth not in DEPTHS:
            message = (
                f"no depth is called {quoted(depth)}, expected"
                f" {among((*DEPTHS, _ALL), depth)}"
            )
            raise UnknownNameError(message)
    return depths


def _seal(text: str | None) -> bytes | None:
    if text is None:
        return None
    try:
        seal = bytes.fromhex(text)
    except ValueError:
        seal = b""
    if len(seal) != _SEAL_BYTES:
        message = (
            f"{text!r} is not a seal: expected {2 * _SEAL_BYTES} hexadecimal digits"
        )
        raise click.BadParameter(message, param_hint="--seal")
    return seal


class _AgentOptions(Struct, frozen=True):
    """The options for asking agents again."""

    patience: float
    sandbox: Sandbox
    weak_fingerprints: bool


def _stored(
    target: str,
    name: str,
    depths: tuple[str, ...],
    seal: bytes | None,
    how: _AgentOptions,
    crew: Crew,
) -> tuple[str, list[Finding], tuple[str, ...]]:
    """Return what is audited, in words, the findings, and the depths."""
    with open_store(target, create=False) as store:
        games = _games(store, name)
        with progress("audit", games) as tell:
            auditor = StoreAudit(
                store,
                depths=depths,
                patience=how.patience,
                sandbox=how.sandbox,
                weak=how.weak_fingerprints,
                others={**AUDITS, **PLAYTESTS},
                elsewhere=game_again,
                target=target,
                executor=crew.executor,
                workers=crew.workers(games),
                progress=tell,
                branches=DEPARTURES,
            )
            what, findings = _findings(store, auditor, name, seal)
        return what, findings, auditor.audited


def _games(store: Store, name: str) -> int:
    """Return how many games of runs an audit of *name* covers."""
    games = 0
    for run_id in store.run_ids():
        with suppress(FracasError):
            games += store.run(run_id).games if name in {"", run_id} else 0
    return games


def _findings(
    store: Store, auditor: StoreAudit, name: str, seal: bytes | None
) -> tuple[str, list[Finding]]:
    """Return what is audited, in words, and the findings."""
    what, findings = name or "the run", list[Finding]()
    try:
        what, remaining = _audited(store, auditor, name, seal)
        for finding in remaining:  # what was found before an error stays
            findings.append(finding)
    except (ExecutorError, StoreError):
        raise
    except FracasError as error:
        findings.append(not_audited(name or store.where, error))
    return what, findings


def _audited(
    store: Store, auditor: StoreAudit, name: str, seal: bytes | None
) -> tuple[str, Iterable[Finding]]:
    if name in contest_ids(store):
        findings = chain(
            auditor.other(contest_stream(name)), check_published_seal(store, name, seal)
        )
        return f"tournament {name}", findings
    number = name.replace(".", "", 1)
    if name and not store.holds_run(name) and ("-" in name or number.isdecimal()):
        conflict = _conflict(store, name)
        return f"conflict {conflict}", auditor.conflict(conflict, seal)
    if name or seal is not None:
        run = find_run(store, name)
        return f"run {run.run} of {run.games} conflicts", auditor.run(run.run, seal)
    runs, contests = len(store.run_ids()), len(contest_ids(store))
    contents = f"{runs} run{'s' * (runs != 1)}"
    if contests:
        contents += f", {contests} tournament{'s' * (contests != 1)}"
    if playtests := len(playtest_ids(store)):
        contents += f", {playtests} playtest{'s' * (playtests != 1)}"
    return f"the whole store, {contents}", auditor.everything()


def _conflict(store: Store, name: str) -> str:
    """Return the conflict that *name* stands for; a typo in it is no finding."""
    try:
        return conflict_name(store, name)
    except UnknownNameError as error:
        raise StoreError(str(error)) from error


def _status(findings: Sequence[Finding]) -> int:
    if _departed(findings):
        return 1
    return 2 if _stops(findings) else 0


def _departed(findings: Sequence[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.weight in {"violation", "name"}]


def _stops(findings: Sequence[Finding]) -> bool:
    return any(finding.weight == "stop" for finding in findings)


def _put_objects(
    target: str,
    audited: str,
    depths: Sequence[str],
    findings: Sequence[Finding],
    typed: TranscriptResult | None,
    made: Sequence[FairRun],
) -> None:
    said: dict[str, object] = {
        "target": target,
        "audited": audited,
        "depths": depths,
        "stopped": [finding.depth for finding in findings if finding.weight == "stop"],
        "clean": not _departed(findings) and not _stops(findings),
        "findings": findings,
        "rules": _sentences(findings),
        "fair": made,
    }
    if typed is not None:
        said |= {"claims": typed.claims, "assumed": typed.assumed}
    put_document(said)


def _put(
    findings: Sequence[Finding],
    audited: str,
    typed: TranscriptResult | None,
    made: Sequence[FairRun],
    *,
    rules: bool,
) -> None:
    put_fair(made)
    for finding in findings:
        put(f"{finding.weight}: {finding.sentence}")
    if rules:
        for rule, sentence in _sentences(findings).items():
            put(f"{rule}: {sentence}")
    if typed is not None:
        put_assumed(typed)
    put(_verdict(findings, audited, typed))


def _judged(
    findings: Sequence[Finding], audited: str, typed: TranscriptResult | None
) -> Judgement:
    verdict = _verdict(findings, audited, typed)
    return Judgement(audited, verdict, findings, _sentences(findings), typed)


def _verdict(
    findings: Sequence[Finding], audited: str, typed: TranscriptResult | None
) -> str:
    """Return the verdict as a sentence."""
    departed = _departed(findings)
    if departed:
        places = len({finding.conflict for finding in departed})
        count = f"{len(departed)} finding{'s' * (len(departed) > 1)}"
        return f"{count} in {places} stream{'s' * (places > 1)} ({audited})"
    if _stops(findings):
        return f"not judged to its end: no findings up to where it stops ({audited})"
    assumed = typed is not None and any(answer.act for answer in typed.assumed)
    clean = "clean if the assumed acts are right" if assumed else "clean"
    return f"{clean}: no findings ({audited})"


def _sentences(findings: Sequence[Finding]) -> dict[str, str]:
    """Return the sentence of each rule that *findings* name."""
    named = dict.fromkeys(rule for finding in findings for rule in finding.rules)
    sentences: dict[str, str] = dict(ENGINE_RULES)
    for system in system_names():
        if all(rule in sentences for rule in named):
            break
        sentences |= rule_system(system).rules
    return {rule: sentences[rule] for rule in named if rule in sentences}
