"""What is counted and told of campaigns, in numbers, sentences and names."""

from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from sim.campaign.campaign import Campaign
from sim.campaign.chunk import chapter_plan
from sim.campaign.course import Course, Entering, next_chapter
from sim.campaign.events import CampaignStarted, ChapterPlayed, decode_campaign, row
from sim.campaign.explain import explain_campaign
from sim.campaign.gained import gains_of
from sim.campaign.line import CARRIES, GAINED, campaign_line, return_tally
from sim.campaign.load import from_json, load
from sim.campaign.onward import Rest
from sim.campaign.plan import cast, plan_of
from sim.campaign.recorded import Game, find, follow_game
from sim.campaign.repack import packed_rows
from sim.campaign.sheet import When
from sim.campaign.story import described
from sim.campaign.summary import CampaignSummary
from sim.conflict.stream import Line
from sim.errors import AgentError, ScenarioError, StreamError
from sim.run.run import run
from sim.seam.events import Seat, SeatTaken
from sim.statistics.counts import mean
from sim.statistics.intervals import wilson
from sim.store.merge import merge
from sim.store.store import MEMORY, open_store
from tests.campaign.files import FEUD, SCENARIO, loaded

CARDINAL, MAN = "The Cardinal", "Renaissance Man"
BARE = Line(0, "won, skipped, won", (1.0, 0.0), 3, 9, 4, {}, b"")
GAMES = 6
AT_LEAST = r"\$\.chapters\[1\]\.session is .*, expected a whole number, at least 1"


@pytest.fixture(name="feud", scope="module")
def _feud(tmp_path_factory: pytest.TempPathFactory) -> Campaign:
    return loaded(tmp_path_factory.mktemp("feud"))


@pytest.fixture(name="whole", scope="module")
def _whole(feud: Campaign) -> Game:
    """Return a game in which a chapter was played that waited for another."""
    plan = plan_of(feud, cast(feud, []), seed="told", games=GAMES)
    with open_store(MEMORY, create=True) as store:
        run(plan, store=store)
        games = [find(store, str(number)) for number in range(1, GAMES + 1)]
    return next(
        game for game in games if isinstance(game, Game) and game.steps[1].conflict
    )


def test_what_somebody_does_not_carry_is_none_of_it(feud: Campaign) -> None:
    """A figure that a seat does not carry is 0 in its line."""
    course = Course(records={CARDINAL: {"wounds": 2}, MAN: {"scars": 1}})
    line = campaign_line(feud, course, 0, [], b"")
    assert line.tally[f"{CARRIES}wounds"] == (2, 0)
    assert line.tally[f"{CARRIES}scars"] == (0, 1)


def test_a_chapter_s_endings_are_the_most_frequent_first(feud: Campaign) -> None:
    """A chapter's endings are counted with their shares, the most frequent first."""
    paths = {"won, skipped, held": 2, "held, won, won": 3, "won, held, won": 2}
    lines = [
        structs.replace(BARE, how=path)
        for path, times in paths.items()
        for _ in range(times)
    ]
    chapters = CampaignSummary(feud, lines).chapters()
    assert [
        [(how, times) for how, times, _ in chapter.endings] for chapter in chapters
    ] == [
        [("won", 4), ("held", 3)],
        [("won", 3), ("held", 2)],
        [("won", 5), ("held", 2)],
    ]
    assert [chapter.played for chapter in chapters] == [7, 5, 7]
    assert chapters[1].endings[0][2] == wilson(3, 5)


def test_returns_of_a_chapter_lie_between_0_and_1(feud: Campaign) -> None:
    """Returns of a chapter lie between 0 and 1, over the games a seat was in."""
    seen = {1: (50, 100), 2: (100, 0), 3: (-1, -1)}
    tallies = [
        {return_tally(number): each for number, each in seen.items()},
        {return_tally(number): (100, 100) for number in seen if number < 3},
        {return_tally(3): (-1, -1)},
    ]
    lines = [structs.replace(BARE, tally=tally) for tally in tallies]
    first, second, third = CampaignSummary(feud, lines).chapters()
    half, whole = (measured.returns for measured in first.returns)
    assert half == mean({0.5: 1, 1.0: 1}, step=0.5).within(0, 1)
    assert (half.value, half.low, half.high) == (0.75, 0.0, 1.0)
    assert whole == wilson(2, 2)
    assert second.returns[1].returns == wilson(1, 2)
    assert [measured.games for measured in third.returns] == [0, 0]
    assert third.returns[0].returns.value == 0.0


def test_a_gain_is_told_with_its_rank_and_what_has_none_alone() -> None:
    """An ability is gained with its rank, a Secret alone, and a pool as a number."""
    campaign = load("viper_and_zaru")
    assert isinstance(campaign, Campaign)
    record = {
        "pools": {"vigor": 99, "instinct": 0, "reason": 0},
        "abilities": {"Ash": "grand_master"},
        "secrets": ["Secret of Ash"],
    }
    assert gains_of(campaign, {"Tela": record})[0] == (
        "ability Ash: grand master",
        "pool Vigor",
        "Secret of Ash",
    )
    course = Course(records={"Tela": record})
    line = campaign_line(campaign, course, 0, [], b"")
    expected = 1 + round(100 * line.returns[0])
    assert line.tally[f"{GAINED}pool Vigor"] == (expected, 0)


def test_who_stays_on_a_side_is_on_it(tmp_path: Path) -> None:
    """A seat keeps its side only if that is the same in all chapters."""
    dice = '[{ name = "faith", category = "virtue", size = 8 }]'
    for file, sides in (("one", ("red", "blue")), ("two", ("red", "green"))):
        text = 'title = "x"\nsystem = "intensity"\ncategories = ["virtue"]\nseats = [\n'
        for name, side in zip(("Fred", "Ann"), sides, strict=True):
            text += f'{{ name = "{name}", side = "{side}", abilities = {dice} }},\n'
        Path(tmp_path, f"{file}.toml").write_text(f"{text}]\n", "utf-8")
    head = 'title = "x"\nsystem = "intensity"\nseats = ["Fred", "Ann"]\n'
    chapters = '[[chapters]]\nscenario = "{}.toml"\n'
    both = head + chapters.format("one") + chapters.format("two")
    seats = loaded(tmp_path, both).seats
    assert [seat.side_name for seat in seats] == ["Fred", "Ann"]
    alike = head + chapters.format("one") * 2
    assert [seat.side_name for seat in loaded(tmp_path, alike).seats] == ["red", "blue"]


@pytest.mark.parametrize("number", [0, -1])
def test_sessions_are_counted_from_1(tmp_path: Path, number: int) -> None:
    """A session before the first is refused with its place."""
    with pytest.raises(ScenarioError, match=AT_LEAST):
        loaded(tmp_path, FEUD.replace("session = 2", f"session = {number}", 1))


def test_a_stored_chapter_of_another_system_is_named(feud: Campaign) -> None:
    """A stored chapter of another system is refused with its place."""
    table = msgspec.json.decode(feud.data)
    other = load("intensity_brawl")
    table["chapters"][1]["scenario"] = msgspec.json.decode(other.data)
    changed = msgspec.json.encode(table, order="sorted")
    with pytest.raises(ScenarioError) as refused:
        from_json(changed)
    assert "$.chapters[1] is played by intensity, expected planets" in str(
        refused.value
    )


def test_a_stored_campaign_with_two_problems_names_the_first(feud: Campaign) -> None:
    """Of two problems of a stored campaign the first is told."""
    table = msgspec.json.decode(feud.data)
    table["chapters"][1]["when"] = {"chapter": 1, "how": ["wun"]}
    table["chapters"][2]["when"] = {"chapter": 2, "how": ["held up"]}
    with pytest.raises(ScenarioError) as refused:
        from_json(msgspec.json.encode(table, order="sorted"))
    assert "$.chapters[1].when.how[0]: found 'wun'" in str(refused.value)


def test_a_chapter_that_could_not_be_played_is_no_part_of_a_game(
    feud: Campaign,
) -> None:
    """A stream that plays a chapter which had to be skipped is refused."""
    first, second, third = feud.chapters
    when = When(1, how=("never",))
    never = structs.replace(
        feud,
        chapters=(first, structs.replace(second, when=when), third),
    )
    plan = plan_of(feud, cast(feud, []), seed="told", games=1)
    with open_store(MEMORY, create=True) as store:
        run(plan, store=store)
        whole = find(store, "1")
        assert isinstance(whole, Game)
        name, started, played = whole.stream_id, *whole.events[:2]
        assert isinstance(started, CampaignStarted)
        assert isinstance(played, ChapterPlayed)
        again = structs.replace(played, chapter=2)
        rows = [row(started), row(played), row(again)]
        with pytest.raises(StreamError, match="chapter 2 is not what follows"):
            follow_game(never, name, rows, store.rows)


def test_an_agent_that_fails_forfeits_unless_asked_otherwise(feud: Campaign) -> None:
    """A plan is strict only if it is asked to be."""
    agents = cast(feud, [])
    assert not plan_of(feud, agents, seed="x").strict
    assert plan_of(feud, agents, seed="x", strict=True).strict


def test_every_event_of_a_game_is_explained(whole: Game) -> None:
    """Every event is explained by the events it follows from."""
    assert explain_campaign(whole, 1).said == "campaign started"
    for number, event in enumerate(whole.events, 1):
        explained = explain_campaign(whole, number)
        assert (explained.event, explained.words) == (number, described(event))
        for source in explained.sources:
            assert source.words == described(whole.events[source.event - 1])
            assert source.event < number
    second = explain_campaign(whole, 3)
    assert [source.event for source in second.sources] == [2]
    assert second.told.startswith("Chapter 2, wrestle, if chapter 1 was won by")
    assert ": played, and ended with " in second.told
    # Each enters the third with what the second left; it waits for nothing else.
    assert [source.event for source in explain_campaign(whole, 4).sources] == [3]
    last = explain_campaign(whole, len(whole.events))
    assert [source.event for source in last.sources] == [2, 3, 4]
    for number in (0, len(whole.events) + 1):
        with pytest.raises(StreamError, match=f"and no event {number}"):
            explain_campaign(whole, number)


def test_an_event_that_cannot_be_read_is_named_by_its_number(whole: Game) -> None:
    """An event that cannot be read is named by its number, from 1."""
    rows = [row(event) for event in whole.events]
    with pytest.raises(StreamError, match=r"^feud: event 2 cannot be read"):
        decode_campaign("feud", [rows[0], (rows[1][0], b"?"), *rows[2:]])


def test_only_the_last_chapter_has_no_rest(feud: Campaign) -> None:
    """FR-CAMPAIGN: Every chapter but the last has later ones to be judged by."""
    course = Course()
    for number, _ in enumerate(feud.chapters, 1):
        ahead = next_chapter(feud, course, conditions=False)
        assert isinstance(ahead, Entering)
        assert ahead.chapter.number == number
        rest = Rest(feud, course, ahead)
        has_rest = [rest.of(Seat(seat)) is not None for seat in range(2)]
        assert has_rest == [number < len(feud.chapters)] * 2
        course = course.played(feud, ahead, "won", (0.0, 1.0), {})


def test_a_setting_that_means_nothing_is_refused_in_a_chapter_too(
    tmp_path: Path,
) -> None:
    """A misspelt setting of a chapter's agent is refused."""
    odd = SCENARIO.replace("harms", 'agent = "first:kind=zzz"\nharms', 1)
    (tmp_path / "odd.toml").write_text(odd, encoding="utf-8")
    later = f'{FEUD}\n[[chapters]]\nscenario = "odd.toml"\nsession = 2\n'
    with pytest.raises(AgentError, match="zzz"):
        cast(loaded(tmp_path, later), ["steady", "steady"])


def test_packing_leaves_what_no_chunk_tells_of(feud: Campaign) -> None:
    """Rows whose chunk is lost are not packed."""
    plan = plan_of(feud, cast(feud, []), seed="told", games=GAMES)
    with (
        open_store(MEMORY, create=True) as store,
        open_store(MEMORY) as damaged,
    ):
        run(plan, store=store)
        kept = [row for row in store.all_rows() if row[2] != "chunk"]
        merge(damaged, kept)
        assert list(packed_rows(damaged)) == list(damaged.all_rows())


def test_a_recorded_chapter_names_no_file_of_its_own(feud: Campaign) -> None:
    """A recorded chapter that names a file is refused where lines name others."""
    plan = plan_of(feud, cast(feud, []), seed="x")
    ahead = next_chapter(feud, Course())
    assert isinstance(ahead, Entering)
    taken = (SeatTaken(CARDINAL, "steady"), SeatTaken(MAN, ""))
    named = structs.replace(plan, taken=taken, agents=("steady", "./mine.py:Mine"))
    with pytest.raises(AgentError, match="recorded agent of the seat Renaissance Man"):
        chapter_plan(named, feud, ahead)
    assert chapter_plan(plan, feud, ahead).taken == ()
