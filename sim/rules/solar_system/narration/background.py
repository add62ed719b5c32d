"""What no player would mention, told to whoever asks about it."""

from collections.abc import Mapping

from sim.rules.solar_system import consequences as c
from sim.rules.solar_system.checks.rolling import roll_at
from sim.rules.solar_system.events import interlude as i
from sim.rules.solar_system.narration.describe import describe
from sim.rules.solar_system.narration.names import name, names, word
from sim.rules.solar_system.scenario.character import POOLS
from sim.rules.solar_system.state import State
from sim.seam.events import Event, Seat
from sim.spine.narration import Sentence, background_of
from sim.spine.words import counted, listed


def _gathered(state: State, event: c.DiceGathered) -> str:
    who = [name(state, check.who) for check in event.checks]
    if not who:
        return "Nobody has dice to roll."
    return f"Nothing but pool dice adds to the roll of {listed(who)}, or takes from it."


def _spent(state: State, event: c.PoolSpent) -> str:
    points = f"{counted(event.amount, 'point')} of {POOLS[event.pool]}"
    helped = "" if event.by == event.who else f" of {name(state, event.by)}"
    purpose = event.purpose.replace("_", " ")
    who = name(state, event.who)
    return f"{who} pays {points} for the {purpose}{helped}, and has {event.left} left."


def _window(state: State, event: c.WindowOpened) -> str:
    who = [name(state, roll_at(state, index).who) for index in event.order]
    if not who:
        return "The dice lie, and nobody can put more on them."
    return f"The dice lie; {listed(who)} may still put dice on them, in that order."


def _offered(state: State, event: c.PainOffered) -> str:
    loser, winner = name(state, event.loser), name(state, event.winner)
    return f"The result stands, unless {loser}, or then {winner}, brings down the Pain."


def _method(_state: State, event: c.MethodSet) -> str:
    return "" if event.zeitgeist else "Everybody fights for himself."


def _locked(state: State, event: c.ActionsLocked) -> str:
    met = [
        f"{name(state, a)} and {name(state, Seat(b))} {word(relation)}"
        for a, b, relation in event.pairings
    ]
    return (
        f"No action can be changed any more: {'; '.join(met) or 'none meets another'}."
    )


def _level(state: State, event: c.VolleyClosed) -> str:
    pairs = [" and ".join(names(state, pair)) for pair in event.stalemates]
    held = f", with a stalemate between {'; '.join(pairs)}" if pairs else ""
    return f"The volley is over{held}."


def _closed(_state: State, event: c.ConflictClosed) -> str:
    return f"The conflict closes: {event.how.replace('_', ' ')}."


BACKGROUND: Mapping[type[Event], Sentence[State]] = {
    c.DiceGathered: _gathered,
    c.PoolSpent: _spent,
    c.WindowOpened: _window,
    c.PainOffered: _offered,
    c.PainBegan: "The result of the check is set aside, and the Pain begins.",
    c.MethodSet: _method,
    c.FreeAndClearOpened: "Volley {volley}: all say what they do.",
    c.IntentsOpened: "All intentions stand as they were announced.",
    c.ActionsLocked: _locked,
    c.VolleyResolved: "Every action has met its answer; harm comes next.",
    c.VolleyClosed: _level,
    c.ConcessionsShown: "Nobody gives up.",
    c.ConflictClosed: _closed,
    c.SceneEnded: "The scene ends.",
    i.AwardsMade: "What the Keys earn has been counted.",
    i.SceneClosed: "The scene is told.",
    i.AdvancesEnded: "Nobody buys anything more.",
}
"""Event -> its sentence, where the story has none."""

background = background_of(BACKGROUND, describe)
"""(state before, event) -> the event as a sentence, where the story has none."""
