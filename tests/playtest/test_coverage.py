"""Coverage: the rules that were used, and those that could have been."""

from sim.campaign.plan import cast as seated
from sim.library.scenario import load
from sim.playtest.coverage import RuleCounts, could_use, measure_coverage
from sim.playtest.ground import Ground


def test_rules_that_could_be_used_are_named_with_what_leads_to_them() -> None:
    """A choice, or another reading; and none that some conflict used."""
    loaded = load("skill_duel")
    there = Ground(loaded, seated(loaded, ()), "s")
    plain = [there.play(there.agents, number) for number in range(4)]
    own = RuleCounts()
    for game in plain:
        own.add(game)
    could = could_use(there, 1500, plain)
    assert set(own.times) <= could.keys()
    found = measure_coverage(there, own, RuleCounts(), ((), 0), could)
    assert found.could
    assert {one.rule for one in found.could}.isdisjoint(own.times)
    assert all(one.says and (one.after or one.ruling) for one in found.could)
    assert any(one.ruling for one in found.could)
    never = [row for row in found.rows() if not row["conflicts"]]
    assert [row["rule"] for row in never] == [one.rule for one in found.could]
