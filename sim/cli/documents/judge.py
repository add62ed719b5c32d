"""What `fracas audit`, `analyse`, `whatif`, `commit` and `reveal` print."""

from typing import Any, Literal

from msgspec import UNSET, UnsetType

from sim.cli.documents.parts import Certainty, Document, Interval, Part, Words


class Finding(Part, frozen=True):
    """One difference between a record and the rules."""

    conflict: str
    """The conflict."""
    event: int
    """The number of the event, 0 for the whole stream."""
    depth: str
    """What was compared: seal, rules, dice, agents or claim."""
    rules: list[str]
    """The IDs of the rules that decide it."""
    recorded: str
    """What is recorded."""
    expected: str
    """What should be."""
    sentence: str
    """All of it as a sentence."""
    weight: Literal["violation", "name", "stop", "note"]
    """violation, the right number by a wrong name, cannot be followed, or a note."""


class Fair(Part, frozen=True):
    """A run whose dice several parties made together."""

    run: str
    """The run."""
    commitments: list[str]
    """NAME:COMMITMENT of each."""


class Claims(Part, frozen=True):
    """What the table said."""

    made: int
    """How many claims there are."""
    hold: int
    """How many are true."""
    unjudged: int
    """How many nobody could judge."""


class Assumed(Part, frozen=True):
    """An answer that nobody typed in."""

    event: int
    """The number of the event."""
    round: int
    """Its round."""
    who: str
    """Who was asked."""
    answer: str
    """What was assumed, as a sentence."""
    act: bool
    """Whether it does something, or merely passes."""


class Audit(Document, frozen=True):
    """What an audit found."""

    target: str
    """The store or the transcript."""
    audited: str
    """What of it."""
    depths: list[str]
    """What was compared."""
    stopped: list[str]
    """What could not be followed to its end."""
    clean: bool
    """Whether nothing is wrong: then the exit status is 0."""
    findings: list[Finding]
    """What is wrong, or worth a note."""
    rules: dict[str, str]
    """The rules that decide it -> their sentences."""
    fair: list[Fair]
    """The runs whose dice several parties made together."""
    claims: Claims | UnsetType = UNSET
    """Of a transcript: what the table said."""
    assumed: list[Assumed] | UnsetType = UNSET
    """Of a transcript: what nobody typed in."""


class Account(Part, frozen=True):
    """One participant: expected + luck + advantage = came_to."""

    seat: str
    """The participant."""
    agent: str
    """Who plays on from every moment at its seat."""
    before: str | None
    """In a kept branch: who played the seat at first, and up to which event."""
    expected: float
    """What it could expect at the beginning, from 0 to 1."""
    error: float
    """The standard error of that; 0 if it is exact."""
    luck: float
    """What dice were worth to it."""
    advantage: float
    """What all choices were worth to it, `own` and `others`."""
    own: float
    """What its own choices were worth."""
    others: float
    """What the choices of the others were worth to it."""
    came_to: float
    """What it returned."""
    choices: int
    """How many choices it made."""
    marked: int
    """How many of them are marked."""
    cost_per_decision: float
    """What its marked choices cost, by the number of its choices."""


class Moment(Part, frozen=True):
    """One throw or choice, and what it was worth to each participant in order."""

    event: int
    """The number of its first event."""
    last: int
    """The number of its last event."""
    round: int
    """Its round."""
    kind: Literal["throw", "choice"]
    """What it is."""
    seat: str | None
    """Who chose."""
    said: str
    """What people say of it."""
    came: str
    """What the dice came to."""
    before: list[float]
    """The values before it."""
    values: list[float]
    """The values after it."""
    luck: list[float]
    """What the dice were worth."""
    advantage: list[float]
    """What the choice was worth."""
    error: list[float]
    """The standard errors of `values`."""
    mark: str | None
    """doubtful, mistake, blunder; lucky or very lucky for somebody; or null."""
    cost: float | UnsetType | None = UNSET
    """What a better choice would have returned more, null if it is not judged."""
    low: float | UnsetType | None = UNSET
    """The lower end of that."""
    high: float | UnsetType | None = UNSET
    """The upper end of that."""
    best: str | UnsetType | None = UNSET
    """The better choice, in words."""
    settled: bool | UnsetType = UNSET
    """Whether more games would not change the mark."""
    options: int | UnsetType = UNSET
    """How many options there were."""
    compared: int | UnsetType = UNSET
    """How many of them were compared."""


class Analysis(Document, frozen=True):
    """Where one conflict was decided."""

    conflict: str
    """Its name."""
    title: str
    """Its title."""
    continuation: dict[str, str]
    """Seat -> the agent that plays on from every moment."""
    how: Literal["exact", "shown", "rollouts"]
    """Whether the values are exact, or means of games played from there."""
    certainty: Certainty
    """How sure the values are."""
    ended: str
    """How it ended, "" if the record stops before."""
    unsettled: int
    """Choices whose mark more games might change."""
    unjudged: int
    """Choices that there was no time to judge."""
    seats: list[Account]
    """Each participant."""
    moments: list[Moment]
    """Every throw and choice."""
    games: int | UnsetType = UNSET
    """How many games were played from each moment."""
    not_exact: str | UnsetType = UNSET
    """Why games were played: what stood in the way of exact values."""
    shown_by: int | UnsetType = UNSET
    """The values are exact as far as this many conflicts show."""


class Totals(Part, frozen=True):
    """How one seat, or one agent of a tournament, did: means over its conflicts."""

    seat: str
    """The seat, "" in a tournament."""
    agent: str
    """The agent."""
    conflicts: int
    """How many conflicts."""
    expected: float
    """What it could expect."""
    luck: float
    """What dice were worth to it."""
    own: float
    """What its own choices were worth."""
    others: float
    """What the others' choices were worth to it."""
    came_to: float
    """What it returned."""
    choices: int
    """How many choices it made."""
    marked: int
    """How many of them are marked."""
    per_choice: Interval
    """What its marked choices cost, by the number of its choices."""
    per_round: Interval
    """What its own choices were worth, by rounds."""


class Costs(Part, frozen=True):
    """What one kind of choice, or choices in one situation, cost."""

    seat: str
    """The seat, "" in a tournament."""
    agent: str
    """The agent."""
    what: str
    """The kind, or the situation."""
    choices: int
    """How many there were."""
    marked: int
    """How many are marked."""
    per_choice: Interval
    """What they cost each."""
    share: float
    """Their part of all that its choices cost."""


class Highlight(Part, frozen=True):
    """A conflict that is the best example of something."""

    what: str
    """Of what."""
    conflict: str
    """The conflict."""
    amount: float
    """How much of that."""
    said: str
    """Why, as a sentence."""
    event: int
    """The moment, 0 for the whole conflict."""


class Overall(Document, frozen=True):
    """What the analyses of a run or a tournament come to."""

    of: Literal["run", "tournament"]
    """What was analysed."""
    id: str
    """Its id."""
    title: str
    """Its title."""
    recorded: int
    """How many conflicts it has."""
    drawn: int
    """How many of them were drawn to be analysed."""
    analysed: int
    """How many were."""
    seed: str
    """By which seed they were drawn and played on."""
    exact: int
    """How many have exact values."""
    shown: int | None
    """How many have values that are exact as far as this many conflicts show."""
    games: int | None
    """How many games or more were played from each moment in the others."""
    unjudged: int
    """Choices that there was no time to judge."""
    shown_by: int | None
    """The exact values are exact as far as this many conflicts show."""
    continuation: str | None
    """Who plays on, where it is not who played."""
    unread: list[str]
    """Conflicts that cannot be read."""
    totals: list[Totals]
    """Each seat, or each agent of a tournament."""
    kinds: list[Costs]
    """What each kind of choice cost."""
    situations: list[Costs]
    """What choices in each situation cost."""
    highlights: list[Highlight]
    """The luckiest, the worst choice, the greatest turnaround, the closest."""
    shares: dict[str, Interval]
    """The shares of `expected`, `luck` and `advantage` in the variance of returns."""


class Throw(Document, frozen=True):
    """What else could have happened at an event."""

    conflict: str
    """The conflict."""
    event: int
    """The event."""
    recorded: str
    """What is recorded."""
    options: list[str]
    """What could be chosen."""
    dice: list[tuple[int, int]]
    """Of a throw: the least and the greatest face of each die."""


class Difference(Part, frozen=True):
    """A participant's return as recorded and in the branch, of pairs of games."""

    seat: str
    """The participant."""
    recorded: float
    """What it returns as recorded."""
    branch: float
    """What it returns in the branch."""
    difference: Interval
    """How much more in the branch."""


class Compared(Document, frozen=True):
    """A branch compared with what was recorded, in many games."""

    conflict: str
    """The conflict."""
    event: int | None
    """Where they part, null if they do not."""
    games: int
    """How many pairs of games were played."""
    seats: list[Difference]
    """Each participant."""
    recorded: str | UnsetType = UNSET
    """What is recorded at the event."""
    instead: str | UnsetType = UNSET
    """What happens there in the branch."""
    rulings: Words | UnsetType = UNSET
    """The rulings that are changed."""


class Same(Document, frozen=True):
    """Other rulings that change nothing."""

    conflict: str
    """The conflict."""
    rulings: Words
    """The rulings that are changed."""
    event: None
    """Where they part: nowhere."""


class Branch(Document, frozen=True):
    """A branch beside what was recorded."""

    conflict: str
    """The conflict."""
    event: int | None
    """Where they part, null if they do not."""
    as_recorded: list[str]
    """The story as it is recorded."""
    branch: list[str]
    """The story of the branch."""
    in_common: int
    """How many lines are the same at the beginning."""
    how: str
    """How the branch ends."""
    returns: Any
    """Participant -> what it returns in the branch."""
    recorded: str | UnsetType = UNSET
    """What is recorded at the event."""
    instead: str | UnsetType = UNSET
    """What happens there in the branch."""
    rulings: Words | UnsetType = UNSET
    """The rulings that are changed."""
    kept: str | UnsetType | None = UNSET
    """The run in which the branch is kept."""


class Commitment(Document, frozen=True):
    """A seed and the commitment to it."""

    seed: str
    """The seed: keep it until the last game is over."""
    commitment: str
    """What is published before play."""
    same: bool | UnsetType = UNSET
    """With --check: whether the commitment is to this seed."""


class Committed(Document, frozen=True):
    """A share of a seed that several parties make together."""

    commitment: str
    """NAME:COMMITMENT, to send to the others."""
    digest: str
    """What the scenario hashes to; the commitment covers it."""
    agents: list[str]
    """The agent of each seat; the commitment covers them."""
    kept: str
    """The file in which the share is kept."""


class Revealed(Document, frozen=True):
    """A share, sent once every commitment is there."""

    share: str
    """NAME:SHARE, to send to the others."""
    others: dict[str, str] | UnsetType = UNSET
    """Party -> the commitment it sent."""
    seed: str | UnsetType = UNSET
    """The seed, once every share is there."""
    parties: list[str] | UnsetType = UNSET
    """Whose shares it is made of."""
    play: str | UnsetType = UNSET
    """The command that plays with it."""
