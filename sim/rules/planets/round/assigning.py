"""Step 2: the Circumstance dice of a roll.

Sources are the situation (by the scenario or the Storyguide), wounds, and Diceless
friends and foes. At most one die that helps counts, and at most one that hinders.
"""

from collections.abc import Mapping

from sim.rules.planets.consequences import CircumstanceAssigned
from sim.rules.planets.dice.circumstances import foremost
from sim.rules.planets.facts import CircumstancesJudged, SeverityJudged, SizeJudged
from sim.rules.planets.forces.rolls import (
    BENEFIT,
    HINDRANCE,
    Circumstance,
    Kind,
    Severity,
)
from sim.rules.planets.phases import Assigning, JudgedDice
from sim.rules.planets.scenario.compile import INDIRECT
from sim.rules.planets.state import State, intent_of, partners, view
from sim.seam.events import Cites, Seat
from sim.seam.protocol import Asked, Decision, Due

WOUND = "a wound"
FRIEND_SIZE = 8

FROM_STORY: Cites = ("PL-CIRC-01", "PL-CIRC-02", "PL-CIRC-13", "PL-DP-06")
FROM_WOUND: Cites = ("PL-RUL-33", "PL-CIRC-13", "PL-CIRC-03")
FROM_DICELESS: Cites = ("PL-CIRC-14", "PL-CHAR-05", "PL-RUL-29")
FROM_FRIEND: Cites = ("PL-RUL-28", "PL-CIRC-03")

CHOICES: tuple[tuple[Kind, ...], ...] = (
    (),
    (BENEFIT,),
    (HINDRANCE,),
    (BENEFIT, HINDRANCE),
)
"""The kinds of die a roll may have [PL-CIRC-03]."""


def ask_assigning(state: State, phase: Assigning) -> Asked[State] | None:
    """Ask for every roll's Circumstance dice, or derive them [PL-DP-06]."""
    if _is_bare(state):
        return None
    if state.setup.asks("circumstances"):
        for roll in phase.rolls:
            question = _question(state, phase, roll.who)
            if question is not None:
                return question
    assigned: list[CircumstanceAssigned] = []
    for roll in phase.rolls:
        if roll.dice:
            continue
        offers = _offers(state, roll.who, _story(state, phase, roll.who))
        assigned += [
            CircumstanceAssigned(
                offers[die], roll.who, die.kind, die.severity, die.size, die.cause
            )
            for die in foremost(tuple(offers))
        ]
    return Due(tuple(assigned)) if assigned else None


def dice_of(state: State, who: Seat) -> tuple[Circumstance, ...]:
    """Return the Circumstance dice of the roll that *who* leads, if no judge is asked.

    PL-CIRC-03, PL-RUL-27, PL-RUL-33.
    """
    if _is_bare(state):
        return ()
    return foremost(tuple(_offers(state, who, situation(state, who))))


def _is_bare(state: State) -> bool:
    """Whether no roll can have a Circumstance die."""
    setup = state.setup
    return not setup.rulings.use_circumstance_dice or (
        setup.bare and not any(participant.wounds for participant in state.participants)
    )


def _offers(
    state: State, who: Seat, story: tuple[Circumstance, ...]
) -> Mapping[Circumstance, Cites]:
    """Return every die that could join the roll of *who*, with its rules."""
    offers = dict.fromkeys(story, FROM_STORY)
    offers |= dict.fromkeys(_diceless(state, who), FROM_DICELESS)
    wounds = min(state.participants[who].wounds, len(state.setup.ladder))
    if wounds:
        rung = state.setup.ladder[wounds - 1]
        die = Circumstance(HINDRANCE, rung.severity, rung.size, WOUND)
        offers[die] = FROM_WOUND
    if state.setup.rulings.team_mode == "leads_only" and state.setup.mode != INDIRECT:
        offers |= dict.fromkeys(_friends(state, who), FROM_FRIEND)
    return offers


def _friends(state: State, who: Seat) -> list[Circumstance]:
    """Return the help of companions with dice who do not roll [PL-RUL-28]."""
    characters = state.setup.characters
    return [
        Circumstance(
            BENEFIT,
            Severity.MINOR,
            FRIEND_SIZE,
            f"the help of {characters[member].name}",
        )
        for member in state.members[characters[who].side]
        if member != who and characters[member].rolls
    ]


def _story(state: State, phase: Assigning, who: Seat) -> tuple[Circumstance, ...]:
    """Return the dice from the story: by ruling, or as the scenario says."""
    usual, judged = situation(state, who), phase.judged[who]
    if judged is None:
        return usual
    causes = {die.kind: die.cause for die in usual}
    dice = zip(judged.kinds, judged.severities, judged.sizes, strict=True)
    return tuple(
        Circumstance(kind, severity, size, causes.get(kind, "the situation"))
        for kind, severity, size in dice
    )


def situation(state: State, who: Seat) -> tuple[Circumstance, ...]:
    """Return the dice the scenario gives the roll of *who* now, one of each kind.

    Those who coordinate make one roll, so dice of each count for all.
    """
    approach = intent_of(state, who).approach
    return foremost(
        tuple(
            situation.die
            for partner in partners(state, who)
            for situation in state.setup.characters[partner].situations
            if situation.counts(state.round, approach)
        )
    )


def _diceless(state: State, who: Seat) -> list[Circumstance]:
    """Return the dice for Diceless friends and foes of *who* [PL-CIRC-14].

    Foes hinder only if nobody on their side rolls; otherwise they help their own side.
    """
    if state.setup.mode == INDIRECT:
        return []
    characters = state.setup.characters
    side = characters[who].side
    foes = state.members[1 - side]
    dice = [_weight(state, member, BENEFIT) for member in state.members[side]]
    if not any(characters[foe].rolls for foe in foes):
        dice += [_weight(state, foe, HINDRANCE) for foe in foes]
    return [die for die in dice if die is not None]


def _weight(state: State, who: Seat, kind: Kind) -> Circumstance | None:
    data = state.setup.characters[who]
    if data.rolls:
        return None
    severity, size = data.weight
    return Circumstance(kind, severity, size, f"the presence of {data.name}")


def _question(state: State, phase: Assigning, who: Seat) -> Decision[State] | None:
    """Return the next question to the Storyguide about the dice of *who*."""
    judge, judged = state.setup.judge, phase.judged[who]
    usual = {die.kind: die for die in situation(state, who)}
    if judged is None:
        first = tuple(usual)
        order = (first, *(kinds for kinds in CHOICES if kinds != first))
        options = tuple(CircumstancesJudged(judge, who, kinds) for kinds in order)
        return Decision(judge, options, view(state, judge))
    if len(judged.sizes) == len(judged.kinds):
        return None
    kind = judged.kinds[len(judged.sizes)]
    return _about(state, who, kind, judged, usual.get(kind))


def _about(
    state: State, who: Seat, kind: Kind, judged: JudgedDice, usual: Circumstance | None
) -> Decision[State]:
    """Ask how severe a die is, and then how large [PL-CIRC-02, PL-CIRC-15]."""
    judge = state.setup.judge
    if len(judged.severities) == len(judged.sizes):
        words = tuple(Severity)
        if usual is not None and usual.major:
            words = words[::-1]
        severities = tuple(SeverityJudged(judge, who, kind, word) for word in words)
        return Decision(judge, severities, view(state, judge))
    likely = usual.size if usual is not None else FRIEND_SIZE
    allowed = state.setup.rulings.allowed_sizes
    ordered = sorted(allowed, key=lambda size: (size != likely, size))
    sizes = tuple(SizeJudged(judge, who, kind, size) for size in ordered)
    return Decision(judge, sizes, view(state, judge))
