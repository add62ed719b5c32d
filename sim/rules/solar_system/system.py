"""The Solar System: its phases, the consequences of answers, and the rule system.

A check opens the conflict, or settles it; the Pain goes volley by volley, each with its
gate, new intentions, free-and-clear, rolls and harm; healing and refreshment come
after. Any of them may have rolls on the table.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from sim.rules.solar_system import consequences as c
from sim.rules.solar_system import facts as f
from sim.rules.solar_system.advancement.buying import (
    advance_bought,
    approved,
    ask_advancing,
)
from sim.rules.solar_system.aftermath.healing import (
    ask_aftermath,
    contest_read,
    healing_read,
    healing_tried,
    pocket_tried,
    refresh_taken,
)
from sim.rules.solar_system.appraisal.appraise import appraise
from sim.rules.solar_system.appraisal.essence import CHART, essence
from sim.rules.solar_system.appraisal.odds import ODDS
from sim.rules.solar_system.appraisal.weigh import weigh
from sim.rules.solar_system.between.carrying import carried, entered, in_session
from sim.rules.solar_system.checks.competitive import ask_ties, ranked
from sim.rules.solar_system.checks.gathering import fee_paid
from sim.rules.solar_system.checks.opening import ask_opening, check_read
from sim.rules.solar_system.checks.rolling import (
    ask_rolling,
    die_bought,
    gift_given,
    lowest,
)
from sim.rules.solar_system.events import interlude as i
from sim.rules.solar_system.events import secrets as s
from sim.rules.solar_system.evolve import EVENTS, evolve
from sim.rules.solar_system.keys.awarding import ask_awarding, key_erased
from sim.rules.solar_system.narration.carries import FIGURES, carries, holdings
from sim.rules.solar_system.narration.describe import describe
from sim.rules.solar_system.narration.narrate import narrate
from sim.rules.solar_system.narration.parse import parse
from sim.rules.solar_system.narration.status import status, won
from sim.rules.solar_system.narration.wording import WORDING
from sim.rules.solar_system.pain.declaring import ask_declaring
from sim.rules.solar_system.pain.ending import outcome
from sim.rules.solar_system.pain.gate import ask_gate, conceded, view
from sim.rules.solar_system.pain.harming import ask_harming
from sim.rules.solar_system.pain.intentions import ask_joining, ask_naming
from sim.rules.solar_system.pain.offer import ask_offer, pain_declared
from sim.rules.solar_system.pain.volley import (
    ask_volley,
    chain_read,
    losing,
    volley_read,
)
from sim.rules.solar_system.phases import (
    Checking,
    Declaring,
    Gate,
    Harming,
    Joining,
    Naming,
    Offer,
    Over,
    Phase,
    Recovering,
    Rolling,
    Volley,
)
from sim.rules.solar_system.records.interlude import Advancing, Awarding
from sim.rules.solar_system.scenario.compile import compile_scenario
from sim.rules.solar_system.scenario.sheet import SolarScenario, seats
from sim.rules.solar_system.scenario.validate import validate
from sim.rules.solar_system.scenario.warnings import warnings
from sim.rules.solar_system.secrets.pocket import (
    opening_paid,
    opening_read,
    pocket_read,
)
from sim.rules.solar_system.secrets.using import secret_used
from sim.rules.solar_system.sheet.breaches import breaches
from sim.rules.solar_system.sheet.costs import costs, misstated
from sim.rules.solar_system.state import State, initial
from sim.seam.events import Consequence, Fact, Seat, by_part
from sim.seam.protocol import (
    Asked,
    Campaigns,
    Due,
    Files,
    RuleSystem,
    Solving,
    Words,
)
from sim.spine.rulebook import Rulebook


def _ask_opening(state: State, phase: Checking) -> Asked[State]:
    if phase.ranking:
        return ask_ties(state, phase)
    return opening_paid(state, ask_opening(state, phase))


def _ask_rolling(state: State, phase: Rolling) -> Asked[State]:
    """Ask for the dice, then have them read by the phase they belong to."""
    return ask_rolling(state, phase, _losing) or READ[phase.stage](
        state, phase, phase.within
    )


def _losing(state: State, phase: Rolling) -> Collection[Seat]:
    return (losing if type(phase.within) is Volley else lowest)(state, phase)


def _check_read(state: State, phase: Rolling, within: Checking) -> Due:
    if state.setup.kind == "competitive":
        return ranked(state, phase, within)
    return opening_read(state, check_read(state, phase, within))


READ: Mapping[c.Stage, Callable[[State, Rolling, Any], Due]] = {
    c.CHECK: _check_read,
    c.TIE: ranked,
    c.VOLLEY: volley_read,
    c.CHAIN: chain_read,
    c.HEALING_CHECK: healing_read,
    c.REFRESHMENT: contest_read,
    c.POCKET: pocket_read,
}
"""Stage of the rolls on the table -> the function that reads their levels."""

ASK: Mapping[type[Phase], Callable[[State, Any], Asked[State]]] = {
    Checking: _ask_opening,
    Offer: ask_offer,
    Joining: ask_joining,
    Gate: ask_gate,
    Naming: ask_naming,
    Declaring: ask_declaring,
    Volley: ask_volley,
    Rolling: _ask_rolling,
    Harming: ask_harming,
    Recovering: ask_aftermath,
    Awarding: ask_awarding,
    Advancing: ask_advancing,
    Over: outcome,
}
"""Phase, in order -> the function that says what it waits for."""


def ask(state: State) -> Asked[State]:
    """Return what the conflict waits for."""
    phase = state.phase
    return ASK[type(phase)](state, phase)


DECIDE: Mapping[type[Fact], Callable[[State, Any], tuple[Consequence, ...]]] = {
    f.DieBought: die_bought,
    f.GiftGiven: gift_given,
    f.FeePaid: fee_paid,
    f.PainDeclared: pain_declared,
    f.Conceded: conceded,
    f.HealingTried: healing_tried,
    f.RefreshTaken: refresh_taken,
    f.StoryGuideRuled: approved,
    s.SecretUsed: secret_used,
    s.PocketTried: pocket_tried,
    i.KeyErased: key_erased,
    i.AdvanceBought: advance_bought,
}
"""Class of answer -> its immediate consequences; those of other answers come as Due."""


def decide(state: State, fact: Fact) -> tuple[Consequence, ...]:
    """Return what follows from *fact*; most answers have no immediate consequence."""
    follow = DECIDE.get(type(fact))
    return follow(state, fact) if follow is not None else ()


def _problems(scenario: SolarScenario) -> Iterator[str]:
    yield from validate(scenario)
    yield from breaches(scenario)


def _doubtful(scenario: SolarScenario) -> Iterator[str]:
    yield from warnings(scenario)
    yield from misstated(scenario)


_RULES = Rulebook("sim.rules.solar_system")

SYSTEM = RuleSystem[State](
    name="solar_system",
    title="The Solar System: Bringing Down the Pain",
    version=1,
    scenario=SolarScenario,
    events=EVENTS[1:],
    rules=_RULES,
    endings=_RULES.endings,
    seats=seats,
    initial=lambda scenario: initial(compile_scenario(scenario)),
    ask=ask,
    decide=decide,
    evolve=evolve,
    describe=describe,
    narrate=narrate,
    status=status,
    view=view,
    stalls=frozenset({c.Ending.STANDOFF, c.Ending.ROUND_LIMIT}),
    odds=ODDS,
    tally={
        c.HarmApplied: ("harm", lambda event: (event.who, event.amount)),
        c.PoolSpent: ("spent", lambda event: (event.who, event.amount)),
        f.Conceded: ("conceded", lambda event: (event.who, 1)),
        f.IntentChanged: ("changed", lambda event: (event.who, 1)),
        c.IntentionFulfilled: ("obtained", lambda event: (event.who, 1)),
    },
    words=Words[State](
        parse=parse,
        won=won,
        wording=WORDING,
        dice_decided_by=by_part("SS-CHK-02", kept="SS-DIE-05", reading="SS-CHK-03"),
    ),
    solving=Solving[State](
        appraise=appraise,
        weigh=weigh,
        essence=essence,
        chart=CHART,
    ),
    files=Files(
        template=_RULES.template,
        validate=_problems,
        warnings=_doubtful,
        costs=costs,
    ),
    campaigns=Campaigns[State](
        carried=carried,
        entered=entered,
        carries=carries,
        holdings=holdings,
        figures=FIGURES,
        in_session=in_session,
    ),
)
"""The rule system."""
