"""Research in play: the topic it is spent on, and the skill that is gained."""

from msgspec.structs import replace

from sim.rules.skill_roll.consequences import (
    ResearchDone,
    SpecialtyRecorded,
    UsePerformed,
)
from sim.rules.skill_roll.facts import TopicChosen
from sim.rules.skill_roll.phases import Reading, Setting, Trial
from sim.rules.skill_roll.scenario.uses import UseData
from sim.rules.skill_roll.skills.charts import FULL, Inheritance
from sim.rules.skill_roll.state import (
    State,
    character,
    has_background,
    rank_of,
    recorded_rank,
    view,
)
from sim.rules.skill_roll.uses.single import skill_of, topic_of, use_of
from sim.seam.events import Consequence, Fact
from sim.seam.protocol import Decision, Due


def ask_topic(state: State, trial: Trial) -> Decision[State] | None:
    """Ask which of several topics is researched [SK-DP-15]; None if it is known."""
    topics = use_of(state, trial).topics
    if trial.topic is not None or len(topics) < 2:  # noqa: PLR2004 - one is no choice
        return None
    options: tuple[Fact, ...] = tuple(
        TopicChosen(trial.who, topic.subject) for topic in topics
    )
    return Decision(trial.who, options, view(state, trial.who))


def with_topic(state: State, setting: Setting, subject: str) -> Setting:
    """Return *setting* with *subject* as the topic of research."""
    trial = setting.matter
    assert type(trial) is Trial
    subjects = [topic.subject for topic in use_of(state, trial).topics]
    return replace(setting, matter=replace(trial, topic=subjects.index(subject)))


def gained(state: State, trial: Trial, level: int) -> tuple[Inheritance, int] | None:
    """Return the inheritance and rank that research at *level* gains, if any.

    SK-KNOW-02, SK-RUL-67: success gains a specialised skill, at partial inheritance. It
    is full from level 8 on (SK-KNOW-09), and for those who had some background and so
    knew how to research it further (SK-KNOW-08). SK-RUL-27: partial inheritance is 4
    less. A skill is not gained if one is as good without it.
    """
    topic, who = topic_of(state, trial), trial.who
    if topic is None or level < 0:
        return None
    rule = state.setup.rulings.research_gain
    full = level >= FULL or has_background(state, who, topic.subject)
    full = full if rule == "by_level" else rule == "full"
    sheet = character(state, who)
    rank = skill_of(state, trial) - (0 if full else sheet.penalty)
    held = recorded_rank(state, who, topic.subject) is not None
    held = held or sheet.has(topic.subject)
    if held and rank <= rank_of(state, who, topic.subject):
        return None
    return (Inheritance.FULL if full else Inheritance.PARTIAL), rank


def ask_research(state: State, phase: Reading, use: UseData) -> Due:
    """Return the result of research, the skill it gained, and the end of the use."""
    trial, level = phase.matter, phase.level
    who = trial.who
    success = level is not None and level >= 0
    over = UsePerformed(("SK-QLU-01", "SK-RUL-37", "SK-CONF-09"), who, success, (), 0)
    topic = topic_of(state, trial)
    if level is None or topic is None:
        return Due((over,))
    gain, rules = gained(state, trial, level), ("SK-KNOW-02", "SK-RUL-67")
    events: list[Consequence] = [
        ResearchDone(
            rules,
            who,
            use.skill,
            topic.subject,
            topic.closeness,
            level,
            gain is not None,
        )
    ]
    if gain is not None:
        inheritance, rank = gain
        cites = (*rules, "SK-RUL-27")
        events.append(
            SpecialtyRecorded(cites, who, use.skill, topic.subject, inheritance, rank)
        )
    return Due((*events, over))
