"""The result of a use of knowledge: what is known, and what is recorded of it."""

from sim.rules.skill_roll.consequences import (
    KnowledgeRecalled,
    SpecialtyRecorded,
    UsePerformed,
)
from sim.rules.skill_roll.facts import SpecialtyLeft, SpecialtyTaken
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
from sim.rules.skill_roll.state import State, character, view
from sim.rules.skill_roll.uses.levels import percent
from sim.rules.skill_roll.uses.single import skill_of, use_of
from sim.seam.events import TABLE, Consequence, DiceRolled, Fact
from sim.seam.protocol import Asked, Decision, Due

HUNDRED = DiceSet(1, 100)
"""The die that decides whether a faulty recollection is wrong [SK-RUL-36]."""


def ask_knowledge(state: State, phase: Reading, use: UseData) -> Asked[State]:
    """Return the next step of a recollection [SK-RUL-62]."""
    who, (band, _) = phase.matter.who, recall(phase.level)
    # If it was impossible nobody tried to recall, so there is no event.
    if not phase.recalled and phase.level is not None:
        if band == Recall.FAULTY:
            return table_throw(state, Purpose.FAULTY_ANSWER, HUNDRED)
        return Due(recalled(state, phase, wrong=False))
    if (phase.level or 0) >= BACKGROUND and phase.recorded is None:
        options: tuple[Fact, ...] = (SpecialtyTaken(who), SpecialtyLeft(who))
        return Decision(who, options, view(state, who))
    success = phase.level is not None and phase.level >= 0
    rules = ("SK-KNOW-01", "SK-CONF-09", "SK-RUL-62")
    ranked_by = _known(state, phase) if use.measured else ()
    return Due((UsePerformed(rules, who, success, ranked_by, 0),))


def _known(state: State, phase: Reading) -> tuple[int, ...]:
    """Return the numbers by which a measured use of knowledge is ranked."""
    return (0 if phase.level is None else percent(state, phase.level),)


def recalled(
    state: State, phase: Reading, *, wrong: bool
) -> tuple[KnowledgeRecalled, ...]:
    """Return somebody's knowledge as it turns out [SK-KNOW-04 to 09]."""
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
    """Return whether a faulty recollection is wrong: the d100 decides [SK-RUL-36]."""
    phase = state.phase
    assert type(phase) is Reading
    assert fact.who == TABLE
    error = state.setup.rulings.faulty_answer_error
    (face,) = fact.faces
    return recalled(state, phase, wrong=face <= round(100 * error, 9))


def specialty_taken(
    state: State, fact: SpecialtyTaken
) -> tuple[SpecialtyRecorded, ...]:
    """Record a specialised skill for a subject that is known [SK-KNOW-08, SK-KNOW-09].

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
