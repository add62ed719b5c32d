"""What `fracas audit`, `analyse`, `whatif`, `commit` and `reveal` print."""

from typing import Any, Literal

from msgspec import UNSET, UnsetType

from sim.cli.documents.parts import Certainty, Document, Interval, Part, Words


class Finding(Part, frozen=True):
    """One difference between a record and the rules."""

    conflict: str
    """The conflict."""
    event: int
    """The number of the event; 0 for the whole stream."""
    depth: str
    """The depth at which it was found: seal, rules, dice, agents or claim."""
    rules: list[str]
    """The IDs of the deciding rules."""
    recorded: str
    """What is recorded."""
    expected: str
    """What should be recorded."""
    sentence: str
    """The finding as a sentence."""
    weight: Literal["violation", "name", "stop", "note"]
    """A violation; the right number under a wrong name; where the audit had to stop; or
    a note."""


class Fair(Part, frozen=True):
    """A run whose dice several parties made together."""

    run: str
    """The run."""
    commitments: list[str]
    """The commitment of each party, as NAME:COMMITMENT."""


class Claims(Part, frozen=True):
    """The claims in a transcript."""

    made: int
    """How many claims there are."""
    hold: int
    """How many are true."""
    unjudged: int
    """How many could not be judged."""


class Assumed(Part, frozen=True):
    """An answer that was assumed, since nobody typed it in."""

    event: int
    """The number of its event."""
    round: int
    """Its round."""
    who: str
    """Who was asked."""
    answer: str
    """What was assumed, as a sentence."""
    act: bool
    """Whether it does something; otherwise it passes."""


class Audit(Document, frozen=True):
    """What an audit found."""

    target: str
    """The store or the transcript."""
    audited: str
    """Which part of it was audited."""
    depths: list[str]
    """The depths of the audit."""
    stopped: list[str]
    """What could not be audited to its end."""
    clean: bool
    """Whether nothing is wrong; then the exit status is 0."""
    findings: list[Finding]
    """All findings, including notes."""
    rules: dict[str, str]
    """Deciding rule -> its sentence."""
    fair: list[Fair]
    """The runs whose seed several parties made together."""
    claims: Claims | UnsetType = UNSET
    """Of a transcript: its claims."""
    assumed: list[Assumed] | UnsetType = UNSET
    """Of a transcript: the answers that were assumed."""


class Account(Part, frozen=True):
    """One participant: expected + luck + advantage = came_to."""

    seat: str
    """The participant."""
    agent: str
    """The agent that plays on from every moment at its seat."""
    before: str | None
    """In a kept branch: who played the seat before, and up to which event."""
    expected: float
    """Its expected return at the beginning, from 0 to 1."""
    error: float
    """The standard error of `expected`; 0 if exact."""
    luck: float
    """What the dice gained it."""
    advantage: float
    """What all choices gained it: `own` + `others`."""
    own: float
    """What its own choices gained it."""
    others: float
    """What the choices of the others gained it."""
    came_to: float
    """Its return."""
    choices: int
    """How many choices it made."""
    marked: int
    """How many of them are marked: doubtful, (probably) a mistake, or a blunder."""
    cost_per_decision: float
    """The cost of its marked choices, divided by `choices`."""


class Moment(Part, frozen=True):
    """A throw, choice or forfeit; lists have a number for each participant."""

    event: int
    """The number of its first event."""
    last: int
    """The number of its last event."""
    round: int
    """Its round."""
    kind: Literal["throw", "choice", "forfeit"]
    """Whether it is a throw of dice, a choice, or the failure of an agent."""
    seat: str | None
    """Who threw, chose or failed; null for a throw that is nobody's."""
    said: str
    """The throw, choice or forfeit, in the words of the story."""
    came: str
    """What followed by the rules, in the words of the story; "" for nothing."""
    before: list[float]
    """The expected returns before it."""
    values: list[float]
    """The expected returns after it."""
    luck: list[float]
    """What the dice gained each; of a choice, what answers still unseen gained."""
    advantage: list[float]
    """What the choice gained each."""
    error: list[float]
    """The standard errors of `values` less `before`; 0 if exact."""
    mark: str | None
    """Of a choice: doubtful, probably a mistake, mistake or blunder; of a throw:
    (very) lucky or unlucky, and for whom; or null."""
    cost: float | UnsetType | None = UNSET
    """How much more the best option would have returned; null if not judged."""
    low: float | UnsetType | None = UNSET
    """The lower end of the interval of `cost`."""
    high: float | UnsetType | None = UNSET
    """The upper end of the interval of `cost`."""
    best: str | UnsetType | None = UNSET
    """The best option, in words."""
    settled: bool | UnsetType = UNSET
    """Whether the mark would stay the same with more games."""
    options: int | UnsetType = UNSET
    """How many options there were."""
    compared: int | UnsetType = UNSET
    """How many of them were compared."""


class Analysis(Document, frozen=True):
    """Where one conflict was decided."""

    conflict: str
    """The conflict."""
    title: str
    """Its title."""
    continuation: dict[str, str]
    """Seat -> the agent that plays on from every moment."""
    how: Literal["exact", "shown", "rollouts"]
    """Whether the values are exact, exact as far as `shown_by` conflicts show, or means
    of rollouts."""
    certainty: Certainty
    """How sure the values are."""
    ended: str
    """How the conflict ended, "" if the record stops before."""
    unsettled: int
    """How many marks might change with more games."""
    unjudged: int
    """How many choices could not be judged in time."""
    seats: list[Account]
    """The account of each participant."""
    moments: list[Moment]
    """Every throw and choice."""
    games: int | UnsetType = UNSET
    """How many games were played from each moment."""
    not_exact: str | UnsetType = UNSET
    """Why the values are not exact."""
    shown_by: int | UnsetType = UNSET
    """How many conflicts showed that an agent, though it may look at anything, uses
    only what was followed."""


class Totals(Part, frozen=True):
    """The mean results of one seat, or of one agent of a tournament."""

    seat: str
    """The seat, "" in a tournament."""
    agent: str
    """The agent."""
    conflicts: int
    """How often it took part; an agent at two seats of a conflict counts twice."""
    expected: float
    """Its expected return at the beginning."""
    error: float
    """At most the standard error of `expected`, and so of `luck`; 0 if exact."""
    luck: float
    """What the dice gained it."""
    own: float
    """What its own choices gained it."""
    others: float
    """What the choices of the others gained it."""
    came_to: float
    """Its return."""
    choices: int
    """How many choices it made in all."""
    marked: int
    """How many of them are marked: doubtful, (probably) a mistake, or a blunder."""
    per_choice: Interval
    """The cost of its marked choices, divided by `choices`."""
    per_round: Interval
    """What its own choices gained it, per round."""


class Costs(Part, frozen=True):
    """The cost of one kind of choice, or of choices in one situation."""

    seat: str
    """The seat, "" in a tournament."""
    agent: str
    """The agent."""
    what: str
    """The kind of choice, or the situation."""
    choices: int
    """How many there were."""
    marked: int
    """How many of them are marked: doubtful, (probably) a mistake, or a blunder."""
    per_choice: Interval
    """The cost of the marked ones, divided by `choices`."""
    share: float
    """Their share of the total cost of its choices."""


class Highlight(Part, frozen=True):
    """A conflict that is the best example of something."""

    what: str
    """What it is an example of."""
    conflict: str
    """The conflict."""
    amount: float
    """The number by which it was picked."""
    said: str
    """Why, as a sentence."""
    event: int
    """The number of the event; 0 for the whole conflict."""


class Overall(Document, frozen=True):
    """The analysis of a run, a campaign or a tournament."""

    of: Literal["run", "campaign", "tournament"]
    """What was analysed."""
    id: str
    """Its id."""
    title: str
    """Its title."""
    recorded: int
    """How many conflicts it has; of a campaign: games."""
    drawn: int
    """How many of them were taken: all, or some drawn at random."""
    analysed: int
    """How many conflicts were analysed; of a campaign: chapters."""
    seed: str
    """The seed by which they were drawn and played on."""
    exact: int
    """How many have exact values."""
    shown: int | None
    """How many have values that are exact as far as `shown_by` conflicts show."""
    games: int | None
    """How many games at least were played from each moment of the others."""
    unjudged: int
    """How many choices could not be judged in time."""
    shown_by: int | None
    """How many conflicts, at most, showed that agents use only what was followed."""
    continuation: str | None
    """The agents that play on, if not those that played."""
    unread: list[str]
    """Conflicts that cannot be read."""
    totals: list[Totals]
    """The results of each seat, or of each agent of a tournament."""
    kinds: list[Costs]
    """The cost of each kind of choice."""
    situations: list[Costs]
    """The cost of choices in each situation."""
    highlights: list[Highlight]
    """The luckiest win, the worst choice, the greatest turnaround and the closest
    conflict; without those that are too small to mention."""
    shares: dict[str, Interval]
    """The shares of `expected`, `luck` and `advantage` in the variance of returns; {}
    if they cannot be told."""


class Throw(Document, frozen=True):
    """What else could have happened at an event."""

    conflict: str
    """The conflict."""
    event: int
    """The event."""
    recorded: str
    """What is recorded."""
    options: list[str]
    """The options there were."""
    dice: list[tuple[int, int]]
    """Of a throw: the lowest and the highest face of each die."""


class Difference(Part, frozen=True):
    """A participant's mean returns over pairs of games, in the record and a branch."""

    seat: str
    """The participant."""
    recorded: float
    """Its return as recorded."""
    branch: float
    """Its return in the branch."""
    difference: Interval
    """How much more it returns in the branch."""


class Compared(Document, frozen=True):
    """A branch compared with the record over many games."""

    conflict: str
    """The conflict."""
    event: int | None
    """The event at which they part, null if they do not."""
    games: int
    """How many pairs of games were played."""
    seats: list[Difference]
    """Each participant."""
    recorded: str | UnsetType = UNSET
    """What is recorded at the event."""
    instead: str | UnsetType = UNSET
    """What happens there in the branch."""
    rulings: Words | UnsetType = UNSET
    """The changed rulings."""


class Same(Document, frozen=True):
    """Changed rulings that change nothing."""

    conflict: str
    """The conflict."""
    rulings: Words
    """The changed rulings."""
    event: None
    """null: they do not part."""


class Branch(Document, frozen=True):
    """A branch beside the record."""

    conflict: str
    """The conflict."""
    event: int | None
    """The event at which they part, null if they do not."""
    as_recorded: list[str]
    """The story as recorded."""
    branch: list[str]
    """The story of the branch."""
    in_common: int
    """How many lines both stories have in common at the beginning."""
    how: str
    """How the branch ends."""
    returns: Any
    """Participant -> its return in the branch."""
    recorded: str | UnsetType = UNSET
    """What is recorded at the event."""
    instead: str | UnsetType = UNSET
    """What happens there in the branch."""
    rulings: Words | UnsetType = UNSET
    """The changed rulings."""
    kept: str | UnsetType | None = UNSET
    """The run that keeps the branch."""


class Commitment(Document, frozen=True):
    """A seed and the commitment to it."""

    seed: str
    """The seed; keep it secret until the last game is over."""
    commitment: str
    """The commitment, to be published before play."""
    same: bool | UnsetType = UNSET
    """With --check: whether it is the commitment to this seed."""


class Committed(Document, frozen=True):
    """A share of a seed that several parties make together."""

    commitment: str
    """The commitment to the share, as NAME:COMMITMENT, to send to the others."""
    digest: str
    """The digest of the scenario, which the commitment covers."""
    agents: list[str]
    """The agent of each seat, which the commitment covers."""
    kept: str
    """The file that keeps the secret share."""


class Revealed(Document, frozen=True):
    """A share, to send once all commitments are there."""

    share: str
    """The share, as NAME:SHARE, to send to the others."""
    others: dict[str, str] | UnsetType = UNSET
    """Party -> its commitment."""
    seed: str | UnsetType = UNSET
    """The seed, once all shares are there."""
    parties: list[str] | UnsetType = UNSET
    """The parties whose shares make the seed."""
    play: str | UnsetType = UNSET
    """The command that plays with it."""
