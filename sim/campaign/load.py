"""Campaign files: read as strictly as scenarios, and identified by a digest.

Whatever can be run is read here: a scenario, or a campaign of them. The digest of a
campaign covers every scenario in it, with the rulings in force.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import Raw

from sim.campaign.campaign import Campaign, Chapter
from sim.campaign.problems import problems
from sim.campaign.sheet import CampaignSheet, ChapterSheet, KeptCampaign, KeptChapter
from sim.errors import FracasError, ScenarioError, UnknownNameError
from sim.library import catalogue
from sim.library.registry import rule_system, system_names
from sim.library.rulings import overridden, ruling_forms
from sim.library.scenario import Loaded, Lookup, digest_of, from_table, read
from sim.library.scenario import from_json as scenario_from_json
from sim.reading.hints import among, quoted
from sim.reading.located import scenario_error
from sim.reading.mismatch import mismatches
from sim.reading.tables import parse, within_limits
from sim.seam.protocol import RuleSystem

Playable = Loaded | Campaign
"""A scenario or a campaign."""

_SUFFIX = ".toml"
_CHAPTERS = "chapters"
"""The table that only campaign files have."""
_NONE: Mapping[str, str] = MappingProxyType({})


def load(
    reference: str,
    rulings: Mapping[str, str] = _NONE,
    *,
    lookup: Lookup = rule_system,
) -> Playable:
    """Read *reference*, the path of a .toml file or a shipped name.

    It is a campaign or a scenario. *rulings* replace single rulings, of a campaign in
    every chapter, as text. Raises ScenarioError naming the file and the place for
    whatever cannot be used, UnknownNameError when there is no such file.
    """
    where, raw = read(reference, catalogue.playables())
    table = parse(raw, where)
    if _CHAPTERS not in table:
        return from_table(table, raw, where, rulings, lookup=lookup)
    try:
        return _campaign(table, where, rulings, lookup)
    except _WrongError as error:
        raise scenario_error(where, raw, table, error.sentences) from error


def from_json(data: bytes, *, lookup: Lookup = rule_system) -> Playable:
    """Return the campaign or the scenario whose canonical JSON a store keeps."""
    if not is_campaign(data):
        return scenario_from_json(data, lookup=lookup)
    where = "the stored campaign"
    try:
        kept = msgspec.json.decode(data, type=KeptCampaign)
        table = msgspec.json.decode(data)  # what was kept raw is read only here
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        message = f"{where} cannot be read: {error}"
        raise ScenarioError(message) from error
    within_limits(table, where)
    try:
        return _ready(kept, kept.title, data, lookup)
    except _WrongError as error:
        message = f"{where}: {error}"
        raise ScenarioError(message) from error


def is_campaign(data: bytes) -> bool:
    """Whether *data*, canonical JSON out of a store, is that of a campaign."""
    try:
        table = msgspec.json.decode(data, type=dict[str, Raw])
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return False
    return "campaign" in table


class _WrongError(ScenarioError):
    """Problems of a campaign, each a sentence that begins with its place."""

    def __init__(self, sentences: Sequence[str]) -> None:
        super().__init__(sentences[0])
        self.sentences = sentences


def _campaign(
    table: dict[str, Any], where: str, rulings: Mapping[str, str], lookup: Lookup
) -> Campaign:
    wrong = [str(mismatch) for mismatch in mismatches(table, CampaignSheet)]
    if wrong:
        raise _WrongError(wrong)
    sheet = msgspec.convert(table, CampaignSheet)
    system = _system(sheet.system, lookup)
    ours = overridden(system, table, rulings) if rulings else sheet.rulings
    for form in ruling_forms(system):
        wrong += [str(mismatch) for mismatch in mismatches(ours, form, "$.rulings")]
    if wrong:
        raise _WrongError(wrong)
    chapters: list[KeptChapter] = []
    for index, chapter in enumerate(sheet.chapters):
        try:
            chapters.append(_load_chapter(chapter, Path(where).parent, ours, system))
        except FracasError as error:
            wrong.append(f"$.chapters[{index}].scenario: {error}")
    if wrong:
        raise _WrongError(wrong)
    kept = KeptCampaign(
        campaign=1,
        title=sheet.title,
        system=sheet.system,
        source=sheet.source,
        about=sheet.about,
        seats=sheet.seats,
        chapters=tuple(chapters),
    )
    data = msgspec.json.encode(kept, order="sorted")
    return _ready(kept, Path(where).stem, data, lookup)


def _system(name: str, lookup: Lookup) -> RuleSystem[Any]:
    try:
        system = lookup(name)
    except UnknownNameError as error:
        raise _WrongError([f"$.system: {error}"]) from error
    if system.campaigns is None:
        able = [other for other in system_names() if rule_system(other).campaigns]
        said = "carries nothing from one conflict to the next, expected one of"
        raise _WrongError([f"$.system: {name} {said} {', '.join(able)}"])
    return system


def _load_chapter(
    chapter: ChapterSheet,
    folder: Path,
    rulings: dict[str, Any],
    system: RuleSystem[Any],
) -> KeptChapter:
    """Return *chapter* with its scenario, in which *rulings* are in force."""
    file, raw = _file(chapter.scenario, folder)
    table = parse(raw, file)
    system_named = table.get("system", system.name)
    if system_named != system.name:
        message = (
            f"found {file}, played by {system_named}, expected {system.name} alone"
        )
        raise ScenarioError(message)
    given = table.get("rulings", {})
    if isinstance(given, dict) and rulings:
        table["rulings"] = {**given, **rulings}
    loaded = from_table(table, raw, file, lookup=lambda _: system)
    return KeptChapter(
        Path(file).stem,
        Raw(loaded.data),
        chapter.session,
        chapter.weight,
        chapter.when,
    )


def _file(name: str, folder: Path) -> tuple[str, bytes]:
    """Return (the file's name for messages, its bytes) of a chapter's scenario."""
    if name.endswith(_SUFFIX):
        return read(str(folder / name))
    shipped = catalogue.scenarios()
    if name not in shipped:
        message = (
            f"no scenario is called {quoted(name)}, expected a {_SUFFIX} file beside"
            f" the campaign's or {among(tuple(shipped), name)}"
        )
        raise UnknownNameError(message)
    return name + _SUFFIX, shipped[name].read_bytes()


def _ready(kept: KeptCampaign, name: str, data: bytes, lookup: Lookup) -> Campaign:
    """Return the campaign of *kept*; raises _WrongError with all its problems."""
    system = _system(kept.system, lookup)
    chapters: list[Chapter] = []
    for number, chapter in enumerate(kept.chapters, 1):
        loaded = scenario_from_json(bytes(chapter.scenario), lookup=lookup)
        if loaded.system.name != system.name:
            said = f"is played by {loaded.system.name}, expected {system.name}"
            raise _WrongError([f"$.chapters[{number - 1}] {said}"])
        chapters.append(
            Chapter(
                number,
                chapter.name,
                loaded,
                chapter.session,
                chapter.weight,
                chapter.when,
            )
        )
    campaign = Campaign(
        name,
        kept.title,
        kept.about,
        kept.source,
        system,
        kept.seats,
        tuple(chapters),
        data,
        digest_of(data),
    )
    wrong = list(problems(campaign))
    if wrong:
        raise _WrongError(wrong)
    return campaign
