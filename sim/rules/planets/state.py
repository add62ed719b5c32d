"""What must be remembered: where each one stands, and how far the round has come.

A character's turn holds the blanks of the round; the event that opens a round wipes
them. Drafts, answers, Omega dice and chosen dice are sealed until they are shown, and
`view` leaves those of the others out.
"""

from typing import Any

from msgspec import Struct, structs

from sim.dice import Faces
from sim.events import TABLE
from sim.protocol import State
from sim.rules.planets.circumstances import Circumstance
from sim.rules.planets.difficulty import UNSAID
from sim.rules.planets.forces import FORCES, Forces, Sizes
from sim.rules.planets.setup import INDIRECT, NOBODY, Setup, Sheet

OPENING = "opening"
INTENTS = "intents"
CALLING = "calling"
FORCES_STEP = "forces"
CIRCUMSTANCES = "circumstances"
OMEGA = "omega"
COORDINATION = "coordination"
DICE = "dice"
AFTERMATH = "aftermath"

UNGRADED = -99
BLANK = -2

IN, TAKEN, GAVE_UP = "", "taken_out", "conceded"
"""How one has left the conflict, if at all."""

PRESS, CHANGE, CONCEDE, REST = "press", "change", "concede", "rest"
"""What one answers when a round is over; to concede is possible before the first."""


class Intent(Struct, frozen=True):
    """How one goes about it, against whom, what for, and whether it wounds."""

    approach: str
    target: int
    aim: str
    harms: bool


class Draft(Struct, frozen=True):
    """An intent in the making, part by part; sealed."""

    approach: str = ""
    target: int = BLANK
    aim: str = ""
    harms: bool | None = None


NO_DRAFT = Draft()


class Argued(Struct, frozen=True):
    """A dispute: why, and what is wanted (Force by Force until it is whole)."""

    reason: str
    leans: tuple[str, ...] = UNSAID
    wanted: Forces | None = None


class Turn(Struct, frozen=True):
    """The blanks of one character's round."""

    answer: str = ""
    judged: str = ""
    level: str = ""
    leans: tuple[str, ...] = UNSAID
    proposed: Forces | None = None
    accepted: bool = False
    argued: Argued | None = None
    amended: bool | None = None
    reframed: bool = False
    task: Forces | None = None
    kinds: tuple[str, ...] | None = None
    severities: tuple[str, ...] = ()
    drawn: tuple[int, ...] = ()
    dice: tuple[Circumstance, ...] = ()
    armed: bool = False
    omegas: tuple[tuple[int, int], ...] = ()
    omega_done: bool = False
    omega_shown: bool = False
    picks: tuple[int, ...] = (BLANK,) * len(FORCES)
    own: Sizes | None = None
    ruled: tuple[str, ...] = ()
    grade: int = UNGRADED
    failed: bool = False
    """Whether one's own last attempt failed, where nobody prevails over anybody."""


FRESH = Turn()


class Player(Struct, frozen=True):
    """A character in the conflict."""

    intent: Intent | None = None
    draft: Draft = NO_DRAFT
    wounds: int = 0
    left: str = IN
    tally: int = 0
    changes: int = 0
    turn: Turn = FRESH


class Rolled(Struct, frozen=True):
    """Dice on the table about which the Storyguide still has to rule."""

    roller: int
    faces: Faces


class Standing(State, frozen=True):
    """How the conflict stands. The track counts for side 0 and against side 1."""

    setup: Setup
    players: tuple[Player, ...]
    step: str = OPENING
    actors: tuple[int, ...] = ()
    rolling: tuple[int, ...] = ()
    track: int = 0
    still: int = 0
    rolled: Rolled | None = None
    prevailed: int = TABLE

    def turn(self, who: int) -> Turn:
        """Return the blanks of *who*."""
        return self.players[who].turn

    def sheet(self, who: int) -> Sheet:
        """Return the sheet of *who*."""
        return self.setup.sheets[who]

    def intent(self, who: int) -> Intent:
        """Return the intent of *who*, which must have been declared."""
        intent = self.players[who].intent
        assert intent is not None
        return intent


def with_player(state: Standing, who: int, player: Player) -> Standing:
    """Return *state* with *player* in the place of *who*."""
    players = state.players
    return structs.replace(state, players=(*players[:who], player, *players[who + 1 :]))


def with_turn(state: Standing, who: int, **changes: Any) -> Standing:  # noqa: ANN401 - any blank of a turn
    """Return *state* with blanks of *who* filled in."""
    player = state.players[who]
    turn = structs.replace(player.turn, **changes)
    return with_player(state, who, structs.replace(player, turn=turn))


# Who is there.


def standing(state: Standing, side: int) -> tuple[int, ...]:
    """Return those of *side* who are still in, in joining order."""
    return tuple(who for who in state.setup.teams[side] if not state.players[who].left)


def mustered(state: Standing) -> Standing:
    """Return *state* with those who act now: everyone, or one for each of two sides.

    The first of a side acts for it, those with dice before the Diceless [PL-CONF-05].
    """
    if state.setup.mode == INDIRECT:
        actors = tuple(who for who, one in enumerate(state.players) if not one.left)
    else:
        leads = (lead(state, 0), lead(state, 1))
        actors = tuple(who for who in leads if who != NOBODY)
    return structs.replace(state, actors=actors)


def lead(state: Standing, side: int) -> int:
    """Return who leads *side* now, or NOBODY."""
    there = standing(state, side)
    for who in there:
        if state.setup.sheets[who].rolls:
            return who
    return there[0] if there else NOBODY


def rival(state: Standing, who: int) -> int:
    """Return who acts for the other side; NOBODY in an indirect conflict."""
    if state.setup.mode == INDIRECT:
        return NOBODY
    first, *others = state.actors
    return others[0] if who == first and others else first


def partners(state: Standing, who: int) -> tuple[int, ...]:
    """Return those whose dice make one roll with *who*, who is the first of them.

    PL-COMB-07, PL-RUL-26, PL-RUL-28.
    """
    setup = state.setup
    side = setup.sheets[who].side
    if len(setup.teams[side]) == 1 or not (
        setup.rulings.use_combined_rolls and setup.rulings.team_mode == "coordinate"
    ):
        return (who,)
    able = [one for one in standing(state, side) if setup.sheets[one].rolls]
    return tuple(able[: setup.rulings.coordinating_max_partners])


def rollers(state: Standing) -> tuple[int, ...]:
    """Return those who act and have dice."""
    sheets = state.setup.sheets
    return tuple([who for who in state.actors if sheets[who].rolls])


def opposed(state: Standing) -> bool:
    """Return whether this round's dice are one opposed roll [PL-COMB-01]."""
    setup = state.setup
    return (
        len(state.rolling) > 1
        and setup.mode != INDIRECT
        and setup.rulings.use_combined_rolls
    )


def sizes(state: Standing, who: int) -> Sizes:
    """Return the dice *who* rolls: one's own, or those the partners chose."""
    return state.players[who].turn.own or state.setup.sheets[who].sizes


def task(state: Standing, who: int) -> Forces:
    """Return the Forces by which the Hierarchy of *who* is judged [PL-RUL-17]."""
    source = task_source(state, who)
    settled = state.players[source].turn.task
    assert settled is not None
    if source != who and state.setup.rulings.opposed_forces == "mirrored":
        return settled.exchanged()
    return settled


def task_source(state: Standing, who: int) -> int:
    """Return whose intent the Forces for *who* are picked for [PL-RUL-17]."""
    rule = state.setup.rulings.opposed_forces
    if rule == "per_intent" or not opposed(state):
        return who
    a, b = state.rolling
    if rule == "mirrored":
        resists = [state.intent(one).aim == "resist" for one in (a, b)]
        return b if resists == [True, False] else a
    return a


# What a seat may know.

_SEALED = {
    INTENTS: ("answer",),
    AFTERMATH: ("answer",),
    OMEGA: ("omegas", "omega_done"),
    COORDINATION: ("picks",),
}
_BLANKS = {
    field: getattr(FRESH, field) for fields in _SEALED.values() for field in fields
}


def view(state: Standing, who: int) -> Standing:
    """Return what *who* may know: the sealed answers of the others are blank."""
    fields = _SEALED.get(state.step)
    if fields is None:
        return state
    players = tuple(
        player if seat == who else _without(player, fields)
        for seat, player in enumerate(state.players)
    )
    return structs.replace(state, players=players)


def _without(player: Player, fields: tuple[str, ...]) -> Player:
    turn = player.turn
    if turn.omega_shown:
        fields = tuple(field for field in fields if not field.startswith("omega"))
    blanks = {field: _BLANKS[field] for field in fields}
    if player.draft == NO_DRAFT and all(
        getattr(turn, field) == blank for field, blank in blanks.items()
    ):
        return player
    return structs.replace(player, draft=NO_DRAFT, turn=structs.replace(turn, **blanks))
