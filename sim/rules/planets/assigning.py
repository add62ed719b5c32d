"""Step 2: which Circumstance dice a roll has.

The situation (the scenario's, or what the Storyguide says), a wound, Diceless friends
and foes: of everything that would help at most one die counts, and of everything that
would hinder at most one.
"""

from sim.events import Cites
from sim.protocol import Asked, Decision, Due
from sim.rules.planets.circumstances import (
    BENEFIT,
    HINDRANCE,
    KINDS,
    Circumstance,
    foremost,
)
from sim.rules.planets.consequences import CircumstanceAssigned
from sim.rules.planets.facts import CircumstancesJudged, SeverityJudged, SizeJudged
from sim.rules.planets.setup import INDIRECT, situation_die
from sim.rules.planets.state import Standing, partners, standing, view

WOUND = "a wound"
FRIEND_SIZE = 8

FROM_STORY: Cites = ("PL-CIRC-01", "PL-CIRC-02", "PL-CIRC-13", "PL-DP-06")
FROM_WOUND: Cites = ("PL-RUL-33", "PL-CIRC-13", "PL-CIRC-03")
FROM_DICELESS: Cites = ("PL-CIRC-14", "PL-CHAR-05", "PL-RUL-29")
FROM_FRIEND: Cites = ("PL-RUL-28", "PL-CIRC-03")

NO_KINDS: tuple[str, ...] = ()
BOTH = KINDS
CHOICES = (NO_KINDS, (BENEFIT,), (HINDRANCE,), BOTH)


def ask_circumstances(state: Standing) -> Asked[Standing] | None:
    """Ask, or know, every roll's Circumstance dice [PL-DP-06]."""
    if not state.setup.rulings.use_circumstance_dice or _bare(state):
        return None
    able = state.rolling
    if state.setup.asks("circumstances"):
        for who in able:
            question = _judged(state, who)
            if question is not None:
                return question
    assigned: list[CircumstanceAssigned] = []
    for who in able:
        if state.turn(who).armed:
            continue
        offers = _offers(state, who)
        assigned += [
            CircumstanceAssigned(
                offers[die], who, die.kind, die.severity, die.size, die.cause
            )
            for die in foremost(tuple(offers))
        ]
    return Due(tuple(assigned)) if assigned else None


def dice_of(state: Standing, who: int) -> tuple[Circumstance, ...]:
    """Return the Circumstance dice of the roll that *who* leads, one of a kind.

    PL-CIRC-03, PL-RUL-27, PL-RUL-33.
    """
    if not state.setup.rulings.use_circumstance_dice or _bare(state):
        return ()
    return foremost(tuple(_offers(state, who)))


def _bare(state: Standing) -> bool:
    """Return whether nothing at all stands beside any roll."""
    return state.setup.bare and not any(one.wounds for one in state.players)


def _offers(state: Standing, who: int) -> dict[Circumstance, Cites]:
    """Return every die that could be beside the roll of *who*, and by which rules."""
    offers = dict.fromkeys(_story(state, who), FROM_STORY)
    offers |= dict.fromkeys(_diceless(state, who), FROM_DICELESS)
    wounds = min(state.players[who].wounds, len(state.setup.ladder))
    if wounds:
        rung = state.setup.ladder[wounds - 1]
        die = Circumstance(HINDRANCE, rung.severity, rung.size, WOUND)
        offers[die] = FROM_WOUND
    if state.setup.rulings.team_mode == "leads_only" and state.setup.mode != INDIRECT:
        offers |= dict.fromkeys(_friends(state, who), FROM_FRIEND)
    return offers


def _friends(state: Standing, who: int) -> list[Circumstance]:
    """Return the help of those with dice who stand by and do not roll [PL-RUL-28]."""
    return [
        Circumstance(BENEFIT, "minor", FRIEND_SIZE, f"the help of {sheet.name}")
        for one in standing(state, state.sheet(who).side)
        if one != who and (sheet := state.sheet(one)).rolls
    ]


def _story(state: Standing, who: int) -> list[Circumstance]:
    """Return what the story puts beside the roll: asked, or as the scenario says."""
    turn = state.turn(who)
    if turn.kinds is not None:
        causes = {die.kind: die.cause for die in situation(state, who)}
        return [
            Circumstance(kind, severity, size, causes.get(kind, "the situation"))
            for kind, severity, size in zip(
                turn.kinds, turn.severities, turn.drawn, strict=True
            )
        ]
    return list(situation(state, who))


def situation(state: Standing, who: int) -> tuple[Circumstance, ...]:
    """Return the dice the scenario gives the roll of *who* now, one of a kind.

    Those who coordinate make one roll, so what one of them brings is there for all.
    """
    approach = state.intent(who).approach
    return foremost(
        tuple(
            situation_die(one)
            for partner in partners(state, who)
            for one in state.sheet(partner).situations
            if state.round >= one.from_round
            and (one.to_round is None or state.round <= one.to_round)
            and (not one.approaches or approach in one.approaches)
        )
    )


def _diceless(state: Standing, who: int) -> list[Circumstance]:
    """Return what Diceless friends and foes are to the roll of *who* [PL-CIRC-14].

    Foes hinder only where nobody on their side rolls: else they help their own.
    """
    if state.setup.mode == INDIRECT:
        return []
    side = state.sheet(who).side
    foes = standing(state, 1 - side)
    dice = [_weight(state, one, BENEFIT) for one in standing(state, side)]
    if not any(state.sheet(one).rolls for one in foes):
        dice += [_weight(state, one, HINDRANCE) for one in foes]
    return [die for die in dice if die is not None]


def _weight(state: Standing, who: int, kind: str) -> Circumstance | None:
    sheet = state.sheet(who)
    if sheet.rolls:
        return None
    severity, size = sheet.weight
    return Circumstance(kind, severity, size, f"the presence of {sheet.name}")


def _judged(state: Standing, who: int) -> Decision[Standing] | None:
    """Return what the Storyguide has still to say of the dice of *who*."""
    turn, judge = state.turn(who), state.setup.judge
    usual = {die.kind: die for die in situation(state, who)}
    if turn.kinds is None:
        first = tuple(usual)
        order = (first, *(kinds for kinds in CHOICES if kinds != first))
        kinds = tuple(CircumstancesJudged(judge, who, one) for one in order)
        return Decision(judge, kinds, view(state, judge))
    if len(turn.drawn) == len(turn.kinds):
        return None
    kind = turn.kinds[len(turn.drawn)]
    if len(turn.severities) == len(turn.drawn):
        major = kind in usual and usual[kind].major
        words = ("major", "minor") if major else ("minor", "major")
        severities = tuple(SeverityJudged(judge, who, kind, word) for word in words)
        return Decision(judge, severities, view(state, judge))
    sizes = state.setup.rulings.allowed_sizes
    likely = usual[kind].size if kind in usual else FRIEND_SIZE
    ordered = sorted(sizes, key=lambda size: (size != likely, size))
    options = tuple(SizeJudged(judge, who, kind, size) for size in ordered)
    return Decision(judge, options, view(state, judge))
