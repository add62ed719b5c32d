"""The parts of the report that `fracas playtest` prints."""

from sim.cli.documents.parts import Counts, Interval, Part


class SideWorth(Part, frozen=True):
    """The value of a side among the agents of the field, in equilibrium."""

    side: str
    """The side."""
    score: Interval
    """Its score: a win counts 1, a draw its share."""
    margin: Interval
    """How far the score is from even."""
    returns: Interval
    """The mean return of its seats."""
    agents: dict[str, float]
    """Agent -> its weight in the equilibrium; "" is the scenario's own."""
    seats: int
    """How many seats it has."""


class FieldCell(Part, frozen=True):
    """The result of a side with one agent, when all others have another."""

    side: str
    """The side."""
    agent: str
    """Its agent, "" for the scenario's own."""
    others: str
    """The agent of all others."""
    score: Interval
    """Its score: a win counts 1, a draw its share."""
    returns: Interval
    """The mean return of its seats."""


class SideSure(Part, frozen=True):
    """The return, from 0 to 1, that a side can be sure of, whatever the other does."""

    side: str
    """The side."""
    low: float
    """The lower bound."""
    high: float
    """The upper bound; the same if it is exact."""


class BestPlay(Part, frozen=True):
    """What two sides of one seat each can be sure of under best play."""

    exact: bool
    """Whether everything that can happen was followed."""
    states: int
    """How many public states were computed."""
    sides: list[SideSure]
    """What each side can be sure of."""


class Fairness(Part, frozen=True):
    """Whether it is fair."""

    games: int
    """How many games were played by the agents of the equilibrium."""
    each: int
    """How many games every pair of agents played before that."""
    even: float
    """The score of each side if all are equal."""
    sides: list[SideWorth]
    """The value of each side."""
    drawn: Interval
    """The share of conflicts drawn."""
    cells: list[FieldCell]
    """The result of every pair of agents on every side."""
    gave_up: list[tuple[str, str]]
    """Agents that give up at once, and so do not count, each with its side."""
    skill: Interval | None
    """The share of the variance of results that is due to agents; null if unknown."""
    exact: dict[str, float]
    """Seat -> the exact score of its own agent, if that was solved."""
    best: BestPlay | None
    """What each side can be sure of under best play; null if unknown."""
    own: dict[str, Interval]
    """Side -> its score among the scenario's own agents."""


class Leads(Part, frozen=True):
    """The course of the lead, in conflicts that somebody won."""

    games: int
    """How many such conflicts there are."""
    changes: Interval
    """How often the lead changed hands, on average."""
    open: Interval
    """After which share of a conflict its winner led by three to one for good."""
    behind: Interval
    """In which share of conflicts the winner had been behind."""
    drama: Interval
    """How far the winner had been behind, from 0 to 1."""


class Course(Part, frozen=True):
    """How it plays."""

    games: int
    """How many conflicts were watched."""
    endings: list[tuple[str, int, Interval]]
    """Each ending, how many conflicts ended so, and the share of these."""
    stalled: Interval
    """The share that stopped although nobody had won, as by a limit of rounds."""
    rounds: Counts
    """How many rounds conflicts had."""
    real: Counts
    """How many decisions with several options conflicts had."""
    forced: Counts
    """How many decisions with one option conflicts had."""
    choosers: list[tuple[str, Interval]]
    """Participant -> its share of the decisions with several options."""
    leads: Leads | None
    """The course of the lead; null if nobody won or there are more than two sides."""


class Rung(Part, frozen=True):
    """The results of one kind of player."""

    player: str
    """The kind of player."""
    returns: Interval
    """The mean return of its seats."""
    behind: Interval
    """How much more the scenario's own agents return, on the same dice."""


class Ladder(Part, frozen=True):
    """The results of players of increasing skill."""

    games: int
    """How many games each played on every side."""
    rungs: list[Rung]
    """The players, the weakest first."""


class Restriction(Part, frozen=True):
    """The value of one option to a participant."""

    seat: str
    """The participant."""
    words: str
    """The option in the words of the story."""
    brief: str
    """The same, as short as it can be without being ambiguous."""
    never: Interval
    """How much its return gains if the option is never taken."""
    always: Interval
    """How much its return gains if the option is taken whenever it can be."""
    games: int
    """How many games of each kind were played for it."""
    own: float | None
    """How often the scenario's own agent takes it."""
    naive: float | None
    """How often a naive player takes it."""
    measured: bool
    """Whether it was measured; otherwise it was only screened."""
    blind: Interval | None
    """How much always taking it gains if everybody else chooses at random."""
    label: str
    """The verdict: too strong, a trap, too weak, dead weight, or ""."""
    same_as: str
    """The other option of the seat that has the same effect, "" if none."""
    needed: bool
    """Whether the seat returns next to nothing without it."""
    exact: bool
    """Whether `never` and `always` are exact, so that no games were played for them."""
    apart: Interval | None
    """How much more always taking it returns than never taking it, on the same dice."""


class Restricted(Part, frozen=True):
    """The effect of never taking an option, and of always taking it."""

    findings: list[Restriction]
    """Each option that was tried."""
    asked: int
    """How many options were tried."""
    offered: int
    """How many options were offered in all."""
    games: int
    """The most games that were played of each kind."""
    solved: int
    """How many of the tried options were solved exactly."""


class PartWorth(Part, frozen=True):
    """The value of one part of a sheet."""

    owner: str
    """The participant whose sheet it is on."""
    kind: str
    """The kind of part, such as an ability, an item, a Secret or a die."""
    name: str
    """Its name."""
    path: str
    """Its path in the scenario file."""
    setting: str
    """The change that takes it away, for --set."""
    worth: Interval
    """How much the return of its owner loses without it, or all that are `together`."""
    changed: int
    """How many conflicts changed without it, or without all of them."""
    games: int
    """How many conflicts were compared."""
    label: str
    """The verdict: decisive, a burden, dead weight, or ""."""
    together: int
    """How many parts without effect were taken away together; 1 for this alone."""
    same_as: str
    """The option of its owner that has the same effect, "" if none."""
    becomes: str
    """What replaces it, such as a wed die; "" if nothing."""


class Sheets(Part, frozen=True):
    """The value of the parts of all sheets to their owners."""

    found: list[PartWorth]
    """Each part that was measured."""
    parts: int
    """How many parts there are in all."""
    tried: int
    """How many were tried on a few dice."""
    needed: list[str]
    """The parts that cannot be taken away because others need them."""


class RuleUse(Part, frozen=True):
    """A rule that was used."""

    rule: str
    """Its ID."""
    says: str
    """Its sentence."""
    conflicts: int
    """In how many conflicts it was used."""
    times: int
    """How often it was used in all."""


class Could(Part, frozen=True):
    """A rule that no conflict used, but a search did."""

    rule: str
    """Its ID."""
    says: str
    """Its sentence."""
    after: str
    """The line of the choice after which it was used, "" if no choice comes before."""
    ruling: str
    """The ruling under which it was used, "" for those of the scenario."""


class RulingEffect(Part, frozen=True):
    """The effect of another value of a rules option."""

    ruling: str
    """The rules option."""
    value: str
    """Its other value."""
    changed: int
    """How many games had other returns."""
    games: int
    """How many games were compared."""
    gain: Interval
    """How much the return of the first side gains."""


class Coverage(Part, frozen=True):
    """The rules that were used, and the effect of rules options."""

    games: int
    """How many conflicts were watched."""
    used: list[RuleUse]
    """The rules that the scenario's agents used."""
    unused: list[RuleUse]
    """The rules that only other players used."""
    rules: int
    """How many rules the system has."""
    rulings: list[RulingEffect]
    """The rules options that were tried."""
    untried: int
    """How many were not tried."""
    could: list[Could]
    """The rules that no conflict used, but a search did."""


class Effect(Part, frozen=True):
    """The effect of one step of a number."""

    setting: str
    """The change, for --set."""
    was: str
    """The value in the scenario."""
    gain: Interval
    """How much the score of the first side gains: a win counts 1, a draw its share."""
    games: int
    """How many games were compared."""
    called: str
    """The name of the number in a sentence, such as: Tela's vigor."""


class Sensitivity(Part, frozen=True):
    """The numbers that matter most."""

    side: str
    """The first side, whose score is compared."""
    effects: list[Effect]
    """The effects, the largest first."""
    numbers: int
    """How many numbers the scenario has."""
    tried: int
    """How many of them were changed."""
    moved: int
    """How many of these changed the result or the rounds of a conflict."""


class Gaining(Part, frozen=True):
    """A reply that returns more than a seat's own agent."""

    seat: str
    """The seat."""
    lines: list[str]
    """The reply: in words or, if exact, in lines that the agent `scripted` takes."""
    gain: Interval
    """How much more it returns."""
    exact: bool
    """Whether `gain` is exact."""


class Without(Part, frozen=True):
    """The exact loss of a participant's best reply without one option."""

    seat: str
    """The participant."""
    option: str
    """The option."""
    loses: float
    """The loss."""


class Exploits(Part, frozen=True):
    """Replies that return more than the agents."""

    found: list[Gaining]
    """The replies, the best first."""
    solved: bool
    """Whether every best reply is known, so that there are no others."""
    without: list[Without]
    """What the best reply of a seat loses without one option."""
