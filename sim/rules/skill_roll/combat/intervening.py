"""Answers of companions to an attack: to step in, to counter, or to stand by.

The text gives other aware characters a Response or a Counter-Initiative without saying
what it may be, so all of this is a ruling, and used only if chosen [SK-RUL-68].
"""

from sim.rules.skill_roll.combat.reach import in_reach
from sim.rules.skill_roll.combat.striking import may_respond
from sim.rules.skill_roll.facts import CompanionCountered, SteppedIn, StoodBy
from sim.rules.skill_roll.phases import Setting, Strike
from sim.rules.skill_roll.state import State, character, distance, members, view
from sim.seam.events import Fact, Seat
from sim.seam.protocol import Decision

NEAR = 1
"""The greatest distance, in Distance Units, for stepping in [SK-RUL-68]."""


def ask_others(
    state: State, setting: Setting, strike: Strike
) -> Decision[State] | None:
    """Ask the companions of the target in turn until one of them acts [SK-DP-16].

    SK-RUL-68: those on its side who are aware of the attack, in seat order.
    """
    acted = setting.stepped_in or setting.aside is not None
    if acted or not state.setup.rulings.others_respond:
        return None
    for who in members(state, character(state, strike.target).side):
        if who == strike.target or who in setting.stood_by:
            continue
        options = interventions(state, strike, who)
        if options:
            return Decision(who, (StoodBy(who), *options), view(state, who))
    return None


def interventions(state: State, strike: Strike, who: Seat) -> tuple[Fact, ...]:
    """Return the answers of *who* to an attack on a companion [SK-RUL-68].

    They may step in from nearby and, if countering is an option (SK-RUL-31), attack the
    attacker at once in a form that reaches.
    """
    if not may_respond(state, strike, who):
        return ()
    options: list[Fact] = []
    if distance(state, strike.target, who) <= NEAR:
        options.append(SteppedIn(who))
    if state.setup.rulings.counter_initiative:
        options += [
            CompanionCountered(who, form.name)
            for form in character(state, who).forms
            if not form.area
            and in_reach(state.setup, state.round, who, form, strike.who)
        ]
    return tuple(options)
