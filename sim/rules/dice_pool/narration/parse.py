"""A person's words as facts, offered or not."""

from sim.rules.dice_pool.facts import Boosted, IntentDeclared
from sim.rules.dice_pool.phases import Declaring, has_rolls
from sim.rules.dice_pool.state import State
from sim.seam.events import NOBODY, Fact, Seat
from sim.seam.protocol import Description
from sim.spine.narration import speaker


def parse(state: State, words: Description) -> Fact | None:
    """Build the fact that *words* mean, offered or not; None if nothing fits.

    Knows the two kinds that tables get wrong most often: an intent, and a boost.
    """
    names = [data.name for data in state.setup.characters]
    who = speaker(names, words)
    if who is None:
        return None
    if words.get("does") == "IntentDeclared" and type(state.phase) is Declaring:
        return _intent(state, who, words, names)
    if words.get("does") == "Boosted" and has_rolls(state.phase):
        intimacy = words.get("intimacy", "")
        return Boosted(who, intimacy) if isinstance(intimacy, str) else None
    return None


def _intent(
    state: State, who: Seat, words: Description, names: list[str]
) -> Fact | None:
    """Return an intent of *who*, with or without a target, by any of its pools."""
    intents = {intent.name: intent for intent in state.setup.characters[who].intents}
    intent = intents.get(str(words.get("intent")))
    target, pool = words.get("target", "nobody"), words.get("pool")
    if intent is None or target not in (*names, "nobody") or not isinstance(pool, str):
        return None
    seat = Seat(names.index(target)) if target in names else NOBODY
    return IntentDeclared(who, intent.name, seat, pool)
