"""Sheets that do not fit are refused in the words in which they were, and warned of.

Of each system some fifty spoilt scenarios are kept, and beside them a line with all
that is said of each. Every sentence that a rule system has about sheets is said of
some of them. When what is refused has changed on purpose, write the lines anew with

    python -m tests.test_refused --write SYSTEM

and read the diff. `--choose SYSTEM` also spoils other scenarios, takes those that the
system's own tests refuse beside them, and keeps as few as it takes for every step from
line to line of the checks to come up in several of them.
"""

import ast
import gzip
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import msgspec
import pytest
from hypothesis import strategies as st

from sim.library.registry import rule_system, system_names
from sim.library.scenario import load
from sim.seam.protocol import RuleSystem
from tests.covering import fewest, spoken, steps
from tests.kept import write_what_is_asked
from tests.rules.drawn import Drawn
from tests.rules.spoilt import spoilt, stock_of
from tests.rules.varied import brief, varied
from tests.rules.walking import situations

KEPT = Path(__file__).parent / "refused"
BY_HAND = KEPT / "by_hand.toml"
RULES = Path(sys.modules["sim"].__path__[0]) / "rules"
OFTEN = 3
"""In how many sheets each step of the checks should come up."""
MADE = 30
"""How many scenarios there are at least to spoil."""
SPOILT = 12
"""How many times each is spoilt."""
SHARES = (0.01, 0.03, 0.1)
"""How many fields of one are spoilt."""
SAID = re.compile(r"validate|warnings|problems|ScenarioError|checked")
"""What stands in a test file that has scenarios of which something is said."""
QUIETLY = (
    *("-q", "-p", "no:cacheprovider", "-p", "no:xdist"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
)
MOST = 4
"""Sheets of which more is said are not kept."""


def said(system: RuleSystem[Any], scenario: object) -> list[str]:
    """Return why *scenario* is refused; what is warned of if it is not."""
    return [*system.files.validate(scenario)] or [*system.files.warnings(scenario)]


def kept(system: RuleSystem[Any]) -> list[Any]:
    """Return the scenarios that are kept of *system*."""
    data = gzip.decompress((KEPT / f"{system.name}.json.gz").read_bytes())
    return [
        msgspec.convert(table, system.scenario)
        for table in msgspec.json.decode(data, type=list[dict[str, Any]])
    ]


@pytest.mark.parametrize("name", system_names())
def test_what_is_refused_is_refused_in_the_same_words(name: str) -> None:
    """Kept sheets are refused or warned of in the kept words."""
    system = rule_system(name)
    lines = (KEPT / f"{name}.txt").read_text("utf-8").splitlines()
    now = [line(said(system, sheet)) for sheet in kept(system)]
    wrong = [
        f"sheet {number}: was {was}, is {new}"
        for number, (was, new) in enumerate(zip(lines, now, strict=True), 1)
        if was != new
    ]
    hint = f"on purpose? python -m tests.test_refused --write {name}"
    assert not wrong, "\n".join([*wrong[:10], hint])


@pytest.mark.parametrize("name", system_names())
def test_every_sentence_about_a_sheet_is_said_of_one(name: str) -> None:
    """Every sentence about a sheet is printed for some kept sheet."""
    system = rule_system(name)
    with spoken(str(RULES / name)) as spoken_:
        for sheet in kept(system):
            said(system, sheet)
    silent = [
        f"{path.relative_to(RULES)}:{first}"
        for path in sorted((RULES / name).rglob("*.py"))
        for first, last in sentences(path)
        if not any((str(path), number) in spoken_ for number in range(first, last + 1))
    ]
    assert not silent


def line(sentences_: Iterable[str]) -> str:
    """Return all *sentences_* as one line of a table."""
    return " | ".join(sentence.replace("\n", " ") for sentence in sentences_)


def sentences(path: Path) -> Iterator[tuple[int, int]]:
    """Yield the first and the last line of every sentence about sheets in *path*."""
    tree = ast.parse(path.read_text("utf-8"))
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and _tells(function, path):
            for node in ast.walk(function):
                if isinstance(node, ast.Yield | ast.YieldFrom):
                    yield node.lineno, node.end_lineno or node.lineno


def _tells(function: ast.FunctionDef, path: Path) -> bool:
    returns = function.returns
    is_text = returns is not None and ast.unparse(returns) == "Iterator[str]"
    return is_text and "narration" not in path.parts


def spoilt_ones(system: RuleSystem[Any]) -> Iterator[Any]:
    """Yield spoilt scenarios of *system*, of which something can be said."""
    drawn = Drawn(situations(system.name), st.integers(0, 1 << 32), most=MADE)
    stock = stock_of(scenario for scenario, _ in drawn.examples)
    for scenario, seed in drawn.examples:
        luck = Random(seed)
        for often in SHARES * SPOILT:
            changed = varied(spoilt(scenario, stock, often, luck), often / 3, luck)
            try:
                fits = msgspec.convert(brief(changed), system.scenario)
            except (msgspec.ValidationError, TypeError):
                continue
            if 0 < len(said(system, fits)) <= MOST:
                yield fits


def met_in_tests(system: RuleSystem[Any]) -> list[Any]:
    """Return the scenarios of which something is said in the tests of *system*."""
    met: dict[bytes, Any] = {}
    checks = {system.files.validate.__code__, system.files.warnings.__code__}

    def enter(frame: FrameType, what: str, _arg: object) -> None:
        if frame.f_code not in checks:
            return
        scenario = frame.f_locals.get("scenario")
        if what == "call" and scenario is not None:
            met.setdefault(msgspec.json.encode(scenario), scenario)

    folder = Path(__file__).parent / "rules" / system.name
    files = [
        str(path)
        for path in sorted(folder.glob("test_*.py"))
        if SAID.search(path.read_text("utf-8"))
    ]
    sys.setprofile(enter)
    try:
        if files:
            pytest.main([*QUIETLY, *files])
    finally:
        sys.setprofile(None)
    return [sheet for sheet in met.values() if 0 < len(said(system, sheet)) <= MOST]


def by_hand(system: RuleSystem[Any]) -> Iterator[Any]:
    """Yield scenarios of *system* that were spoilt on purpose, for rare sentences."""
    for entry in tomllib.loads(BY_HAND.read_text("utf-8")).get(system.name, []):
        table = load(entry["of"]).to_dict()
        for path, value in entry["changes"]:
            *way, last = path
            inner: Any = table
            for key in way:
                is_table = isinstance(inner, dict)
                inner = inner.setdefault(key, {}) if is_table else inner[key]
            inner[last] = value
        yield msgspec.convert(table, system.scenario)


def chosen(system: RuleSystem[Any]) -> list[Any]:
    """Return scenarios that cover all checks of sheets OFTEN times over."""
    made = [*by_hand(system), *met_in_tests(system), *spoilt_ones(system)]
    folder = str(RULES / system.name)
    covers: list[frozenset[object]] = []
    for sheet in made:
        with steps(folder) as lines:
            said(system, sheet)
        with spoken(folder) as told:
            said(system, sheet)
        covers.append(frozenset(lines | told))
    return [made[number] for number in fewest(covers, OFTEN)]


def write(name: str, *, choose: bool) -> None:
    """Write what is said of the sheets of *name*, unless others are chosen of them."""
    system = rule_system(name)
    if choose:
        KEPT.mkdir(exist_ok=True)
        data = msgspec.json.encode([brief(sheet) for sheet in chosen(system)])
        (KEPT / f"{name}.json.gz").write_bytes(gzip.compress(data, mtime=0))
    lines = "".join(line(said(system, sheet)) + "\n" for sheet in kept(system))
    (KEPT / f"{name}.txt").write_text(lines, "utf-8")


if __name__ == "__main__":
    write_what_is_asked("tests.test_refused", write)
