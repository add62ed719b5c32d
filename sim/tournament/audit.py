"""Audit of a tournament: its record, its seal, and its games played again."""

from collections.abc import Callable, Iterable, Iterator
from math import inf
from pkgutil import resolve_name

from msgspec import structs

from sim.audit.finding import Finding, Weight, finding
from sim.audit.games import Terms
from sim.audit.hosted import Hosted
from sim.audit.run import AGENTS, seal_finding
from sim.audit.store import Again, Others
from sim.conflict.stream import Line
from sim.errors import FracasError, StoreError
from sim.library.scenario import digest_of
from sim.store.contests import PairSolved, PlaceSolved, contest_stream
from sim.store.store import Store
from sim.tournament.blocks import BlockJob, decode_blocks, play_blocks
from sim.tournament.contest import Contest, contest_id
from sim.tournament.exact import SOLVE, SolveJob, decode_solved
from sim.tournament.games import locate_game, play_again
from sim.tournament.ledger import block_seatings
from sim.tournament.record import (
    Step,
    ended_event,
    make_playable,
    recorded_contest,
    recorded_steps,
    started_event,
)
from sim.tournament.tournament import Tournament

_NEAR = 1e-9
"""The largest difference of chances that are equal: sums in another order."""


def audit_contest(store: Store, contest: str, terms: Terms) -> Iterator[Finding]:
    """Yield findings about the tournament *contest* of *store*.

    Its conflicts are recorded as lines, so auditing them means playing them again, at
    the depth of agents.
    """
    name = contest_stream(contest)
    altered = list(_altered_scenarios(store, contest))
    yield from altered
    if altered:
        return
    recorded = recorded_contest(
        store, contest, patience=terms.patience, sandbox=terms.sandbox
    )
    held = Tournament(recorded, keeps=False)
    yield from _start(held.contest, name, store)
    hosted = Hosted(recorded.everybody, recorded.seed, recorded.held)
    yield from hosted.findings(name, terms.depths)
    try:
        held.recall(recorded_steps(store, contest))
    except StoreError as error:
        yield seal_finding(name, 0, f"blocks out of order ({error})", "those asked for")
        return
    yield from _end(store, held, name)
    if AGENTS in terms.depths:
        yield from _check_games(
            held.contest, name, recorded_steps(store, contest), weak=terms.weak
        )
        return
    for depth in ("rules", "dice"):
        if depth in terms.depths:
            found = f"the lines of {held.ledger.games} games, and no events"
            wanted = "depth agents, which plays the games again"
            yield finding(name, 1, depth, found, wanted, weight="stop")


def check_published_seal(
    store: Store, contest: str, seal: bytes | None
) -> Iterator[Finding]:
    """Yield a finding if the tournament's seal is not the published *seal*."""
    ended = ended_event(store, contest)
    actual = b"" if ended is None else ended.seal
    if seal is not None and actual != seal:
        why = "the tournament is not the one that was published"
        name = contest_stream(contest)
        yield seal_finding(name, 0, f"the seal {actual.hex()}", seal.hex(), why)


def _altered_scenarios(store: Store, contest: str) -> Iterator[Finding]:
    for place in started_event(store, contest).places:
        digest = digest_of(store.scenario(bytes.fromhex(place.digest))).hex()
        if digest != place.digest:
            found = f"a scenario of the digest {digest}"
            yield seal_finding(contest_stream(contest), 1, found, place.digest)


def _start(contest: Contest, name: str, store: Store) -> Iterator[Finding]:
    derived = contest_id(contest.seed, contest.places, contest.specs, contest.terms)
    if derived != contest.contest:
        found = f"the name {contest.contest}"
        yield seal_finding(name, 1, found, f"{derived}, from what it says of itself")
    before = started_event(store, contest.contest)
    for place, now in zip(before.places, contest.started().places, strict=True):
        if place.rules_version != now.rules_version:
            found = f"rules version {place.rules_version} of {place.system}"
            older = place.rules_version < now.rules_version
            weight: Weight = "note" if older else "violation"
            yield seal_finding(name, 1, found, str(now.rules_version), weight=weight)


def _end(store: Store, held: Tournament, name: str) -> Iterator[Finding]:
    ended = ended_event(store, held.contest.contest)
    last = store.version(name)
    if ended is None:
        found = f"{held.ledger.games} games, and no end"
        missing = "the rest of the tournament"
        yield seal_finding(name, last + 1, found, missing, weight="note")
        return
    if not held.complete:
        yield seal_finding(name, last, "its end", "the blocks still to be played")
    if ended.games != held.ledger.games:
        found = f"the end of {ended.games} games"
        yield seal_finding(name, last, found, f"{held.ledger.games} games")
    if ended.seal != held.seal:
        yield seal_finding(name, last, f"the seal {ended.seal.hex()}", held.seal.hex())


def _check_games(
    contest: Contest, name: str, steps: Iterable[Step], *, weak: bool
) -> Iterator[Finding]:
    """Play every block and work out every law again; yield the differences."""
    try:
        contest = make_playable(contest, weak=weak)
    except FracasError as error:
        who = ", ".join(contest.specs)
        expected = f"agents that can be asked again ({error})"
        yield finding(name, 1, AGENTS, who, expected, weight="stop")
        return
    for version, batch in enumerate(steps, 2):
        if isinstance(batch, PairSolved):
            yield from _check_solved(contest, name, version, batch)
            continue
        pair = batch.first, batch.second
        seatings = block_seatings(contest.places[batch.place], pair)
        plans = tuple(contest.plan(batch.place, pair, seating) for seating in seatings)
        job = BlockJob(plans, batch.start, len(batch.lines) // len(plans))
        try:
            derived = decode_blocks(play_blocks(job))
        except FracasError as error:
            who = ", ".join(plans[0].agents)
            expected = f"agents that can be asked again ({error})"
            yield finding(name, version, AGENTS, who, expected, weight="stop")
            return
        for line, derived_line in zip(batch.lines, derived.lines, strict=True):
            yield from _check_line(name, version, line, derived_line)
        if batch.luck != derived.luck:
            found = "a luck that does not follow from the dice"
            yield finding(name, version, "dice", found, "the luck of the faces rolled")


def _check_line(
    name: str, version: int, line: Line, derived: Line
) -> Iterator[Finding]:
    """Yield a finding if a recorded *line* differs from the *derived* one."""
    if line != derived:
        found = f"game {line.game + 1} ended {line.how} with {line.returns}"
        again = f"{derived.how} with {derived.returns}, and the seal"
        yield finding(name, version, AGENTS, found, f"{again} {derived.seal.hex()}")


def game_again(store: Store, name: str, terms: Terms) -> Again | None:
    """Return the conflict *name* of a tournament of *store*, played again.

    None if no tournament has it. Where its agents cannot play again, a finding says so.
    """
    located = locate_game(store, name)
    if located is None:
        return None
    line, loaded = located.line, located.contest.places[located.place].loaded
    try:
        files = make_playable(located.contest, weak=terms.weak).files
        sealed = play_again(structs.replace(located.plan, files=files), line.game)
    except FracasError as error:
        expected = f"agents that can be asked again ({error})"
        agents = ", ".join(located.plan.agents)
        stop = finding(name, 1, AGENTS, agents, expected, weight="stop")
        return Again(loaded, line.seal, (), (stop,))
    findings = tuple(_check_line(name, 0, line, sealed.line))
    return Again(loaded, line.seal, sealed.rows, findings)


def _check_solved(
    contest: Contest, name: str, version: int, solved: PairSolved
) -> Iterator[Finding]:
    """Work out again how games of two agents end, and yield the differences.

    There is no limit of time, so that a slow machine finds the same.
    """
    work: Callable[[SolveJob], bytes] = resolve_name(SOLVE)
    pair = solved.first, solved.second
    for number, (place, recorded) in enumerate(
        zip(contest.places, solved.places, strict=True)
    ):
        if not recorded.games:
            continue
        plans = tuple(contest.plan(number, pair, seating) for seating in place.seatings)
        derived = decode_solved(work(SolveJob(plans, inf)))
        if not _same(recorded, derived):
            who = f"how games of {contest.specs[pair[0]]} and {contest.specs[pair[1]]}"
            found = f"{who} end on {place.name}"
            expected = derived.why or "the chances that the graph finds"
            weight: Weight = "stop" if derived.why else "violation"
            yield finding(name, version, AGENTS, found, expected, weight=weight)


def _same(recorded: PlaceSolved, derived: PlaceSolved) -> bool:
    """Whether both are equal, apart from rounding."""
    if len(recorded.games) != len(derived.games):
        return False
    for recorded_ends, derived_ends in zip(recorded.games, derived.games, strict=True):
        chances = {(end.how, end.returns): end.chance for end in recorded_ends}
        derived_chances = {(end.how, end.returns): end.chance for end in derived_ends}
        if any(
            abs(chances.get(end, 0.0) - derived_chances.get(end, 0.0)) > _NEAR
            for end in {*chances, *derived_chances}
        ):
            return False
    return True


AUDITS: Others = {contest_stream(""): audit_contest}
"""Prefix of tournaments' streams -> their audit, for the audit of a store."""
