"""Campaign files: read as strictly as scenarios, and known by a digest as they are.

Whatever can be run is read here: a scenario, or a campaign of them. The digest of a
campaign covers every scenario in it, with the rulings in force.
"""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import Raw

from sim import library
from sim.campaign.campaign import Campaign, Chapter
from sim.campaign.problems import problems
from sim.campaign.sheet import CampaignSheet, ChapterSheet, KeptCampaign, KeptChapter
from sim.errors import FracasError, ScenarioError, UnknownNameError
from sim.protocol import RuleSystem
from sim.reading.hints import among, quoted
from sim.reading.mismatch import mismatch
from sim.reading.tables import parse, within_limits
from sim.registry import rule_system, system_names
from sim.rulings import overridden, ruling_forms
from sim.scenario import Loaded, Lookup, digest_of, from_table, read
from sim.scenario import from_json as scenario_from_json

Playable = Loaded | Campaign
"""What can be run."""

_SUFFIX = ".toml"
_CHAPTERS = "chapters"
"""The table by which a campaign's file is told from a scenario's."""
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
    where, raw = read(reference, {**library.scenarios(), **library.campaigns()})
    table = parse(raw, where)
    if _CHAPTERS not in table:
        return from_table(table, where, rulings, lookup=lookup)
    beside = Path(where).parent
    return _campaign(table, where, beside, rulings, lookup)


def from_json(data: bytes, *, lookup: Lookup = rule_system) -> Playable:
    """Return the campaign or the scenario whose canonical JSON a store keeps."""
    if not is_campaign(data):
        return scenario_from_json(data, lookup=lookup)
    where = "the stored campaign"
    try:
        kept = msgspec.json.decode(data, type=KeptCampaign)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        message = f"{where} cannot be read: {error}"
        raise ScenarioError(message) from error
    return _ready(kept, kept.title, where, data, lookup)


def is_campaign(data: bytes) -> bool:
    """Whether *data*, canonical JSON out of a store, is that of a campaign."""
    try:
        table = msgspec.json.decode(data, type=dict[str, Raw])
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return False
    return "campaign" in table


def _campaign(
    table: dict[str, Any],
    where: str,
    beside: Path,
    rulings: Mapping[str, str],
    lookup: Lookup,
) -> Campaign:
    wrong = mismatch(table, CampaignSheet)
    if wrong is not None:
        message = f"{where}: {wrong}"
        raise ScenarioError(message)
    sheet = msgspec.convert(table, CampaignSheet)
    system = _system(sheet.system, where, lookup)
    ours = overridden(system, table, rulings) if rulings else sheet.rulings
    _check_rulings(system, ours, where)
    kept = KeptCampaign(
        campaign=1,
        title=sheet.title,
        system=sheet.system,
        source=sheet.source,
        about=sheet.about,
        seats=sheet.seats,
        chapters=tuple(
            _kept(chapter, f"{where}: $.chapters[{index}]", beside, ours, system)
            for index, chapter in enumerate(sheet.chapters)
        ),
    )
    data = msgspec.json.encode(kept, order="sorted")
    return _ready(kept, Path(where).stem, where, data, lookup)


def _system(name: str, where: str, lookup: Lookup) -> RuleSystem[Any]:
    try:
        system = lookup(name)
    except UnknownNameError as error:
        message = f"{where}: $.system: {error}"
        raise ScenarioError(message) from error
    if system.carried is None or system.entered is None:
        able = [one for one in system_names() if rule_system(one).carried is not None]
        message = (
            f"{where}: $.system: {name} carries nothing from one conflict to the next,"
            f" expected one of {', '.join(able)}"
        )
        raise ScenarioError(message)
    return system


def _check_rulings(
    system: RuleSystem[Any], rulings: dict[str, Any], where: str
) -> None:
    for form in ruling_forms(system):
        wrong = mismatch(rulings, form, "$.rulings")
        if wrong is not None:
            message = f"{where}: {wrong}"
            raise ScenarioError(message)


def _kept(
    chapter: ChapterSheet,
    where: str,
    beside: Path,
    rulings: dict[str, Any],
    system: RuleSystem[Any],
) -> KeptChapter:
    """Return *chapter* with its scenario, in which *rulings* are in force."""
    name = chapter.scenario
    try:
        file, raw = _file(name, beside)
        table = parse(raw, file)
        theirs = table.get("system", system.name)
        if theirs != system.name:
            message = f"found {file}, played by {theirs}, expected {system.name} alone"
            raise ScenarioError(message)
        given = table.get("rulings", {})
        if isinstance(given, dict) and rulings:
            table["rulings"] = {**given, **rulings}
        loaded = from_table(table, file, lookup=lambda _: system)
    except FracasError as error:
        message = f"{where}.scenario: {error}"
        raise ScenarioError(message) from error
    return KeptChapter(
        Path(file).stem,
        Raw(loaded.data),
        chapter.session,
        chapter.weight,
        chapter.when,
    )


def _file(name: str, beside: Path) -> tuple[str, bytes]:
    """Return (the file's name for messages, its bytes) of a chapter's scenario."""
    if name.endswith(_SUFFIX):
        return read(str(beside / name))
    known = library.scenarios()
    if name not in known:
        message = (
            f"no scenario is called {quoted(name)}, expected a {_SUFFIX} file beside"
            f" the campaign's or {among(tuple(known), name)}"
        )
        raise UnknownNameError(message)
    return name + _SUFFIX, known[name].read_bytes()


def _ready(
    kept: KeptCampaign, name: str, where: str, data: bytes, lookup: Lookup
) -> Campaign:
    """Return the campaign that *kept* is, if there is nothing wrong with it."""
    within_limits(msgspec.json.decode(data), where)
    system = _system(kept.system, where, lookup)
    chapters: list[Chapter] = []
    for number, one in enumerate(kept.chapters, 1):
        loaded = scenario_from_json(bytes(one.scenario), lookup=lookup)
        if loaded.system.name != system.name:
            message = (
                f"{where}: chapter {number} is played by {loaded.system.name}, expected"
                f" {system.name}"
            )
            raise ScenarioError(message)
        chapters.append(
            Chapter(number, one.name, loaded, one.session, one.weight, one.when)
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
    for wrong in problems(campaign):
        message = f"{where}: {wrong}"
        raise ScenarioError(message)
    return campaign
