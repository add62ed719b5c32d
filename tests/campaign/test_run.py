"""Runs of campaigns are whole, repeatable, and the same however they are played."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

import fracas
from sim.campaign.campaign import Campaign
from sim.campaign.events import CampaignCompleted, ChapterPlayed
from sim.campaign.line import STANDS
from sim.campaign.load import load
from sim.campaign.plan import cast, plan_of
from sim.campaign.recorded import Game, find
from sim.conflict.codec import decode
from sim.conflict.stream import Line
from sim.dice.seed import conflict_key
from sim.errors import AgentError, ScenarioError, StoreError, UnknownNameError
from sim.run.chunk import Plan
from sim.run.recorded import Conflict
from sim.run.run import run
from sim.seam.events import ConflictStarted, DiceRolled
from sim.store.store import MEMORY, Store, open_store
from tests.campaign.files import FEUD, loaded, written

GAMES = 12
BRANCHING = "when ="


@pytest.fixture(name="feud", scope="module")
def _feud(tmp_path_factory: pytest.TempPathFactory) -> Campaign:
    return loaded(tmp_path_factory.mktemp("feud"))


def plan(campaign: Campaign, agents: str = "", **more: object) -> Plan:
    """Return a short run of *campaign*."""
    given_agents = cast(campaign, agents.split(",") if agents else [])
    made = plan_of(campaign, given_agents, seed="feud", games=GAMES)
    return structs.replace(made, **more)


def game(store: Store, number: int) -> Game:
    """Return game *number* of the only run of *store*."""
    game_ = find(store, str(number))
    assert isinstance(game_, Game)
    return game_


def test_chapters_are_conflicts_with_streams_of_their_own(feud: Campaign) -> None:
    """Each played chapter is a conflict with its own stream, digest and seal."""
    ours = plan(feud)
    with open_store(MEMORY, create=True) as store:
        result = run(ours, store=store)
        lengths = set[int]()
        for number, line in enumerate(result.lines, 1):
            whole = game(store, number)
            *_, last = whole.events
            assert isinstance(last, CampaignCompleted)
            assert (last.seal, last.returns) == (line.seal, line.returns)
            played = [
                event for event in whole.events if isinstance(event, ChapterPlayed)
            ]
            lengths.add(len(played))
            for event in played:
                conflict = whole.chapter(event.chapter)
                first, *_, sealed = conflict.events
                assert isinstance(first, ConflictStarted)
                assert first.scenario == event.scenario == conflict.loaded.digest.hex()
                assert first.game == number - 1
                assert sealed.seal == event.seal  # type: ignore[attr-defined]
                assert (
                    first.key == conflict_key("feud", number - 1, event.chapter).hex()
                )
        assert lengths >= {2, 3}


def test_wounds_are_carried_into_later_chapters(feud: Campaign) -> None:
    """Wounds of earlier chapters are carried into later ones."""
    with open_store(MEMORY, create=True) as store:
        run(plan(feud), store=store)
        marked = [
            seat.wounds
            for number in range(1, GAMES + 1)
            for step in game(store, number).steps[1:]
            if step.conflict is not None
            for seat in step.conflict.loaded.scenario.seats
        ]
    assert max(marked) > 0


def test_branches_share_their_luck(tmp_path: Path, feud: Campaign) -> None:
    """A chapter has the same dice whether or not an earlier one was skipped."""
    always = loaded(tmp_path, FEUD.replace(BRANCHING, f"# {BRANCHING}"))
    some, all_ = first_dice(feud), first_dice(always)
    both = some.keys() & all_.keys()
    assert {number for _, number in both} == {1, 3}
    assert {name: some[name] for name in both} == {name: all_[name] for name in both}
    assert len(set(some.values())) == len(some)


def first_dice(campaign: Campaign) -> dict[tuple[int, int], tuple[int, ...]]:
    """Return the first faces of the first and third chapter of every game.

    Behind the five dice of the Planets those of wounds may fall.
    """
    faces_by_place: dict[tuple[int, int], tuple[int, ...]] = {}
    with open_store(MEMORY, create=True) as store:
        run(plan(campaign), store=store)
        for number in range(1, GAMES + 1):
            for step in game(store, number).steps:
                if step.event.chapter != 2 and step.conflict is not None:
                    rows = [data for _, data in step.conflict.stored]
                    rolls = decode(campaign.system, rows)
                    faces = next(o.faces for o in rolls if isinstance(o, DiceRolled))[
                        :5
                    ]
                    faces_by_place[number, step.event.chapter] = faces
    return faces_by_place


def test_workers_and_levels_leave_the_same_lines(feud: Campaign) -> None:
    """A run has one seal with workers or without, and at every level of record."""
    calm = run(plan(feud, record="none"))
    with open_store(MEMORY, create=True) as store:
        assert run(plan(feud), store=store, workers=2).seal == calm.seal
    with open_store(MEMORY, create=True) as store:
        lines = run(plan(feud, record="seal"), store=store)
        assert lines.lines == calm.lines
        assert find_chapter(store, "3.1").replayed
        whole = game(store, 3)
        assert whole.replayed
        assert {name for name, _, _, _ in store.all_rows()} == {
            "fracas",
            f"run:{lines.run_id}",
            f"scenario:{feud.digest.hex()}",
        }


def find_chapter(store: Store, name: str) -> Conflict:
    """Return the chapter called *name*."""
    conflict = find(store, name)
    assert isinstance(conflict, Conflict)
    return conflict


def cut(after: int) -> Callable[[Line], None]:
    """Return what stops a run after so many lines."""
    seen: list[Line] = []

    def each(line: Line) -> None:
        seen.append(line)
        if len(seen) > after:
            raise KeyboardInterrupt

    return each


@given(cuts=st.lists(st.integers(0, GAMES - 1), max_size=3))
@settings(max_examples=12, deadline=None)
def test_a_campaign_cut_and_resumed_anywhere_has_the_same_seal(
    feud: Campaign, cuts: list[int]
) -> None:
    """A campaign cut and resumed anywhere has the same seal and rows."""
    ours = plan(feud, "uniform,uniform")
    with (
        open_store(MEMORY, create=True) as calm,
        open_store(MEMORY, create=True) as store,
    ):
        whole = run(ours, store=calm)
        for after in cuts:
            with pytest.raises(KeyboardInterrupt):
                run(ours, store=store, resume=True, on_line=cut(after))
        resumed = run(ours, store=store, resume=True)
        assert resumed.seal == whole.seal
        assert sorted(store.all_rows()) == sorted(calm.all_rows())


def test_agents_are_given_to_seats_and_kept_in_every_chapter(feud: Campaign) -> None:
    """The given agents play their seats in every chapter."""
    with open_store(MEMORY, create=True) as store:
        run(plan(feud, "bold,uniform"), store=store)
        for step in game(store, 1).steps:
            if step.conflict is not None:
                first = step.conflict.events[0]
                assert isinstance(first, ConflictStarted)
                assert [seat.agent for seat in first.seats] == ["bold", "uniform"]
    with pytest.raises(AgentError, match="3 agents for 2 seats"):
        cast(feud, ["bold", "bold", "bold"])


@pytest.mark.slow
def test_agents_from_files_play_chapters(feud: Campaign, tmp_path: Path) -> None:
    """Agents from files play every chapter without a forfeit."""
    path = tmp_path / "first.py"
    path.write_text(
        "from sim.seam.protocol import Agent\n\n\nclass First(Agent):\n"
        "    def choose(self, asked):\n        return asked.options[0]\n",
        "utf-8",
    )
    made = plan_of(feud, cast(feud, [f"{path}:First"]), seed="x", games=2)
    lines = run(structs.replace(made, record="none")).lines
    assert [len(line.returns) for line in lines] == [2, 2]
    assert not any("forfeit" in line.how for line in lines)


def test_a_line_says_who_stands_and_what_is_carried(feud: Campaign) -> None:
    """A line says who stands, what is carried and what each chapter returned."""
    for line in run(plan(feud, record="none")).lines:
        wounds = line.tally["carries wounds"]
        stands = line.tally[STANDS]
        assert stands == tuple(int(amount <= 5) for amount in wounds)
        assert line.tally["harm"] == wounds
        chapters = [line.tally[f"return of chapter {number}"] for number in (1, 2, 3)]
        for place, amount in enumerate(line.returns):
            weighed = [
                (weight, chapter[place])
                for weight, chapter in zip((1, 1, 2), chapters, strict=True)
                if chapter[place] >= 0
            ]
            total = sum(weight * got for weight, got in weighed)
            assert amount == pytest.approx(total / sum(w for w, _ in weighed) / 100)


def test_what_is_not_there_is_said(feud: Campaign) -> None:
    """A chapter that was skipped or is not there is refused."""
    with open_store(MEMORY, create=True) as store:
        run(plan(feud), store=store)
        skipped = next(
            f"{number}.2"
            for number in range(1, GAMES + 1)
            if game(store, number).steps[1].conflict is None
        )
        with pytest.raises(StoreError, match="chapter 2 was skipped"):
            find(store, skipped)
        with pytest.raises(StoreError, match="has the chapters 1 to 3, not 4"):
            find(store, "1.4")
        with pytest.raises(UnknownNameError, match="names no conflict"):
            find(store, "1.2.3")
    with open_store(MEMORY, create=True) as store:
        single = load("planets_boulder")
        run(plan_of(single, cast(single, []), seed="x"), store=store)
        with pytest.raises(StoreError, match="plays no campaign, so no chapters"):
            find(store, "1.1")


def test_vectors_of_a_chapter_s_key() -> None:
    """A chapter's key is BLAKE2b over seed, game and chapter."""
    assert conflict_key("fracas", 0) == conflict_key("fracas", 0, 0)
    assert conflict_key("fracas", 0, 1).hex() == (
        "d9b0a1547f244edfa2457754bea1bafdc12b2e24e10fdcefce44b9a78536ea21"
    )
    assert conflict_key("fracas", 1, 2).hex() == (
        "7527d909cc506c5c03a52794fd1aeb8c33ef92a8fda7d87fdc86c7384d1df903"
    )


def test_the_documented_interface_knows_campaigns(tmp_path: Path) -> None:
    """`fracas` loads, runs, reads, tells and audits a campaign."""
    path = written(tmp_path)
    feud = fracas.campaign(path, goal=3)
    with fracas.open_store(MEMORY, create=True) as store:
        done = fracas.run(feud, ["steady", "bold"], games=2, seed="demo", store=store)
        assert len(done.summary.to_dict()["chapters"]) == 3
        whole = fracas.game(store, "2")
        told = "\n".join(fracas.story(whole))
        assert "\n".join(fracas.story(fracas.replay(store, "2.1"))) in told
        assert fracas.audit(store) == fracas.audit(store, whole.stream_id) == []
        with pytest.raises(StoreError, match=r"expected a chapter: 2\.1"):
            fracas.replay(store, "2")
    with pytest.raises(ScenarioError, match="is a scenario, expected a campaign"):
        fracas.campaign("planets_boulder")
