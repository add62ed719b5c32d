"""A comparison aloud: both rolls, which die beat which, and what is discarded."""

from collections.abc import Sequence

from sim.rules.intensity import consequences as c
from sim.rules.intensity.narration.names import name
from sim.rules.intensity.state import State
from sim.seam.events import TABLE


def compared(state: State, event: c.RollsCompared) -> str:
    """Return how two pools compared, in a sentence."""
    other = name(state, event.b) if event.b != TABLE else "the difficulty"
    return _comparison(event, name(state, event.a), other)


def help_compared(state: State, event: c.HelpCompared) -> str:
    """Return how a helper's pool compared, in a sentence."""
    return _comparison(event, name(state, event.who), "the difficulty")


def _comparison(event: c.RollsCompared | c.HelpCompared, a: str, b: str) -> str:
    faces = f"{a} {_shown(event.faces_a)} against {b} {_shown(event.faces_b)}"
    if event.hand == "none":
        return f"{faces}: all tied."
    upper = a if event.hand == "a" else b
    won_a = _beaten(event.faces_a, event.faces_b)
    won_b = _beaten(event.faces_b, event.faces_a)
    return (
        f"{faces}: {upper} has the upper hand; {a} {won_a}{_kept(event, 0)},"
        f" {b} {won_b}{_kept(event, 1)}."
    )


def _beaten(own: Sequence[int], other: Sequence[int]) -> str:
    """Return which dice beat which, place by place."""
    pairs = zip(own, other, strict=True)
    won = [f"{face} over {less}" for face, less in pairs if face > less]
    return ", ".join(won) or "wins nothing"


def _kept(event: c.RollsCompared | c.HelpCompared, side: int) -> str:
    """Return how many of its successes a side keeps, and how many are discarded."""
    raw, kept = event.raw[side], event.kept[side]
    if raw == kept:
        return f" (keeps {kept})" if raw else ""
    return f" (keeps {kept}, every other is discarded)"


def _shown(faces: Sequence[int]) -> str:
    return " ".join(str(face) for face in faces) or "nothing"
