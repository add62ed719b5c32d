"""Rolling the Planets, as a rule system: what each step waits for, and what follows.

`ask` is the procedure of a round read off the state's step; a step with nothing more
to ask gives way to the next that has. The areas of the rulebook are one file each.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import structs

from sim.events import Consequence, DiceRolled, Event, Fact
from sim.protocol import Asked, Due, RuleSystem, Seat
from sim.rules.planets.appraise import appraise
from sim.rules.planets.assigning import ask_circumstances
from sim.rules.planets.calling import ask_calling
from sim.rules.planets.committing import ask_coordination, ask_omega, decide_omega
from sim.rules.planets.consequences import (
    CONSEQUENCES,
    DifficultySet,
    HarmApplied,
    IntentChanged,
    OmegaShown,
)
from sim.rules.planets.essence import essence
from sim.rules.planets.evolve import evolve
from sim.rules.planets.facts import (
    FACTS,
    Conceded,
    DifficultyJudged,
    MajorJudged,
    OmegaCommitted,
    OmegaDeclined,
)
from sim.rules.planets.framing import ask_intents
from sim.rules.planets.problems import check_conflict
from sim.rules.planets.resolving import ask_aftermath, opening, resolution
from sim.rules.planets.rolling import ask_dice, decide_dice, decide_major
from sim.rules.planets.said import said
from sim.rules.planets.sentences import SENTENCES
from sim.rules.planets.settling import NAMED, ask_forces
from sim.rules.planets.setup import setup
from sim.rules.planets.sheet import Conflict
from sim.rules.planets.state import (
    AFTERMATH,
    CALLING,
    CIRCUMSTANCES,
    COORDINATION,
    DICE,
    FORCES_STEP,
    INTENTS,
    OMEGA,
    OPENING,
    Player,
    Standing,
)
from sim.rules.planets.steps import STEPS, opened
from sim.rules.planets.tell import tell
from sim.rules.planets.words import standing, words

ASK: dict[str, Callable[[Standing], Asked[Standing] | None]] = {
    OPENING: opening,
    INTENTS: ask_intents,
    CALLING: ask_calling,
    FORCES_STEP: ask_forces,
    CIRCUMSTANCES: ask_circumstances,
    OMEGA: ask_omega,
    COORDINATION: ask_coordination,
    DICE: ask_dice,
    AFTERMATH: ask_aftermath,
}
"""Step -> what it waits for; None when it has nothing more to ask."""

_LATER = {step: STEPS[index + 1 :] for index, step in enumerate(STEPS)}


def initial(scenario: Conflict) -> Standing:
    """Return the state before anything has happened."""
    fixed = setup(scenario)
    return Standing(round=0, setup=fixed, players=(Player(),) * len(fixed.sheets))


def ask(state: Standing) -> Asked[Standing]:
    """Return what the conflict waits for."""
    asked = ASK[state.step](state)
    if asked is not None:
        return asked
    for step in _LATER[state.step]:
        if ASK[step](state) is not None:
            return Due((opened(step),))
    return resolution(state)


def _difficulty(_state: Standing, fact: DifficultyJudged) -> tuple[Consequence, ...]:
    return (DifficultySet(NAMED, fact.of, fact.level),)


def _major(_state: Standing, fact: MajorJudged) -> tuple[Consequence, ...]:
    return decide_major(fact)


DECIDE: dict[type[Fact], Callable[[Standing, Any], tuple[Consequence, ...]]] = {
    DiceRolled: decide_dice,
    OmegaCommitted: decide_omega,
    OmegaDeclined: decide_omega,
    DifficultyJudged: _difficulty,
    MajorJudged: _major,
}
"""Fact -> what follows of it at once; of the others everything is Due."""


def decide(state: Standing, fact: Fact) -> tuple[Consequence, ...]:
    """Return what follows from *fact*, given in *state*."""
    follow = DECIDE.get(type(fact))
    return follow(state, fact) if follow is not None else ()


def seats(scenario: Conflict) -> tuple[Seat, ...]:
    """Return who is asked: every character, then the Storyguide if she is."""
    fixed = setup(scenario)
    players = tuple(
        Seat(one.name, sheet.side, one.agent)
        for one, sheet in zip(scenario.seats, fixed.sheets, strict=True)
    )
    guide = scenario.storyguide
    return (*players, Seat(guide.name, None, guide.agent)) if guide.asked else players


def rulings(scenario: Conflict) -> Mapping[str, Any]:
    """Return the options in force, by name."""
    return structs.asdict(scenario.rulings)


_TALLY: dict[type[Event], tuple[str, Callable[[Any], tuple[int, int]]]] = {
    HarmApplied: ("harm", lambda event: (event.who, event.amount)),
    Conceded: ("conceded", lambda event: (event.who, 1)),
    IntentChanged: ("changed", lambda event: (event.who, 1)),
    OmegaShown: ("omega", lambda event: (event.who, int(event.value > 0))),
}

SYSTEM = RuleSystem[Standing](
    name="planets",
    title="Rolling the Planets",
    version=1,
    scenario=Conflict,
    events=(*FACTS, *CONSEQUENCES),
    rules=SENTENCES,
    seats=seats,
    rulings=rulings,
    initial=initial,
    ask=ask,
    decide=decide,
    evolve=evolve,
    words=words,
    tell=tell,
    standing=standing,
    said=said,
    appraise=appraise,
    essence=essence,
    tally=_TALLY,
    check=check_conflict,
)
"""The rule system as the engine knows it."""
