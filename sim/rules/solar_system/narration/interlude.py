"""Secrets and the interlude in words: experience, Keys, and purchases."""

from collections.abc import Callable, Mapping
from typing import Any

from sim.rules.solar_system.advancement.purchases import change_of, price, subject_name
from sim.rules.solar_system.checks.rolling import roll_at
from sim.rules.solar_system.events import interlude as i
from sim.rules.solar_system.events import secrets as s
from sim.rules.solar_system.keys.awarding import awards
from sim.rules.solar_system.narration.names import name
from sim.rules.solar_system.records.interlude import Advancing, Awarding
from sim.rules.solar_system.scenario.character import POOLS, RANK_WORDS
from sim.rules.solar_system.state import State, growth_of
from sim.seam.events import Event, Seat
from sim.seam.protocol import Description


def _key(state: State, event: i.KeyKept | i.KeyErased) -> Description:
    return {"key": state.setup.people.keys[event.key].name}


def _experience(state: State, event: i.ExperienceChanged) -> Description:
    key = None if event.key is None else state.setup.people.keys[event.key].name
    return {"key": key, "cause": event.cause.value}


def _thing(state: State, event: i.AdvanceBought | i.AdvanceSpent) -> Description:
    subject = subject_name(state.setup.people, (event.kind, event.subject))
    return {"kind": event.kind.name.lower(), "subject": subject}


def _bought(state: State, event: i.AdvanceBought) -> Description:
    """Return a purchase, with the new rank or score and the cost."""
    bought, grown = (event.kind, event.subject), growth_of(state, event.who)
    _, after = change_of(grown, bought)
    if after is None:
        becomes: Description = {}
    else:
        to = after if event.kind == i.POOL else RANK_WORDS[after]
        becomes = {"to": to}
    return _thing(state, event) | becomes | {"cost": price(grown, bought)}


def _secret(
    state: State, event: s.SecretUsed | s.PocketTried | s.PropProduced
) -> Description:
    return {"secret": state.setup.people.secrets[event.secret].name}


def _on_a_roll(state: State, event: s.SecretUsed | s.SecretDeclined) -> Description:
    words: Description = {"roll": name(state, roll_at(state, event.roll).who)}
    return words | (_secret(state, event) if isinstance(event, s.SecretUsed) else {})


def _worked(state: State, event: s.SecretsWorked) -> Description:
    return {
        "dice": [
            {
                "who": name(state, roll_at(state, roll).who),
                "secret": state.setup.people.secrets[secret].name,
                "dice": dice,
            }
            for roll, secret, dice in event.dice
        ]
    }


def _used(state: State, event: s.SecretUsed) -> str:
    data = state.setup.people.secrets[event.secret]
    if data.bonus_dice:
        does = s.bonus_dice_in_words(data.bonus_dice)
    else:
        does = f"{data.harm} harm" if data.harm else f"a guard of {data.guard}"
    points = "a point" if data.points == 1 else f"{data.points} points"
    who, pool = name(state, event.who), POOLS[data.pool]
    return f"{who} uses the {data.name}: {does}, for {points} of {pool}."


def _produced(state: State, event: s.PropProduced) -> str:
    made = state.setup.people.secrets[event.secret].produces
    return f"{name(state, event.who)} brings out {made}."


DESCRIBED: Mapping[type[Event], Callable[[State, Any], Description]] = {
    s.SecretDeclined: _on_a_roll,
    s.SecretUsed: _on_a_roll,
    s.PocketTried: _secret,
    s.SecretsWorked: _worked,
    s.PropProduced: _secret,
    i.KeyKept: _key,
    i.KeyErased: _key,
    i.ExperienceChanged: _experience,
    i.AdvanceBought: _bought,
    i.AdvanceSpent: _thing,
}
"""Class of event of the interlude -> its numbers in words."""


def _earned(state: State, event: i.ExperienceChanged) -> str:
    who = name(state, event.who)
    if event.cause == i.Cause.CONVERTED:
        count = event.advances - growth_of(state, event.who).advances
        advances = "an advance" if count == 1 else f"{count} advances"
        return f"{who} has earned {advances}."
    assert event.key is not None
    key = state.setup.people.keys[event.key].name
    if event.cause == i.Cause.BUYOFF:
        return f"{who} takes {event.amount} XP for the {key}."
    return f"The {key} brings {who} {event.amount} XP."


def judgement(state: State, kind: str, value: int) -> str | None:
    """Tell a ruling of the Story Guide in the interlude; None for other rulings."""
    phase, people = state.phase, state.setup.people
    judge = state.setup.judge_name
    if isinstance(phase, Awarding) and kind == "key_tier":
        award = awards(state)[len(phase.ruled)]
        said = "counts" if value else "does not count"
        key = people.keys[award.key].name
        return f"{judge}: it {said} for the {key} of {name(state, award.who)}."
    if isinstance(phase, Advancing) and phase.wanted is not None:
        wanted = phase.wanted
        said = "approves" if value else "refuses"
        subject = subject_name(people, (wanted.kind, wanted.subject))
        return f"{judge} {said} the {subject} for {name(state, Seat(wanted.who))}."
    return None


SENTENCES: Mapping[type[Event], Callable[[State, Any], str]] = {
    s.SecretUsed: _used,
    s.PropProduced: _produced,
    i.ExperienceChanged: _earned,
}
"""Events of the interlude whose sentence depends on the state."""
