"""The sentence about what to change, if the evidence asks for anything."""

from collections.abc import Iterable

from sim.playtest.course import Course
from sim.playtest.fairness import Fairness, SideWorth
from sim.playtest.fairness_sentence import favoured_side, is_calm, is_open
from sim.playtest.figures_in_words import share_in_words
from sim.playtest.findings import Label, Restrictions
from sim.playtest.parts import PartLabel, PartWorths
from sim.playtest.sensitivity import Sensitivity
from sim.spine.words import capital

_MOSTLY = 0.5
_STALLS = 0.05
_NAMED = 3
"""The most changes that the sentence asks for."""


def change_sentence(
    course: Course,
    fairness: Fairness,
    restricted: Restrictions,
    sensitivity: Sensitivity | None,
    sheets: PartWorths | None,
) -> str:
    """Return the most important changes, or that none is called for."""
    todo = [
        *_stalls(course, fairness),
        *sides_advice(fairness, sensitivity),
        *_option_advice(restricted, actions=True),
        *_burden_advice(sheets),
        *_option_advice(restricted, actions=False),
    ]
    if not todo and (sensitivity is None or sheets is None):
        return "Nothing has to change on this evidence, of which parts are missing."
    favoured = favoured_side(fairness)
    if not todo and is_open(fairness) and favoured is not None:
        stronger, weaker = favoured
        return f"Help {weaker} or hinder {stronger}, if best play is to favour nobody."
    if not todo and is_open(fairness):
        return "Nothing shows yet that has to change, and much is still open."
    if not todo:
        return "Nothing has to change on this evidence."
    return capital("; ".join(todo[:_NAMED])) + "."


def _stalls(course: Course, fairness: Fairness) -> Iterable[str]:
    if course.stalled.low > _STALLS:
        yield "give those who stall a way to end it"
    elif fairness.drawn.low > _MOSTLY and not is_calm(course, fairness):
        yield "let somebody win more often"


def sides_advice(fairness: Fairness, sensitivity: Sensitivity | None) -> Iterable[str]:
    """Yield whom to help, and by which number, where a side surely wins more."""
    best = max(fairness.sides, key=lambda side: side.score.value)
    worst = min(fairness.sides, key=lambda side: side.score.value)
    if len(fairness.sides) == 1 or best.score.low <= fairness.even:
        return
    helps = _number_that_helps(best, worst, sensitivity)
    yield f"help {worst.side} or hinder {best.side}{helps}"


def _number_that_helps(
    best: SideWorth, worst: SideWorth, sensitivity: Sensitivity | None
) -> str:
    """Return the number that certainly moves wins away from *best*, if any.

    Of several numbers, the one that brings both sides nearest to each other is taken.
    It must at least halve the distance between them: a change that turns the advantage
    round is no help.
    """
    if sensitivity is None or sensitivity.side not in {best.side, worst.side}:
        return ""
    sign = -1 if sensitivity.side == best.side else 1
    ahead = best.score.value - worst.score.value
    changes: list[tuple[float, str]] = []
    for effect in sensitivity.effects:
        gain = effect.gain if sign > 0 else -effect.gain
        after = abs(ahead - 2 * gain.value)
        if gain.low > 0 and after <= ahead / 2:
            to = f"{effect.called} {effect.set_to} instead of {effect.was}"
            moved = f"making {to}, which moves {share_in_words(gain)} wins"
            changes.append((after, moved))
    return f", for example by {min(changes)[1]}" if changes else ""


def _option_advice(restricted: Restrictions, *, actions: bool) -> Iterable[str]:
    """Yield advice on options: on *actions*, or on those that use a throw."""
    advice = {
        Label.STRONG: "weaken {}",
        Label.TRAP: "make {} worth its price",
        Label.WEAK: "give {} a use, or drop it",
        Label.DEAD: "drop {}, or give it an effect",
    }
    for label, words in advice.items():
        labelled = restricted.labelled(label)
        findings = [
            finding for finding in labelled if finding.option.is_action == actions
        ]
        if findings:
            yield words.format(f'"{findings[0].brief}"')


def _burden_advice(sheets: PartWorths | None) -> Iterable[str]:
    burdens = () if sheets is None else sheets.labelled(PartLabel.BURDEN)
    for part in [burden for burden in burdens if not burden.same_as][:1]:
        instead = f"make it {part.becomes}" if part.becomes else "take it away"
        yield f'make the {part.kind} "{part.name}" help {part.owner}, or {instead}'
