"""Which agents played a branch before it began."""

import fracas
from sim.analysis.earlier import Earlier, earlier_of, earlier_players


def test_agents_are_named_one_after_the_other() -> None:
    """Agents that played on are named once, and none is named where nothing changed."""
    parts = [Earlier(20, "a-1", ["bold", "steady"]), Earlier(38, "b-1", ["first"] * 2)]
    said = earlier_players(parts, 0, "uniform")
    assert said == "bold to event 20, first to event 38"
    assert earlier_players(parts, 1, "first") == "steady to event 20"
    assert earlier_players(parts[1:], 0, "first") == ""
    assert earlier_players([], 0, "first") == ""
    person = Earlier(9, "c-1", ["person:choices=1 2 3"])
    assert earlier_players([person], 0, "first") == "person to event 9"


def test_a_branch_of_a_branch_has_several_parts() -> None:
    """A branch of a branch names the agents of each part that is left."""
    with fracas.open_store(":memory:", create=True) as store:
        fracas.run("skill_page", ["steady"] * 2, games=1, seed="x", store=store)
        page = fracas.replay(store)
        moments = fracas.analyse(page, "first", games=2, steps=0).moments
        early, late = moments[1].event, moments[3].event
        branch = fracas.keep(store, fracas.whatif(page, late, ["first", "steady"]))
        onward = fracas.replay(store, branch)
        assert [part.last for part in earlier_of(store, branch)] == [late - 1]
        two = fracas.keep(store, fracas.whatif(onward, early, ["bold", "steady"]))
        (part,) = earlier_of(store, two)
        assert (part.last, part.parent) == (early - 1, page.stream_id)
        three = fracas.keep(
            store, fracas.whatif(onward, moments[4].event, ["bold", "steady"])
        )
        parts = [(part.last, part.parent) for part in earlier_of(store, three)]
        assert parts == [(late - 1, page.stream_id), (moments[4].event - 1, branch)]
        assert earlier_of(store, page.stream_id) == []
