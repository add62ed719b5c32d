"""Step 1 at the table: Difficulty, then the Forces, then one dispute.

What the Storyguide is not asked about the scenario has settled, and follows of
itself. All of it is open and asked in side order.
"""

from functools import lru_cache

from sim.events import Consequence, Fact
from sim.protocol import Asked, Decision, Due
from sim.rules.planets.consequences import (
    DifficultySet,
    ForcesProposed,
    ForcesSettled,
)
from sim.rules.planets.difficulty import gathered, illegal, natural, picked
from sim.rules.planets.facts import (
    ApproachChosen,
    DifficultyJudged,
    DisputeJudged,
    ForceArgued,
    ForceJudged,
    ForcesAccepted,
    ForcesDisputed,
)
from sim.rules.planets.forces import FORCES, Forces, names
from sim.rules.planets.framing import may_change, reframed, reframing
from sim.rules.planets.rulings import DIFFICULTIES, Rulings
from sim.rules.planets.setup import DIRECT, Way
from sim.rules.planets.state import (
    NO_DRAFT,
    Intent,
    Standing,
    task_source,
    view,
)

FORGOTTEN, OTHER = "descriptor_forgotten", "other"
NAMED = ("PL-DIFF-01", "PL-DIFF-02", "PL-RUL-13")
UNNAMED = ("PL-FORCE-04",)
POLICY = "PL-RUL-38"
PICKED = ("PL-FORCE-01", "PL-FORCE-02", "PL-FORCE-03", "PL-FORCE-05")
SETTLED = ("PL-FORCE-05", "PL-FORCE-07", "PL-RUL-14", "PL-RUL-17")
AMENDED = ("PL-FORCE-06", "PL-FORCE-05", "PL-FORCE-07", "PL-RUL-14")


def ask_forces(state: Standing) -> Asked[Standing] | None:
    """Settle the Forces of every task that will be rolled for [PL-DP-03 to 05].

    What needs no answer is settled at once, up to the first question.
    """
    follows: list[Consequence] = []
    for source in dict.fromkeys(task_source(state, who) for who in state.rolling):
        if state.turn(source).task is not None:
            continue
        settled = _by_table(state, source)
        if not settled:
            return Due(tuple(follows)) if follows else _level(state, source)
        follows += settled
    return Due(tuple(follows)) if follows else None


def _by_table(state: Standing, who: int) -> tuple[Consequence, ...]:
    """Return how the scenario settles the task of *who*, if nobody is asked."""
    setup, turn = state.setup, state.turn(who)
    if turn.level or setup.asks("difficulty") or setup.asks("forces"):
        return ()
    way = _way(state, who)
    if len(_arguments(state, who, way.task(way.level, setup.rulings))) > 1:
        return ()
    return _table(who, way, setup.rulings)


@lru_cache(maxsize=1024)
def _table(who: int, way: Way, rulings: Rulings) -> tuple[Consequence, ...]:
    task = way.task(way.level, rulings)
    level = way.level or natural(task, rulings)
    cites = NAMED if way.level else UNNAMED
    favored, opposed = names(task.favored), names(task.opposed)
    return (
        DifficultySet((*cites, POLICY), who, level),
        ForcesSettled((*PICKED, POLICY, *SETTLED[1:]), who, favored, opposed),
    )


def _way(state: Standing, who: int) -> Way:
    return state.setup.way(state.intent(who).approach)


def _usual(state: Standing, who: int, level: str) -> Forces:
    return _way(state, who).task(level, state.setup.rulings)


def _level(state: Standing, who: int) -> Asked[Standing]:
    turn, setup = state.turn(who), state.setup
    if turn.level:
        return _forces(state, who)
    usual = _way(state, who).level
    if setup.asks("difficulty"):
        first = usual or "moderate"
        order = (first, *(level for level in DIFFICULTIES if level != first))
        options = tuple(DifficultyJudged(setup.judge, who, level) for level in order)
        return Decision(setup.judge, options, view(state, setup.judge))
    level = usual or natural(_usual(state, who, usual), setup.rulings)
    cites = NAMED if usual else UNNAMED
    return Due((DifficultySet((*cites, POLICY), who, level),))


def _forces(state: Standing, who: int) -> Asked[Standing]:
    turn, setup = state.turn(who), state.setup
    if turn.proposed is not None:
        return _dispute(state, who, turn.proposed)
    usual = _usual(state, who, turn.level)
    if not setup.asks("forces"):
        return _proposed(state, who, usual, (*PICKED, POLICY))
    leans, words = picked(turn.leans, usual, turn.level, setup.rulings)
    if not words:
        return _proposed(state, who, gathered(leans), PICKED)
    force = FORCES[len(leans)]
    options = tuple(ForceJudged(setup.judge, who, force, word) for word in words)
    return Decision(setup.judge, options, view(state, setup.judge))


def _proposed(
    state: Standing, who: int, task: Forces, cites: tuple[str, ...]
) -> Asked[Standing]:
    """Propose *task*; settle it at once when nobody could argue about it."""
    favored, opposed = names(task.favored), names(task.opposed)
    if len(_arguments(state, who, task)) > 1:
        return Due((ForcesProposed(cites, who, favored, opposed),))
    cites = (*cites, *SETTLED[1:])
    return Due((ForcesSettled(cites, who, favored, opposed),))


def _arguments(state: Standing, who: int, task: Forces) -> tuple[Fact, ...]:
    """Return what *who* may say to the Forces proposed [PL-DP-04]."""
    setup, sheet = state.setup, state.sheet(who)
    approach = state.intent(who).approach
    options: list[Fact] = [ForcesAccepted(who)]
    if setup.disputes != "none":
        options += [
            ForcesDisputed(
                who,
                FORGOTTEN,
                plea.descriptor,
                names(plea.task.favored),
                names(plea.task.opposed),
            )
            for plea in sheet.pleas
            if plea.task != task
            and (not plea.approaches or approach in plea.approaches)
            and not illegal(plea.task, setup.rulings, state.turn(who).level)
        ]
    if setup.disputes == "any":
        options.append(ForcesDisputed(who, OTHER))
    if setup.mode != DIRECT and not state.turn(who).reframed and may_change(state, who):
        options += [
            ApproachChosen(who, other)
            for other in sheet.approaches
            if other != approach and setup.way(other).verdict == "roll"
        ]
    return tuple(options)


def _dispute(state: Standing, who: int, proposed: Forces) -> Asked[Standing]:
    turn = state.turn(who)
    if turn.accepted:
        return _settled(who, proposed, amended=False)
    if state.players[who].draft != NO_DRAFT:
        answer = reframing(state, who)
        if isinstance(answer, Intent):
            return Due((reframed(state, who, answer),))
        return Decision(who, answer, view(state, who))
    argued = turn.argued
    if argued is None:
        options = _arguments(state, who, proposed)
        return Decision(who, options, view(state, who))
    if argued.wanted is not None:
        return _judge(state, who, proposed, argued.wanted)
    leans, words = picked(argued.leans, proposed, turn.level, state.setup.rulings)
    if not words:
        return _judge(state, who, proposed, gathered(leans))
    force = FORCES[len(leans)]
    argue = tuple(ForceArgued(who, force, word) for word in words)
    return Decision(who, argue, view(state, who))


def _judge(
    state: Standing, who: int, proposed: Forces, wanted: Forces
) -> Asked[Standing]:
    """Let the Storyguide have the last word on a dispute [PL-DP-05]."""
    turn, setup = state.turn(who), state.setup
    argued, amended = turn.argued, turn.amended
    if (
        amended is None
        and setup.asks("disputes")
        and not illegal(wanted, setup.rulings)
    ):
        judge = setup.judge
        keep = DisputeJudged(judge, who, amended=False)
        amend = DisputeJudged(judge, who, amended=True)
        return Decision(judge, (keep, amend), view(state, judge))
    if amended is None:
        amended = argued is not None and argued.reason == FORGOTTEN
    task = wanted if amended else proposed
    return _settled(who, task, amended=amended)


def _settled(who: int, task: Forces, *, amended: bool) -> Due:
    cites = AMENDED if amended else SETTLED
    favored, opposed = names(task.favored), names(task.opposed)
    return Due((ForcesSettled(cites, who, favored, opposed, amended),))
