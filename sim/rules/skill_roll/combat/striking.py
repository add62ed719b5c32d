"""An attack before the dice: Responses, defences, and its difficulty."""

from functools import lru_cache

from sim.rules.skill_roll.combat.reach import awareness_of, in_reach
from sim.rules.skill_roll.facts import ResponseDeclared
from sim.rules.skill_roll.phases import Response, Setting, Strike
from sim.rules.skill_roll.rounds.conditions import Contest, shifts
from sim.rules.skill_roll.scenario.compile import Setup
from sim.rules.skill_roll.skills.attack_difficulty import (
    LINE_RULES,
    Awareness,
    Defence,
    Flight,
    Line,
    Parts,
    attack_parts,
)
from sim.rules.skill_roll.skills.charts import Circumstance
from sim.rules.skill_roll.skills.dice import TEN
from sim.rules.skill_roll.state import State, form_in, form_of, view, wound_penalty
from sim.seam.events import Fact, Seat
from sim.seam.protocol import Decision

WOUNDED = frozenset({Line.DEFENDED, Line.UNDEFENDED})
"""Lines where a 10 stands for a roll of the target, which wounds lower [SK-RUL-33]."""


def contest_in(setup: Setup, strike: Strike) -> Contest:
    """Return who attacks whom and how, to match conditions."""
    form = form_in(setup, strike)
    return Contest(strike.who, (strike.target,), form=strike.form, skill=form.skill)


def ask_response(
    state: State, setting: Setting, strike: Strike
) -> Decision[State] | None:
    """Ask an aware target for a Response [SK-ATTACK-02, SK-DP-06].

    SK-RUL-31: as long as Responses are left. SK-RUL-49: an area leaves no Response.
    """
    if setting.response is not None or not may_respond(state, strike):
        return None
    options = responses(state, strike)
    if setting.aside is not None:
        options = _without_counters(options)
    if len(options) == 1:
        return None
    return Decision(strike.target, options, view(state, strike.target))


def may_respond(state: State, strike: Strike, who: Seat | None = None) -> bool:
    """Whether *who*, the target unless named, is aware and has a Response left."""
    most = state.setup.rulings.responses_per_round
    participant = state.participants[strike.target if who is None else who]
    return (
        awareness_of(state, strike, who) == Awareness.AWARE
        and not form_of(state, strike.who, strike.form).area
        and (most is None or participant.responses < most)
    )


def _without_counters(options: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Return the Responses left when a companion counters already [SK-RUL-68]."""
    return tuple(
        [
            option
            for option in options
            if type(option) is ResponseDeclared and option.response != Response.COUNTER
        ]
    )


def responses(state: State, strike: Strike) -> tuple[Fact, ...]:
    """Return the Responses to *strike*, the best first [SK-RUL-44, SK-RUL-28].

    SK-RUL-29: only skills that are a defence against it are offered.
    """
    return _responses(state.setup, state.round, strike)


@lru_cache(maxsize=4096)
def _responses(setup: Setup, round_: int, strike: Strike) -> tuple[Fact, ...]:
    who, form = strike.target, form_in(setup, strike)
    sheet = setup.characters[who]
    able = [skill for skill in form.appropriate_defences if sheet.has(skill)]
    able.sort(key=lambda skill: -sheet.skill(skill))
    options: list[Fact] = [
        ResponseDeclared(who, Response.DEFEND, skill) for skill in able
    ]
    bare = sheet.attribute(form.attribute) - sheet.penalty
    none = ResponseDeclared(who, Response.NO_DEFENCE)
    first = not able or bare >= sheet.skill(able[0])
    options.insert(0 if first else len(options), none)
    if setup.rulings.counter_initiative and not strike.counter:
        options += [
            ResponseDeclared(who, Response.COUNTER, form.name)
            for form in sheet.forms
            if not form.area and in_reach(setup, round_, who, form, strike.who)
        ]
    return tuple(options)


def counter_of(setting: Setting, strike: Strike) -> Strike | None:
    """Return the attack that counters *strike*, if there is one [SK-RUL-45].

    It comes from a companion of its target [SK-RUL-68], or from the target.
    """
    if setting.aside is not None:
        return setting.aside
    if setting.response != Response.COUNTER:
        return None
    return Strike(strike.target, strike.who, setting.by, counter=True)


def line_of(state: State, setting: Setting, strike: Strike) -> Line:
    """Return the target's line of defence against *strike* [SK-ATTACK-03 to 06]."""
    if form_of(state, strike.who, strike.form).area:
        return Line.PLACE
    if strike.counter:
        # SK-RUL-45: an attacker is aware of a counter, whoever makes it.
        return Line.UNDEFENDED
    aware = awareness_of(state, strike)
    if aware == Awareness.UNAWARE_OF_DANGER:
        return Line.UNAWARE_OF_DANGER
    if aware == Awareness.UNAWARE_OF_ATTACK:
        return Line.UNAWARE_OF_ATTACK
    defends = setting.response == Response.DEFEND
    return Line.DEFENDED if defends else Line.UNDEFENDED


def _ruled(setting: Setting, strike: Strike) -> tuple[Circumstance | None, int | None]:
    """Return the Narrator's rulings on *strike*; none for a counter [SK-RUL-60]."""
    return (None, None) if strike.counter else (setting.circumstance, setting.weight)


def strike_parts(state: State, setting: Setting, strike: Strike) -> Parts:
    """Return the numbers that add up to the difficulty of *strike*."""
    return _parts(
        state.setup,
        state.round,
        strike,
        line_of(state, setting, strike),
        setting.by,
        setting.totals[0] if setting.totals else None,
        _oops(state, strike),
        wound_penalty(state, strike.target),
        _ruled(setting, strike),
    )


@lru_cache(maxsize=16384)
def _parts(  # noqa: PLR0913, PLR0917 - all that a difficulty depends on
    setup: Setup,
    round_: int,
    strike: Strike,
    line: Line,
    by: str,
    total: int | None,
    oops: tuple[int, int],
    wounds: int,
    ruled: tuple[Circumstance | None, int | None],
) -> Parts:
    """SK-RUL-18: a defence counts as it was rolled, or as 10 and its skill.

    SK-RUL-33: wounds lower a 10 as much as a roll, also if the skill is inherited; a
    roll has been lowered already.
    """
    target, form = setup.characters[strike.target], form_in(setup, strike)
    skill = target.skill(by)
    defence = Defence(
        line=line,
        attribute=target.attribute(form.attribute),
        skill=skill,
        roll=TEN - wounds if total is None else total - skill,
        penalty=target.penalty + wounds,
        floor=setup.rulings.defence_floor,
    )
    far = 0
    if form.area or not form.hand_to_hand:
        near = setup.characters[strike.who].name
        far = setup.distance(near, target.name, round_)
    parts = attack_parts(
        defence,
        Flight(far, target.sheet.size_du, target.sheet.velocity),
        oops,
        physical=form.physical,
        nonphysical_oops=setup.rulings.nonphysical_oops,
    )
    return parts + shifts(setup, round_, contest_in(setup, strike), *ruled).parts


def _oops(state: State, strike: Strike) -> tuple[int, int]:
    """Return the OOPS of attacker and target, if the rule is used [SK-ATTACK-09]."""
    if not state.setup.rulings.use_oops:
        return 0, 0
    attacker, other = state.participants[strike.who], state.participants[strike.target]
    return attacker.oops, other.oops


def strike_rules(state: State, setting: Setting, strike: Strike) -> tuple[str, ...]:
    """Return the rules behind the difficulty of *strike*."""
    line = line_of(state, setting, strike)
    rules = ["SK-ATTACK-01", LINE_RULES[line]]
    names = {name for name, _ in strike_parts(state, setting, strike)}
    for name, rule in (
        ("velocity", "SK-ATTACK-07"),
        ("range", "SK-ATTACK-08"),
        ("attacker OOPS", "SK-ATTACK-09"),
        ("target OOPS", "SK-ATTACK-09"),
    ):
        if name in names and rule not in rules:
            rules.append(rule)
    if line in {Line.UNAWARE_OF_ATTACK, Line.UNAWARE_OF_DANGER}:
        rules.append("SK-RUL-34")
    if not form_of(state, strike.who, strike.form).physical:
        rules.append("SK-RUL-19")
    if setting.totals:
        rules.append("SK-RUL-18")
    if line in WOUNDED and wound_penalty(state, strike.target):
        rules.append("SK-RUL-33")
    if line == Line.PLACE:
        rules += ["SK-RUL-21", "SK-RUL-49"]
    contest = contest_in(state.setup, strike)
    ruled = _ruled(setting, strike)
    return (*rules, *shifts(state.setup, state.round, contest, *ruled).rules)
