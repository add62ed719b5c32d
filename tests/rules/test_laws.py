"""A rule system that breaks a law is told in one sentence, with the law and place."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import Struct, structs

import fracas
from fracas.testing import broken_laws, laws, playthroughs
from sim.dice.pool import Faces
from sim.errors import FracasError, StepError
from sim.laws.every import LAWS, cases_of, hold, scenarios_of
from sim.laws.law import LawBroken
from sim.laws.playthrough import Chosen, chosen
from sim.library.scenario import Loaded, from_json
from sim.seam.events import Event, Fact, Seat
from sim.seam.protocol import (
    Appraisal,
    Asked,
    Decision,
    Outcome,
    RuleSystem,
    Solving,
    State,
)
from tests import toy
from tests.agents.pennies import PENNIES, Coins, Pennies
from tests.agents.tables import TOY_LOADED
from tests.noon import TOY
from tests.rules.test_roll_names import twice

ROOT = Path(__file__).parents[2]


class Unread(Struct, frozen=True):
    """Reads dice, and leaves out how many hits there are."""

    def __call__(self, faces: Faces, /) -> tuple[Faces, tuple[int, ...]]:
        """Return only whether there is a hit, though every hit counts."""
        hits = tuple(face for face in faces if face >= toy.HIT)
        return hits, (min(1, len(hits)),)


def by_faces(state: Any, fact: Fact) -> Any:  # noqa: ANN401 - as the toy has it
    """Decide by what is kept in place of what is read."""
    if isinstance(fact, toy.DiceRolled):
        hits = len(fact.kept)
        return (toy.HarmApplied(("TO-02",), toy.other(fact.who), fact.who, hits),)
    return toy.decide(state, fact)


def asked_by(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return the toy's `ask`, with *change* made to each answer."""
    return lambda state: change(toy.ask(state))


def unread(asked: Asked[Any]) -> Asked[Any]:
    """Return *asked* with dice that are read too shortly."""
    return (
        structs.replace(asked, read=Unread())
        if isinstance(asked, toy.Chance)
        else asked
    )


def offered_twice(asked: Asked[Any]) -> Asked[Any]:
    """Return *asked* with its first option there again."""
    if isinstance(asked, Decision):
        return structs.replace(asked, options=(*asked.options, asked.options[0]))
    return asked


def ended_otherwise(asked: Asked[Any]) -> Asked[Any]:
    """Return *asked* with returns above one."""
    if isinstance(asked, Outcome):
        return structs.replace(asked, returns=(1.5, 0.0))
    return asked


def ended_without_a_name(asked: Asked[Any]) -> Asked[Any]:
    """Return *asked* with an ending that there is not."""
    return structs.replace(asked, how="gone") if isinstance(asked, Outcome) else asked


class Drawing:
    """An `evolve` that draws by itself."""

    def __init__(self) -> None:
        self.luck = Random(1)

    def __call__(self, state: Any, event: Event) -> Any:  # noqa: ANN401 - as the toy has it
        """Return the state with a point of stress more, now and then."""
        after = toy.evolve(state, event)
        if isinstance(event, toy.Pressed) and self.luck.random() < 0.5:
            return structs.replace(after, stress=(0, 1 + after.stress[1]))
        return after


def crooked(_state: State, _option: Fact) -> Appraisal:
    """Appraise with a chance that is none."""
    return Appraisal(win=2.0)


def forgotten_at_first(state: Any) -> Any:  # noqa: ANN401 - as the toy has it
    """Leave out stress in the first round, though it stays for the others."""
    return structs.replace(state, stress=(0, 0)) if state.round == 1 else state


def offering_nothing(asked: Asked[Any]) -> Asked[Any]:
    """Return *asked* without options."""
    return structs.replace(asked, options=()) if isinstance(asked, Decision) else asked


def never_ending(state: Any) -> Asked[Any]:  # noqa: ANN401 - as the toy has it
    """Ask the first of the two, again and again."""
    return Decision(Seat(0), (toy.Held(Seat(0)),), state)


def with_another_word(state: Any, event: Event) -> str:  # noqa: ANN401 - as the toy has it
    """Tell what the toy calls something else."""
    words = TOY.describe(state, event)
    return "{whom}".format_map(words) if isinstance(event, toy.Pressed) else "So."


FAULTS: dict[str, tuple[RuleSystem[Any], str]] = {
    "a conflict can be played to its end": (
        structs.replace(TOY, ask=asked_by(ended_without_a_name)),
        "the rule system toy ends with 'gone', which is not in its `endings`",
    ),
    "options are distinct": (
        structs.replace(TOY, ask=asked_by(offered_twice)),
        "an option is offered twice in round 1, where Ann chooses",
    ),
    "equal readings have equal futures": (
        structs.replace(TOY, ask=asked_by(unread), decide=by_faces),
        "two rolls with the reading (1,) lead to different states in round",
    ),
    "replay is play": (
        structs.replace(TOY, evolve=Drawing()),
        "the same answer leads somewhere else the second time in round",
    ),
    "every conflict ends": (
        structs.replace(TOY, ask=asked_by(ended_otherwise)),
        "is returned 1.5, expected 0 to 1",
    ),
    "every seat has a status": (
        structs.replace(TOY, status=lambda _: ({},)),
        "`status` has 1 of 2 seats in round",
    ),
    "appraisals are sane": (
        structs.replace(TOY, solving=Solving(appraise=crooked)),
        "win of Held is 2, expected 0 to 1 in round 1, where Bo chooses",
    ),
    "guesses are about sealed answers": (
        structs.replace(TOY, solving=Solving(guesses=lambda view, _: (view, view))),
        "others are guessed at an open decision in round 1, where",
    ),
    "an essence forgets nothing that is asked": (
        structs.replace(
            TOY, solving=Solving(essence=lambda state: structs.replace(state, turn=0))
        ),
        "something else is asked of an essence than of its state in round",
    ),
    "an essence forgets for good": (
        structs.replace(TOY, solving=Solving(essence=forgotten_at_first)),
        "an essence forgets what comes back in round",
    ),
    "every rule and ending is a sentence": (
        structs.replace(TOY, rules={**TOY.rules, "TO-01": "press"}),
        "'TO-01' is told as 'press', which is no sentence",
    ),
}
"""Law -> a system that breaks it, and what is said of it."""


def loaded_by(system: RuleSystem[Any]) -> Loaded:
    """Return the toy's scenario under another *system*."""
    return structs.replace(TOY_LOADED, system=system)


@pytest.mark.parametrize("name", FAULTS)
def test_a_broken_law_is_one_sentence_that_names_it(name: str) -> None:
    """A broken law is one sentence with system, law, fault and place."""
    system, said = FAULTS[name]
    (law,) = (law for law in LAWS if law.name == name)
    with pytest.raises(LawBroken) as raised:
        hold(law, cases_of([loaded_by(system)], 20))
    text = str(raised.value)
    assert text.startswith(f"toy breaks the law '{name}': ")
    assert said in text
    assert "\n" not in text


@pytest.mark.parametrize(
    ("fields", "law", "said"),
    [
        (
            {"ask": asked_by(offering_nothing)},
            "a conflict can be played to its end",
            "`ask` returned a Decision of seat 0 in round 1 without options: let it",
        ),
        (
            {"ask": never_ending, "evolve": lambda state, _: state},
            "a conflict can be played to its end",
            "a conflict has not ended after 5000 answers, in round 0: let `ask` return",
        ),
        (
            {"narrate": with_another_word},
            "every event is known told and cited",
            "Pressed cannot be told, since there is no 'whom': where its `story` has",
        ),
    ],
)
def test_a_broken_law_says_what_to_do(
    fields: dict[str, Any], law: str, said: str
) -> None:
    """A broken law says what to do, and hides the exception from within Fracas."""
    system = structs.replace(TOY, **fields)
    (broken,) = (
        sentence
        for sentence in broken_laws(system, [loaded_by(system)], walks=1)
        if f"the law '{law}'" in sentence
    )
    assert said in broken
    assert "Error" not in broken


def test_endings_that_are_seldom_met_are_looked_for() -> None:
    """Walks are added until each ending was met, up to a limit."""

    def wrong(asked: Asked[Any]) -> Asked[Any]:
        if isinstance(asked, Outcome) and asked.how == seldom:
            return structs.replace(asked, returns=(0.5, 0.5, 9.0))
        return asked

    def luck_of(how: str) -> int:
        return next(walk.seed for walk in walks if walk.ending == how)

    walks = cases_of([TOY_LOADED], 40)
    seldom = max({walk.ending for walk in walks}, key=luck_of)
    luck = luck_of(seldom)
    assert luck > 0
    system = structs.replace(TOY, ask=asked_by(wrong))
    (law,) = (law for law in LAWS if law.endings)
    with pytest.raises(LawBroken) as raised:
        hold(law, cases_of([loaded_by(system)], 1))
    said = f"{seldom!r} has 3 returns for 2 seats (Two at noon, luck {luck})"
    assert said in str(raised.value)


def test_dice_named_twice_break_a_law() -> None:
    """Dice of one name in two rolls break a law, although play refuses them too."""
    wrong = twice(same_name=True)
    broken = broken_laws(wrong.system, [wrong], walks=6)
    assert any(
        "breaks the law 'no dice are named twice': dice of one" in sentence
        for sentence in broken
    )


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ((), "Held is offered and cites no rule in round 1, where Ann chooses: give"),
        (("XX-1",), "Held cites ['XX-1'], which no rule is called"),
    ],
)
def test_an_option_without_a_rule_breaks_a_law(
    rules: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An option that cites no rule breaks a law, even if nobody chooses it."""
    monkeypatch.setattr(toy.Held, "rules", rules)
    (law,) = (law for law in LAWS if law.name == "every option cites a rule")
    with pytest.raises(LawBroken) as raised:
        hold(law, cases_of([TOY_LOADED], 1))
    assert said in str(raised.value)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((TOY, ["alley"]), "alley is a scenario of solar_system, expected one of toy"),
        ((TOY, "alley"), "found 'alley', expected a list of scenarios, such as"),
        (("alley",), "no rule system is called 'alley': there are"),
        ((5,), "found int, expected the name of a rule system, or a RuleSystem"),
        ((TOY, 5), "found int, expected a list of scenarios"),
        ((TOY, ["nowhere"]), 'no scenario is called "nowhere"'),
        ((TOY, [{"system": "planets"}]), "lacks the field"),
    ],
)
def test_what_no_law_can_be_asked_of_is_refused_at_once(
    arguments: tuple[Any, ...], said: str
) -> None:
    """What cannot be checked is refused in one sentence, not one for each law."""
    with pytest.raises(FracasError) as raised:
        broken_laws(*arguments)
    assert said in str(raised.value)
    with pytest.raises(pytest.fail.Exception) as failed:
        laws(*arguments)
    assert str(failed.value) == str(raised.value)
    assert not failed.value.pytrace


def test_laws_are_asked_at_least_once() -> None:
    """A check of no walks, or of playthroughs of no scenario, is refused."""
    with pytest.raises(pytest.fail.Exception, match="found walks=0, expected a whole"):
        laws(TOY, walks=0)
    with pytest.raises(pytest.fail.Exception, match="found no scenario, expected at"):
        playthroughs("stories", [])
    with pytest.raises(pytest.fail.Exception, match="found 'alley', expected a list"):
        playthroughs("stories", "alley")


def test_laws_are_asked_of_the_system_that_was_given(tmp_path: Path) -> None:
    """Laws are checked on the system that was given, installed or not."""
    (tmp_path / "noon.toml").write_bytes(TOY.files.template())  # type: ignore[misc]
    system = FAULTS["every rule and ending is a sentence"][0]
    (said,) = broken_laws(system, [tmp_path / "noon.toml"], walks=1)
    assert "'TO-01' is told as 'press', which is no sentence" in said


def test_what_leaks_breaks_a_law() -> None:
    """A view that shows what another seat answered sealed breaks a law."""

    def ask(state: Coins) -> Asked[Coins]:
        asked = PENNIES.ask(state)
        return (
            structs.replace(asked, view=state) if isinstance(asked, Decision) else asked
        )

    system = structs.replace(PENNIES, ask=ask)
    data = msgspec.json.encode(Pennies(title="Two coins", system="pennies"))
    loaded = from_json(data, lookup=lambda _: system)
    (said,) = (
        sentence
        for sentence in broken_laws(system, [loaded])
        if "views leak" in sentence
    )
    assert "shows what was answered sealed in round 1, where Odd chooses" in said


def test_the_toy_keeps_every_law() -> None:
    """The toy keeps every law, given by its name, its template or as an object."""
    assert broken_laws(TOY) == []
    assert [loaded.title for loaded in scenarios_of(TOY)] == ["Two at noon"]


def test_every_law_says_what_it_is() -> None:
    """Every law has its own name and a sentence."""
    assert len({law.name for law in LAWS}) == len(LAWS)
    for law in LAWS:
        assert law.says.endswith(".")
        assert law.says[0].isupper() or law.says[0] == "`"


def test_a_playthrough_begins_with_its_command() -> None:
    """A playthrough begins with the command that writes it."""
    playthrough = Chosen("alley", "bold,steady", "x y")
    assert chosen(f"{playthrough.command}\nand so on\n") == playthrough
    with pytest.raises(StepError, match="expected a playthrough to begin with"):
        chosen("Once upon a time\n")


TESTS = """
from fracas.testing import laws, playthroughs
from tests.toy import SYSTEM
from tests.rules.test_laws import FAULTS

test_laws = laws(SYSTEM)
test_wrong = laws(FAULTS["options are distinct"][0], walks=1)
test_stories = playthroughs("stories", ["stuck_door"])
"""


@pytest.mark.slow
def test_a_package_is_tested_by_one_line(tmp_path: Path) -> None:
    """A package tests its system in one line, with one sentence a broken law."""
    (tmp_path / "test_mine.py").write_text(TESTS, "utf-8")

    def ran(*more: str) -> str:
        command = [sys.executable, "-m", "pytest", "-q", "-p", "fracas._pytest", *more]
        done = subprocess.run(
            [*command, "-p", "no:cacheprovider", "-W", "ignore", "test_mine.py"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=False,
            text=True,
        )
        assert "Traceback" not in done.stdout
        return done.stdout

    said = ran()
    assert "there is no playthrough stories/stuck_door.txt: pytest --write" in said
    assert "toy breaks the law 'options are distinct': an option is offered" in said
    assert " failed, " in said
    assert "test_stories" not in ran("--write-playthroughs", "-k", "stories")
    story = tmp_path / "stories" / "stuck_door.txt"
    story.write_text(story.read_text("utf-8").replace("stuck", "jammed", 1), "utf-8")
    story.write_text(
        story.read_text("utf-8").replace("jammed_door", "stuck_door"), "utf-8"
    )
    changed = story.read_text("utf-8").splitlines()
    changed[2] = "Something else."
    story.write_text("\n".join(changed) + "\n", "utf-8")
    said = ran("-k", "stories")
    assert "line 3 of stories/stuck_door.txt was 'Something else.' and is" in said


def test_testing_is_no_part_of_what_is_imported() -> None:
    """Importing `fracas` does not import pytest."""
    code = "import fracas, sys; fracas.load; assert 'pytest' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
    assert "testing" not in fracas.__all__
