"""What `fracas scenarios`, `agents`, `rules`, `check` and others print."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from sim.cli.documents.parts import Document, Part, Words


class ScenarioRow(Part, frozen=True):
    """A scenario or a campaign that is shipped."""

    name: str
    """Its name."""
    system: str
    """Its rule system."""
    title: str
    """Its title."""
    about: str
    """What happens in it."""
    source: str
    """Where it comes from."""
    digest: str
    """What it hashes to."""
    seats: list[str] | UnsetType = UNSET
    """Who takes part."""
    chapters: list[str] | UnsetType = UNSET
    """Of a campaign: its scenarios, in order."""
    characters: list[str] | UnsetType = UNSET
    """Of a campaign: whom it is about."""


class Scenarios(Document, frozen=True):
    """What is shipped."""

    scenarios: list[ScenarioRow]
    """All of it."""


class ScenarioFile(Struct, frozen=True):
    """The file of one, as JSON; its fields are those of `fracas schema SYSTEM`."""

    title: str
    """Its title."""


class Described(Part, frozen=True):
    """An agent."""

    name: str
    """Its name."""
    version: str
    """Its version; of one from a file, what the file hashes to."""
    settings: Words
    """Its settings, with their values."""
    about: str
    """How it plays."""


class DescribedAgent(Described, frozen=True, kw_only=True):
    """One agent."""

    format: Literal[1]
    """The number of this shape: it is raised when a field changes its meaning."""


class Agents(Document, frozen=True):
    """The agents that are shipped."""

    agents: list[Described]
    """All of them."""


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
    """All of them."""


class Rules(Document, frozen=True):
    """Rules, with their sentences."""

    rules: dict[str, str]
    """ID -> sentence."""


class OptionValue(Part, frozen=True):
    """A value that an option of the rules can have."""

    value: str
    """The value, as scenario files write it."""
    default: bool
    """Whether it is the default."""
    says: str
    """What it means."""


class RuleOption(Part, frozen=True):
    """An option of the rules."""

    option: str
    """Its name."""
    system: str
    """Its rule system."""
    means: str
    """What it decides."""
    default: str
    """Its default, as scenario files write it."""
    takes: str
    """What it can be, in words."""
    values: list[OptionValue]
    """What it can be, where that is a list."""
    rules: dict[str, str]
    """The rules that are about it."""


class RuleOptions(Document, frozen=True):
    """Options of the rules."""

    options: list[RuleOption]
    """All that were asked for."""


class Entry(Part, frozen=True):
    """Words with one meaning."""

    words: list[str]
    """The words."""
    means: str
    """What they mean."""
    where: str
    """Where they mean that."""
    of_files: bool
    """Whether they are words of scenario files."""


class Glossary(Document, frozen=True):
    """What words mean."""

    words: list[Entry]
    """All that were asked for."""


class Costs(Document, frozen=True):
    """What the sheets of a scenario cost (--sheet)."""

    costs: list[Words]
    """A row for each seat; the columns are the rule system's own."""


class CheckedScenario(Document, frozen=True):
    """Whether a scenario or a campaign can be played."""

    scenario: str
    """What was asked about."""
    title: str | UnsetType = UNSET
    """Its title."""
    system: str | UnsetType = UNSET
    """Its rule system."""
    seats: list[str | Words] | UnsetType = UNSET
    """Who takes part, and how; of a campaign: whom it is about."""
    chapters: list[Words] | UnsetType = UNSET
    """Of a campaign: its chapters."""
    changed_rulings: Any | UnsetType = UNSET
    """The options that are not the default."""
    digest: str | UnsetType = UNSET
    """What it hashes to."""
    warnings: list[str] | UnsetType = UNSET
    """What is allowed and probably not meant."""
    problems: list[str] | UnsetType = UNSET
    """Why it cannot be played; then the exit status is 2."""
    unread: bool | UnsetType = UNSET
    """Whether names are checked only once that is mended."""


class Check(Part, frozen=True):
    """One thing that agents promise."""

    name: str
    """What."""
    passed: bool
    """Whether it holds."""
    sentence: str
    """What was seen."""
    judged: bool
    """Whether it was judged at all: else it is unsure."""


class CheckedAgent(Document, frozen=True):
    """Whether an agent keeps what agents promise."""

    checks: list[Check]
    """Each promise; the exit status is 1 where one is broken."""


class RecordedExchange(Document, frozen=True):
    """What was recorded of the questions to an agent (`--record`)."""

    file: str
    """Where it stands, a line of JSON for each message (`fracas schema bot`)."""
    messages: int
    """How many messages it has."""
