"""What a single use came to: success, what its levels are given to, what is known."""

from sim.rules.skill_roll.consequences import (
    EffectAllocated,
    KnowledgeRecalled,
    SpecialtyRecorded,
    UsePerformed,
)
from sim.rules.skill_roll.facts import (
    LevelsGiven,
    NoMoreGiven,
    RankTaken,
    SpecialtyLeft,
    SpecialtyTaken,
)
from sim.rules.skill_roll.phases import Purpose, Reading
from sim.rules.skill_roll.rounds.throws import table_throw
from sim.rules.skill_roll.scenario.uses import UseData
from sim.rules.skill_roll.skills.charts import (
    BACKGROUND,
    FULL,
    Inheritance,
    Recall,
    recall,
)
from sim.rules.skill_roll.skills.dice import DiceSet
from sim.rules.skill_roll.skills.quantity import percent_of_normal, rank_cap
from sim.rules.skill_roll.state import State, character, view
from sim.rules.skill_roll.uses.research import ask_research
from sim.rules.skill_roll.uses.single import power_of, skill_of, use_of
from sim.seam.events import NOBODY, TABLE, Consequence, DiceRolled, Fact
from sim.seam.protocol import Asked, Decision, Due

HUNDRED = DiceSet(1, 100)
"""The die that says whether a faulty recollection is wrong [SK-RUL-36]."""


def left_of(state: State, phase: Reading) -> int:
    """Return how many levels of a measured use nobody has given to anything yet."""
    use = use_of(state, phase.matter)
    if not use.measured or use.knowledge is not None:
        return 0
    taken = sum(phase.given) + phase.ranks * state.setup.scale.rank
    return max(0, phase.level or 0) - taken


def ask_reading(state: State, phase: Reading) -> Asked[State]:
    """Return what is to be said of a use before it is over."""
    use = use_of(state, phase.matter)
    if use.knowledge is not None:
        return _ask_knowledge(state, phase, use)
    if use.topics:
        return ask_research(state, phase, use)
    options = allocations(state, phase)
    if options:
        who = phase.matter.who
        return Decision(who, options, view(state, who))
    return Due(_ended(state, phase, use))


# What the levels are given to.


def allocations(state: State, phase: Reading) -> tuple[Fact, ...]:
    """Return what levels may be given to, silence first [SK-DP-07, SK-RUL-53].

    All the rest to each aspect, one level to each, a rank, no more. With one aspect
    and no power there is nothing to ask.
    """
    use, who, left = (
        use_of(state, phase.matter),
        phase.matter.who,
        left_of(state, phase),
    )
    rank = may_take_rank(state, phase)
    if not left or phase.closed or (len(use.aspects) == 1 and not rank):
        return ()
    options: list[Fact] = []
    if _to_aspects(state, phase):
        options += [LevelsGiven(who, aspect.name, left) for aspect in use.aspects]
        if left > 1:
            options += [LevelsGiven(who, aspect.name, 1) for aspect in use.aspects]
    if rank:
        options.append(RankTaken(who))
    return (*options, NoMoreGiven(who)) if options else ()


def _to_aspects(state: State, phase: Reading) -> bool:
    """Whether levels may still go to aspects: ranks may exclude them [SK-RUL-08]."""
    return state.setup.rulings.mixed_allocation or not phase.ranks


def may_take_rank(state: State, phase: Reading) -> bool:
    """Whether levels may act as one more rank [SK-QNU-04, SK-RUL-09, SK-RUL-10]."""
    setup, power = state.setup, power_of(state, phase.matter)
    if power is None or left_of(state, phase) < setup.scale.rank:
        return False
    if sum(phase.given) and not setup.rulings.mixed_allocation:
        return False
    if power.improved_maximum and setup.rulings.improved_maximum_lifts_rank_cap:
        return True
    used = power.ranks if phase.used is None else phase.used
    return phase.ranks < rank_cap(used, setup.rulings.rank_cap_rounding)


def percents(state: State, phase: Reading) -> tuple[int, ...]:
    """Return how every aspect came out, in per cent of normal [SK-QNU-02, SK-QNU-03].

    SK-RUL-07: failure levels fall on the first, where silence leaves levels too; or
    the whole use comes to nothing.
    """
    failed = phase.level is not None and phase.level < 0
    nothing = state.setup.rulings.negative_levels == "fail"
    if phase.level is None or (failed and nothing):
        return (0,) * len(phase.given)
    given = list(phase.given)
    if failed:
        given[0] = phase.level
    elif _all_to_one(state, phase):
        given[0] += left_of(state, phase)
    return tuple(_percent(state, levels) for levels in given)


def _percent(state: State, level: int) -> int:
    """Return what *level* comes to, in per cent of normal."""
    rulings = state.setup.rulings
    return percent_of_normal(
        state.setup.scale, level, rulings.percent_mode, rulings.negative_levels
    )


def _all_to_one(state: State, phase: Reading) -> bool:
    """Whether what is left goes where alone it can: nobody is asked [SK-RUL-53]."""
    single = len(phase.given) == 1 and not phase.closed
    return single and _to_aspects(state, phase)


def _ended(state: State, phase: Reading, use: UseData) -> tuple[Consequence, ...]:
    """Return what a use came to, and that it is over [SK-QLU-01, SK-QNU-02]."""
    who, success = phase.matter.who, phase.level is not None and phase.level >= 0
    if not use.measured:
        plain = ("SK-QLU-01", "SK-QLU-02", "SK-RUL-37", "SK-CONF-09")
        return (UsePerformed(plain, who, success, (), 0),)
    come = percents(state, phase)
    unused = 0 if _all_to_one(state, phase) else left_of(state, phase)
    rules = ("SK-QNU-03", "SK-QNU-04", "SK-RUL-53", "SK-RUL-06", "SK-RUL-07")
    names = [aspect.name for aspect in use.aspects]
    effect = EffectAllocated(
        rules, who, tuple(zip(names, come, strict=True)), phase.ranks, unused
    )
    over = (
        "SK-QNU-02",
        "SK-QNO-01" if use.opponent != NOBODY else "SK-QNU-01",
        "SK-CONF-09",
    )
    return (effect, UsePerformed(over, who, success, come, phase.ranks))


# What is known.


def _ask_knowledge(state: State, phase: Reading, use: UseData) -> Asked[State]:
    """Return what is to be said of what is known [SK-RUL-62]."""
    who, (band, _) = phase.matter.who, recall(phase.level)
    # Where it was impossible nobody looked into memory, so nothing is said of it.
    if not phase.recalled and phase.level is not None:
        if band == Recall.FAULTY:
            return table_throw(state, Purpose.FAULTY_ANSWER, HUNDRED)
        return Due(recalled(state, phase, wrong=False))
    if (phase.level or 0) >= BACKGROUND and phase.recorded is None:
        options: tuple[Fact, ...] = (SpecialtyTaken(who), SpecialtyLeft(who))
        return Decision(who, options, view(state, who))
    success = phase.level is not None and phase.level >= 0
    rules = ("SK-KNOW-01", "SK-CONF-09", "SK-RUL-62")
    known = _known(state, phase) if use.measured else ()
    return Due((UsePerformed(rules, who, success, known, 0),))


def _known(state: State, phase: Reading) -> tuple[int, ...]:
    """Return what a measured use of knowledge is ranked by."""
    return (0 if phase.level is None else _percent(state, phase.level),)


def recalled(
    state: State, phase: Reading, *, wrong: bool
) -> tuple[KnowledgeRecalled, ...]:
    """Return what somebody turns out to know [SK-KNOW-04 to 09]."""
    use = use_of(state, phase.matter)
    assert use.knowledge is not None
    band, rule = recall(phase.level)
    faulty = ("SK-RUL-36",) if band == Recall.FAULTY else ()
    return (
        KnowledgeRecalled(
            (rule, "SK-KNOW-02", "SK-RUL-62", *faulty),
            phase.matter.who,
            use.skill,
            use.subject,
            use.knowledge,
            phase.level,
            band,
            wrong,
        ),
    )


def faulty_read(state: State, fact: DiceRolled) -> tuple[Consequence, ...]:
    """Say whether a faulty recollection is wrong: the d100 decides [SK-RUL-36]."""
    phase = state.phase
    assert type(phase) is Reading
    assert fact.who == TABLE
    error = state.setup.rulings.faulty_answer_error
    return recalled(state, phase, wrong=fact.faces[0] <= round(100 * error, 9))


def specialty_taken(
    state: State, fact: SpecialtyTaken
) -> tuple[SpecialtyRecorded, ...]:
    """Record a specialised skill for what one knows [SK-KNOW-08, SK-KNOW-09].

    SK-RUL-27: at full inheritance the rank of the skill, in part 4 less.
    """
    phase = state.phase
    assert type(phase) is Reading
    use, sheet = use_of(state, phase.matter), character(state, fact.who)
    full = (phase.level or 0) >= FULL
    rank = skill_of(state, phase.matter) - (0 if full else sheet.penalty)
    rules = ("SK-KNOW-09" if full else "SK-KNOW-08", "SK-RUL-27", "SK-DP-11")
    inheritance = Inheritance.FULL if full else Inheritance.PARTIAL
    return (
        SpecialtyRecorded(rules, fact.who, use.skill, use.subject, inheritance, rank),
    )
