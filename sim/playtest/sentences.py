"""The five sentences of a playtest, each only as strong as its interval allows."""

from msgspec import Struct

from sim.playtest.advice import change_sentence
from sim.playtest.course import Course, Leads
from sim.playtest.fairness import Fairness
from sim.playtest.fairness_sentence import fairness_sentence, is_calm
from sim.playtest.figures_in_words import (
    gain_in_words,
    share_in_words,
    spread_in_words,
)
from sim.playtest.findings import LARGE, SMALL, Restrictions
from sim.playtest.option_sentence import options_sentence
from sim.playtest.parts import PartLabel, PartWorths
from sim.playtest.sensitivity import Sensitivity
from sim.playtest.skill import Ladder

_MOSTLY, _HARDLY = 0.5, 0.1


class Sentence(Struct, frozen=True):
    """An answer: the subject it is *about*, and the text that it *says*."""

    about: str
    says: str


def summary_sentences(
    course: Course | None,
    ladder: Ladder | None,
    fairness: Fairness | None,
    restricted: Restrictions | None,
    sensitivity: Sensitivity | None,
    sheets: PartWorths | None = None,
) -> tuple[Sentence, ...]:
    """Return the sentences for the parts that exist."""
    sentences: list[Sentence] = []
    calm = course is not None and fairness is not None and is_calm(course, fairness)
    if fairness is not None:
        fair = _CALM if calm else fairness_sentence(fairness)
        sentences.append(Sentence("fair", fair))
    if ladder is not None:
        said = _skill_sentence(ladder, fairness, restricted, sheets)
        idle = calm and all(not rung.behind.value for rung in ladder.rungs)
        sentences.append(Sentence("decides", _CALM_DECIDES if idle else said))
    if restricted is not None:
        said = options_sentence(restricted, sheets)
        idle = calm and not any(finding.label for finding in restricted.findings)
        sentences.append(Sentence("options", _CALM_OPTIONS if idle else said))
    if course is not None:
        sentences.append(Sentence("feels", _course_sentence(course)))
    if course is not None and fairness is not None and restricted is not None:
        said = change_sentence(course, fairness, restricted, sensitivity, sheets)
        sentences.append(Sentence("change", said))
    return tuple(sentences)


_CALM = "Its sides win and lose nothing: every conflict ended with the same for all."

_CALM_DECIDES = "Nothing has to be decided, for nothing is won or lost."
_CALM_OPTIONS = "No option is too strong or a trap, for nothing is won or lost."


def _skill_sentence(
    ladder: Ladder,
    fairness: Fairness | None,
    restricted: Restrictions | None,
    sheets: PartWorths | None,
) -> str:
    blind, key = ladder.rungs[0].behind, _key_in_words(restricted, sheets)
    loss = gain_in_words(blind)
    if blind.low > SMALL:
        skill = f"Choosing matters: choosing blindly gets {loss} less"
    elif blind.low > 0:
        skill = f"Choosing matters a little: choosing blindly gets {loss} less"
    elif blind.high < 0:
        more = gain_in_words(-blind)
        skill = f"Choosing blindly does better than its agents, by {more}"
    elif blind.high < LARGE:
        skill = "The dice decide it, for choosing blindly does about as well"
    else:
        much = "How much" if key else "Whether"
        skill = (
            f"{much} choosing matters is still open: choosing blindly gets {loss} less"
        )
    return f"{skill}{_players_matter(fairness)}{key}."


def _players_matter(fairness: Fairness | None) -> str:
    """Return how much depends on which of the better players plays."""
    if fairness is None or fairness.skill is None:
        return ""
    if fairness.skill.low >= _MOSTLY:
        return "; between good players it is more who plays than the dice"
    if fairness.skill.high <= _HARDLY:
        return "; between good players the dice decide nearly all of it"
    if fairness.skill.high < _MOSTLY:
        return "; between good players the dice decide more than who plays"
    return ""


def _key_in_words(restricted: Restrictions | None, sheets: PartWorths | None) -> str:
    """Return the option or the part of a sheet that somebody would miss most.

    Options that are needed to get anything at all, such as entering, tell nothing.
    """
    missed = [
        (finding.seat, f'"{finding.brief}"', -finding.never)
        for finding in (() if restricted is None else restricted.findings)
        if finding.measured and finding.never.high < 0 and not finding.needed
    ]
    missed += [
        (part.owner, f'the {part.kind} "{part.name}"', part.worth)
        for part in (() if sheets is None else sheets.labelled(PartLabel.DECISIVE))
    ]
    if not missed:
        return ""
    seat, what, worth = max(missed, key=lambda entry: entry[2].value)
    return f"; {seat} would miss {what} most, worth {gain_in_words(worth)}"


def _course_sentence(course: Course) -> str:
    rounds = f"{spread_in_words(course.rounds, 'round')} and " * bool(
        course.rounds.most
    )
    said = f"A conflict takes {rounds}{spread_in_words(course.real, 'choice')}"
    if course.leads is not None:
        said += _lead_words(course.leads)
    if course.stalled.value > 0:
        degenerate = "play is degenerate, for " * (course.stalled.low > _MOSTLY)
        said += f"; {degenerate}{share_in_words(course.stalled)} stall"
    return said + "."


def _lead_words(leads: Leads) -> str:
    part = leads.open.value
    if part < 0.15:  # noqa: PLR2004 - about none of it
        openness = "it is decided almost from the start"
    elif part > 0.995:  # noqa: PLR2004 - all of it, when rounded
        openness = "it stays open to the end"
    else:
        openness = f"it stays open for {100 * part:.0f} % of its choices"
    lead = f"the lead changes {leads.changes.value:.1f} times"
    if leads.changes.value < 0.1:  # noqa: PLR2004 - in fewer than one of ten
        lead = "the lead hardly ever changes"
    return f"; {openness}, and {lead}"
