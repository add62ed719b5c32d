"""`fracas run --sampled`: conflicts by the million, as random walks over a graph."""

import shlex
from collections import Counter
from collections.abc import Mapping
from importlib import import_module
from time import process_time
from typing import Any

import click
from msgspec import Struct, structs

from sim.casting.specs import split
from sim.cli.options.budget import FIELDS
from sim.cli.options.changes import Changes
from sim.cli.play.report import put_counts, put_course, put_result
from sim.cli.play.request import ALL
from sim.cli.play.samples import Played, put_samples, samples_played
from sim.cli.terminal.output import put, put_command, put_document, put_prose
from sim.cli.terminal.progress import growing, progress
from sim.dice.seed import conflict_key, fresh_seed
from sim.errors import OddsError
from sim.graph.budget import Budget, budget_ended_in_words
from sim.graph.sampling import BUDGET, Outcomes, Sampler, make_sampler
from sim.library.scenario import Loaded
from sim.run.chunk import Plan
from sim.run.meaning import check_settings
from sim.run.run import Line, make_plan
from sim.run.run import run as run_plan
from sim.run.seating import seat_agents
from sim.spine.words import counted
from sim.statistics.headline import headline
from sim.statistics.samples import Samples
from sim.statistics.summary import Summary

PLAYED = 400
"""How many conflicts are also played, to check the distribution of the walks."""
_COUNTABLE = 10**8
_LEAST = 5.0
"""Outcomes with a lower expected count are pooled for the chi-square test."""
_IMPOSSIBLE = 1e-6
"""The p-value below which walks and play are called different."""
_PLAYED_OUT = 10_000_000
"""The most conflicts that are played out from where the graph ends."""
_WALK = 1 << 40
"""A game number that is never played: its key seeds the walk."""

_OF_PLAY = ("store", "record", "resume", "strict", "debug", "sandbox")
"""Options that need conflicts to be played, and exclude --sampled."""

Kind = tuple[str, tuple[float, ...]]


class Beside(Struct, frozen=True):
    """Conflicts that were played beside the walks: their plan, and the lines."""

    plan: Plan
    lines: list[Line]


def put_sampled(
    request: Mapping[str, Any],
    changes: Changes,
    workers: int | None,
    *,
    as_json: bool,
) -> None:
    """Sample as many conflicts as *request* says, and print the tables of a run.

    Some are also played as a check, and so that there is something to read. Raises
    OddsError when the two disagree, AgentError for agents that no graph can be made of,
    UsageError for options that need play.
    """
    _check_walkable(request, workers)
    loaded, games = changes.load(request["scenario"]), request["games"]
    specs = _specs(loaded, request)
    seed = fresh_seed() if request["seed"] is None else request["seed"]
    bounds = {FIELDS[name]: bound for name, bound in request["bounds"].items()}
    made = _made(loaded, specs, seed, structs.replace(BUDGET, **bounds))
    _check_count(games, made)
    outcomes, seconds = _walked(made, games, seed)
    played = _played(loaded, specs, seed)
    summary = _summary(loaded, outcomes)
    words = _words(loaded, specs, seed, made) | {
        "headline": headline(summary.sides()),
        "check": _checked(played, outcomes),
        "conflicts_per_second": round(games / max(seconds, 1e-9)),
        "samples": _samples(loaded, request["scenario"], changes, played),
        "again": _command_again(request, changes, seed),
    }
    try:
        if request["page"] is not None:
            pages = import_module("sim.cli.play.page")  # templates are slow to load
            page_words = words | {"facts": _facts(words)}
            pages.put_sampled_page(request["page"], loaded, summary, specs, page_words)
    finally:
        if as_json:
            put_document(words | summary.to_dict())
        else:
            _put(loaded, summary, specs, words, seconds)


def _made(loaded: Loaded, specs: tuple[str, ...], seed: str, budget: Budget) -> Sampler:
    system, scenario = loaded.system, loaded.scenario
    state, seats = system.initial(scenario), system.seats(scenario)
    with growing("solving", "a graph") as growth:
        return make_sampler(
            system, state, seats, specs, budget=budget, seed=seed, progress=growth
        )


def _specs(loaded: Loaded, request: Mapping[str, Any]) -> tuple[str, ...]:
    seats, trusted = loaded.system.seats(loaded.scenario), request["trust_files"]
    specs = seat_agents(seats, split(request["agents"]), trusted=trusted)
    check_settings([loaded], specs)
    return specs


def _command_again(request: Mapping[str, Any], changes: Changes, seed: str) -> str:
    """Return the command that samples the same again."""
    parts = ["fracas", "run", request["scenario"], "--sampled"]
    parts += ["--games", str(request["games"])]
    parts += ["--agents", request["agents"]] if request["agents"] else []
    parts += ["--trust-files"] if request["trust_files"] else []
    for name, bound in request["bounds"].items():
        parts += [f"--{name}", f"{bound:g}" if name == "seconds" else str(bound)]
    return shlex.join([*parts, "--seed", seed, *changes.words()])


def _samples(
    loaded: Loaded, scenario: str, changes: Changes, played: Beside
) -> list[dict[str, Any]]:
    """Return what to read of the conflicts that were played beside the walks."""
    seats = loaded.system.seats(loaded.scenario)
    beside, samples = Played(played.plan, scenario, seats, changes.words()), Samples()
    for line in played.lines:
        beside.look(samples, line)
    return samples_played(samples.picked(), [beside])


def _put(
    loaded: Loaded,
    summary: Summary,
    specs: tuple[str, ...],
    words: dict[str, Any],
    seconds: float,
) -> None:
    walked = counted(summary.games, "conflict")
    put_prose(words["headline"])
    put(f"{loaded.title} ({loaded.system.title}), {walked}, sampled")
    put()
    put_course(summary, loaded.system.endings)
    put_counts(summary)
    put_samples(words["samples"])
    put()
    for fact in _facts(words):
        put_prose(fact)
    size = f"{counted(words['states'], 'state')}, {counted(words['edges'], 'edge')}"
    put(f"{size}; walked in {seconds:.3f} s")
    put(f"seed {words['seed']}")
    put_command(words["again"], "the same again: ")
    put()
    put_result(summary, specs)


def _walked(made: Sampler, games: int, seed: str) -> tuple[Outcomes, float]:
    """Return the outcomes of that many walks, and the seconds they took."""
    since = process_time()
    walk = int.from_bytes(conflict_key(seed, _WALK), "big")
    with progress(
        "playing what is not in the graph", max(1, round(games * made.open))
    ) as report:
        outcomes = made.walk(games, walk, lambda done, _: report(done))
    return outcomes, process_time() - since


def _words(
    loaded: Loaded, specs: tuple[str, ...], seed: str, made: Sampler
) -> dict[str, Any]:
    return {
        "scenario": loaded.name,
        "system": loaded.system.name,
        "digest": loaded.digest.hex(),
        "agents": specs,
        "seed": seed,
        "sampled": True,
        "states": made.states,
        "edges": made.edges,
        "open": made.open,
        "played_out": made.played_out,
    } | ({"error": budget_ended_in_words(loaded.name, made.full)} if made.full else {})


def _facts(words: dict[str, Any]) -> list[str]:
    """Return what these conflicts are, and how that was checked."""
    check = words["check"]
    said = (
        "Sampled: random walks over the graph of the conflict, with the distribution of"
        " play and not its dice; none of them can be replayed."
    )
    facts = [said]
    if words["open"]:
        facts.append(
            f"The graph is not whole, as {words['error']}:"
            f" {counted(words['played_out'], 'conflict')} came to where it ends, and"
            " were played from there."
        )
    facts.append(
        f"{check['played']} conflicts were played beside them, and agree"
        f" (p = {check['p']:.2g})."
    )
    return facts


def _check_walkable(request: Mapping[str, Any], workers: int | None) -> None:
    """Raise UsageError for options that --sampled excludes."""
    asked = {"workers": workers, **{name: request[name] for name in _OF_PLAY}}
    for name, given in asked.items():
        if given and given not in {"none", "off"}:
            option = "limits" if given == "limits" else name
            message = f"--sampled walks a graph and plays nothing: leave out --{option}"
            raise click.UsageError(message)
    if request["agents"].strip() == ALL:
        message = "--sampled is for one set of agents, not for --agents all"
        raise click.UsageError(message)


def _check_count(games: int, made: Sampler) -> None:
    """Raise UsageError if too many conflicts would have to be played out."""
    if games * made.open > _PLAYED_OUT:
        most = int(_PLAYED_OUT / made.open)
        message = (
            f"the graph does not fit, and {100 * made.open:.1f} % of the conflicts have"
            f" to be played out from where it ends: ask for at most {most:,} --games"
        )
        raise click.UsageError(message)


def _checked(played: Beside, outcomes: Outcomes) -> dict[str, float]:
    """Test whether the walks have the distribution of what was *played*.

    Returns the p-value. Raises OddsError when it is too small to be chance.
    """
    alike = p_value(outcomes, played.lines)
    if alike < _IMPOSSIBLE:
        message = (
            f"{len(played.lines)} conflicts that were played had other results than"
            f" those that were sampled (p = {alike:.1g}): that is a fault of Fracas, or"
            " of an agent that uses more than its view and its declared memory"
        )
        raise OddsError(message)
    return {"played": len(played.lines), "p": alike}


def _played(loaded: Loaded, specs: tuple[str, ...], seed: str) -> Beside:
    lines: list[Line] = []
    plan = make_plan(loaded, specs, seed=seed, games=PLAYED, record="none", strict=True)
    with progress("playing some", PLAYED) as report:
        run_plan(plan, progress=report, on_line=lines.append)
    return Beside(plan, lines)


def p_value(outcomes: Outcomes, played: list[Line]) -> float:
    """Return the p-value of the hypothesis that both samples have one distribution.

    Compared are the ending, everybody's return and the last round. Frequent outcomes
    are compared by a chi-square test, rare ones by a binomial test: two where 0.1 were
    expected looks impossible to a chi-square test, and happens in 1 of 200 samples.
    """
    walked = Counter[tuple[Kind, int]]()
    for (how, returns, round_), times in outcomes.items():
        walked[(str(how), returns), round_] += times
    seen = Counter(((str(line.how), line.returns), line.rounds) for line in played)
    total = sum(walked.values()) + len(played)
    share = len(played) / total
    cells: list[tuple[int, int]] = []
    rest = 0, 0
    for kind in sorted(set(walked) | set(seen)):
        counts = walked[kind], seen[kind]
        if _is_rare(counts, share):
            rest = rest[0] + counts[0], rest[1] + counts[1]
        else:
            cells.append(counts)
    if not _is_rare(rest, share):
        cells.append(rest)
        rest = 0, 0
    # The chi-square approximation fails for small counts, hence the binomial test.
    values: list[float] = []
    if len(cells) > 1:
        values.append(_chi_square(cells))
    if sum(rest):
        values.append(_binomial(rest, share))
    return min([1.0, *[len(values) * value for value in values]])


def _is_rare(counts: tuple[int, int], share: float) -> bool:
    """Whether the expected count of either sample is too small for chi-square."""
    total = sum(counts)
    return min(total * share, total * (1 - share)) < _LEAST


def _chi_square(cells: list[tuple[int, int]]) -> float:
    """Return the p-value of a chi-square test over cells of (walked, played)."""
    played = sum(often for _, often in cells)
    share = played / sum(map(sum, cells))
    statistic = 0.0
    for counts in cells:
        expected = sum(counts) * share
        statistic += (counts[1] - expected) ** 2 / (expected * (1 - share))
    tail = import_module("scipy.special").chdtrc
    return float(tail(len(cells) - 1, statistic))


def _binomial(counts: tuple[int, int], share: float) -> float:
    """Return the two-sided p-value that *share* of *counts* were played."""
    total, played = sum(counts), counts[1]
    special = import_module("scipy.special")
    if total > _COUNTABLE:
        # Beyond this the binomial loses all digits, and the Poisson limit is exact.
        fewer = special.pdtr(played, total * share)
        more = special.pdtrc(played - 1, total * share) if played else 1.0
    else:
        fewer = special.bdtr(played, total, share)
        more = special.bdtrc(played - 1, total, share) if played else 1.0
    return min(1.0, 2 * float(min(fewer, more)))


def _summary(loaded: Loaded, outcomes: Outcomes) -> Summary:
    """Return the summary of the sampled conflicts, where only rounds are counted."""
    summary = Summary(loaded.system.seats(loaded.scenario))
    rounds = summary.clock["rounds"]
    summary.clock = {"rounds": rounds}
    for (how, returns, round_), times in sorted(outcomes.items()):
        summary.games += times
        summary.returns[returns] = summary.returns.get(returns, 0) + times
        summary.how[how] = summary.how.get(how, 0) + times
        rounds.add(round_, times)
    return summary
