"""Every law there is, and the conflicts that they are asked of."""

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
    one
    for module in (seam, hidden, words, solving, elsewhere)
    for one in laws_of(module)
)
"""In the order in which they are told."""


def scenarios_of(system: RuleSystem[Any]) -> list[Loaded]:
    """Return the scenarios of *system* that are installed; its template where none is.

    Raises ScenarioError where there is neither.
    """
    shipped = catalogue.usable(catalogue.scenarios(), load)
    found = [one for one in shipped if one.system is system]
    if found:
        return found
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
    """Return so many *walks* through each of *scenarios*."""
    return [
        Case(one.system, one.scenario, luck)
        for one in scenarios
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
    if len(refused) == len(asked) and refused:
        raise refused[0]


def broken(cases: list[Case]) -> Iterator[str]:
    """Yield a sentence for each law that *cases* break."""
    for law in LAWS:
        try:
            hold(law, cases)
        except LawBroken as sentence:
            yield str(sentence)
        except NotApplicable:
            pass
