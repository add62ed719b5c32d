"""Step 1 at the table: Difficulty, then the Forces, then one dispute.

Whatever the Storyguide is not asked about is settled by the scenario and follows
without a question. Answers are open, in side order, one task after the other. Only
changes of approach, once the proposal is known, are secret and revealed together.
"""

from functools import lru_cache

from sim.rules.planets.consequences import (
    DifficultySet,
    ForcesProposed,
    ForcesSettled,
)
from sim.rules.planets.facts import (
    ApproachChosen,
    DifficultyJudged,
    DisputeJudged,
    ForceArgued,
    ForceJudged,
    ForcesAccepted,
    ForcesDisputed,
    Pressed,
)
from sim.rules.planets.forces.task import FORCES, Forces, Names, gathered, names
from sim.rules.planets.phases import (
    Discussion,
    Draft,
    Intent,
    Settling,
)
from sim.rules.planets.round.framing import other_approaches, reframed, reframing
from sim.rules.planets.round.leaning import picked
from sim.rules.planets.scenario.compile import ApproachData
from sim.rules.planets.scenario.difficulty import DIFFICULTIES, illegal, natural
from sim.rules.planets.scenario.rulings import Rulings
from sim.rules.planets.state import State, intent_of, task_source, view
from sim.seam.events import Cites, Consequence, Fact, Seat
from sim.seam.protocol import Asked, Decision, Due

FORGOTTEN, OTHER = "descriptor_forgotten", "other"
"""The reasons for a dispute [PL-FORCE-06]."""

NAMED = ("PL-DIFF-01", "PL-DIFF-02", "PL-RUL-13")
UNNAMED = ("PL-FORCE-04",)
POLICY = "PL-RUL-38"
PICKED = ("PL-FORCE-01", "PL-FORCE-02", "PL-FORCE-03", "PL-FORCE-05")
FINAL = ("PL-FORCE-07", "PL-RUL-14", "PL-RUL-17")
SETTLED = ("PL-FORCE-05", *FINAL)
AMENDED = ("PL-FORCE-06", "PL-FORCE-05", "PL-FORCE-07", "PL-RUL-14")


def ask_settling(state: State, phase: Settling) -> Asked[State] | None:
    """Settle the Forces of every task that will be rolled for [PL-DP-03 to 05].

    Everything up to the first question is settled at once.
    """
    if phase.covered:
        return _ask_changes(state, phase)
    able = phase.rolling
    follows: list[Consequence] = []
    for source in dict.fromkeys(task_source(state, able, who) for who in able):
        if phase.tasks[source] is not None:
            continue
        settled = _unasked(state, phase, source)
        if not settled:
            return Due(tuple(follows)) if follows else _level(state, phase, source)
        follows += settled
    return Due(tuple(follows)) if follows else None


def _ask_changes(state: State, phase: Settling) -> Asked[State]:
    """Propose Forces, ask for changes of approach, reveal them [PL-RUL-25]."""
    follows: list[Consequence] = []
    for who in phase.changers:
        if phase.discussions[who].proposed is None:
            if not _by_table(state, phase, who):
                return Due(tuple(follows)) if follows else _level(state, phase, who)
            follows += _proposal(who, _approach_of(state, who), state.setup.rulings)
    if follows:
        return Due(tuple(follows))
    shown: list[Consequence] = []
    for who in phase.changers:
        answer = phase.answers[who]
        if answer is None:
            others = [
                ApproachChosen(who, name) for name in other_approaches(state, who)
            ]
            return Decision(who, (Pressed(who), *others), view(state, who))
        if type(answer) is Draft:
            change = reframing(state, who)
            if not isinstance(change, Intent):
                return Decision(who, change, view(state, who))
            shown.append(reframed(state, who, change))
    return Due(tuple(shown))


def _unasked(state: State, phase: Settling, who: Seat) -> tuple[Consequence, ...]:
    """Return the settlement of a task about which nobody is asked."""
    discussion = phase.discussions[who]
    proposed = discussion.proposed
    if proposed is not None:
        heard = discussion.accepted or _is_plain(state, who, discussion, proposed)
        return _settled(who, proposed, amended=False).events if heard else ()
    if not _by_table(state, phase, who):
        return ()
    approach, rulings = _approach_of(state, who), state.setup.rulings
    task = approach.task(approach.level, rulings)
    if not _is_plain(state, who, discussion, task):
        return ()
    return _table(who, approach, rulings)


def _by_table(state: State, phase: Settling, who: Seat) -> bool:
    """Whether the table of approaches alone decides the proposal."""
    setup = state.setup
    if phase.discussions[who].level is not None:
        return False
    return not (setup.asks("difficulty") or setup.asks("forces"))


@lru_cache(maxsize=1024)
def _table(
    who: Seat, approach: ApproachData, rulings: Rulings
) -> tuple[Consequence, ...]:
    """Return the settlement of a task by the table of approaches [PL-RUL-38]."""
    favored, opposed = _named(approach.task(approach.level, rulings))
    settled = ForcesSettled((*PICKED, POLICY, *FINAL), who, favored, opposed)
    return _difficulty(who, approach, rulings), settled


@lru_cache(maxsize=1024)
def _proposal(
    who: Seat, approach: ApproachData, rulings: Rulings
) -> tuple[Consequence, ...]:
    """Return the proposal for a task by the table of approaches [PL-RUL-38]."""
    favored, opposed = _named(approach.task(approach.level, rulings))
    proposed = ForcesProposed((*PICKED, POLICY), who, favored, opposed)
    return _difficulty(who, approach, rulings), proposed


def _difficulty(who: Seat, approach: ApproachData, rulings: Rulings) -> DifficultySet:
    level = approach.level or natural(approach.task(None, rulings), rulings)
    cites = NAMED if approach.level else UNNAMED
    return DifficultySet((*cites, POLICY), who, level)


def _named(task: Forces) -> tuple[Names, Names]:
    return names(task.favored), names(task.opposed)


def _approach_of(state: State, who: Seat) -> ApproachData:
    return state.setup.approach(intent_of(state, who).approach)


def _level(state: State, phase: Settling, who: Seat) -> Asked[State]:
    """Set or ask for the Difficulty, then the Forces [PL-STEP-01]."""
    setup, discussion = state.setup, phase.discussions[who]
    if discussion.level is not None:
        return _forces(state, phase, who, discussion.level)
    approach = _approach_of(state, who)
    if setup.asks("difficulty"):
        first = approach.level or "moderate"
        order = (first, *(level for level in DIFFICULTIES if level != first))
        options = tuple(DifficultyJudged(setup.judge, who, level) for level in order)
        return Decision(setup.judge, options, view(state, setup.judge))
    return Due((_difficulty(who, approach, setup.rulings),))


def level_judged(_state: State, fact: DifficultyJudged) -> tuple[Consequence, ...]:
    """Return the effect of the Storyguide's ruling on a Difficulty [PL-DIFF-01]."""
    return (DifficultySet(NAMED, fact.of, fact.level),)


def _forces(state: State, phase: Settling, who: Seat, level: str) -> Asked[State]:
    """Propose or ask for the Forces, then let them be disputed [PL-FORCE-05]."""
    setup, discussion = state.setup, phase.discussions[who]
    if discussion.proposed is not None:
        return _dispute(state, who, discussion, discussion.proposed)
    usual = _approach_of(state, who).task(level, setup.rulings)
    if not setup.asks("forces"):
        return _proposed(state, phase, who, usual, (*PICKED, POLICY))
    leans, words = picked(discussion.leans, usual, level, setup.rulings)
    if not words:
        return _proposed(state, phase, who, gathered(leans), PICKED)
    force = FORCES[len(leans)]
    options = tuple(ForceJudged(setup.judge, who, force, word) for word in words)
    return Decision(setup.judge, options, view(state, setup.judge))


def _proposed(
    state: State, phase: Settling, who: Seat, task: Forces, cites: Cites
) -> Asked[State]:
    """Propose *task*; settle it at once if nobody has another answer."""
    favored, opposed = _named(task)
    discussion = phase.discussions[who]
    # A change of approach answers a proposal, so it must be seen before it is settled.
    if phase.covered or not _is_plain(state, who, discussion, task):
        return Due((ForcesProposed(cites, who, favored, opposed),))
    cites = (*cites, *FINAL)
    return Due((ForcesSettled(cites, who, favored, opposed),))


def _arguments(
    state: State, who: Seat, discussion: Discussion, task: Forces
) -> tuple[Fact, ...]:
    """Return the possible answers to the Forces proposed [PL-DP-04]."""
    setup = state.setup
    data = setup.characters[who]
    approach = intent_of(state, who).approach
    options: list[Fact] = [ForcesAccepted(who)]
    if setup.disputes != "none":
        options += [
            ForcesDisputed(
                who,
                FORGOTTEN,
                argument.descriptor,
                names(argument.task.favored),
                names(argument.task.opposed),
            )
            for argument in data.arguments
            if argument.task != task
            and (not argument.approaches or approach in argument.approaches)
            and not illegal(argument.task, setup.rulings, discussion.level)
        ]
    if setup.disputes == "any":
        options.append(ForcesDisputed(who, OTHER))
    return tuple(options)


def _is_plain(state: State, who: Seat, discussion: Discussion, task: Forces) -> bool:
    """Whether accepting is the only answer to the Forces proposed [PL-DP-04]."""
    if state.setup.disputes == "none":
        return True
    return len(_arguments(state, who, discussion, task)) == 1


def _dispute(
    state: State, who: Seat, discussion: Discussion, proposed: Forces
) -> Asked[State]:
    """Ask the player to accept the Forces, or to dispute them once [PL-DP-04]."""
    dispute = discussion.dispute
    if discussion.accepted:
        return _settled(who, proposed, amended=False)
    if dispute is None:
        if _is_plain(state, who, discussion, proposed):
            return _settled(who, proposed, amended=False)
        options = _arguments(state, who, discussion, proposed)
        return Decision(who, options, view(state, who))
    if dispute.wanted is not None:
        return _judge(state, who, discussion, (proposed, dispute.wanted))
    rulings = state.setup.rulings
    leans, words = picked(dispute.leans, proposed, discussion.level, rulings)
    if not words:
        return _judge(state, who, discussion, (proposed, gathered(leans)))
    force = FORCES[len(leans)]
    argue = tuple(ForceArgued(who, force, word) for word in words)
    return Decision(who, argue, view(state, who))


def _judge(
    state: State, who: Seat, discussion: Discussion, tasks: tuple[Forces, Forces]
) -> Asked[State]:
    """Ask the Storyguide to decide between proposed and wanted Forces [PL-DP-05]."""
    setup, amended, dispute = state.setup, discussion.amended, discussion.dispute
    proposed, wanted = tasks
    if amended is None:
        if setup.asks("disputes") and not illegal(wanted, setup.rulings):
            judge = setup.judge
            keep = DisputeJudged(judge, who, amended=False)
            amend = DisputeJudged(judge, who, amended=True)
            return Decision(judge, (keep, amend), view(state, judge))
        amended = dispute is not None and dispute.reason == FORGOTTEN
    return _settled(who, wanted if amended else proposed, amended=amended)


def _settled(who: Seat, task: Forces, *, amended: bool) -> Due:
    cites = AMENDED if amended else SETTLED
    favored, opposed = _named(task)
    return Due((ForcesSettled(cites, who, favored, opposed, amended),))
