"""Coverage: the rules that were used, and those that could have been."""

from sim.campaign.plan import cast as seated
from sim.library.scenario import load
from sim.playtest.arena import Arena
from sim.playtest.coverage import RuleCounts, could_use, measure_coverage


def test_rules_that_could_be_used_are_named_with_what_leads_to_them() -> None:
    """Rules that were not used are named with a choice or ruling that leads to them."""
    loaded = load("skill_duel")
    there = Arena(loaded, seated(loaded, ()), "s")
    plain = [there.play(there.agents, number) for number in range(4)]
    own = RuleCounts()
    for game in plain:
        own.add(game)
    could = could_use(there, 1500, plain)
    assert set(own.times) <= could.keys()
    coverage = measure_coverage(there, own, RuleCounts(), ((), 0), could)
    assert coverage.could
    assert {rule.rule for rule in coverage.could}.isdisjoint(own.times)
    assert all(rule.says and (rule.after or rule.ruling) for rule in coverage.could)
    assert any(rule.ruling for rule in coverage.could)
    never = [row for row in coverage.rows() if not row["conflicts"]]
    assert [row["rule"] for row in never] == [rule.rule for rule in coverage.could]
