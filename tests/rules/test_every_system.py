"""The laws of `sim.laws`, which hold in every rule system, whatever its game.

Conflicts are the shipped ones and any that a system's own tests can make, walked with
any choices and any faces. What is a system's own stands in its folder.
"""

import re
import tomllib
from functools import cache
from importlib.resources import files

import pytest
from hypothesis import strategies as st

from sim.cli.write.ruling_options import options_of
from sim.conflict.phrases import first_line
from sim.conflict.replay import steps
from sim.laws.every import LAWS
from sim.laws.law import Case, Law, LawBroken, NotApplicable
from sim.library.registry import rule_system, system_names
from sim.library.scenario import load
from sim.seam.protocol import Decision
from sim.spine import rulebook as rulebooks
from sim.spine.rulebook import Rulebook
from tests.rules.drawn import Drawn
from tests.rules.walking import shipped, situations, small

LONGEST = 180
"""So many characters are a sentence, with the IDs it cites."""
SOLVED = "what is solved is what is played"
"""The law that `test_roll_names.py` asks of conflicts that are solved in time."""
SENTENCE = re.compile(r"[.!?][\"')]*( [A-Z\[]|$)|:$")
ELSEWHERE = "a conflict is the same in another process"


@cache
def drawn(system: str) -> Drawn:
    """Return the conflicts of *system* that all laws are asked of."""
    return Drawn(situations(system), st.integers(0, 1 << 32), most=10)


@cache
def cases(system: str) -> list[Case]:
    """Return the same, each walked once for all laws."""
    return [
        Case(rule_system(system), scenario, luck)
        for scenario, luck in drawn(system).examples
    ]


@pytest.mark.parametrize("name", system_names())
@pytest.mark.parametrize(
    "law",
    [law for law in LAWS if law.name not in {SOLVED, ELSEWHERE}],
    ids=lambda one: one.name.replace(" ", "-"),
)
def test_every_system_keeps_the_law(law: Law, name: str) -> None:
    """Every rule system keeps each law, in conflicts that hypothesis chooses."""
    for case in cases(name)[: 1 if law.whole else None]:
        try:
            law.hold(case)
        except NotApplicable as reason:
            pytest.skip(f"{name}: {reason}")
        except LawBroken:
            drawn(name).hold(
                lambda scenario, luck: law.hold(Case(rule_system(name), scenario, luck))
            )
            raise


@pytest.mark.parametrize("name", system_names())
def test_what_happens_and_may_be_answered_is_told_in_sentences(name: str) -> None:
    """Sentences of events and options end with a full stop, or a drawing follows."""
    system = rule_system(name)
    for case in cases(name):
        for step in case.steps:
            offered = step.asked.options if type(step.asked) is Decision else ()
            told = [first_line(system, step.before, option) for option in offered]
            for before, event, _ in steps(system, step.before, step.events):
                told.append(first_line(system, before, event))
            for line in dict.fromkeys(told):
                assert SENTENCE.search(line), line


@pytest.mark.slow
@pytest.mark.parametrize("name", system_names())
def test_a_conflict_is_the_same_in_another_process(name: str) -> None:
    """A conflict is the same in a process with another hash seed."""
    (law,) = (law for law in LAWS if law.name == ELSEWHERE)
    system = rule_system(name)
    law.hold(
        Case(
            system,
            load(small(name)).scenario
            if shipped(name)
            else next(case.scenario for case in cases(name)),
            0,
        )
    )


@pytest.mark.parametrize("name", system_names())
def test_every_value_of_every_option_has_a_sentence(name: str) -> None:
    """Each value of each option has a sentence of its own, and no other has one."""
    options = options_of(name)
    rulebook = rule_system(name).rules
    if not isinstance(rulebook, Rulebook):
        pytest.skip(f"{name} says what an option does in the sentence under its field")
    told = rulebook.readings
    assert set(told) == set(options)
    for option, meaning in options.items():
        assert len(told[option]) == len(meaning.values), option
        says = [value.says for value in meaning.values]
        assert len(set(says)) == len(says), option
        for text in (meaning.means, *says):
            assert text[0].isupper(), option
            assert re.search(r"[^.\s] \[[A-Z0-9, -]+\]\.$", text), option
            assert len(text) <= LONGEST, option


@pytest.mark.parametrize("name", system_names())
def test_rules_and_endings_are_known_without_parsing_all_sentences(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules and endings are looked up without parsing the sentences."""
    if not isinstance(rule_system(name).rules, Rulebook):
        pytest.skip(f"{name} is one file")
    package = f"sim.rules.{name}"
    text = files(package).joinpath("rules.toml").read_text("utf-8")
    whole = tomllib.loads(text)
    read: list[int] = []

    def heard(part: str) -> dict[str, object]:
        read.append(len(part))
        return tomllib.loads(part)

    monkeypatch.setattr(rulebooks, "loads", heard)
    fresh = Rulebook(package)
    assert all(rule in fresh for rule in whole if rule not in {"endings", "options"})
    assert dict(fresh.endings) == whole["endings"]
    assert max(read) < len(text) / 10
    assert "endings" not in fresh
    assert max(read) == len(text)


def test_endings_are_read_where_a_sentence_has_a_line_like_a_heading(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If a sentence has a line like a heading, the whole file is parsed."""
    text = '[endings]\nwon = """\n[a]\nOne won."""\n\n["X-1"]\nsays = "So."\n'
    book = Rulebook("sim.rules.planets")
    monkeypatch.setattr(Rulebook, "_text", text)
    assert dict(book.endings) == {"won": "[a]\nOne won."}
    assert "X-1" in book
