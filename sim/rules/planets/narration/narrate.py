"""A conflict as a reader follows it: who wanted what, what the dice said, and why."""

from collections.abc import Sequence

from sim.rules.planets import consequences as c
from sim.rules.planets import facts as f
from sim.rules.planets.dice.check import Stage
from sim.rules.planets.evolve import EVENTS
from sim.rules.planets.forces.task import FORCES
from sim.rules.planets.narration.describe import describe
from sim.rules.planets.narration.names import name
from sim.rules.planets.narration.narrate_dice import hierarchy_read, rolled
from sim.rules.planets.phases import ROLL, Aim, Step
from sim.rules.planets.scenario.compile import INDIRECT
from sim.rules.planets.state import State, lead
from sim.seam.events import NOBODY, TABLE, DiceRolled
from sim.spine.narration import narrator

STEPS = {
    Step.CALLING: "What is rolled for.",
    Step.FORCES: "Step 1: Difficulty and Forces.",
    Step.CIRCUMSTANCES: "Step 2: Circumstance dice.",
    Step.OMEGA: "Step 1a: Omega dice.",
    Step.COORDINATION: "The partners choose their dice.",
    Step.DICE: "Step 3: the dice.",
}

WHY = {
    "descriptors_undecided": "the Descriptors alone do not decide it",
    "too_close_to_call": "it is too close to call",
    "no_relevant_descriptor": "no Descriptor helps, but it is not impossible",
    "automatic": "it is a matter of course",
    "impossible": "it cannot be done",
    "nobody_has_dice": "nobody here has dice",
}

WHERE = {
    Stage.ABOVE_ALL: "by the Circumstance die above all Planets",
    Stage.RULING: "by the Storyguide's ruling on the Circumstance die",
    Stage.DOMINANT: "at the Dominant",
    Stage.ABOVE_WEAK: "by the Circumstance die just above the Weak",
    Stage.WEAK: "at the Weak",
    Stage.ABOVE_MAJOR: "by the Circumstance die just above the Major",
    Stage.MAJOR: "at the Major",
    Stage.NOWHERE: "no position decides",
}


def _sets(favored: Sequence[str], opposed: Sequence[str]) -> str:
    """Return a pair of sets of Forces as it is said."""
    return f"favored {_listed(favored)}; opposed {_listed(opposed)}"


def _listed(words: Sequence[str]) -> str:
    return ", ".join(words) or "none"


# What the players answer.


def _harms(state: State, event: f.HarmChosen) -> str:
    means = "means to wound" if event.harms else "means no harm"
    return f"{name(state, event.who)} {means}."


def _disputed(state: State, event: f.ForcesDisputed) -> str:
    reminds = f'reminds of "{event.descriptor}"' if event.descriptor else "disagrees"
    wanted = _sets(event.favored, event.opposed)
    asks = f" and asks for {wanted}" if event.favored or event.opposed else ""
    return f"{name(state, event.who)} {reminds}{asks}."


def _picked(state: State, event: f.PlanetDieChosen) -> str:
    if event.partner == NOBODY:
        return f"{name(state, event.who)} picks no die for {event.force}."
    whose = "their own die"
    if event.partner != event.who:
        whose = f"the die of {name(state, event.partner)}"
    return f"{name(state, event.who)} picks for {event.force} {whose}."


# What the Storyguide answers.


def _roll_judged(state: State, event: f.RollJudged) -> str:
    says = "let it be rolled" if event.verdict == ROLL else event.verdict
    return f"{name(state, event.who)} on {name(state, event.of)}: {says}."


def _dispute_judged(state: State, event: f.DisputeJudged) -> str:
    says = "amends the Forces" if event.amended else "keeps the Forces"
    return f"{name(state, event.who)} {says} of {name(state, event.of)}."


def _kinds_judged(state: State, event: f.CircumstancesJudged) -> str:
    kinds = " and ".join(event.kinds) or "no Circumstance die"
    return f"{name(state, event.who)} gives {name(state, event.of)} {kinds}."


def _major_judged(state: State, event: f.MajorJudged) -> str:
    says = event.choice.replace("_", " ")
    return f"{name(state, event.who)} on the Major {event.kind}: {says}."


# What follows.


def _step(_state: State, event: c.StepOpened) -> str:
    return STEPS[event.step]


def _declared(state: State, event: c.IntentDeclared) -> str:
    return f"{name(state, event.who)}{_intends(state, event)}."


def _changed(state: State, event: c.IntentChanged) -> str:
    return f"{name(state, event.who)} changes{_intends(state, event)}."


def _intends(state: State, event: c.IntentDeclared | c.IntentChanged) -> str:
    against = "" if event.target == NOBODY else f", against {name(state, event.target)}"
    aim = "to win" if event.aim == Aim.WIN else "only to resist"
    harm = ", and to wound" if event.harms else ""
    # An approach may be a noun or a verb, so nothing is said but its name.
    return f"{against}: {event.approach} ({aim}{harm})"


def _decreed(state: State, event: c.OutcomeDecreed) -> str:
    why = WHY[event.reason]
    return f"{name(state, event.who)}: {event.outcome} without a roll; {why}."


def _called(state: State, event: c.RollCalled) -> str:
    why = WHY[event.reason]
    if event.who == TABLE:
        return f"An opposed roll decides, read by both sides; {why}."
    return f"{name(state, event.who)} makes a {event.kind} roll; {why}."


def _proposed(state: State, event: c.ForcesProposed) -> str:
    proposed = _sets(event.favored, event.opposed)
    return f"Proposed for {name(state, event.who)}: {proposed}."


def _settled(state: State, event: c.ForcesSettled) -> str:
    settled = _sets(event.favored, event.opposed)
    how = " (amended)" if event.amended else ""
    return f"For {name(state, event.who)}: {settled}{how}."


def _assigned(state: State, event: c.CircumstanceAssigned) -> str:
    cause = f" for {event.cause}" if event.cause else ""
    what = f"a {event.severity} {event.kind} d{event.size}"
    return f"{name(state, event.who)} has {what}{cause}."


def _shown(state: State, event: c.OmegaShown) -> str:
    if not event.value:
        return f"{name(state, event.who)} has no Omega die."
    placed = f"{event.force} {event.value} (of at most {event.limit})"
    return f"{name(state, event.who)} shows the Omega die: {placed}."


def _chosen(state: State, event: c.PlanetDiceChosen) -> str:
    dice = ", ".join(
        f"{force} d{size}"
        for force, size in zip(FORCES, event.sizes, strict=True)
        if size
    )
    return f"The side of {name(state, event.who)} rolls {dice}."


def _placed(state: State, event: c.CircumstancePlaced) -> str:
    what = f"{event.severity} {event.kind} {event.value}"
    where = event.slot.replace("_", " ")
    return (
        f"Beside the column of {name(state, event.who)}: {what}, {where}"
        f" (influence: {event.influence})."
    )


def _ruled(state: State, event: c.MajorCircumstanceRuled) -> str:
    says = event.choice.replace("_", " ")
    return f"The Major {event.kind} of {name(state, event.who)}: {says}."


def _outcome(state: State, event: c.OutcomeDetermined) -> str:
    return f"{name(state, event.who)}: {event.outcome}, {WHERE[event.decided_at]}."


def _resolved(state: State, event: c.RoundResolved) -> str:
    if state.setup.mode == INDIRECT:
        counts = ", ".join(
            f"{one.name} {tally}"
            for one, tally in zip(state.setup.characters, event.tallies, strict=True)
        )
        return f"So far: {counts} (goal {state.setup.rulings.goal})."
    if event.who == TABLE:
        what = "Nobody prevails"
        if event.still > 1:
            what += f", for the {_ordinal(event.still)} time in a row"
        return f"{what}. {_track(state, event.after)}"
    return f"{name(state, event.who)} prevails. {_track(state, event.after)}"


def _ordinal(number: int) -> str:
    return {2: "second", 3: "third"}.get(number, f"{number}th")


def _track(state: State, track: int) -> str:
    """Draw the track from side 1's goal to side 0's."""
    goal = state.setup.rulings.goal
    marks = "".join("O" if place == track else "." for place in range(-goal, goal + 1))
    left, right = (name(state, lead(state, side)) for side in (1, 0))
    return f"{left} [{marks}] {right}"


def _harm(state: State, event: c.HarmApplied) -> str:
    wounded = f"{name(state, event.by)} wounds {name(state, event.who)}"
    if not event.size:
        return f"{wounded} once more than can be borne."
    die = f"a {event.severity} hindrance d{event.size}"
    return f"{wounded} (wound {event.wound}): {die} from now on."


narrate = narrator(
    {
        f.ApproachChosen: "{who} chooses: {approach}.",
        f.TargetChosen: "{who} aims at {target}.",
        f.AimChosen: "{who} means to {aim}.",
        f.HarmChosen: _harms,
        f.Conceded: "{who} gives it up.",
        f.Pressed: "{who} presses on.",
        f.StandoffAccepted: "{who} would let it rest.",
        f.ForcesAccepted: "{who} accepts the Forces.",
        f.ForcesDisputed: _disputed,
        f.ForceArgued: "{who} argues that {force} is {lean}.",
        f.OmegaDeclined: "{who} places no Omega die.",
        f.OmegaCommitted: "{who} places an Omega die for {force} at {value}, covered.",
        f.PlanetDieChosen: _picked,
        f.RollJudged: _roll_judged,
        f.DifficultyJudged: "{who} on {of}: {level}.",
        f.ForceJudged: "{who} on {of}: {force} is {lean}.",
        f.DisputeJudged: _dispute_judged,
        f.CircumstancesJudged: _kinds_judged,
        f.SeverityJudged: "{who}: the {kind} is {severity}.",
        f.SizeJudged: "{who}: the {kind} is a d{size}.",
        f.MajorJudged: _major_judged,
        DiceRolled: rolled,
        c.RoundOpened: "Round {number} begins.",
        c.StepOpened: _step,
        c.IntentDeclared: _declared,
        c.IntentChanged: _changed,
        c.Withdrew: "{who} is out of it.",
        c.OutcomeDecreed: _decreed,
        c.RollCalled: _called,
        c.DifficultySet: "What {who} tries is {level}.",
        c.ForcesProposed: _proposed,
        c.ForcesSettled: _settled,
        c.CircumstanceAssigned: _assigned,
        c.OmegaShown: _shown,
        c.PlanetDiceChosen: _chosen,
        c.HierarchyRead: hierarchy_read,
        c.CircumstancePlaced: _placed,
        c.MajorCircumstanceRuled: _ruled,
        c.OutcomeDetermined: _outcome,
        c.RoundResolved: _resolved,
        c.HarmApplied: _harm,
        c.TakenOut: "{who} is taken out.",
    },
    EVENTS,
    describe,
)
"""(state before, event) -> the event as a sentence."""
