"""What the players and the Storyguide said, as a reader follows it."""

from sim.events import Event
from sim.rules.planets import facts as f
from sim.rules.planets.setup import NOBODY
from sim.rules.planets.state import Standing
from sim.rules.planets.words import Line, name


def sets(favored: f.Names, opposed: f.Names) -> str:
    """Return a pair of sets of Forces as it is said."""
    return f"favored {listed(favored)}; opposed {listed(opposed)}"


def listed(words: f.Names) -> str:
    """Return names with commas between them."""
    return ", ".join(words) or "none"


# What the players said.


def _approach(state: Standing, event: f.ApproachChosen) -> str:
    return f"{name(state, event.who)} will {event.approach}."


def _target(state: Standing, event: f.TargetChosen) -> str:
    return f"{name(state, event.who)} aims at {name(state, event.target)}."


def _aim(state: Standing, event: f.AimChosen) -> str:
    return f"{name(state, event.who)} means to {event.aim}."


def _harms(state: Standing, event: f.HarmChosen) -> str:
    means = "means to wound" if event.harms else "means no harm"
    return f"{name(state, event.who)} {means}."


def _conceded(state: Standing, event: f.Conceded) -> str:
    return f"{name(state, event.who)} gives it up."


def _pressed(state: Standing, event: f.Pressed) -> str:
    return f"{name(state, event.who)} presses on."


def _rested(state: Standing, event: f.StandoffAccepted) -> str:
    return f"{name(state, event.who)} would let it rest."


def _accepted(state: Standing, event: f.ForcesAccepted) -> str:
    return f"{name(state, event.who)} accepts the Forces."


def _disputed(state: Standing, event: f.ForcesDisputed) -> str:
    reminds = f'reminds of "{event.descriptor}"' if event.descriptor else "disagrees"
    wanted = sets(event.favored, event.opposed)
    asks = f" and asks for {wanted}" if event.favored or event.opposed else ""
    return f"{name(state, event.who)} {reminds}{asks}."


def _argued(state: Standing, event: f.ForceArgued) -> str:
    return f"{name(state, event.who)} argues that {event.force} is {event.lean}."


def _no_omega(state: Standing, event: f.OmegaDeclined) -> str:
    return f"{name(state, event.who)} places no Omega die."


def _omega(state: Standing, event: f.OmegaCommitted) -> str:
    placed = f"an Omega die for {event.force} at {event.value}"
    return f"{name(state, event.who)} places {placed}, covered."


def _picked(state: Standing, event: f.PlanetDieChosen) -> str:
    if event.partner == NOBODY:
        return f"{name(state, event.who)} picks no die for {event.force}."
    whose = "their own die"
    if event.partner != event.who:
        whose = f"the die of {name(state, event.partner)}"
    return f"{name(state, event.who)} picks for {event.force} {whose}."


# What the Storyguide said.


def _roll_judged(state: Standing, event: f.RollJudged) -> str:
    says = "let it be rolled" if event.verdict == "roll" else event.verdict
    return f"{name(state, event.who)} on {name(state, event.of)}: {says}."


def _difficulty_judged(state: Standing, event: f.DifficultyJudged) -> str:
    return f"{name(state, event.who)} on {name(state, event.of)}: {event.level}."


def _force_judged(state: Standing, event: f.ForceJudged) -> str:
    judged = f"{event.force} is {event.lean}"
    return f"{name(state, event.who)} on {name(state, event.of)}: {judged}."


def _dispute_judged(state: Standing, event: f.DisputeJudged) -> str:
    says = "amends the Forces" if event.amended else "keeps the Forces"
    return f"{name(state, event.who)} {says} of {name(state, event.of)}."


def _kinds_judged(state: Standing, event: f.CircumstancesJudged) -> str:
    kinds = " and ".join(event.kinds) or "no Circumstance die"
    return f"{name(state, event.who)} gives {name(state, event.of)} {kinds}."


def _severity_judged(state: Standing, event: f.SeverityJudged) -> str:
    return f"{name(state, event.who)}: the {event.kind} is {event.severity}."


def _size_judged(state: Standing, event: f.SizeJudged) -> str:
    return f"{name(state, event.who)}: the {event.kind} is a d{event.size}."


def _major_judged(state: Standing, event: f.MajorJudged) -> str:
    says = event.choice.replace("_", " ")
    return f"{name(state, event.who)} on the Major {event.kind}: {says}."


ANSWERS: dict[type[Event], Line] = {
    f.ApproachChosen: _approach,
    f.TargetChosen: _target,
    f.AimChosen: _aim,
    f.HarmChosen: _harms,
    f.Conceded: _conceded,
    f.Pressed: _pressed,
    f.StandoffAccepted: _rested,
    f.ForcesAccepted: _accepted,
    f.ForcesDisputed: _disputed,
    f.ForceArgued: _argued,
    f.OmegaDeclined: _no_omega,
    f.OmegaCommitted: _omega,
    f.PlanetDieChosen: _picked,
    f.RollJudged: _roll_judged,
    f.DifficultyJudged: _difficulty_judged,
    f.ForceJudged: _force_judged,
    f.DisputeJudged: _dispute_judged,
    f.CircumstancesJudged: _kinds_judged,
    f.SeverityJudged: _severity_judged,
    f.SizeJudged: _size_judged,
    f.MajorJudged: _major_judged,
}
"""Fact -> how it is told."""
