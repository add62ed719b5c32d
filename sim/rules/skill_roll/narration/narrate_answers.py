"""Answers of players and of the Narrator, as a reader follows them."""

from sim.rules.skill_roll import facts as f
from sim.rules.skill_roll.narration.names import name, spoken
from sim.rules.skill_roll.phases import Order, Response, Setting, Strike, Verdict
from sim.rules.skill_roll.state import State

VERDICTS = {
    Verdict.ROUTINE: "it is routine",
    Verdict.ROLL: "it is rolled for",
    Verdict.IMPOSSIBLE: "it cannot be done",
}
ORDERS = {
    Order.PROXIMITY: "bystanders are checked, the nearest first",
    Order.RANDOM: "bystanders are checked in any order",
    Order.NONE: "no bystander is checked",
}


def act(state: State, event: f.ActDeclared) -> str:
    """Say what somebody tries."""
    side = state.setup.sides[event.against]
    return f"{name(state, event.who)} tries to {event.approach}, against {side}."


def response(state: State, event: f.ResponseDeclared) -> str:
    """Say what a defender does."""
    who = name(state, event.who)
    if event.response == Response.DEFEND:
        return f"{who} defends with {event.by}."
    if event.response == Response.COUNTER:
        return f"{who} does not defend but counters with {event.by}."
    return f"{who} makes no defence."


def stepped_in(state: State, event: f.SteppedIn) -> str:
    """Say for whom somebody steps in, and against whom [SK-RUL-68]."""
    return f"{name(state, event.who)} steps in for {_target(state)}{_against(state)}."


def companion_countered(state: State, event: f.CompanionCountered) -> str:
    """Say for whom somebody counters, and against whom."""
    who = name(state, event.who)
    return f"{who} counters with {event.form}, for {_target(state)}{_against(state)}."


def _target(state: State) -> str:
    matter = state.phase.matter if type(state.phase) is Setting else None
    return name(state, matter.target) if type(matter) is Strike else "a companion"


def _against(state: State) -> str:
    matter = state.phase.matter if type(state.phase) is Setting else None
    return f" against {name(state, matter.who)}" if type(matter) is Strike else ""


def roll_chosen(state: State, event: f.RollChosen) -> str:
    """Say whether somebody rolls."""
    does = "will roll" if event.roll else "will take 10"
    return f"{name(state, event.who)} {does}."


def given(state: State, event: f.LevelsGiven) -> str:
    """Say what levels are given to."""
    count = f"{event.levels} level{'s' if event.levels > 1 else ''}"
    return f"{name(state, event.who)} gives {count} to {event.aspect}."


def use_ruled(state: State, event: f.UseRuled) -> str:
    """Say what becomes of a use."""
    return _ruling(state, event, VERDICTS[event.verdict])


def row_ruled(state: State, event: f.DifficultyRuled | f.CircumstanceRuled) -> str:
    """Say which row fits."""
    return _ruling(state, event, spoken(event.row))


def bystanders_ruled(state: State, event: f.BystandersRuled) -> str:
    """Say whether bystanders are checked."""
    return _ruling(state, event, ORDERS[event.order])


def _ruling(
    state: State,
    event: f.UseRuled | f.DifficultyRuled | f.CircumstanceRuled | f.BystandersRuled,
    says: str,
) -> str:
    return f"{name(state, event.who)} on {name(state, event.of)}: {says}."
