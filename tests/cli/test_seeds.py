"""Seeds that no agent can guess are drawn at random, and only once."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import json

import fracas as interface
from sim.audit.hosted import Hosted
from sim.audit.stream import DEPTHS
from sim.dice.seed import commitment, fresh_seed, guessable, is_from, lengthened
from sim.library.scenario import load
from sim.run.run import make_plan, run
from sim.run.seeding import guessed, seed_for
from sim.store.store import open_store
from tests.cli.conftest import Fracas

MINE = """
from sim.seam.protocol import Agent


class Mine(Agent):
    def choose(self, asked):
        return asked.options[0]
"""
DRAWN = re.compile("demo~[0-9a-f]{32}")
LONG = "demo~00112233445566778899aabbccddeeff"


@pytest.fixture(name="mine")
def _mine(tmp_path: Path) -> str:
    path = tmp_path / "mine.py"
    path.write_text(MINE, "utf-8")
    return str(path)


Told = Callable[..., str]
"""Gives a command and the status it must have; returns what it prints."""


@pytest.fixture(name="told")
def _told(fracas: Fracas) -> Told:
    def told(*command: str, status: int = 0) -> str:
        said = fracas(*command)
        assert said.status == status, said.err
        return said.out + (said.err if status == 2 else "")

    return told


def test_a_fresh_seed_has_128_bits() -> None:
    """A fresh seed has 128 bits, and is not lengthened."""
    seed = fresh_seed()
    assert re.fullmatch("[0-9a-f]{32}", seed)
    assert seed != fresh_seed()
    assert lengthened(seed) == seed
    assert not guessable(seed)


def test_what_people_make_up_is_lengthened_once() -> None:
    """A short seed is lengthened once with random bits, and known by its words."""
    seed = lengthened("demo")
    assert DRAWN.fullmatch(seed)
    assert lengthened("demo") != seed
    assert lengthened(seed) == seed
    assert is_from(seed, "demo")
    assert is_from("demo", "demo")
    assert not is_from("demo~1234", "demo")
    assert not is_from(seed, "dem")
    assert [guessable(given) for given in ("demo", "42", "", seed)] == [True] * 3 + [
        False
    ]


def test_only_strangers_seeds_are_lengthened() -> None:
    """A seed is lengthened only where agents from files are held."""
    files = ("mine.py", "noise:of=mine.py:Mine")
    for spec in files:
        assert DRAWN.fullmatch(seed_for("demo", ["steady", spec], "wall"))
        assert DRAWN.fullmatch(seed_for("demo", [spec], "limits"))
        assert seed_for("demo", [spec], "off") == "demo"
        assert guessed("demo", [spec])
        assert guessed(LONG, [spec]) == []
    assert seed_for("demo", ["steady"], "wall") == "demo"
    assert guessed("demo", ["steady"]) == []


def test_what_has_begun_goes_on() -> None:
    """A run that has begun is found by the words of its seed."""
    begun = ["other", lengthened("demo"), LONG, lengthened("demo2")]
    assert seed_for("demo", ["mine.py"], "wall", begun) == LONG


@pytest.mark.usefixtures("wall")
def test_a_run_records_the_seed_it_drew(tmp_path: Path, mine: str, told: Told) -> None:
    """A run records the seed that it drew, and the same command resumes it."""
    store = str(tmp_path / "own.db")
    run_ = ["run", "stuck_door", f"--agents={mine}", "--games=2", "--json", "--sandbox"]
    kept = [*run_, "--seed=demo", "--store", store]
    first = json.decode(told(*kept))
    assert DRAWN.fullmatch(first["seed"])
    assert first["seed"] in first["again"]
    assert "--sandbox" in first["again"]
    assert not any("guessed" in remark for remark in first["remarks"])
    for again in (kept, [*kept, "--resume"], [*run_, "--store", store, "--resume"]):
        second = json.decode(told(*again))
        assert (second["seed"], second["seal"]) == (first["seed"], first["seal"])
        assert second["played"] == 0
    assert json.decode(told(*run_, "--seed=demo"))["seed"] != first["seed"]
    same = json.decode(told(*run_, f"--seed={first['seed']}"))
    assert same["seal"] == first["seal"]


@pytest.mark.usefixtures("wall")
def test_a_run_of_ones_own_keeps_its_seed_and_says_what_that_means(
    tmp_path: Path, mine: str, told: Told
) -> None:
    """A run of one's own keeps a short seed, and says that it can be guessed."""
    store = str(tmp_path / "own.db")
    agents = f"--agents={mine}"
    words = ["run", "stuck_door", agents, "--games=2", "--seed=demo", "--json"]
    first = json.decode(told(*words, "--store", store))
    assert first["seed"] == "demo"
    assert any("could have guessed" in remark for remark in first["remarks"])
    audited = told("audit", store)
    assert "note: " in audited
    assert "could have guessed" in audited
    assert "clean" in audited


@pytest.mark.usefixtures("wall")
def test_a_tournament_draws_once(tmp_path: Path, mine: str, told: Told) -> None:
    """A tournament draws its seed once, and says if a short one can be guessed."""
    store = str(tmp_path / "cup.db")
    words = ["tournament", "guitar_duel", f"--agents={mine},steady", "--games=2"]
    words += ["--null=0", "--seed=demo", "--json"]
    kept = [*words, "--sandbox", "--store", store]
    first = json.decode(told(*kept))
    assert DRAWN.fullmatch(first["seed"])
    assert first["notes"] == []
    for again in (kept, [*kept, "--resume"]):
        assert json.decode(told(*again))["seal"] == first["seal"]
    assert told("audit", store).startswith("clean")
    short = json.decode(told(*words))
    assert short["seed"] == "demo"
    assert "could have guessed" in short["notes"][0]


@pytest.mark.usefixtures("wall")
def test_python_draws_as_the_command_does(mine: str) -> None:
    """In Python a seed is lengthened too, and the run is found by its words."""
    with interface.open_store(":memory:", create=True) as store:
        result = interface.run(
            "stuck_door", [mine], games=2, seed="demo", store=store, sandbox="wall"
        )
        assert DRAWN.fullmatch(result.seed)
        again = interface.run(
            "stuck_door",
            [mine],
            games=2,
            seed="demo",
            store=store,
            sandbox="wall",
            resume=True,
        )
        assert (again.seed, again.seal) == (result.seed, result.seal)
        assert interface.audit(store) == []


SEER = """
from sim.dice.pool import KeyedDice
from sim.dice.seed import agent_key, conflict_key
from sim.seam.events import DiceRolled
from sim.seam.protocol import Agent

TRIED = [conflict_key(seed, game) for seed in ("demo", *map(str, range(100)))
         for game in range(4)]


class OwnKey(Agent):
    def begin(self, table):
        super().begin(table)
        if any(agent_key(key, table.seat) == table.key for key in TRIED):
            raise ValueError("saw the seed in its own key")

    def choose(self, asked):
        return asked.options[0]


class OpenDice(Agent):
    listens = True

    def begin(self, table):
        super().begin(table)
        self.fell, self.round = [], 0

    def observe(self, event):
        if isinstance(event, DiceRolled) and len(event.pool) > 2:
            self.fell.append((self.round, event))

    def falls(self, key, round_, event):
        name = event.who, event.why, event.attempt, (), event.pool
        dice = KeyedDice(key)
        rolled = (dice.roll(round_ + more, *name) for more in (0, 1))
        return event.faces in rolled

    def choose(self, asked):
        self.round = asked.view.round
        if len(self.fell) > 9:
            for key in TRIED:
                if all(self.falls(key, *one) for one in self.fell):
                    raise ValueError("saw the seed in open dice")
        return asked.options[0]
"""


@pytest.mark.usefixtures("wall")
@pytest.mark.parametrize("seed", ["demo", "42"])
@pytest.mark.parametrize("seer", ["OwnKey", "OpenDice"])
def test_who_tries_seeds_finds_none_of_them_behind_the_wall(
    tmp_path: Path, seer: str, seed: str
) -> None:
    """Behind the wall an agent cannot find the seed by trying; without it, it can.

    It compares them with its own key, or with the dice that it is openly shown, as soon
    as enough of them have fallen.
    """
    path = tmp_path / "seer.py"
    path.write_text(SEER, "utf-8")
    agents = [f"{path}:{seer}", "steady"]
    open_ = interface.run("alley", agents, games=3, seed=seed)
    assert "forfeit" in {line.how for line in open_.lines}
    held = interface.run("alley", agents, games=3, seed=seed, sandbox="wall")
    assert "forfeit" not in {line.how for line in held.lines}


def test_an_unknown_way_of_holding_is_found(mine: str) -> None:
    """An audit finds a sandbox that Fracas does not have."""
    plan = make_plan(load("stuck_door"), [mine, "steady", "steady"], seed="x", games=1)
    with open_store(":memory:", create=True) as store:
        began = store.run(run(plan, store=store).run_id)
    (seal, note) = Hosted(began.agents, began.seed, "magic").findings("run:x", DEPTHS)
    assert (seal.depth, seal.weight) == ("seal", "violation")
    assert "magic" in seal.sentence
    assert (note.depth, note.weight) == ("dice", "note")
    assert not list(Hosted(("steady",), "x", "").findings("run:x", DEPTHS))


def test_commit_binds_to_what_cannot_be_tried(told: Told) -> None:
    """`commit` lengthens a seed, and checks one that is revealed."""
    drawn = json.decode(told("commit", "demo", "--json"))
    assert DRAWN.fullmatch(drawn["seed"])
    assert drawn["commitment"] == commitment(drawn["seed"])
    assert len(json.decode(told("commit", "--json"))["seed"]) == len(fresh_seed())
    check = ["--check", drawn["commitment"]]
    assert "is to this seed" in told("commit", drawn["seed"], *check)
    assert "another" in told("commit", "demo", *check, status=1)
    assert "expected 64" in told("commit", "demo", "--check=12", status=2)
    assert "needs the revealed seed" in told("commit", *check, status=2)
