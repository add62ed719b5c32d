"""Mutual exchanges: each direct act is a contest, and the stake is one."""

from typing import Any

import pytest

from sim.rules.dice_pool import consequences as c
from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.events import judgements as j
from sim.rules.dice_pool.events import lasting as m
from sim.rules.dice_pool.scenario.sheet import Storyteller
from sim.rules.dice_pool.state import Left
from sim.seam.events import NOBODY, Seat
from sim.seam.protocol import Chance
from tests.rules.dice_pool.table import (
    A,
    B,
    C,
    D,
    Game,
    attributes,
    conflict,
    harm,
    hurt,
    person,
    wish,
)

BRAWL = "strength + brawl"
RUN = "dexterity + athletics"
STRONG = attributes(strength=4, dexterity=4)


def seats(*sides: str, **fields: Any) -> list[Any]:  # noqa: ANN401 - fields of a character
    """Return Ana, Abe, Boris and Carl, or as many as there are *sides*."""
    names = ("Ana", "Abe", "Boris", "Carl")
    given = {"attributes": STRONG} | fields
    return [
        person(name, side=side, **given)
        for name, side in zip(names, sides, strict=False)
    ]


def act_on(who: int, target: int, intent: str = "hurt", pool: str = BRAWL) -> Any:  # noqa: ANN401 - a declaration
    """Return a declaration of an act on somebody, or on nobody."""
    return f.IntentDeclared(Seat(who), intent, Seat(target), pool)


def totals(game: Game, **counts: int) -> Game:
    """Let everybody who rolls have the total that is given by name."""
    game.quiet()
    while isinstance(game.asked, Chance):
        who = game.state.setup.characters[game.asked.who].name.lower()
        game.successes(counts[who]).quiet(f.IntentDeclared, f.LetStand, f.LetRest)
    return game


def obtained(game: Game) -> list[tuple[int, int, int]]:
    """Return who obtained what of whom, by how much."""
    return [
        (event.who, event.target, event.margin) for event in game.all(c.IntentObtained)
    ]


# The worked examples.


def test_dp_ex_54_each_act_is_a_contest_of_its_own() -> None:
    """DP-R-78, DP-R-26, DP-EX-54: Each direct act is a contest of its own.

    Dora, Boris and Ana take one point each.
    """
    names = ["Ana", "Abe", "Boris", "Dora"]
    four = [person(name, side=(name[0] == "A" and "a") or "b") for name in names]
    game = Game(conflict(*four))
    for who, target in ((A, D), (B, C), (C, A), (D, B)):
        game.say(act_on(who, target))
    totals(game, ana=2, abe=4, boris=3, dora=1)
    assert obtained(game) == [(A, D, 1), (B, C, 1), (C, A, 1)]
    marked = [(event.who, event.points) for event in game.all(m.HarmApplied)]
    assert marked == [(D, 1), (C, 1), (A, 1)]


@pytest.mark.parametrize(
    ("counts", "targets", "effects"),
    [
        ((5, 3, 3), (B, A, A), [(A, B, 2)]),
        ((4, 4, 2), (C, A, A), [(A, C, 2)]),
        ((0, 0, 0), (B, A, A), []),
    ],
)
@pytest.mark.parametrize("opposition", ["direct", "sides"])
def test_dp_ex_55_three_sides_come_to_the_same_under_both_readings(
    counts: tuple[int, ...],
    targets: tuple[int, ...],
    effects: list[tuple[int, int, int]],
    opposition: str,
) -> None:
    """DP-EX-55: Three sides have the same results under both options.

    Also tested: DP-R-19 and DP-R-78.
    """
    game = Game(conflict(*seats("a", "b", "c"), opposition=opposition))
    for who, target in enumerate(targets):
        game.say(act_on(who, target))
    names = dict(zip(("ana", "abe", "boris"), counts, strict=True))
    totals(game, **names)
    assert obtained(game) == effects


def test_dp_ex_60_two_duels_in_one_scene() -> None:
    """DP-R-78, DP-EX-60: Two duels in one scene are two contests."""
    game = Game(conflict(*seats("a", "a", "b", "b")))
    for who, target in ((A, C), (B, D), (C, A), (D, B)):
        game.say(act_on(who, target))
    totals(game, ana=3, abe=1, boris=1, carl=4)
    assert obtained(game) == [(A, C, 2), (D, B, 3)]
    assert [event.margin for event in game.all(c.ContestResolved)] == [2, 3]


def test_dp_ex_60_who_prepares_shields_nobody() -> None:
    """DP-R-78, DP-R-81, DP-R-92, DP-EX-60: Whoever only prepares protects nobody."""
    ana, abe, boris = seats("a", "a", "b")
    ana = person("Ana", side="a", attributes=STRONG, intents=(wish("prepare"),))
    abe = person("Abe", side="a", unaware_until=9)
    game = Game(conflict(ana, abe, boris))
    game.say(act_on(A, NOBODY, "prepare", RUN)).say(act_on(C, B))
    totals(game, ana=4, boris=2)
    assert (A, NOBODY, 4) in obtained(game)
    assert (C, B, 2) in obtained(game)


def test_dp_ex_60_a_gang_counts_once_by_its_best() -> None:
    """DP-TEAM-02: Of two who do the same, the better total counts once.

    Worked example: DP-EX-60.

    Also tested: DP-R-26 and DP-R-78.
    """
    game = Game(conflict(*seats("a", "a", "b")))
    game.say(act_on(A, C)).say(act_on(B, C)).pick(f.HeldBack, f.ContestAnswered)
    totals(game, ana=3, abe=5, boris=4)
    assert obtained(game) == [(B, C, 1)]
    assert [(event.who, event.total) for event in game.all(c.SideTotalChosen)] == [
        (B, 5)
    ]


def test_dp_ex_60_one_may_protect_another() -> None:
    """DP-TEAM-02, DP-R-112: A protector's better total stands for the target's.

    Worked example: DP-EX-60.
    """
    game = Game(conflict(*seats("a", "a", "b")))
    game.pick(f.HeldBack).say(f.ProtectionOffered(Seat(B), Seat(A))).say(act_on(C, A))
    game.pick(f.ContestAnswered, f.ContestAnswered)
    totals(game, abe=5, ana=1, boris=3)
    assert obtained(game) == []
    told = game.last(c.ContestResolved)
    assert (told.who, told.against, told.margin) == (C, B, 2)
    assert [(event.who, event.total) for event in game.all(c.SideTotalChosen)] == [
        (B, 5)
    ]
    assert game.all(c.IntentsShown)[0].protecting == (B,)


# Who opposes whom.


def test_dp_r_78_who_only_prepares_is_undone_by_a_blow_that_lands() -> None:
    """DP-R-78: A blow that lands undoes a preparation, and one that misses does not."""
    ana = person(attributes=STRONG, intents=(wish("prepare"),))
    for blow, kept in ((4, []), (3, [(A, NOBODY, 3)]), (0, [(A, NOBODY, 3)])):
        game = Game(conflict(ana, person("Boris", attributes=STRONG), max_turns=1))
        totals(game, ana=3, boris=blow)
        told = [effect for effect in obtained(game) if effect[0] == A]
        assert told == kept


def test_dp_r_78_one_gets_away_unless_a_blow_lands() -> None:
    """DP-R-78: One success is an escape, unless a blow lands; a tie lands none.

    Also tested: DP-R-84.
    """
    for blow, away in ((2, False), (1, True), (0, True)):
        ana = person(attributes=STRONG, intents=(wish("escape"),))
        game = Game(conflict(ana, person("Boris", attributes=STRONG)))
        totals(game, ana=1, boris=blow)
        assert (game.state.participants[A].left == Left.ESCAPED) == away


def test_dp_r_78_all_of_a_round_is_at_once() -> None:
    """DP-R-78: All acts of a round are at once, also of those who fall in it."""
    knife = harm("bane")
    carl = person("Carl", side="a", attributes=STRONG, intents=(knife,))
    others = seats("a", "a", intents=(knife,))
    boris = person(
        "Boris",
        side="b",
        attributes=STRONG,
        intents=(knife,),
        now=hurt(wounds="L L L L L"),
    )
    ana, abe = others
    game = Game(conflict(ana, abe, boris, carl))
    game.say(act_on(A, C)).pick(f.HeldBack).say(act_on(C, B)).say(act_on(D, C))
    game.pick(f.ContestWaived)
    totals(game, ana=5, boris=3, carl=4)
    marked = [(event.who, event.by) for event in game.all(m.HarmApplied)]
    assert (C, A) in marked
    assert (B, C) in marked


def test_dp_r_78_the_stake_is_one_contest_of_those_who_want_it() -> None:
    """DP-R-19, DP-R-78, DP-R-83: The stake is one contest of those who want it."""
    best = wish("best", pools=(("strength", "brawl"),))
    wants = {"attributes": STRONG, "intents": (best, wish("prepare"))}
    three = [person(name, **wants) for name in ("Ana", "Boris", "Cy")]
    game = Game(conflict(*three, kind="contest"))
    game.say(act_on(A, NOBODY, "best")).say(act_on(B, NOBODY, "best"))
    game.say(act_on(C, NOBODY, "prepare", RUN))
    totals(game, ana=3, boris=1, cy=5)
    assert (A, NOBODY, 2) in obtained(game)
    assert (C, NOBODY, 5) in obtained(game)
    assert [(event.who, event.losses) for event in game.all(c.LossRecorded)] == [(B, 1)]


def test_dp_r_19_a_stake_tied_at_the_top_is_lost_by_those_below() -> None:
    """DP-R-19: A stake tied at the top is nobody's, and lost by those below.

    Also tested: DP-R-78.
    """
    best = wish("best", pools=(("strength", "brawl"),))
    three = [
        person(name, attributes=STRONG, intents=(best,)) for name in ("Ana", "Bo", "Cy")
    ]
    game = Game(conflict(*three, kind="contest"))
    totals(game, ana=3, bo=3, cy=1)
    assert obtained(game) == []
    assert [event.who for event in game.all(c.LossRecorded)] == [C]


def test_dp_r_79_other_arenas_are_answered_by_a_roll_besides() -> None:
    """DP-R-79, DP-R-112: An act in another arena is answered by a roll besides.

    Boris goes for the stake, and is shamed meanwhile. The two rolls have names of their
    own, so that no dice fall twice.
    """
    shame = wish("persuade_or_shame", arena="social", pools=(("presence", "wits"),))
    best = wish("best", pools=(("strength", "brawl"),))
    game = Game(
        conflict(
            person(intents=(shame,)), person("Boris", intents=(best,)), kind="contest"
        )
    )
    game.pick(f.IntentDeclared, f.IntentDeclared)
    assert [option.pool for option in game.offers(f.ContestAnswered)] == [
        "composure + wits",
        "resolve + composure",
    ]
    game.pick(f.ContestAnswered).quiet()
    names = []
    for count in (3, 4, 2):
        assert isinstance(game.asked, Chance)
        names.append((game.who, game.asked.attempt))
        game.successes(count)
    assert len(set(names)) == 3
    assert [who for who, _ in names] == [A, B, B]
    # Ana's 3 beats the answer of 2, and so undoes the 4 that nobody opposed.
    assert obtained(game) == [(A, B, 1)]


def test_each_of_two_rolls_is_ruled_on_by_itself() -> None:
    """DP-DEC-05, DP-R-79: A Storyteller rules on each of two rolls by itself."""
    shame = wish("persuade_or_shame", arena="social", pools=(("presence", "wits"),))
    best = wish("best", pools=(("strength", "brawl"),))
    pair = person(intents=(shame,)), person("Boris", intents=(best,))
    judge = Storyteller(asked=("edge", "difficulty"))
    game = Game(conflict(*pair, kind="contest", storyteller=judge, stacking="explicit"))
    game.pick(f.IntentDeclared, f.IntentDeclared, f.ContestAnswered)
    for dice in (0, 3, 1):
        offers = game.quiet(j.EdgeRuled).offers(j.EdgeRuled)
        game.say(next(offer for offer in offers if offer.dice == dice))
    told = [
        (event.who, event.nth, event.assessed) for event in game.all(c.EdgeAssessed)
    ]
    assert told == [(A, 0, 0), (B, 0, 3), (B, 1, 1)]


def test_dp_r_78_who_act_at_one_another_are_one_contest() -> None:
    """DP-R-78: Two who act at one another are one contest, in two arenas too.

    Also tested: DP-R-20.
    """
    shame = wish("persuade_or_shame", arena="social", pools=(("presence", "wits"),))
    take = wish("seize", arena="physical", pools=(("strength", "brawl"),))
    pair = person(intents=(shame,)), person("Boris", intents=(take,))
    game = Game(conflict(*pair, kind="contest"))
    totals(game, ana=1, boris=3)
    assert len(game.all(c.ContestResolved)) == 1
    assert obtained(game) == [(B, A, 2)]
    assert [(event.who, event.arena) for event in game.all(c.LossRecorded)] == [
        (A, "physical")
    ]


def test_dp_r_78_a_loss_counts_once_and_not_for_who_won_one() -> None:
    """DP-R-78: A loss counts once a round, and not for somebody who won one.

    Also tested: DP-PROLONG-03 and DP-R-23.
    """
    hinder = wish("hinder", pools=(("strength", "brawl"),))
    three = seats("a", "b", "c", intents=(hinder,))
    game = Game(conflict(*three, kind="contest"))
    game.say(act_on(A, C, "hinder")).say(act_on(B, C, "hinder")).say(
        act_on(C, A, "hinder")
    )
    totals(game, ana=1, abe=4, boris=3)
    assert [(event.who, event.losses) for event in game.all(c.LossRecorded)] == [(A, 1)]


@pytest.mark.parametrize(
    ("tie", "who", "winner"),
    [("actor", (A, B), A), ("opposition", (A, B), B), ("actor", (None, B), B)],
)
def test_dp_r_10_a_tie_is_read_for_who_acts(
    tie: str, who: tuple[int | None, int], winner: int
) -> None:
    """DP-R-10, DP-R-82: A tie goes for or against the actor, of two the first."""
    game = Game(conflict(tie=tie, max_turns=1))
    game.pick(f.HeldBack if who[0] is None else f.IntentDeclared, f.IntentDeclared)
    if who[0] is None:
        game.pick(f.ContestAnswered)
    totals(game, ana=2, boris=2).quiet()
    assert [effect[0] for effect in obtained(game)] == [winner]


# What one answers with.


@pytest.mark.parametrize(
    ("kind", "arena", "pool"),
    [
        ("hinder", "physical", "dexterity + athletics"),
        ("affliction", "physical", "stamina + resolve"),
        ("hinder", "mental", "resolve + wits"),
        ("seize", "social", "resolve + composure"),
        ("hinder", "social", "composure + wits"),
    ],
)
def test_dp_r_112_everybody_has_something_to_answer_with(
    kind: str, arena: str, pool: str
) -> None:
    """DP-R-112: Without `resists` on the sheet each arena has its default pool.

    Also tested: DP-ATTR-05, DP-ATTR-13 and DP-ATTR-20.
    """
    means = "fists" if kind == "affliction" else ""
    act = wish(kind, arena=arena, means=means)
    game = Game(conflict(person(intents=(act,)), person("Boris")))
    game.pick(f.IntentDeclared, f.HeldBack)
    assert [option.pool for option in game.offers(f.ContestAnswered)] == [pool]


def test_dp_r_112_may_be_read_otherwise() -> None:
    """DP-R-112: Under `default_resists = false` only the sheet answers."""
    team = person(side="a"), person("Abe", side="a"), person("Boris", side="b")
    game = Game(conflict(*team, default_resists=False))
    assert game.offers(f.ProtectionOffered) == []
    game.pick(f.IntentDeclared, f.HeldBack, f.HeldBack)
    assert game.all(f.ContestWaived)


def test_dp_r_112_protection_lasts_to_the_next_turn() -> None:
    """DP-R-17, DP-R-112: Under `alternating` protection lasts to one's next turn."""
    game = Game(conflict(*seats("a", "a", "b"), exchange="alternating"))
    game.say(f.ProtectionOffered(Seat(A), Seat(B))).pick(f.HeldBack).say(act_on(C, B))
    assert (game.who, game.offers(f.ContestAnswered)[0].against) == (A, C)
    game.pick(f.ContestAnswered, f.ContestWaived)
    totals(game, ana=4, boris=3)
    assert obtained(game) == []
    assert game.state.participants[A].protects == NOBODY


# Who lies there.


@pytest.mark.parametrize("stays", [True, False])
def test_dp_r_88_a_side_that_lies_there_is_in_while_somebody_strikes(
    *, stays: bool
) -> None:
    """DP-R-88: Under `finishing` a fallen side is in while somebody strikes.

    Also tested: DP-R-108.
    """
    down = person("Boris", attributes=STRONG, now=hurt(wounds="L L L L L L"))
    fields: dict[str, Any] = {"finishing": True, "last_finished": stays}
    game = Game(conflict(person(attributes=STRONG), down, **fields))
    totals(game, ana=3, boris=0)
    assert bool(game.offers(f.IntentDeclared)) == stays
    if stays:
        game.pick(f.HeldBack).quiet()
    assert game.outcome.how == "incapacitated"


def test_dp_r_88_who_strikes_on_kills() -> None:
    """DP-R-88: To strike on at somebody down kills."""
    down = person("Boris", attributes=STRONG, now=hurt(wounds="A A A A A A"))
    bane = {"attributes": STRONG, "intents": (harm("bane"),)}
    game = Game(conflict(person(**bane), down, finishing=True))
    totals(game, ana=1, boris=0)
    if game.offers(f.IntentDeclared):
        game.pick(f.IntentDeclared).quiet().successes(1).quiet()
    assert game.outcome.how == "dead"
