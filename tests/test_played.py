"""Conflicts go on as they did, answer by answer, until a rule is changed on purpose.

Tests of a rule say what must hold. This one says that nothing else has changed, where
no shipped scenario leads. Of each system it keeps conflicts of any kind: made-up and
shipped ones under any options of its rules, with any choices and any faces. Its table
has a line for each, with a mark for every answer: of what was asked, of what could be
answered and of what came of it. When a rule has changed on purpose, write the marks of
its system anew with

    python -m tests.test_played --write SYSTEM

and read in the diff how many conflicts are touched before you commit it; that they are
right now is for the tests of that rule to say. `--choose SYSTEM` also makes up other
conflicts, and keeps as few as it takes for every step from line to line of the rules,
every event by every rule it cites and every setting to come up in several of them.
"""

import functools
import gc
import gzip
import sys
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import strategies as st
from msgspec import Struct, structs
from msgspec import inspect as kinds

from sim.errors import ScenarioError
from sim.laws.walking import Answered, walked
from sim.library.registry import rule_system, system_names
from sim.library.scenario import from_dict
from sim.seam.events import Consequence
from sim.seam.protocol import Decision, Outcome, RuleSystem, Scenario
from tests.covering import fewest, steps
from tests.kept import write_what_is_asked
from tests.rules.drawn import Drawn
from tests.rules.varied import brief, varied
from tests.rules.walking import situations
from tests.tiers import later

KEPT = Path(__file__).parent / "played"
RULES = Path(sys.modules["sim"].__path__[0]) / "rules"
OFTEN = 5
"""In how many conflicts each step and each event should come up."""
MADE = 1000
"""How many conflicts there are at least to choose from."""
CHANGED = (0.15, 0.08, 0.04, 0.02)
"""How often something on a sheet is changed: the first of these that is not refused."""
LONGEST = 150
"""Conflicts of more answers are not kept."""
MARK = 2
"""So many bytes mark one answer."""
CACHE = type(functools.lru_cache(len))


class Conflict(Struct, frozen=True, array_like=True):
    """A conflict: the *scenario*, as in a file, and the *luck* of choices and dice."""

    scenario: dict[str, Any]
    luck: int


def conflicts(name: str) -> list[Conflict]:
    """Return the conflicts that are kept of the system *name*."""
    data = gzip.decompress((KEPT / f"{name}.json.gz").read_bytes())
    return msgspec.json.decode(data, type=list[Conflict])


def answers(system: RuleSystem[Any], conflict: Conflict) -> Iterator[Answered]:
    """Yield every answer of the conflict *one*."""
    return walked(system, from_dict(conflict.scenario).scenario, Random(conflict.luck))


def seen(system: RuleSystem[Any], step: Answered) -> list[object]:
    """Return what is marked of an answer: all that anybody sees of it."""
    asked = step.asked
    offered = asked.options if type(asked) is Decision else asked.pool
    seen_: list[object] = [asked.who, offered, step.fact, step.events]
    if type(step.then) is Outcome:
        seen_ += [step.then.how, step.then.returns]
        if system.campaigns is not None:
            seen_.append(system.campaigns.carried(step.after))
    return seen_


def mark(shown: list[object]) -> str:
    """Return the mark of what is *shown*."""
    data = msgspec.json.encode(shown, order="sorted")
    return blake2b(data, digest_size=MARK).hexdigest()


def difference(system: RuleSystem[Any], conflict: Conflict, marks: list[str]) -> str:
    """Return where the conflict *one* goes on otherwise than by *marks*; else ""."""
    number = 0
    for number, step in enumerate(answers(system, conflict), 1):
        shown = seen(system, step)
        if number > len(marks) or mark(shown) != marks[number - 1]:
            return f"answer {number}, in round {step.before.round}: {shown}"
    return "" if number == len(marks) else f"it ends after {number} answers"


@pytest.mark.parametrize("name", later(system_names(), {"dice_pool", "solar_system"}))
def test_conflicts_go_on_as_they_did(name: str) -> None:
    """Kept conflicts are asked, rolled, decided and returned as they were."""
    system, kept = rule_system(name), conflicts(name)
    lines = (KEPT / f"{name}.txt").read_text("utf-8").splitlines()
    assert len(lines) == len(kept)
    wrong = [
        f"conflict {number}, {said}"
        for number, (conflict, line) in enumerate(zip(kept, lines, strict=True), 1)
        if (said := difference(system, conflict, line.split()))
    ]
    hint = f"on purpose? python -m tests.test_played --write {name}"
    many = f"{len(wrong)} of {len(kept)} conflicts"
    assert not wrong, "\n".join([many, *wrong[:10], hint])


def test_a_conflict_that_changed_is_said_with_its_answer() -> None:
    """A conflict that changed is told with the first answer that differs."""
    system, conflict = rule_system("planets"), conflicts("planets")[0]
    marks = [mark(seen(system, step)) for step in answers(system, conflict)]
    assert not difference(system, conflict, marks)
    assert difference(system, conflict, ["0000", *marks[1:]]).startswith("answer 1, ")
    assert "ends after" in difference(system, conflict, [*marks, "0000"])


def made_up(system: RuleSystem[Any]) -> Iterator[Conflict]:
    """Yield conflicts of *system* that were made up, under the options of others.

    Of most sheets something else is changed as well, as much as is not refused.
    """
    any_ = situations(system.name)
    drawn = Drawn(any_, any_, st.integers(0, 1 << 32), most=MADE)
    for scenario, other, luck in drawn.examples:
        base: Scenario = scenario
        if hasattr(scenario, "rulings"):
            base = structs.replace(scenario, rulings=other.rulings)
        tried = [varied(base, often, Random(luck)) for often in CHANGED]
        playable = (brief(this) for this in (*tried, base) if plays(brief(this)))
        yield Conflict(next(playable, brief(scenario)), luck)


def plays(scenario: dict[str, Any]) -> bool:
    """Return whether *scenario* would not be refused."""
    try:
        from_dict(scenario)
    except ScenarioError:
        return False
    return True


def settings(value: Any) -> Iterator[object]:  # noqa: ANN401 - anything in a scenario
    """Yield what is set in a scenario otherwise than by default, but for names."""
    if isinstance(value, Struct):
        form = kinds.type_info(type(value))
        assert isinstance(form, kinds.StructType)
        for field in form.fields:
            own = getattr(value, field.name)
            yield from settings(own)
            is_name = isinstance(field.type, kinds.StrType) and own
            if own != field.default and not isinstance(own, Struct | tuple | dict):
                yield type(value).__name__, field.name, "named" if is_name else own
    elif isinstance(value, tuple | list):
        for entry in value:
            yield from settings(entry)
    elif isinstance(value, dict):
        yield from settings(tuple(value.values()))


def chosen(system: RuleSystem[Any]) -> list[Conflict]:
    """Return conflicts that cover the rules OFTEN times over.

    Greedily: the next conflict is the one that adds most to what is not yet covered.
    """
    made = list(made_up(system))
    caches = [object_ for object_ in gc.get_objects() if type(object_) is CACHE]
    covers = [happens(system, conflict, caches) for conflict in made]
    return [made[number] for number in fewest(covers, OFTEN)]


def happens(
    system: RuleSystem[Any], conflict: Conflict, caches: Sequence[Any]
) -> frozenset[object]:
    """Return what the conflict *one* covers.

    Lines run one after another, events by the rules they cite, and what is set in it.
    *caches* are cleared first, or lines would not run because their answer is known.
    """
    for kept in caches:
        kept.cache_clear()
    things: set[object] = set(settings(from_dict(conflict.scenario).scenario))
    with steps(str(RULES / system.name)) as lines:
        answered = list(answers(system, conflict))
    things |= {step for step in lines if "/appraisal/" not in step[0]}
    if len(answered) > LONGEST:
        return frozenset()
    for step in answered:
        for event in step.events:
            cites = event.cites if isinstance(event, Consequence) else ()
            things.add((type(event).__name__, cites))
        if type(step.then) is Outcome:
            things.add((step.then.how, step.then.returns))
    return frozenset(things)


def write(name: str, *, choose: bool) -> None:
    """Write the marks of *name*, of the conflicts it has unless others are chosen."""
    system = rule_system(name)
    if choose:
        KEPT.mkdir(exist_ok=True)
        data = msgspec.json.encode(chosen(system))
        (KEPT / f"{name}.json.gz").write_bytes(gzip.compress(data, mtime=0))
    lines = [
        " ".join(mark(seen(system, step)) for step in answers(system, conflict))
        for conflict in conflicts(name)
    ]
    (KEPT / f"{name}.txt").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    write_what_is_asked("tests.test_played", write)
