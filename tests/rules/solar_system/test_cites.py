"""Which rules events cite: those that made them, and no others [ENG-03].

Every rule that is played is cited by some event of the code, unless it is listed here
with the reason why no event can follow from it. So nothing that brings about an event
is left uncited by an oversight, and a new rule is cited or listed.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sim.rules.solar_system.consequences import ContestResolved, IntentionFulfilled
from sim.rules.solar_system.facts import (
    ACTIVE,
    NO_ACTION,
    ActionDeclared,
    FeeRefused,
    IntentDeclared,
)
from tests.rules.solar_system.table import Table, person, scenario
from tests.rules.solar_system.test_sentences import ID, SENTENCES

FOLDER = Path(__file__).parents[3] / "sim" / "rules" / "solar_system"

UNCITED = {
    "says what the text is, or what every record is": """
        SS-META-01 SS-META-02 SS-META-03 ENG-01 ENG-03 ENG-05
    """,
    "is about the file, and holds before anything happens": """
        SS-POOL-01 SS-POOL-02 SS-POOL-03 SS-POOL-05 SS-ABIL-03 SS-ABIL-05 SS-ABIL-06
        SS-ABIL-07 SS-ABIL-08 SS-ABIL-09 SS-ITEM-01 SS-ITEM-03 SS-ITEM-04 SS-ITEM-05
        SS-ITEM-06 SS-ITEM-07 SS-COM-01 SS-RES-01 SS-RES-07 SS-UNO-01 RUL-01 RUL-68
        RUL-69 RUL-76 RUL-79
    """,
    "says how any dice are read, as the reading of every roll shows": """
        SS-CHK-03 SS-CHK-04 SS-CHK-05 SS-CHK-06 SS-CHK-07 SS-CHK-08 SS-DIE-03
        SS-DIE-04 SS-DIE-05 SS-DIE-07 SS-IIEE-04 SS-UNO-03 SS-VOL-08 RUL-02 RUL-03
        RUL-04 RUL-05 RUL-06
    """,
    "says who is asked, in which order, or what is offered": """
        SS-IIEE-01 SS-IIEE-02 SS-IIEE-06 SS-BDP-05 SS-COM-04 SS-INT-02 SS-ACT-04
        SS-ACT-05 SS-ACT-06 SS-CHG-04 SS-CHG-05 SS-GIVE-05 SS-MULTI-01 SS-MULTI-03
        SS-MULTI-08 SS-VOL-01 SS-ZEIT-02 SS-GIFT-01 SS-GIFT-03 RUL-38 RUL-44 RUL-47
        RUL-56 RUL-59 RUL-77
    """,
    "names what others use: a relation, a box, a bonus, a pool": """
        SS-ACT-01 SS-HARM-01 SS-HARM-05 SS-ITEM-02 SS-TOG-06 RUL-17 RUL-19 RUL-26
    """,
    "says what does not happen, or is only an example": """
        SS-IIEE-05 SS-UNO-05 SS-RES-06 SS-TOG-04 SS-TOG-05 SS-BDP-04 SS-BDP-08
        SS-HARM-11 SS-HARM-12 SS-MULTI-06 SS-MULTI-09 RUL-78
    """,
    "is about a sheet: what it may be, and what it costs": """
        SS-CRE-01 SS-CRE-02 SS-CRE-03 SS-CRE-04 SS-CRE-05 SS-CRE-06 SS-CRE-07 SS-CRE-08
        SS-CRE-09 SS-SAM-01 SS-SAM-02 SS-SAM-03 SS-SAM-04 SS-SAM-05 SS-SAM-06 SS-SEC-02
        SS-KEY-02 SS-KEY-05 RUL-65 RUL-66 RUL-67 RUL-80 RUL-96
    """,
    "says what is not offered in the interlude, or is data there": """
        SS-ADV-02 SS-ADV-05 SS-ADV-06 SS-ADV-08 SS-ADV-09 SS-KEY-04 SS-SEC-05 RUL-83
        RUL-90
    """,
    "is about what lies between conflicts": """
        RUL-91 RUL-92 RUL-93 RUL-94 RUL-95
    """,
}
"""The rules that no event cites, by the reason why."""


def listed() -> list[str]:
    """Return the rules that need not be cited."""
    return [rule for rules in UNCITED.values() for rule in rules.split()]


def played() -> set[str]:
    """Return the rules that are played now."""
    return {rule for rule, entry in SENTENCES.items() if not entry.get("later", False)}


def in_code() -> Iterator[str]:
    """Yield every ID that stands in a tuple of the code, as what an event cites."""
    for file in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Tuple):
                for part in node.elts:
                    if isinstance(part, ast.Constant) and ID.fullmatch(str(part.value)):
                        yield str(part.value)


def test_eng_03_no_rule_that_makes_events_is_left_uncited() -> None:
    """ENG-03: Every rule that is played and not listed here is cited by some event."""
    assert sorted(played() - set(listed()) - set(in_code())) == []


def test_eng_03_the_list_is_true() -> None:
    """ENG-03: Every rule listed here is played, listed once, and cited by no event."""
    assert len(listed()) == len(set(listed()))
    assert sorted(set(listed()) - played()) == []
    assert sorted(set(listed()) & set(in_code())) == []


def test_eng_03_whatever_the_code_names_is_a_rule() -> None:
    """ENG-03: Every rule that the code names is a rule of the system."""
    texts = [file.read_text(encoding="utf-8") for file in FOLDER.rglob("*.py")]
    named = {match.group() for text in texts for match in ID.finditer(text)}
    assert sorted(named - set(SENTENCES)) == []


MAJOR = {"story_guide": True, "major": True}


@pytest.mark.parametrize(
    ("permanent", "bo", "spared"),
    [(True, MAJOR, True), (False, MAJOR, False), (True, {}, False), (False, {}, False)],
)
def test_ss_res_05_is_cited_where_it_spares_somebody(
    permanent: bool,  # noqa: FBT001 - a table of cases
    bo: dict[str, Any],
    spared: bool,  # noqa: FBT001 - a table of cases
) -> None:
    """SS-RES-05: A kill cites it only where it spares a major character.

    Also tested: RUL-71.
    """
    ann = person("Ann", intentions=[{"name": "goal", "permanent": permanent}])
    checks = [{"who": name, "abilities": ["Brawl"]} for name in ("Ann", "Bo")]
    opening = {"kind": "resisted", "checks": checks}
    table = Table(scenario(ann, person("Bo", **bo), opening=opening))
    table.dice(0, 0, "+00").run()
    done = table.last(IntentionFulfilled)
    more = ("SS-RES-05", "RUL-71") if spared else ()
    assert done.cites == ("SS-RES-04", *more)
    assert done.lasting is not spared


def struck(bo: str) -> ContestResolved:
    """Return how Ann's attack meets Bo: busy with Cy, idle, or unwilling to pay."""
    told = {"harm": {"7": "reason"}} if bo == "unpaid" else {}
    table = Table(scenario(person("Ann"), person("Bo", **told), person("Cy")))
    for who, target in ((0, 1), (1, 2)):
        table.wish(who, IntentDeclared, 0, target=target)
    table.wish(0, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
    if bo == "idle":
        table.wish(1, ActionDeclared, 1, stance=NO_ACTION)
    else:
        table.wish(1, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
    if bo == "unpaid":
        table.wish(1, FeeRefused)
    table.until(ContestResolved)
    return next(e for e in table.of(ContestResolved) if (e.a, e.b) == (0, 1))


@pytest.mark.parametrize(
    ("bo", "why"), [("busy", "RUL-48"), ("idle", "RUL-53"), ("unpaid", "RUL-53")]
)
def test_rul_48_and_rul_53_each_where_it_applies(bo: str, why: str) -> None:
    """RUL-48, RUL-53: A one-sided attack cites why the other did not answer it."""
    assert struck(bo).cites == (why, "SS-VOL-05", "SS-HARM-02")
