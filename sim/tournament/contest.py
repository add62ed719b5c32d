"""The definition of a tournament: its agents, its scenarios, its terms."""

from collections.abc import Sequence
from functools import cached_property
from hashlib import blake2b
from itertools import combinations
from typing import Any, Literal

import msgspec
from msgspec import Struct, structs

from sim.casting.objects import objects_for
from sim.casting.specs import files_of
from sim.conflict.codec import UNREADABLE
from sim.errors import AgentError, ScenarioError, StreamError
from sim.files.sources import Files, read_sources
from sim.hosting.agents import describe
from sim.hosting.process import PATIENCE
from sim.hosting.sandbox import RECORDED, Sandbox
from sim.library.scenario import Loaded
from sim.run.chunk import Plan
from sim.run.meaning import check_settings
from sim.run.run import run_id
from sim.statistics.gsprt import Bounds
from sim.store.contests import ContestStarted, Entrant, RecordedPlace
from sim.tournament.place import Place, Seating, fixed_sides, make_place

_PERSON = b"fracas-contest"
_FEWEST = 2
LOAD = "sim.library.scenario:from_json"

Format = Literal["round-robin", "gauntlet", "swiss", "knockout", "racing", "ladder"]


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """How a tournament is played, and when it may stop.

    *blocks* is the most that two agents play in each place, *null* how many each plays
    against itself. *until* is "" (play them all), "settled", or "error". With *bounds*
    the verdicts are those of a GSPRT. *within* is the difference in score that counts
    as none. *fixed* are sides that are not open, with their agents. Two agents play
    nothing in a place where a graph finds in *exact* seconds how their games end.
    """

    format: Format = "round-robin"
    blocks: int = 100
    null: int = 10
    until: Literal["", "settled", "error"] = ""
    error: float = 0.0
    bounds: Bounds | None = None
    confidence: float = 0.95
    within: float = 0.05
    fixed: dict[str, str] = {}
    exact: float = 0.0


class Contest(Struct, frozen=True, dict=True):
    """A tournament: everything that determines its result, and how to play it.

    *load* is the dotted name of the function that reads a scenario in a worker;
    *patience* and *sandbox* are for agents from files, *files* their contents. *held*
    is the recorded sandbox.
    """

    contest: str
    places: tuple[Place, ...]
    agents: tuple[Entrant, ...]
    seed: str
    terms: Terms
    files: Files
    load: str = LOAD
    patience: float = PATIENCE
    sandbox: Sandbox = "off"
    held: str = ""

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Every two agents that may meet, by their numbers."""
        everyone = range(len(self.agents))
        if self.terms.format == "gauntlet":
            return tuple((0, other) for other in everyone[1:])
        if self.terms.format == "ladder":
            return tuple((number + 1, number) for number in everyone[:-1])
        return tuple(combinations(everyone, 2))

    @property
    def everybody(self) -> tuple[str, ...]:
        """The agents as they were given, and those of sides that are not open."""
        return (*self.specs, *(spec for place in self.places for spec in place.specs))

    @property
    def specs(self) -> tuple[str, ...]:
        """The agents as they were given."""
        return tuple(agent.spec for agent in self.agents)

    def plan(self, place: int, pair: tuple[int, int], seating: Seating) -> Plan:
        """Return the run that has the games of *pair* in one *seating*."""
        where = self.places[place]
        first, second = pair
        specs = where.seated(seating, (self.specs[first], self.specs[second]))
        seed = scenario_seed(self.seed, where.loaded.digest)
        return Plan(
            run_id(seed, where.loaded.digest, specs),
            where.loaded.data,
            specs,
            seed,
            self.terms.blocks,
            "none",
            load=self.load,
            files=self.files,
            patience=self.patience,
            sandbox=self.sandbox,
            given=objects_for(specs),
        )

    def started(self) -> ContestStarted:
        """Return the first event of its stream."""
        places = (
            RecordedPlace(
                place.name,
                place.loaded.digest.hex(),
                place.loaded.system.name,
                place.loaded.system.version,
            )
            for place in self.places
        )
        terms = _words(self.terms)
        return ContestStarted(
            self.contest, tuple(places), self.agents, self.seed, terms, self.held
        )


def scenario_seed(seed: str, digest: bytes) -> str:
    """Return the seed of one scenario's games in the tournament with this *seed*.

    Each scenario has a seed of its own, so that dice seen in one tell nothing about
    another: the tournament's seed, a slash, and 16 hexadecimal digits of the scenario's
    digest.
    """
    return f"{seed}/{digest.hex()[:16]}"


def contest_id(
    seed: str, places: Sequence[Place], specs: Sequence[str], terms: Terms
) -> str:
    """Return the id (8 hexadecimal digits) of the tournament with these settings.

    BLAKE2b-32, personalised `fracas-contest`, over the JSON array of the seed, the
    scenarios' digests in hexadecimal, the agents' specs, and the terms as JSON text.
    """
    digests = [place.loaded.digest.hex() for place in places]
    data = msgspec.json.encode([seed, digests, list(specs), _words(terms)])
    return blake2b(data, digest_size=4, person=_PERSON).hexdigest()


def make_contest(  # noqa: PLR0913 - each of these is a choice of whoever holds one
    scenarios: Sequence[Loaded],
    agents: Sequence[str],
    terms: Terms,
    *,
    seed: str,
    load: str = LOAD,
    patience: float = PATIENCE,
    sandbox: Sandbox = "off",
) -> Contest:
    """Return the tournament of *agents* on *scenarios*.

    Raises AgentError for fewer than two agents or one named twice, ScenarioError for a
    scenario given twice, without an open side, or a fixed side that nobody has.
    """
    _check_agents(agents)
    _check_scenarios(scenarios)
    terms = structs.replace(terms, fixed=fixed_sides(scenarios, terms.fixed))
    places = tuple(make_place(scenario, terms.fixed) for scenario in scenarios)
    check_settings(scenarios, [*agents, *terms.fixed.values()], sandbox)
    entrants = tuple(Entrant(spec, *describe(spec, sandbox)) for spec in agents)
    others = [spec for place in places for spec in place.specs]
    files = read_sources(files_of([*agents, *others]))
    name = contest_id(seed, places, agents, terms)
    strangers = any(files_of([*agents, *others], code=True))
    held = RECORDED[sandbox] if strangers else ""
    return Contest(
        name, places, entrants, seed, terms, files, load, patience, sandbox, held
    )


def contest_with_seed(contest: Contest, seed: str) -> Contest:
    """Return *contest* with another *seed*, and so with another id."""
    name = contest_id(seed, contest.places, contest.specs, contest.terms)
    return structs.replace(contest, contest=name, seed=seed)


def recorded_terms(started: ContestStarted) -> Terms:
    """Return the terms of a tournament as they are recorded.

    Raises StreamError if the record holds no terms.
    """
    try:
        return msgspec.json.decode(started.terms, type=Terms)
    except UNREADABLE as error:
        message = (
            f"the terms of the tournament {started.contest} cannot be read: {error}"
        )
        raise StreamError(message) from error


def _words(terms: Terms) -> str:
    fields: dict[str, Any] = msgspec.to_builtins(terms)
    if not terms.exact:
        del fields["exact"]  # so that ids are what they were before there was a choice
    return msgspec.json.encode(fields, order="sorted").decode()


def _check_agents(agents: Sequence[str]) -> None:
    if len(agents) < _FEWEST:
        message = f"a tournament needs two agents or more, not {len(agents)}"
        raise AgentError(message)
    for index, agent in enumerate(agents):
        if agent in agents[:index]:
            message = (
                f"the agent {agent} is named twice; every agent meets itself as a"
                " check anyway"
            )
            raise AgentError(message)


def _check_scenarios(scenarios: Sequence[Loaded]) -> None:
    for index, scenario in enumerate(scenarios):
        if scenario.digest in {other.digest for other in scenarios[:index]}:
            message = f"the scenario {scenario.name} is given twice"
            raise ScenarioError(message)
