"""A league: a store's tournament that grows by agents, scenarios and blocks.

Every time it grows it is a tournament of its own, with the agents and scenarios of the
last one and its seed. What that one has played is taken over (`earlier`), so only new
meetings cost anything; and each is whole, sealed, audited and listed by itself.
"""

from msgspec import Struct, structs

from sim.errors import StoreError
from sim.hosting.process import PATIENCE
from sim.hosting.sandbox import Sandbox
from sim.library.scenario import Loaded
from sim.store.store import Store
from sim.tournament.contest import Contest, Terms, make_contest
from sim.tournament.record import contest_ids, ended_event, recorded_contest

_PLAIN = "round-robin"


class Growth(Struct, frozen=True):
    """What a league gains: agents, scenarios, more blocks for each two.

    Where it is *exact*, games that can be worked out in this many seconds are played no
    more.
    """

    agents: tuple[str, ...] = ()
    scenarios: tuple[Loaded, ...] = ()
    blocks: int = 0
    exact: float = 0.0

    def __bool__(self) -> bool:
        return bool(self.agents or self.scenarios or self.blocks or self.exact)


def latest_league(store: Store) -> Contest | None:
    """Return the league of *store* as it stands, None if there is none.

    That is its last tournament in which everybody meets everybody, complete or not.
    """
    for name in reversed(contest_ids(store)):
        contest = recorded_contest(store, name)
        if contest.terms.format == _PLAIN and not contest.terms.fixed:
            return contest
    return None


def grow_league(
    before: Contest,
    growth: Growth,
    *,
    patience: float = PATIENCE,
    sandbox: Sandbox = "off",
) -> Contest:
    """Return the league *before* with its *growth*; without any, it is the same.

    Agents are described anew, so that one whose file has changed plays all its games
    again; without growth it cannot, since the tournament would have the same id.
    Raises StoreError for fewer blocks than it has; ScenarioError and AgentError as
    `make_contest`, which knows every agent and every scenario once: give it
    `missing_growth`.
    """
    _check_blocks(before, growth)
    places = [structs.replace(place.loaded, name=place.name) for place in before.places]
    return make_contest(
        [*places, *growth.scenarios],
        [*before.specs, *growth.agents],
        structs.replace(
            before.terms,
            blocks=max(before.terms.blocks, growth.blocks),
            exact=growth.exact or before.terms.exact,
        ),
        seed=before.seed,
        patience=patience,
        sandbox=sandbox,
    )


def new_league(
    growth: Growth,
    terms: Terms,
    *,
    seed: str,
    patience: float = PATIENCE,
    sandbox: Sandbox = "off",
) -> Contest:
    """Return a new league; raises as `make_contest`."""
    blocks = growth.blocks or terms.blocks
    terms = structs.replace(terms, blocks=blocks, exact=growth.exact)
    return make_contest(
        growth.scenarios,
        growth.agents,
        terms,
        seed=seed,
        patience=patience,
        sandbox=sandbox,
    )


def missing_growth(before: Contest, growth: Growth) -> Growth:
    """Return the part of *growth* that the league *before* lacks.

    So a command can be given again: where the league was interrupted while it grew, the
    command that let it grow goes on; where it is whole, nothing is lacking.
    """
    digests = {place.loaded.digest for place in before.places}
    terms = before.terms
    return Growth(
        tuple(spec for spec in growth.agents if spec not in before.specs),
        tuple(
            scenario for scenario in growth.scenarios if scenario.digest not in digests
        ),
        0 if growth.blocks == terms.blocks else growth.blocks,
        0.0 if growth.exact == terms.exact else growth.exact,
    )


def is_played(store: Store, contest: Contest) -> bool:
    """Whether *store* has all of a recorded *contest*, so that nothing is to play."""
    return ended_event(store, contest.contest) is not None


def check_unchanged(store: Store, before: Contest, now: Contest) -> None:
    """Raise StoreError if *now* is in *store* with another version of an agent."""
    names = changed_agents(before, now)
    if names and now.contest in contest_ids(store):
        message = (
            f"{names[0]} has changed since the league was played; it plays anew once"
            f" something joins: an agent, a scenario, or --games {_least_games(before)}"
        )
        raise StoreError(message)


def changed_agents(before: Contest, now: Contest) -> list[str]:
    """Return the agents of *before* that are not *now* what they were."""
    both = zip(before.agents, now.agents, strict=False)  # others have joined
    return [old.spec for old, new in both if old != new]


def _least_games(before: Contest) -> int:
    """Return the least number of games that is more than the league has."""
    return 2 * before.terms.blocks + 2


def _check_blocks(before: Contest, growth: Growth) -> None:
    if growth.blocks and growth.blocks < before.terms.blocks:
        message = (
            f"the league has {2 * before.terms.blocks} games for each two agents on"
            f" each scenario, expected more than that, not {2 * growth.blocks}"
        )
        raise StoreError(message)
