"""A turn in a fight: its options [SK-DP-08, SK-RUL-41]."""

from sim.rules.skill_roll.combat.reach import strikes
from sim.rules.skill_roll.consequences import (
    Cause,
    IntentChanged,
    OopsChanged,
    TermsFixed,
)
from sim.rules.skill_roll.facts import (
    AimChanged,
    AttackDeclared,
    Conceded,
    Held,
    RecoveryTaken,
    WithdrawalTried,
)
from sim.rules.skill_roll.phases import Initiative
from sim.rules.skill_roll.rounds.ending import conceded
from sim.rules.skill_roll.scenario.compile import CONTEST
from sim.rules.skill_roll.state import State, character, members, sheet_of, view
from sim.seam.events import Fact, Seat
from sim.seam.protocol import Decision


def ask_turn(state: State, phase: Initiative) -> Decision[State]:
    """Return the options of a turn in a fight."""
    who = phase.who
    options: list[Fact] = [
        AttackDeclared(who, strike.form, strike.target)
        for strike in strikes(state, who)
    ]
    if not options:
        options.append(Held(who))
    if state.participants[who].oops and state.setup.rulings.use_oops:
        options.append(RecoveryTaken(who))
    if sheet_of(state, who).may_withdraw:
        options.append(WithdrawalTried(who))
    options += further_options(state, phase)
    return Decision(who, tuple(dict.fromkeys(options)), view(state, who))


def further_options(state: State, phase: Initiative) -> list[Fact]:
    """Return the options that end every turn's list: another aim, nothing, giving up.

    SK-CONF-05: the aim changes at most once in a turn.
    """
    who = phase.who
    options: list[Fact] = []
    if not phase.aimed:
        now = state.participants[who].aim
        aims = enumerate(character(state, who).aims)
        options += [AimChanged(who, aim.name) for number, aim in aims if number != now]
    options.append(Held(who))
    if sheet_of(state, who).may_concede:
        options.append(Conceded(who))
    return options


def attack_declared(state: State, fact: AttackDeclared) -> tuple[IntentChanged, ...]:
    """Return a change of intent if target or form is new [SK-RUL-42]."""
    last = state.participants[fact.who].last
    if last is None or last == (fact.form, fact.target):
        return ()
    was = f"{last[0]} on {character(state, last[1]).name}"
    now = f"{fact.form} on {character(state, fact.target).name}"
    return (IntentChanged(("SK-CONF-05", "SK-RUL-42"), fact.who, was, now),)


def recovered(state: State, fact: RecoveryTaken) -> tuple[OopsChanged, ...]:
    """Remove all OOPS, at the cost of the whole Initiative [SK-RUL-23, SK-RUL-58]."""
    rulings, before = state.setup.rulings, state.participants[fact.who].oops
    after = 0 if rulings.recovery == "reset" else max(0, before - rulings.recovery_n)
    cites = ("SK-RUL-23", "SK-RUL-58", "SK-ATTRES-01")
    return (OopsChanged(cites, fact.who, before, after, Cause.RECOVERY),)


def gave_up(state: State, fact: Conceded) -> tuple[TermsFixed, ...]:
    """Fix the return that conceding leaves to the seat or, in a contest, to its side.

    SK-CONF-06, SK-RUL-59.
    """
    out: tuple[Seat, ...] = (fact.who,)
    if state.setup.kind == CONTEST:
        out = members(state, character(state, fact.who).side)
    cites = ("SK-CONF-06", "SK-RUL-59", "SK-RUL-55")
    return tuple(TermsFixed(cites, who, conceded(state, fact.who)) for who in out)
