"""The story of a conflict: the sentences that depend on the state.

All other events have their sentence in their class.
"""

from sim.rules.skill_roll import consequences as c
from sim.rules.skill_roll import facts as f
from sim.rules.skill_roll.evolve import EVENTS
from sim.rules.skill_roll.narration.describe import describe
from sim.rules.skill_roll.narration.names import name
from sim.rules.skill_roll.narration.narrate_harm import HARM
from sim.rules.skill_roll.narration.narrate_rolls import ROLLS
from sim.rules.skill_roll.phases import (
    Setting,
    Special,
    Strike,
)
from sim.rules.skill_roll.scenario.compile import TASK
from sim.rules.skill_roll.scenario.uses import UseData
from sim.rules.skill_roll.state import State, character
from sim.seam.events import Event
from sim.spine.narration import narrator
from sim.spine.words import capital

SPECIAL = {
    Special.KNOWLEDGE: "what {who} knows of {subject}, by {skill}",
    Special.SHOT: "a shot of {who} at a target, by {skill}",
    Special.RESEARCH: "{who} does research{into}, by {skill}",
    Special.POWER: "{who} uses {power}, by {skill}",
    Special.NOTHING: "{who} uses {skill}",
}


def _stepped_in(state: State, event: f.SteppedIn) -> str:
    """Say for whom somebody steps in, and against whom [SK-RUL-68]."""
    return f"{name(state, event.who)} steps in for {_target(state)}{_against(state)}."


def _companion_countered(state: State, event: f.CompanionCountered) -> str:
    """Say for whom somebody counters, and against whom."""
    who = name(state, event.who)
    return f"{who} counters with {event.form}, for {_target(state)}{_against(state)}."


def _target(state: State) -> str:
    matter = state.phase.matter if type(state.phase) is Setting else None
    return name(state, matter.target) if type(matter) is Strike else "a companion"


def _against(state: State) -> str:
    matter = state.phase.matter if type(state.phase) is Setting else None
    return f" against {name(state, matter.who)}" if type(matter) is Strike else ""


def _round(state: State, event: c.RoundStarted) -> str:
    if state.setup.kind == TASK:
        return f"Use {event.number} of {len(state.setup.uses)}."
    order = ", then ".join(name(state, who) for who in event.order)
    turns = f", in turn: {order}" if order else ""
    return f"Round {event.number} begins{turns}."


def _progress(state: State, event: c.ProgressMade) -> str:
    side = state.setup.sides[character(state, event.who).side]
    done = f"{event.gained} more, {event.total} of {state.setup.goal} in all"
    return f"Progress for {side}: {done}."


def _use(state: State, event: c.SkillUseClassified) -> str:
    use = state.setup.uses[event.number]
    who, sort = name(state, event.who), "measured" if event.measured else "plain"
    what = SPECIAL[event.special].format(
        who=who,
        skill=use.skill,
        power=use.power,
        subject=use.subject or "the subject",
        into=_into(use),
    )
    against = f" against {name(state, use.opponent)}" if event.opposed else ""
    inside = (
        f", {event.within} by the standards of {use.culture}" if use.culture else ""
    )
    return (
        f"{what}{against}: a {sort} use, by one who is {_a(event.expertise)}{inside}."
    )


def _into(use: UseData) -> str:
    """Say what is researched, unless one of several topics is still to be chosen."""
    return f" into {use.topics[0].subject}" if len(use.topics) == 1 else ""


def _a(expertise: str) -> str:
    if expertise == "unskilled":
        return expertise
    return f"{'an' if expertise[0] in 'aeiou' else 'a'} {expertise}"


_sentence = narrator(
    EVENTS,
    describe,
    {
        f.SteppedIn: _stepped_in,
        f.CompanionCountered: _companion_countered,
        **ROLLS,
        **HARM,
        c.RoundStarted: _round,
        c.ProgressMade: _progress,
        c.SkillUseClassified: _use,
    },
)
"""(state before, event) -> the event as a sentence, names in their own spelling."""


def narrate(state: State, event: Event) -> str:
    """Return *event* as a sentence; *state* is the one before it.

    The first letter is capitalised, since names such as "the watch" may come first.
    """
    return capital(_sentence(state, event))
