"""All laws, and the conflicts on which they are checked."""

import tomllib
from collections.abc import Iterable, Iterator
from typing import Any

from sim.errors import ScenarioError
from sim.laws import elsewhere, hidden, seam, solving, words
from sim.laws.law import Case, Law, LawBroken, NotApplicable, laws_of
from sim.library import catalogue
from sim.library.scenario import Loaded, from_dict, load
from sim.seam.protocol import RuleSystem

LAWS = tuple(
    each
    for module in (seam, hidden, words, solving, elsewhere)
    for each in laws_of(module)
)
"""All laws, in the order in which they are printed."""
_FIRST = next(each for each in LAWS if each.first)
_ANSWERS = 1_000
"""The most answers given in a scenario in search of endings not met yet."""


def scenarios_of(system: RuleSystem[Any]) -> list[Loaded]:
    """Return the scenarios of *system* that are installed; its template where none is.

    Raises ScenarioError if there is neither.
    """
    shipped = catalogue.usable(catalogue.scenarios(), load)
    own = [loaded for loaded in shipped if loaded.system is system]
    if own:
        return own
    template = system.files.template
    if template is None:
        message = (
            f"{system.name} has no scenario and no template, so no law can be asked:"
            " give scenarios"
        )
        raise ScenarioError(message)
    table = tomllib.loads(template().decode())
    return [from_dict(table, lookup=lambda _: system)]


def cases_of(scenarios: Iterable[Loaded], walks: int) -> list[Case]:
    """Return this many *walks* through each of *scenarios*."""
    return [
        Case(loaded.system, loaded.scenario, luck)
        for loaded in scenarios
        for luck in range(walks)
    ]


def hold(law: Law, cases: list[Case]) -> None:
    """Raise LawBroken where a case breaks *law*.

    Raises NotApplicable where the law asks nothing of any.
    """
    refused: list[NotApplicable] = []
    asked = cases[:1] if law.whole else cases
    for case in asked:
        try:
            law.hold(case)
        except NotApplicable as reason:
            refused.append(reason)
    if refused and len(refused) == len(asked):
        raise refused[0]
    if law.endings and not refused:
        for case in _with_other_endings(cases):
            # Nobody else walks it, so here it is also asked whether it can be played.
            _FIRST.hold(case)
            law.hold(case)


def _with_other_endings(cases: list[Case]) -> Iterator[Case]:
    """Yield walks beyond *cases*, until each scenario has met all endings.

    Many scenarios never end in some of them, so the answers in each are bounded.
    """
    scenarios = {id(walk.scenario): walk for walk in cases}
    for known, case in scenarios.items():
        met = {walk.ending for walk in cases if id(walk.scenario) == known}
        luck = max(walk.seed for walk in cases if id(walk.scenario) == known)
        left = _ANSWERS
        while left > 0 and not met.issuperset(case.system.endings):
            luck += 1
            further = Case(case.system, case.scenario, luck)
            yield further
            met.add(further.ending)
            left -= 1 + len(further.steps)


def broken(cases: list[Case]) -> Iterator[str]:
    """Yield a sentence for each law that *cases* break."""
    for law in LAWS:
        try:
            hold(law, cases)
        except LawBroken as sentence:
            yield str(sentence)
        except NotApplicable:
            pass
