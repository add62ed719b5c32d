"""The parts of the report that `fracas playtest` prints."""

from sim.cli.documents.parts import Counts, Interval, Part


class SideWorth(Part, frozen=True):
    """What a side is worth between the agents of the field, in equilibrium."""

    side: str
    """The side."""
    score: Interval
    """How often it wins, draws shared out."""
    margin: Interval
    """How far that is from even."""
    returns: Interval
    """What its seats return on average."""
    agents: dict[str, float]
    """Agent -> its weight; "" is the scenario's own."""
    seats: int
    """How many seats are on it."""


class FieldCell(Part, frozen=True):
    """What a side got by one agent, everybody else played by another."""

    side: str
    """The side."""
    agent: str
    """Its agent, "" for the scenario's own."""
    others: str
    """The agent of everybody else."""
    score: Interval
    """How often it wins, draws shared out."""
    returns: Interval
    """What its seats return on average."""


class SideSure(Part, frozen=True):
    """What a side can be sure of, whatever the other does, as a return from 0 to 1."""

    side: str
    """The side."""
    low: float
    """The truth is not below this."""
    high: float
    """The truth is not above this; equal where it is exact."""


class BestPlay(Part, frozen=True):
    """What two sides of one seat each can be sure of when both play well."""

    exact: bool
    """Whether everything was followed that can happen."""
    states: int
    """How many public states were found."""
    sides: list[SideSure]
    """Both sides."""


class Fairness(Part, frozen=True):
    """Whether it is fair."""

    games: int
    """How many games were played in equilibrium."""
    each: int
    """How many by every pair of agents before."""
    even: float
    """The score of a side where all are equal."""
    sides: list[SideWorth]
    """Each side."""
    drawn: Interval
    """The share of conflicts in which all got the same."""
    cells: list[FieldCell]
    """Every pair of agents on every side."""
    gave_up: list[tuple[str, str]]
    """Agents that give up at once, and are not counted, with their side."""
    skill: Interval | None
    """The share of the spread of results that agents make; null if not known."""
    exact: dict[str, float]
    """Seat -> how often its own agent wins, draws shared out, where it was solved."""
    best: BestPlay | None
    """What sides can be sure of when both play well; null if that is not known."""
    own: dict[str, Interval]
    """Side -> how often it wins between its own agents, draws shared out."""


class Leads(Part, frozen=True):
    """The course of the lead, over conflicts that somebody won."""

    games: int
    """How many those are."""
    changes: Interval
    """How often it changed hands."""
    open: Interval
    """After which part of a conflict its winner led by three to one for good."""
    behind: Interval
    """How often the winner had been behind."""
    drama: Interval
    """How far."""


class Course(Part, frozen=True):
    """How it plays."""

    games: int
    """How many conflicts were watched."""
    endings: list[tuple[str, int, Interval]]
    """Each ending, how many ended so, and which share that is."""
    stalled: Interval
    """The share that only a limit ended."""
    rounds: Counts
    """How many rounds they took."""
    real: Counts
    """How many choices had several options."""
    forced: Counts
    """How many had one."""
    choosers: list[tuple[str, Interval]]
    """Participant -> its share of the real choices."""
    leads: Leads | None
    """The course of the lead, null if nobody won."""


class Rung(Part, frozen=True):
    """A kind of player."""

    player: str
    """The player."""
    returns: Interval
    """What its seats return on average."""
    behind: Interval
    """What the scenario's own agents get more, on the same dice."""


class Ladder(Part, frozen=True):
    """What players of more and more skill return."""

    games: int
    """How many games each played at every side."""
    rungs: list[Rung]
    """The weakest first."""


class Restriction(Part, frozen=True):
    """What one option of a participant is worth."""

    seat: str
    """The participant."""
    words: str
    """The option in the words of the story."""
    brief: str
    """The same, as short as it is told from the others."""
    never: Interval
    """What the return gains if it may not be taken."""
    always: Interval
    """What the return gains if it must be, whenever it can."""
    games: int
    """How many games of each kind that rests on."""
    own: float | None
    """How often the scenario's own agent takes it."""
    naive: float | None
    """How often a naive player takes it."""
    measured: bool
    """Whether it was measured; else it was only tried."""
    blind: Interval | None
    """What always taking it gains where everybody else chooses blindly."""
    label: str
    """What it is called: too strong, a trap, too weak, dead weight, or ""."""
    same_as: str
    """Of which other option of the seat the same fact is told, "" of none."""
    needed: bool
    """Whether its seat hardly gets anything without it."""
    exact: bool
    """Whether never and always were solved, and no game was played for them."""
    apart: Interval | None
    """What always taking it gains over never taking it, on the same dice."""


class Restricted(Part, frozen=True):
    """What it is worth never to take an option, and always."""

    findings: list[Restriction]
    """Each option that was tried."""
    asked: int
    """How many that are."""
    offered: int
    """Of how many."""
    games: int
    """How many games were played of each kind, at most."""
    solved: int
    """How many of those that were tried were solved exactly."""


class PartWorth(Part, frozen=True):
    """What a part of a sheet is worth."""

    owner: str
    """Whose sheet."""
    kind: str
    """What it is: an ability, an item, a Secret, a die."""
    name: str
    """Its name."""
    path: str
    """Where it stands in the file."""
    setting: str
    """What takes it away, for --set."""
    worth: Interval
    """What the return of its owner loses without it."""
    changed: int
    """How many conflicts went differently without it."""
    games: int
    """Of how many."""
    label: str
    """What it is called, or ""."""
    together: int
    """Of how many parts without effect the worth is, 0 for this alone."""
    same_as: str
    """Of which option of its owner the same fact is told, "" of none."""
    becomes: str
    """What is there in its place, such as a die that is wed; "" if it is just gone."""


class Sheets(Part, frozen=True):
    """What everything on the sheets is worth to its owner."""

    found: list[PartWorth]
    """Each part that was tried."""
    parts: int
    """How many there are."""
    tried: int
    """How many were tried."""
    needed: list[str]
    """Those that could not be taken away, since others need them."""


class RuleUse(Part, frozen=True):
    """A rule that was used."""

    rule: str
    """Its ID."""
    says: str
    """Its sentence."""
    conflicts: int
    """In how many conflicts."""
    times: int
    """How often in all."""


class Could(Part, frozen=True):
    """A rule that no conflict used, though one could."""

    rule: str
    """Its ID."""
    says: str
    """Its sentence."""
    after: str
    """The line of the choice after which it came up, "" if none comes before it."""
    ruling: str
    """The reading under which it did, "" for the scenario's own."""


class RulingEffect(Part, frozen=True):
    """The effect of another value of an option of the rules."""

    ruling: str
    """The option."""
    value: str
    """The other value."""
    changed: int
    """How many games returned something else."""
    games: int
    """Of how many."""
    gain: Interval
    """What the first side's return gains by it."""


class Coverage(Part, frozen=True):
    """Which rules were used, and which rulings matter."""

    games: int
    """How many conflicts were watched."""
    used: list[RuleUse]
    """The rules that the scenario's agents used."""
    unused: list[RuleUse]
    """Those that only other players used."""
    rules: int
    """How many rules the system has."""
    rulings: list[RulingEffect]
    """The rulings that were tried."""
    untried: int
    """How many were not."""
    could: list[Could]
    """The rules that nobody used, and that a search came to."""


class Effect(Part, frozen=True):
    """What one step of a number changes."""

    setting: str
    """The step, for --set."""
    was: str
    """What it is in the scenario."""
    gain: Interval
    """How much more often the first side wins."""
    games: int
    """How many games that rests on."""
    called: str
    """What a sentence calls the number: Tela's vigor."""


class Sensitivity(Part, frozen=True):
    """The numbers that matter most."""

    side: str
    """The side whose wins are counted."""
    effects: list[Effect]
    """The largest first."""
    numbers: int
    """How many numbers the scenario has."""
    tried: int
    """How many were moved."""
    moved: int
    """How many of them changed the result of a conflict."""


class Gaining(Part, frozen=True):
    """A way to play that gains."""

    seat: str
    """By whom."""
    lines: list[str]
    """How: in words, or where it is exact as the agent `scripted` takes them."""
    gain: Interval
    """What it gains."""
    exact: bool
    """Whether that is exact."""


class Without(Part, frozen=True):
    """What the best reply of a participant loses without an option, exactly."""

    seat: str
    """The participant."""
    option: str
    """The option."""
    loses: float
    """What it loses."""


class Exploits(Part, frozen=True):
    """Ways to play that do better than the agents."""

    found: list[Gaining]
    """The best first."""
    solved: bool
    """Whether every best reply is known: then there is no other."""
    without: list[Without]
    """What options are worth to somebody who makes the best of the rest."""
