"""What `fracas scenarios`, `agents`, `rules`, `check` and others print."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from sim.cli.documents.parts import Document, Part, Words


class ScenarioRow(Part, frozen=True):
    """A shipped scenario or campaign."""

    name: str
    """Its name."""
    system: str
    """Its rule system."""
    title: str
    """Its title."""
    about: str
    """What is going on in it."""
    source: str
    """Where the situation comes from."""
    digest: str
    """Its digest."""
    seats: list[str] | UnsetType = UNSET
    """Its seats."""
    chapters: list[str] | UnsetType = UNSET
    """Of a campaign: the scenarios of its chapters, in order."""
    characters: list[str] | UnsetType = UNSET
    """Of a campaign: its characters."""


class Scenarios(Document, frozen=True):
    """The shipped scenarios, or with --campaigns the shipped campaigns."""

    scenarios: list[ScenarioRow]
    """The scenarios or campaigns."""


class ScenarioFile(Struct, frozen=True):
    """The file of a scenario; its fields are those of `fracas schema SYSTEM`."""

    title: str
    """Its title."""


class Described(Part, frozen=True):
    """An agent."""

    name: str
    """Its name."""
    version: str
    """Its version; for an agent from a file, the digest of the file."""
    settings: Words
    """Its settings, with their values."""
    about: str
    """How it plays."""


class DescribedAgent(Described, frozen=True, kw_only=True):
    """One agent."""

    format: Literal[1]
    """The number of this shape: it is raised when a field changes its meaning."""


class Agents(Document, frozen=True):
    """The shipped agents."""

    agents: list[Described]
    """The agents."""


class System(Part, frozen=True):
    """A rule system."""

    name: str
    """Its name."""
    title: str
    """Its title."""
    rules: int
    """How many rules it has."""


class Systems(Document, frozen=True):
    """The rule systems."""

    systems: list[System]
    """The rule systems."""


class Rules(Document, frozen=True):
    """Rules, with their sentences."""

    rules: dict[str, str]
    """ID -> sentence."""


class OptionValue(Part, frozen=True):
    """One value of a rules option."""

    value: str
    """The value, as scenario files write it."""
    default: bool
    """Whether it is the default."""
    says: str
    """What it means."""


class RuleOption(Part, frozen=True):
    """A rules option."""

    option: str
    """Its name."""
    system: str
    """Its rule system."""
    means: str
    """What it decides."""
    default: str
    """Its default, as scenario files write it."""
    takes: str
    """Its possible values, in words."""
    values: list[OptionValue]
    """Its possible values, if they can be listed."""
    rules: dict[str, str]
    """The rules it is about: ID -> sentence."""


class RuleOptions(Document, frozen=True):
    """Rules options."""

    options: list[RuleOption]
    """The rules options that were asked for."""


class Entry(Part, frozen=True):
    """One or more words with their meaning."""

    words: list[str]
    """The words."""
    means: str
    """What they mean."""
    where: str
    """Where they have that meaning."""
    of_files: bool
    """Whether they belong to scenario files."""


class Glossary(Document, frozen=True):
    """What words mean."""

    words: list[Entry]
    """The words that were asked for."""


class Costs(Document, frozen=True):
    """What the sheets of a scenario cost (--sheet)."""

    costs: list[Words]
    """A row for each seat; the columns are the rule system's own."""


class CheckedScenario(Document, frozen=True):
    """Whether a scenario or a campaign can be played."""

    scenario: str
    """The scenario or campaign: its name or its file."""
    title: str | UnsetType = UNSET
    """Its title."""
    system: str | UnsetType = UNSET
    """Its rule system."""
    seats: list[str | Words] | UnsetType = UNSET
    """Its seats; of a campaign: its characters."""
    chapters: list[Words] | UnsetType = UNSET
    """Of a campaign: its chapters."""
    changed_rulings: Any | UnsetType = UNSET
    """The rules options that differ from their default."""
    digest: str | UnsetType = UNSET
    """Its digest."""
    warnings: list[str] | UnsetType = UNSET
    """What can be played but is probably a mistake."""
    problems: list[str] | UnsetType = UNSET
    """What is wrong; then the exit status is 2."""
    unread: bool | UnsetType = UNSET
    """Whether names are not checked until these problems are mended."""


class Check(Part, frozen=True):
    """One promise of the contract of agents."""

    name: str
    """The promise."""
    passed: bool
    """Whether it is kept."""
    sentence: str
    """What was seen."""
    judged: bool
    """Whether it could be judged; if not, it does not count as kept."""


class CheckedAgent(Document, frozen=True):
    """Whether an agent keeps the contract."""

    checks: list[Check]
    """Each promise; the exit status is 1 if one is broken."""


class RecordedExchange(Document, frozen=True):
    """The messages to and from an agent that were recorded (`--record`)."""

    file: str
    """The file, a line of JSON for each message (`fracas schema bot`)."""
    messages: int
    """How many messages it has."""
