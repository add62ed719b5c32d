"""A best reply always has an answer, and its saved agent returns what is printed."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from sim.casting.roster import make
from sim.conflict.kinds import scopes
from sim.errors import OddsError
from sim.graph import clock
from sim.graph.budget import Budget
from sim.graph.clock import Clock
from sim.graph.forest import FirstRoundError
from sim.graph.reply import SolvedReply
from sim.graph.reply import reply as reply_to
from sim.graph.solve import Solved, solve
from sim.library.scenario import Loaded, load
from sim.run.seating import seat_agents
from sim.seam.events import Scope, Seat
from sim.seam.protocol import Agent
from sim.statistics.intervals import Interval
from sim.study import best_reply as study
from sim.study.best_reply import best_reply
from sim.study.lines_by_play import Trials, better_agent
from sim.study.proof import played_return
from sim.study.replying import BestReply, question_of
from tests.graph.tables import solved
from tests.graph.test_brute import tiny

NEAR = 1e-9
SCENARIOS = Path(__file__).parent / "scenarios"
GAMES = 200
WILD = """
from sim.seam.protocol import Agent


class Wild(Agent):
    def choose(self, asked):
        return self.table.random.choice(asked.options)
"""
EVERY_SYSTEM = [
    ("dice_pool", 0),
    ("intensity", 0),
    ("planets", 1),
    ("skill_roll", 0),
    ("solar_system", 1),
]


def found_for(
    loaded: Loaded, seat: int, own: str, seconds: float, states: int = 1_000_000
) -> BestReply:
    """Return the best reply of a seat to the default agent, in so many *seconds*."""
    name = loaded.system.seats(loaded.scenario)[seat].name
    asked = question_of(loaded, name, against="steady", agent=own)
    return best_reply(asked, games=GAMES, seconds=seconds, budget=Budget(states))


def check_it_plays_as_it_is_said(reply: BestReply, folder: Path) -> None:
    """Save the reply, play it in conflicts of another seed, and compare.

    Ninety-five of a hundred intervals hold the truth; five half widths are some ten
    standard errors.
    """
    asked, file = reply.question, reply.save(folder / "saved.py")
    agents = [*asked.agents]
    agents[asked.place] = file
    got = played_return(asked.loaded, agents, asked.place, GAMES, "another seed")
    said = reply.written.returned
    apart = (got.high - got.low) / 2 + (said.high - said.low) / 2
    assert abs(got.value - said.value) <= 2.5 * apart + NEAR
    assert reply.returns >= reply.agent_returns - NEAR
    assert reply.most >= reply.returns - NEAR


@pytest.mark.long
@pytest.mark.parametrize(("name", "seat"), EVERY_SYSTEM)
def test_the_saved_agent_returns_what_is_printed(
    name: str, seat: int, tmp_path: Path
) -> None:
    """The saved reply to an agent that takes the first option returns what is printed.

    An agent from a file may read everything, which takes Intensity minutes to solve:
    there it is played alone.
    """
    loaded = tiny(name)
    reply = found_for(loaded, seat, "first", 30)
    check_it_plays_as_it_is_said(reply, tmp_path)
    if name == "intensity":
        return
    assert reply.certainty == "exact"
    agents = ["steady", "steady"]
    agents[seat] = str(tmp_path / "saved.py")
    again = solved(loaded, *agents).returns[seat]
    assert again.low == pytest.approx(reply.returns, abs=NEAR)


@pytest.mark.long
@pytest.mark.parametrize(("name", "seat"), EVERY_SYSTEM)
def test_a_reply_that_is_found_by_play_returns_what_is_printed(
    name: str, seat: int, tmp_path: Path
) -> None:
    """A reply found by play returns what is printed, and is never called exact."""
    reply = found_for(tiny(name), seat, "first", 4, states=1)
    assert reply.certainty == "interval"
    assert not reply.exact
    assert reply.why
    check_it_plays_as_it_is_said(reply, tmp_path)


class Passing:
    """A wall clock on which only conflicts take time, so many seconds each."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, each: float) -> None:
        self.now, self._each, played = 0.0, each, Trials.play
        self.warm = False
        for module in (clock, study):
            monkeypatch.setattr(module, "monotonic", lambda: self.now)
        monkeypatch.setattr(study, "played_return", self.proved)

        def play(trials: Trials, game: int, instead: Agent | None = None) -> float:
            result = played(trials, game, instead)
            self.now += each
            return result

        monkeypatch.setattr(Trials, "play", play)
        # To solve the conflict takes longer than there is time.
        monkeypatch.setattr(study, "solve", self.forever)

    def proved(
        self, loaded: Loaded, specs: Sequence[str], place: Seat, games: int, seed: str
    ) -> Interval:
        """Measure a reply, which takes its time."""
        self.now += self._each * games
        return played_return(loaded, specs, place, games, seed)

    def forever(self, *_: object, budget: Budget, **__: object) -> None:
        """Compute until the time is up."""
        self.now += budget.seconds
        message = "there was no time for it"
        raise OddsError(message)


@pytest.mark.slow
@pytest.mark.parametrize(("each", "least"), [(0.1, 60), (1.0, 5)])
def test_a_quarter_of_the_time_is_kept_for_measuring(
    monkeypatch: pytest.MonkeyPatch, each: float, least: int
) -> None:
    """A quarter of the time goes to measuring, and no more is taken than was given."""
    passing = Passing(monkeypatch, each)
    reply = found_for(tiny("skill_roll"), 0, "cautious", 60.0, states=1)
    assert reply.written.returned.games >= least
    assert reply.own.games == reply.written.returned.games
    assert passing.now <= 60 + 2 * each


@pytest.mark.slow
def test_time_is_kept_for_playing_a_reply_that_was_solved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An agent is not solved if that would take the time for playing the reply.

    The reply was solved, and is played to measure it.
    """
    passing = Passing(monkeypatch, 0.1)

    def solves_replies(*asked: Any, budget: Budget) -> Solved:  # noqa: ANN401 - as solve is
        if not any(str(spec).endswith(".py") for spec in asked[3]):
            passing.forever(budget=budget)
        return solve(*asked)

    monkeypatch.setattr(study, "solve", solves_replies)
    reply = found_for(tiny("dice_pool"), 0, "first", 60.0, states=1)
    assert reply.written.returned.followed
    assert reply.proof is not None
    assert passing.now <= 60 + 2 * 0.1


@pytest.mark.slow
def test_slow_first_conflicts_do_not_shorten_the_measurement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A slow first conflict does not lessen how many are played to measure."""
    passing = Passing(monkeypatch, 0.001)
    quick = passing.proved

    def proved(*asked: Any) -> Interval:  # noqa: ANN401 - as it is called
        passing.now += 2.0 if not passing.warm else 0.0
        passing.warm = True
        return quick(*asked)

    monkeypatch.setattr(study, "played_return", proved)
    reply = found_for(tiny("skill_roll"), 0, "cautious", 40.0, states=1)
    assert reply.own.games == reply.written.returned.games == GAMES


@pytest.mark.slow
def test_the_own_agent_is_solved_in_the_time_that_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The agent's own return is solved, and exact, where there is time left for it."""
    passing = Passing(monkeypatch, 0.001)

    def hurried(*asked: Any, budget: Budget) -> Solved:  # noqa: ANN401 - as solve is
        if budget.seconds < 5:
            passing.forever(budget=budget)
        return solve(*asked)

    monkeypatch.setattr(study, "solve", hurried)
    reply = found_for(tiny("skill_roll"), 0, "cautious", 40.0, states=1)
    assert passing.now < 40
    exact = solved(reply.question.loaded, *reply.question.agents).returns[0].low
    assert reply.own.followed
    assert reply.own.value == pytest.approx(exact, abs=NEAR)
    assert reply.returns >= reply.own.value


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "seat", "own", "least"),
    [
        # To wrestle is the first of her intents and a trap; to flee is not.
        ("cup", 0, "first", 0.4),
        ("cup", 1, "steady", 0.3),
        # The Warden wins nearly always, whatever Wren does.
        ("bridge", 0, "steady", 0.0),
        ("bridge", 1, "steady", 0.95),
    ],
)
def test_scenarios_of_newcomers_get_an_answer(
    name: str, seat: int, own: str, least: float, tmp_path: Path
) -> None:
    """Scenarios for newcomers get an answer, though no round can be solved whole."""
    reply = found_for(load(str(SCENARIOS / f"{name}.toml")), seat, own, 8)
    assert reply.returns >= least
    assert reply.certainty in {"interval", "bounds"}
    check_it_plays_as_it_is_said(reply, tmp_path)


def _trials(name: str, own: str) -> Trials:
    loaded = load(name)
    seats = loaded.system.seats(loaded.scenario)
    specs = seat_agents(seats, ("",))
    return Trials(loaded, [own, *specs[1:]], Seat(0), None)


@pytest.mark.parametrize("own", ["first", "daring"])
def test_a_weak_agent_gives_way_to_one_that_ships(own: str) -> None:
    """A weak agent is replaced by a better one that ships; the best one stays.

    The better one is held against it in conflicts in which it was not chosen.
    """
    trials = _trials("skill_sniper", own)
    better = better_agent(trials, own, Clock())
    assert (better == own) == (own == "daring")
    if better != own:
        more = range(5_000, 5_040)
        ours = [trials.play(game, make(better)) for game in more]
        assert sum(ours) > sum(trials.play(game, make(own)) for game in more) + 4


@pytest.mark.long
def test_a_reply_that_plays_as_another_agent_says_so(tmp_path: Path) -> None:
    """The JSON of a reply that plays as another agent says which one."""
    reply = found_for(load("skill_sniper"), 0, "first", 20, states=1)
    assert reply.base != "first"
    assert reply.to_dict()["reply"]["plays_as"] == reply.base
    assert reply.gain > 0.1
    check_it_plays_as_it_is_said(reply, tmp_path)


@pytest.mark.long
def test_a_reply_may_only_choose_what_is_free() -> None:
    """A reply chooses only what is free, also where it is found by playing."""
    loaded = load(str(SCENARIOS / "cup.toml"))
    asked = question_of(loaded, "Mara", agent="first", free=["intention"])
    reply = best_reply(asked, games=40, seconds=1, budget=Budget(1))
    assert all(line.startswith("IntentDeclared") for line in reply.rules)
    assert reply.base == "first"
    assert reply.question.free == ("intention",)


@pytest.mark.long
def test_an_agent_of_which_nothing_exact_can_be_said_is_replied_to_by_play(
    tmp_path: Path,
) -> None:
    """An agent whose chances are unknown is replied to by play, with an interval."""
    file = tmp_path / "wild.py"
    file.write_text(WILD, encoding="utf-8")
    loaded = load("stuck_door")
    asked = question_of(
        loaded, "Skala", against=f"{file}:Wild", agent="steady", trusted=True
    )
    reply = best_reply(asked, games=40, seconds=1)
    assert reply.certainty == "interval"
    assert "Wild at Wolf-Snarl" in reply.why
    assert reply.returns >= reply.agent_returns


@pytest.mark.parametrize(("free", "most"), [((), 1.0), (("intention",), 0.75)])
def test_an_upper_bound_is_one_of_all_that_is_free(
    free: tuple[str, ...], most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bound of intentions alone is no bound where all choices are free."""
    loaded = load("skill_camp")
    fewer = scopes(loaded.system)[Scope.INTENTION]

    def narrow(*asked: Any, **given: Any) -> SolvedReply:  # noqa: ANN401 - those of a reply
        if asked[-1][1] is None:
            said, kinds = "too wide", Counter(kind.__name__ for kind in fewer)
            raise FirstRoundError(said, said, kinds)
        solved_reply = reply_to(*asked, **given)
        return structs.replace(solved_reply, full="20 states", most=0.75)

    monkeypatch.setattr(study, "reply_to", narrow)
    asked = question_of(loaded, "Isa", free=free)
    reply = best_reply(asked, games=5, seconds=900, budget=Budget(600))
    assert reply.found is not None
    assert reply.most == most
