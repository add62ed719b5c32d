"""`fracas replay` and `explain`: a recorded conflict as a story, or explained."""

from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec import Struct

from sim.campaign.explain import explain_campaign
from sim.campaign.recorded import Game
from sim.campaign.story import campaign_objects, campaign_tale
from sim.cli.options.commands import commands_for, curve_of
from sim.cli.options.page import page_option
from sim.cli.options.printed import json_option
from sim.cli.options.recorded import TYPED, find_recorded, record_from
from sim.cli.play.ending import put_ending
from sim.cli.play.report import agent_called
from sim.cli.terminal.output import note, put, put_document, put_json_line
from sim.cli.terminal.page import put_page
from sim.cli.terminal.story import put_tale
from sim.errors import StreamError
from sim.files.outputs import new_file
from sim.library.catalogue import transcripts
from sim.narration.brief import brief
from sim.narration.explain import explain as explanation_of
from sim.narration.explanation import rendered
from sim.narration.story import event_objects, numbered
from sim.narration.tale import Passage, tale
from sim.pages.conflict import conflict_page
from sim.pages.game import game_page
from sim.reading.visible import store_name
from sim.run.recorded import Conflict, trusting
from sim.seam.events import Event
from sim.seam.protocol import RuleSystem
from sim.spine.words import counted
from sim.transcript.chat import messages
from sim.transcript.result import TranscriptResult
from sim.transcript.verdict import verdict_sentences


class _Record(Struct, frozen=True):
    """The events of one conflict, with the rule system and scenario they belong to."""

    title: str
    system: RuleSystem[Any]
    scenario: Any
    events: Sequence[Event]
    verdict: tuple[str, ...] = ()

    @property
    def played(self) -> tuple[RuleSystem[Any], Any, Sequence[Event]]:
        """What a story is told from."""
        return self.system, self.scenario, self.events


@click.command(
    epilog=(
        "Examples: fracas replay duels.db 3fa91c02-17;  fracas replay duels.db 17;"
        "  fracas replay round.toml"
    )
)
@click.argument("store", metavar="STORE|TRANSCRIPT.toml")
@click.argument("name", metavar="[CONFLICT]", default="1")
@click.option("--full", is_flag=True, help="Tell every line, with its rules.")
@click.option("--rules", is_flag=True, help="Name the rules behind each line.")
@click.option("--markdown", is_flag=True, help="Print Markdown.")
@click.option(
    "--foundry",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write it as chat messages for Foundry, including the dice.",
)
@click.option("--numbers", is_flag=True, help="Number the events, for explain.")
@page_option(
    "Write the story, event by event, with reasons, dice and how everybody stands"
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON lines, one per event."
)
def replay(  # noqa: PLR0913 - one parameter for each option
    store: str,
    name: str,
    *,
    full: bool,
    rules: bool,
    markdown: bool,
    foundry: Path | None,
    numbers: bool,
    page: Path | None,
    as_json: bool,
) -> None:
    """Tell a conflict of STORE as a story: CONFLICT, or the first.

    By default only changes are told: repeated lines are left out, and a status shows
    only what is new. --full tells everything.

    A game of a campaign is told chapter by chapter, also as a page; 17.2 is the second
    chapter of game 17. If a run kept only seals, the conflict is played again from its
    seed. A round that was typed in is told as far as the rules could follow it;
    --markdown and --foundry then end with the verdict.

    --html writes a page instead, with a slider over all moments, everybody's status,
    and for each event why it happened; #e17 at the end of its address is event 17.
    """
    if page is not None:
        _write_page(page, store, name)
        return
    with trusting(f"{store}, {name}"):
        record = _record(store, name)
        if foundry is not None:
            _write_messages(foundry, record)
            return
        way = _Way(full, rules or full, markdown)
        if isinstance(record, Game):
            _tell_game(record, store, way, numbers=numbers, as_json=as_json)
        else:
            _tell(record, way, numbers=numbers, as_json=as_json)


def _write_page(page: Path, store: str, name: str) -> None:
    with trusting(f"{store}, {name}"):
        recorded = find_recorded(store, name)
        if isinstance(recorded, Game):
            if recorded.replayed:
                note(f"{recorded.stream_id} was played again from its seed")
            _note_gaps(recorded)
            put_page(page, _game_page(recorded, store))
            return
        if not isinstance(recorded, TranscriptResult):
            _note_gaps(recorded)
        record = record_from(store, recorded)
        conflict = record.conflict
        text = conflict_page(
            record,
            commands=commands_for(store, conflict),
            curve=curve_of(store, conflict),
        )
    put_page(page, text)


def _game_page(game: Game, store: str) -> str:
    tell, audited, _ = commands_for(store, game.stream_id)
    return game_page(game, store_name(store), [tell, audited])


def _write_messages(file: Path, record: "_Record | Game") -> None:
    if isinstance(record, Game):
        message = (
            f"{record.stream_id} is a game of a campaign, expected a chapter of it for"
            f" --foundry, such as {record.stream_id}.1"
        )
        raise StreamError(message)
    written = list(messages(*record.played, record.title, record.verdict))
    with new_file(file) as target:
        target.write(msgspec.json.format(msgspec.json.encode(written), indent=1))
    note(f"{counted(len(written), 'message')} for Foundry are in {file}")


class _Way(Struct, frozen=True):
    """The options of `replay`."""

    full: bool
    rules: bool
    markdown: bool


def _tell_game(
    game: Game, store: str, way: _Way, *, numbers: bool, as_json: bool
) -> None:
    if as_json:
        for words in campaign_objects(game):
            put_json_line(words)
        return
    put(f"Campaign {game.stream_id}")
    if numbers:
        for number in range(1, 1 + len(game.events)):
            explanation = explain_campaign(game, number)
            put(f"{number:>5}  {explanation.said} [{' '.join(explanation.rules)}]")
        _put_chapters(game, store)
        return
    put_tale(
        campaign_tale(game, full=way.full, called=agent_called),
        rules=way.rules,
        markdown=way.markdown,
    )


def _put_chapters(game: Game, store: str) -> None:
    """Print which command numbers the events of a chapter."""
    played = [step.ahead.chapter.number for step in game.steps if step.conflict]
    if played:
        at = f"{store} {game.stream_id}.{played[0]}"
        put(f"The events of a chapter have their own: fracas replay {at} --numbers")


def _tell(record: _Record, way: _Way, *, numbers: bool, as_json: bool) -> None:
    system, scenario, events = record.system, record.scenario, record.events
    if as_json:
        for words in event_objects(system, scenario, events):
            put_json_line(words)
        return
    if numbers:
        put(record.title)
        for line in numbered(system, scenario, events):
            put(line)
        return
    passages = tale(system, scenario, events, agent_called)
    if not way.full:
        passages = brief(passages)
    story = chain([Passage("name", record.title)], passages)
    if way.markdown and record.verdict:
        said = (Passage("told", sentence) for sentence in record.verdict)
        story = chain(story, [Passage("ending", "Verdict:")], said)
    put_tale(story, rules=way.rules, markdown=way.markdown)
    if not way.markdown:
        put_ending(system, events)


@click.command(
    epilog=(
        "Examples: fracas explain duels.db 3fa91c02-17 42;"
        "  fracas explain round.toml 33"
    )
)
@click.argument("store", metavar="STORE|TRANSCRIPT.toml")
@click.argument("name", metavar="[CONFLICT]")
@click.argument("event", metavar="EVENT", type=click.IntRange(1), required=False)
@json_option
def explain(store: str, name: str, event: int | None, *, as_json: bool) -> None:
    """Explain why event number EVENT of a conflict happened.

    It lists the facts it follows from, the rules, the numbers used and what it changed.
    `fracas replay --numbers` shows the numbers of events. For a transcript, which holds
    one conflict, give only EVENT.
    """
    if event is None:
        name, event = "1", _only_event(store, name)
    with trusting(f"{store}, {name}"):
        record = _record(store, name)
        if isinstance(record, Game):
            explanation = explain_campaign(record, event)
        else:
            explanation = explanation_of(
                record.system, record.scenario, record.events, event
            )
    if as_json:
        put_document(msgspec.to_builtins(explanation))
        return
    put(rendered(explanation))


def _only_event(store: str, text: str) -> int:
    """Return *text* as the number of an event of the transcript *store*.

    A transcript has one conflict, so `explain FILE EVENT` names no conflict.
    """
    if not transcripts().get(store, store).endswith(TYPED) or not text.isdecimal():
        message = "Missing argument 'EVENT': which event of the conflict is meant?"
        raise click.UsageError(message)
    return int(text)


def _record(store: str, name: str) -> _Record | Game:
    recorded = find_recorded(store, name)
    if isinstance(recorded, TranscriptResult):
        title = f"Transcript {recorded.name}"
        said = tuple(verdict_sentences(recorded))
        return _Record(title, recorded.system, recorded.scenario, recorded.events, said)
    if recorded.replayed:
        note(f"{recorded.stream_id} was played again from its seed; its seal matches")
    _note_gaps(recorded)
    if isinstance(recorded, Game):
        return recorded
    loaded = recorded.loaded
    title = f"Conflict {recorded.stream_id}"
    return _Record(title, loaded.system, loaded.scenario, recorded.events)


def _note_gaps(recorded: Conflict | Game) -> None:
    """Say which events of a conflict, or of the chapters of a game, are missing."""
    if isinstance(recorded, Game):
        conflicts = [step.conflict for step in recorded.steps if step.conflict]
    else:
        conflicts = [recorded]
    for conflict in conflicts:
        if gap := conflict.gap:
            note(f"{gap}: audit it")
