"""What `fracas run --sampled` prints and refuses."""

import pytest

from sim.graph.progress import Progress, no_progress
from sim.graph.sampling import Outcomes, Sampler
from sim.spine.words import MOST
from tests.cli.conftest import Fracas

BRAWL = ("run", "intensity_brawl", "--sampled", "--games", 20_000, "--seed", "s")


@pytest.mark.slow
def test_it_says_that_it_is_sampled(fracas: Fracas) -> None:
    """A sampled run says so, with how many games were played and that they agree."""
    said = fracas(*BRAWL)
    assert said.status == 0
    told = " ".join(said.out.split())
    assert "20000 conflicts, sampled" in told
    assert "the distribution of play and not its dice" in told
    assert "400 conflicts were played beside them, and agree" in told
    words = fracas(*BRAWL, "--json").json()
    assert (words["sampled"], words["games"], words["check"]["played"]) == (
        True,
        20_000,
        400,
    )
    assert list(words["conflict"]) == ["rounds"]
    again = fracas(*BRAWL, "--json").json()
    assert again["endings"] == words["endings"]


@pytest.mark.slow
def test_a_walk_that_departs_from_play_stops_the_run(
    fracas: Fracas, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A walk that departs from play stops the run without a figure."""
    right = Sampler.walk

    def wrong(
        self: Sampler, count: int, seed: int, told: Progress = no_progress
    ) -> Outcomes:
        outcomes = right(self, count, seed, told)
        return {
            (how, got, late + 1): times for (how, got, late), times in outcomes.items()
        }

    monkeypatch.setattr(Sampler, "walk", wrong)
    said = fracas(*BRAWL)
    assert (said.status, said.out) == (2, "")
    assert "that is a fault of Fracas" in said.err


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--store", "x.db"), "leave out --store"),
        (("--record", "full"), "leave out --record"),
        (("--workers", "2"), "leave out --workers"),
        (("--agents", "all"), "not for --agents all"),
        (("--agents", "lookahead"), "does not say what it remembers"),
        (("--seconds", "nan"), "expected a number of more than 0.0"),
        (("--memory", "3"), "expected a whole number of at least 64"),
    ],
)
def test_what_cannot_be_asked_is_said(
    fracas: Fracas, more: tuple[str, ...], message: str
) -> None:
    """What cannot be sampled is refused with status 2."""
    said = fracas(*BRAWL, *more)
    assert said.status == 2
    assert message in " ".join(said.err.split())


@pytest.mark.long
def test_where_the_graph_ends_conflicts_are_played(fracas: Fracas) -> None:
    """Where the graph ends conflicts are played, and too many are refused."""
    asked = ("run", "intensity_heist", "--sampled", "--seed", "s", "--games")
    said = fracas(*asked, 60)
    told = " ".join(said.out.split())
    assert "The graph is not whole, as intensity_heist " in told
    assert ": 60 conflicts came to where it ends" in told
    most = fracas(*asked, 10**8)
    assert (most.status, most.out) == (2, "")
    assert "ask for at most 10,000,000 --games" in most.err


@pytest.mark.parametrize("bound", ["--seconds", "--states", "--memory"])
def test_where_no_graph_is_made_none_is_bounded(fracas: Fracas, bound: str) -> None:
    """A bound of the graph is refused without --sampled."""
    said = fracas("run", "intensity_brawl", "--games", 5, bound, 100)
    assert f"{bound} bounds the graph of --sampled" in said.refused()


def test_a_graph_that_is_bounded_says_by_what(fracas: Fracas) -> None:
    """A bounded graph says by what, and the command has the same bounds."""
    run = ("run", "planets_boulder", "--sampled", "--games", 50, "--seed", "s")
    asked = (*run, "--states", 4, "--seconds", 60, "--memory", 2000)
    said = " ".join(fracas(*asked).out.split())
    error = "planets_boulder does not fit into 4 states"
    assert f"The graph is not whole, as {error}: " in said
    words = fracas(*asked, "--json").json()
    assert words["error"] == error
    assert "--seconds 60 --states 4 --memory 2000" in words["again"]


@pytest.mark.slow
def test_however_many_are_walked_each_comes_to_an_end(fracas: Fracas) -> None:
    """As many conflicts as can be counted are walked, and more are refused."""
    asked = (*BRAWL[:3], "--seed", "s", "--games")
    words = fracas(*asked, MOST, "--json").json()
    assert sum(ending["games"] for ending in words["endings"]) == MOST
    said = fracas(*asked, MOST + 1).refused()
    assert "expected at most 1,000,000,000,000,000" in said
