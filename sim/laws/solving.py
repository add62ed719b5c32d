"""Laws of what agents and solvers are told: appraisals, essences, laws of dice."""

from collections.abc import Sequence
from functools import reduce
from math import fsum, sqrt
from typing import Any

from msgspec.structs import replace

from sim.casting.roster import make
from sim.conflict.play import play
from sim.dice.pool import KeyedDice
from sim.dice.seed import conflict_key
from sim.graph.budget import Budget
from sim.graph.solve import solve
from sim.laws.law import SAMPLES, Case, kind, law, needed, require
from sim.laws.walking import Answered
from sim.run.seating import seat_agents
from sim.run.sitting import begin_agents
from sim.seam.appraisal import Appraisal
from sim.seam.events import DiceRolled, Event, Fact
from sim.seam.protocol import (
    Asked,
    Chance,
    Decision,
    Due,
    Outcome,
    RuleSystem,
    State,
)

ROUNDED = 1e-9
STATES = 3_000
"""The most states to solve; with more the values lie between bounds."""
SECONDS = 2.0
"""The time limit of a solution."""
GAMES = 100
"""The number of conflicts played to compare them with the solution."""
SURE = 4.5
"""A share of games deviates by more standard errors once in 150,000 cases."""
_AGENT = "steady"


@law
def appraisals_are_sane(case: Case) -> None:
    """Chances and returns lie from 0 to 1, harm is at least 0, leads from -1 to 1."""
    appraise = needed(case.system.solving.appraise, "`appraise`")
    decisions = list(case.decisions)
    for step, asked in case.luck.sample(decisions, min(SAMPLES, len(decisions))):
        for option in asked.options:
            _check_worth(case.at(step), option, appraise(asked.view, option))


def _check_worth(where: str, option: Fact, worth: Appraisal) -> None:
    for name in ("win", "leaves", "gives", "wins", "loses"):
        value = getattr(worth, name)
        expected = f"{name} of {kind(option)} is {value:g}, expected 0 to 1 {where}"
        require(0 <= value <= 1, expected)
    for name in ("deals", "suffers", "cost"):
        value = getattr(worth, name)
        require(value >= 0, f"{name} of {kind(option)} is {value:g}, below 0 {where}")
    ahead = f"ahead of {kind(option)} is {worth.ahead:g}, expected -1 to 1 {where}"
    require(-1 <= worth.ahead <= 1, ahead)
    out = not worth.concedes or worth.leaves == 1
    require(out, f"{kind(option)} concedes, and leaves is not 1 {where}")


@law
def a_decision_is_weighed_as_its_options_are(case: Case) -> None:
    """`weigh` says of all options what `appraise` says of each, asked once or twice."""
    weigh = needed(case.system.solving.weigh, "`weigh`")
    appraise = needed(case.system.solving.appraise, "`appraise`")
    for step, asked in case.decisions:
        view, options = asked.view, asked.options
        each = tuple(appraise(view, option) for option in options)
        for again in ("", " when asked again"):
            same = weigh(view, options) == each
            require(same, f"`weigh` and `appraise` differ{again} {case.at(step)}")
        leads = len({worth.ahead for worth in each})
        require(
            leads == 1, f"options of one decision have {leads} leads {case.at(step)}"
        )


@law
def guesses_are_about_sealed_answers(case: Case) -> None:
    """What others may answer is guessed at sealed decisions alone, and weighed sanely.

    An essence forgets nothing of it: options are worth the same in its guesses.
    """
    guesses = needed(case.system.solving.guesses, "`guesses`")
    essence = case.system.solving.essence
    for step, asked in case.decisions:
        guessed = guesses(asked.view, asked.who)
        sealed = not guessed or asked.options[0].sealed
        require(sealed, f"others are guessed at an open decision {case.at(step)}")
        worths = [_weighed(case.system, asked.options, view) for view in guessed]
        for appraisals in worths:
            for option, worth in zip(asked.options, appraisals, strict=True):
                _check_worth(case.at(step), option, worth)
        if essence is None:
            continue
        again = guesses(essence(asked.view), asked.who)
        slim = [_weighed(case.system, asked.options, view) for view in again]
        same = f"an essence changes what options are worth in guesses {case.at(step)}"
        require(slim == worths, same)


@law
def an_essence_forgets_nothing_that_is_asked(case: Case) -> None:
    """The same is asked of a state and of its essence, which is its own essence.

    Options are worth the same there. Once nothing that is done changes how it ends, an
    essence may be over already.
    """
    essence = needed(case.system.solving.essence, "`essence`")
    for step in case.steps:
        slim = essence(step.before)
        require(
            essence(slim) == slim, f"an essence has another essence {case.at(step)}"
        )
        asked, ended = case.system.ask(slim), case.steps[-1].then
        if isinstance(asked, Outcome) and isinstance(ended, Outcome):
            same = (asked.how, asked.returns) == (ended.how, ended.returns)
            require(
                same, f"an essence ends otherwise than its conflict {case.at(step)}"
            )
            continue
        other = (
            f"something else is asked of an essence than of its state {case.at(step)}"
        )
        require(type(asked) is type(step.asked), other)
        if isinstance(asked, Decision) and isinstance(step.asked, Decision):
            require(asked.options == step.asked.options, other)
            worth = [
                _weighed(case.system, question.options, question.view)
                for question in (asked, step.asked)
            ]
            message = f"an essence changes what options are worth {case.at(step)}"
            require(worth[0] == worth[1], message)


def _weighed(
    system: RuleSystem[Any], options: tuple[Fact, ...], view: State
) -> tuple[Appraisal, ...]:
    """Return the appraisals of *options* in *view*; () if a system has none."""
    weigh = system.solving.weigh
    return () if weigh is None else tuple(weigh(view, options))


@law
def an_essence_forgets_for_good(case: Case) -> None:
    """What follows an essence has the same essence as what follows its state.

    Else a question is seen otherwise in play than in a graph, and a reply that knows
    questions by sight has no answer to it.
    """
    essence = needed(case.system.solving.essence, "`essence`")
    for step in case.steps:
        slim = essence(step.before)
        fact = _alike(case.system.ask(slim), step)
        if fact is None:
            continue
        kept, asked = _next_question(case.system, slim, fact)
        if isinstance(asked, Outcome) or type(asked) is not type(step.then):
            # Where nothing can change any more, an essence may end it all.
            continue
        # How many rounds were forgotten is another matter.
        same = replace(kept, round=0) == replace(essence(step.after), round=0)
        require(same, f"an essence forgets what comes back {case.at(step)}")


def _next_question(
    system: RuleSystem[Any], state: State, fact: Fact
) -> tuple[State, Asked[Any]]:
    """Return the essence of the state that follows, and its question.

    The state is reduced to its essence after all that is due, too.
    """
    essence = needed(system.solving.essence, "`essence`")
    events: Sequence[Event] = (fact, *system.decide(state, fact))
    while True:
        state = essence(reduce(system.evolve, events, state))
        asked = system.ask(state)
        if not isinstance(asked, Due):
            return state, asked
        events = asked.events


def _alike(asked: Asked[Any], step: Answered) -> Fact | None:
    """Return the answer of *step*, None if it answers something else than *asked*."""
    if isinstance(asked, Decision):
        return step.fact if isinstance(step.asked, Decision) else None
    if not isinstance(asked, Chance) or not isinstance(step.asked, Chance):
        return None
    # Dice that decide nothing may be left out.
    if asked.pool != step.asked.pool or not isinstance(step.fact, DiceRolled):
        return None
    return asked.rolled(step.fact.faces)


@law
def what_dice_come_to_is_certain_as_a_whole(case: Case) -> None:
    """The cases that a system tells of a throw have chances that add up to one."""
    cases = needed(case.system.solving.chart.law, "law of its dice")
    throws = list(case.throws)
    for step, _ in case.luck.sample(throws, min(SAMPLES, len(throws))):
        throw = cases(step.before)
        if throw is None:
            continue
        chances = [chance for chance, _ in throw]
        require(min(chances) >= 0.0, f"a case of a throw is below 0 {case.at(step)}")
        total = fsum(chances)
        adds_up = abs(total - 1) <= ROUNDED
        require(
            adds_up,
            f"the cases of a throw add up to {total:.12g}, not 1 {case.at(step)}",
        )


@law
def what_is_solved_is_what_is_played(case: Case) -> None:
    """Conflicts end as often in each way as `fracas solve` computes."""
    seats = case.system.seats(case.scenario)
    agents = (_AGENT,) * sum(seat.side is not None for seat in seats)
    check_solved(case, agents, GAMES, Budget(states=STATES, seconds=SECONDS))


def check_solved(
    case: Case, agents: tuple[str, ...], games: int, budget: Budget
) -> None:
    """Compare this many *games* of *agents* with the solution within *budget*.

    The part that was not solved may have had any outcome.
    """
    system, seats = case.system, case.system.seats(case.scenario)
    specs = seat_agents(seats, agents)
    state = system.initial(case.scenario)
    exact = solve(system, state, seats, specs, budget=budget)
    made = [make(spec) for spec in specs]
    shares: dict[tuple[str, tuple[float, ...]], float] = {}
    for game in range(games):
        key = conflict_key("solve", game)
        sat = begin_agents(made, system, seats, key)
        end = play(system, state, sat, KeyedDice(key), strict=True).outcome
        kind_ = str.__str__(end.how), end.returns
        shares[kind_] = shares.get(kind_, 0.0) + 1 / games
    for ended in {*shares, *exact.outcomes}:
        low, often = exact.outcomes.get(ended, 0.0), shares.get(ended, 0.0)
        high = min(1.0, low + exact.open)
        for bound, less in ((low, low - often), (high, often - high)):
            spread = sqrt(bound * (1 - bound) / games)
            require(
                less <= SURE * spread + 1 / games,
                f"{ended[0]!r} with the returns {ended[1]} came in {often:.1%} of"
                f" {games} games, and is solved as {low:.1%}"
                + (f" to {high:.1%}" if high > low else ""),
            )
