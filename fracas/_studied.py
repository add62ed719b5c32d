"""Studies without a run: exact values, best replies, odds, problems."""

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from typing import Any

import msgspec

from fracas._inputs import (
    Playable,
    Scenario,
    loaded_of,
    playable_of,
    seed_of,
    specs_for,
)
from sim.campaign.campaign import Campaign
from sim.campaign.plan import cast
from sim.casting.given import AgentGiven
from sim.errors import OddsError, ScenarioError, UnknownNameError
from sim.graph.budget import Budget
from sim.library.registry import rule_system
from sim.playtest.agent_values import value_with_fallback
from sim.playtest.budget import read_budget
from sim.playtest.campaign import (
    CampaignReport,
    hold_campaign_playtest,
    settle_campaign_budget,
)
from sim.playtest.report import Report
from sim.playtest.session import hold_playtest
from sim.reading.hints import among
from sim.reading.mismatch import ROOT, mismatch
from sim.seam.chances import Chances
from sim.store.store import Store
from sim.study.best_reply import best_reply
from sim.study.checking import Checked, check_playable, checked_unreadable
from sim.study.replying import GAMES, BestReply, question_of
from sim.study.replying import SECONDS as REPLY_SECONDS
from sim.study.solving import SECONDS, Solution, solution
from sim.study.valuing import SECONDS as VALUE_SECONDS
from sim.study.valuing import OptimalValue

_BUDGET = Budget()


def solve(  # noqa: PLR0913 - all but the scenario have defaults
    scenario: Scenario,
    agents: Sequence[AgentGiven] = (),
    *,
    states: int = _BUDGET.states,
    memory: int = _BUDGET.megabytes,
    seconds: float = SECONDS,
    games: int | None = None,
    seed: str | int | None = None,
    bounds: bool = False,
) -> Solution:
    """Return the values of *scenario* between *agents*, which are as in `play`.

    The budget is a number of *states*, of megabytes of *memory*, and of *seconds*. The
    values are exact if all branches fit into it. Otherwise the likeliest branches are
    followed, and the rest is estimated by playing *games* under a *seed*, or as many as
    the time allows: then values have a standard error, and `Solution.share` says how
    much of the probability is exact. With *bounds* nothing is played, and values lie
    between two bounds.

    Raises AgentError for a stochastic agent that does not declare its probabilities, or
    does not say what it remembers (`Agent.memory`); OddsError for bounds that would say
    nothing.

    >>> import fracas
    >>> door = fracas.solve("stuck_door")
    >>> door.exact, round(door.rows()[0]["return"], 4)
    (True, 0.69)
    """
    return solution(
        loaded_of(scenario),
        specs_for(agents),
        budget=Budget(states, memory, seconds),
        games=games,
        seed=None if seed is None else seed_of(seed),
        bounds=bounds,
    )


def reply(  # noqa: PLR0913 - all but the scenario and the seat have defaults
    scenario: Scenario,
    seat: str,
    *,
    against: AgentGiven = "",
    agent: AgentGiven = "",
    free: str | Iterable[str] = (),
    games: int = GAMES,
    seconds: float | None = REPLY_SECONDS,
    states: int = _BUDGET.states,
    memory: int = _BUDGET.megabytes,
) -> BestReply:
    """Return the best that *seat* can do against given agents, in a few lines.

    *against* plays all other seats, by default the scenario's own agents do. If only
    some kinds of decision are *free*, *agent* makes the others. The search ends after
    *seconds* (None: when it is finished), with *states* and *memory* as in `solve`, and
    `BestReply.certainty` says how sure the result is. *games* conflicts are played to
    check it; `BestReply.save` writes it as the file of an agent.

    Raises AgentError for an agent against which no reply can be computed, such as one
    that does not say what it remembers, and UnknownNameError for a *seat* or a kind in
    *free* that does not exist.

    >>> import fracas
    >>> found = fracas.reply("stuck_door", "Skala", against="steady", games=0)
    >>> found.returns >= found.agent_returns
    True
    """
    loaded = loaded_of(scenario)
    other, own = specs_for([against, agent])
    kinds = free.split(",") if isinstance(free, str) else list(free)
    asked = question_of(loaded, seat, against=other, agent=own, free=kinds)
    budget = Budget(states, memory)
    return best_reply(asked, games=games, seconds=seconds, budget=budget)


def value(
    scenario: Scenario,
    agents: Sequence[AgentGiven] = (),
    *,
    free: str | Iterable[str] = (),
    states: int = _BUDGET.states,
    memory: int = _BUDGET.megabytes,
    seconds: float = VALUE_SECONDS,
) -> OptimalValue:
    """Return what *scenario* is worth when both sides play as well as they can.

    The result also says what *agents*, by default the scenario's own, lose against best
    play; judges answer as their agents. If only some kinds of decision are *free*, the
    agents of both sides make the others. The value is exact if everything that can
    happen fits into *states*, megabytes of *memory* and *seconds*; otherwise it lies
    between two bounds.

    Raises OddsError unless there are two sides of one seat each.

    >>> import fracas
    >>> found = fracas.value("captain_shin_qui")
    >>> found.exact, round(found.difference.low, 6)
    (True, 0.0)
    """
    kinds = free.split(",") if isinstance(free, str) else list(free)
    return value_with_fallback(
        loaded_of(scenario),
        specs_for(agents),
        kinds,
        budget=Budget(states, memory, seconds),
    )


def playtest(  # noqa: PLR0913 - all but the scenario have defaults
    scenario: Scenario,
    agents: Sequence[AgentGiven] = (),
    *,
    budget: str = "60s",
    seed: str | int | None = None,
    store: Store | None = None,
    workers: int = 1,
    executor: Executor | None = None,
) -> Report:
    """Playtest *scenario*; return a report on what its designer would want to know.

    *agents* are as in `play`. The *budget* is a time or a number of conflicts: "60s",
    "5min", "2000 games". `Report.sentences` says whether it is fair, what decides it,
    what is a trap, how it feels, what to change; each part of the report has `rows()`.
    An interrupt ends it early, with the parts that are finished. A *store* keeps what
    was played, so that the same playtest (seed, and budget in games) continues from
    there. The report does not depend on *workers* or an *executor* of your own.

    Raises OddsError for too small a budget, AgentError for an agent that fails.

    >>> import fracas
    >>> report = fracas.playtest("stuck_door", budget="300 games", seed="demo")
    >>> [one.about for one in report.sentences]
    ['fair', 'decides', 'options', 'feels', 'change']
    """
    loaded = loaded_of(scenario)
    return hold_playtest(
        loaded,
        cast(loaded, specs_for(agents)),
        read_budget(budget),
        seed_of(seed),
        store=store,
        workers=lambda _: workers,
        executor=executor,
    )


def playtest_campaign(  # noqa: PLR0913 - all but the campaign have defaults
    campaign: Playable,
    agents: Sequence[AgentGiven] = (),
    *,
    budget: str = "5min",
    seed: str | int | None = None,
    store: Store | None = None,
    workers: int = 1,
    executor: Executor | None = None,
) -> CampaignReport:
    """Playtest a campaign: return a report on whole campaigns and on every chapter.

    A chapter is tested as its file describes it, with nothing carried into it; chapters
    of the same scenario share a report and a part of the *budget*. Everything else is
    as in `playtest`. Raises ScenarioError for anything that is not a campaign.
    """
    playable = playable_of(campaign)
    if not isinstance(playable, Campaign):
        message = f"{playable.name} is a scenario, expected a campaign: see playtest"
        raise ScenarioError(message)
    specs, known = cast(playable, specs_for(agents)), seed_of(seed)
    wanted = read_budget(budget)
    return hold_campaign_playtest(
        playable,
        specs,
        settle_campaign_budget(playable, specs, wanted, known, lambda _: workers),
        known,
        store=store,
        workers=lambda _: workers,
        executor=executor,
    )


def check_scenario(scenario: Playable) -> Checked:
    """Return whether *scenario*, which may be a campaign, can be played.

    Problems are returned, not raised: all of them at once, and warnings about what can
    be played but is probably a mistake. Raises UnknownNameError for a name that no
    scenario has.

    >>> import fracas
    >>> fracas.check_scenario({"title": "Nobody", "system": "no_such"}).can_be_played
    False
    """
    where = scenario if isinstance(scenario, str) else "the scenario"
    try:
        return check_playable(playable_of(scenario), where)
    except ScenarioError as error:
        return checked_unreadable(error)


def odds(system: str, question: str = "", /, **query: Any) -> Mapping[str, Chances]:  # noqa: ANN401 - the fields of the question
    """Return the exact odds that answer a question, as fractions by part.

    Without *question*, it is the first question of *system*. The fields of the question
    are keyword arguments, named like the options of `fracas odds SYSTEM`. The part
    named "" is the answer itself. Raises UnknownNameError for a system or question that
    does not exist, OddsError for an unknown field or an impossible value.
    """
    known = rule_system(system).odds
    name = question or next(iter(known), "")
    if name not in known:
        message = (
            f"{system} answers no question {name!r}, expected {among([*known], name)}"
        )
        raise UnknownNameError(message)
    asked = known[name]
    fields = asked.query.__struct_fields__
    for field in query:
        if field not in fields:
            message = f"{name} has no {field!r}, expected {among(fields, field)}"
            raise OddsError(message)
    wrong = mismatch(query, asked.query)
    if wrong is not None:
        at = wrong.path.removeprefix("$.")
        message = f"{name if at == ROOT else f'{at} of {name}'} {wrong.said}"
        raise OddsError(message)
    return asked.answer(msgspec.convert(query, asked.query)).parts
