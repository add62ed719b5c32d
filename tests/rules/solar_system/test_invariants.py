"""What holds in every conflict, whoever chooses and whatever falls.

What holds in every rule system (ENG-01, ENG-03, ENG-04: a record replays, survives
being written down, cites; options are facts and all differ) is in `tests/rules`.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from sim.rules.solar_system import consequences as c
from sim.rules.solar_system import facts as f
from sim.rules.solar_system.checks.rolling import roll_at
from sim.rules.solar_system.events.aftermath import HarmCollapsed
from sim.rules.solar_system.phases import Roll, Rolling
from sim.rules.solar_system.state import (
    IN,
    State,
    action_of,
    active,
    acts,
    growth_of,
    intent_of,
    is_changing,
    volley_of,
)
from sim.seam.events import NOBODY, DiceRolled, Fact
from tests.rules.solar_system.walks import CONFLICTS, Step, Walk


def of(walk: Walk, *kinds: type[Any]) -> Iterator[Step]:
    """Yield the steps of some kinds of event."""
    return (step for step in walk.steps if isinstance(step.event, kinds))


def tracks(state: State) -> list[tuple[int, ...]]:
    """Return everyone's harm."""
    return [participant.harm for participant in state.participants]


@CONFLICTS
def test_eng_02_judgements_are_the_judges(walk: Walk) -> None:
    """ENG-02: Every ruling is made from the Story Guide's seat."""
    for step in of(walk, f.StoryGuideRuled):
        assert isinstance(step.event, f.StoryGuideRuled)
        assert step.event.who == step.before.setup.judge


@CONFLICTS
def test_ss_bdp_07_it_ends_by_the_round_limit(walk: Walk) -> None:
    """SS-BDP-07, RUL-75: Every conflict ends, at the round limit at the latest."""
    assert walk.steps[-1].after.round <= walk.rulings.max_volleys


# The ledger's invariants.


@CONFLICTS
def test_inv_01_pools_stay_between_nothing_and_full(walk: Walk) -> None:
    """INV-01, SS-POOL-04: A pool stays between 0 and its score."""
    for step in walk.steps:
        for who, participant in enumerate(step.after.participants):
            most = growth_of(step.after, who).maxima
            assert all(
                0 <= p <= m for p, m in zip(participant.pools, most, strict=True)
            )
    for step in of(walk, c.PoolSpent):
        spent = step.event
        assert isinstance(spent, c.PoolSpent)
        before = step.before.participants[spent.who].pools[spent.pool]
        assert spent.left == before - spent.amount


def lying(state: State) -> tuple[Roll, ...]:
    """Return the rolls on the table."""
    return state.phase.rolls if isinstance(state.phase, Rolling) else ()


def finished_rolls(walk: Walk) -> Iterator[tuple[Roll, list[DiceRolled], int]]:
    """Yield (a roll as last read, the dice that fell, its net when they did)."""
    fallen: dict[int, list[DiceRolled]] = {}
    nets: dict[int, int] = {}
    for step in walk.steps:
        event = step.event
        if isinstance(event, c.DiceGathered):
            fallen, nets = {}, {}
        elif isinstance(event, DiceRolled):
            fallen.setdefault(event.who, []).append(event)
            rolls = {roll.who: roll for roll in lying(step.before)}
            nets.setdefault(event.who, rolls[event.who].net)
        if not lying(step.after):
            for roll in lying(step.before):
                yield roll, fallen[roll.who], nets[roll.who]


@CONFLICTS
def test_inv_02_as_many_dice_as_were_gathered(walk: Walk) -> None:
    """INV-02: Three dice are kept of 3 and as many as the largest net ever in use.

    Also tested: SS-DIE-02 and SS-DIE-05.
    """
    for roll, dice, first in finished_rolls(walk):
        thrown = sum(len(die.faces) for die in dice)
        assert thrown == 3 + max(abs(first), abs(roll.net))
        assert all(len(die.kept) == 3 for die in dice)


@CONFLICTS
def test_inv_03_the_level_is_that_of_the_dice(walk: Walk) -> None:
    """INV-03: Read again from all faces, a roll has the same level.

    Also tested: SS-CHK-03 and RUL-08.
    """
    for roll, dice, _ in finished_rolls(walk):
        faces = [face for die in dice for face in die.faces][: 3 + abs(roll.net)]
        ordered = sorted(faces, reverse=roll.net > 0)
        kept = ordered[:3] if roll.net else faces
        assert roll.level == max(0, roll.rank + sum(kept))
        assert 0 <= roll.level <= 7


@CONFLICTS
def test_inv_04_one_bought_die_a_check(walk: Walk) -> None:
    """INV-04: At most one die is bought on a check, or by a ruling one by each member.

    Also tested: SS-DIE-06 and RUL-10.
    """
    for roll, _, _ in finished_rolls(walk):
        assert len(set(roll.buyers)) == len(roll.buyers)
        if walk.rulings.zeitgeist_pool_dice_per_check == "1":
            assert len(roll.buyers) <= 1


@CONFLICTS
def test_inv_05_one_check_each_in_every_volley(walk: Walk) -> None:
    """INV-05, RUL-47: In a volley whoever acts rolls once, and nobody rolls twice."""
    rolled: Counter[int] = Counter()
    for step in walk.steps:
        event = step.event
        if isinstance(event, c.FreeAndClearOpened):
            rolled = Counter()
        elif isinstance(event, c.DiceGathered) and step.before.round:
            rolled.update(check.who for check in event.checks)
        elif isinstance(event, c.VolleyResolved):
            assert all(times == 1 for times in rolled.values())
            if walk.rulings.double_defense == "skip":
                continue
            volley = volley_of(step.before)
            assert volley is not None
            there = active(step.before)
            acting = {who for who in there if acts(step.before, volley, who)}
            assert set(rolled) == acting


@CONFLICTS
def test_inv_06_and_07_where_harm_goes(walk: Walk) -> None:
    """INV-06, INV-07: Harm ticks one box, the first free one from its number on."""
    for step in of(walk, c.HarmApplied):
        harm = step.event
        assert isinstance(harm, c.HarmApplied)
        before = step.before.participants[harm.who].harm
        after = step.after.participants[harm.who].harm
        assert harm.amount > 0
        changed = [box for box in range(1, 8) if before[box - 1] != after[box - 1]]
        assert changed == ([harm.box] if harm.box else [])
        if harm.box and harm.amount <= 7:
            assert harm.box >= harm.amount
            assert all(before[harm.amount - 1 : harm.box - 1])
        if not harm.box:
            assert harm.past_broken
        if harm.past_broken and harm.amount <= 7:
            assert all(before[harm.amount - 1 :])


@CONFLICTS
def test_inv_06_boxes_clear_only_by_healing(walk: Walk) -> None:
    """INV-06, SS-HARM-12: No box is ever free again except by a collapse."""
    for step in walk.steps:
        if isinstance(step.event, HarmCollapsed):
            continue
        for before, after in zip(tracks(step.before), tracks(step.after), strict=True):
            assert all(new for old, new in zip(before, after, strict=True) if old)


@CONFLICTS
def test_inv_08_perpendicular_harms_one_at_most(walk: Walk) -> None:
    """INV-08, SS-VOL-03, SS-VOL-06: A perpendicular meeting harms one at most."""
    plain = walk.rulings.item_effect == "after_success"
    for step in of(walk, c.ContestResolved):
        met = step.event
        assert isinstance(met, c.ContestResolved)
        for dealer, harm in ((met.a, met.harm_b), (met.b, met.harm_a)):
            if harm is not None and harm.amount:
                action = action_of(step.before, dealer)
                assert action is not None
                assert action.stance == f.ACTIVE
        if met.relation != c.PERPENDICULAR:
            assert not met.stalemate
            continue
        assert met.harm_a is None or met.harm_b is None
        if plain and met.level_a == met.level_b:
            assert (met.harm_a, met.harm_b, met.winner) == (None, None, NOBODY)
            zero = met.level_a == 0 and not walk.rulings.stalemate_at_zero
            assert met.stalemate is not zero


@CONFLICTS
def test_inv_09_bruise_dice_are_the_bruises_since_the_last_check(walk: Walk) -> None:
    """INV-09: Bruise dice are the bruises taken since the last check.

    Also tested: SS-HARM-06 and RUL-23.
    """
    count = [participant.bruises for participant in walk.start.participants]
    for step in walk.steps:
        event = step.event
        if isinstance(event, c.DiceGathered):
            for check in event.checks:
                assert check.bruised == count[check.who]
                count[check.who] = 0
        elif isinstance(event, c.HarmApplied) and 1 <= event.box <= 3:
            count[event.who] += 1
        assert [participant.bruises for participant in step.after.participants] == count


@CONFLICTS
def test_inv_10_shake_out_leaves_the_low_boxes(walk: Walk) -> None:
    """INV-10, SS-SHAKE-01: After shake-out n marks are in the boxes 1 to n."""
    for step in of(walk, HarmCollapsed):
        event = step.event
        assert isinstance(event, HarmCollapsed)
        assert event.before == step.before.participants[event.who].harm
        if event.cause == "shake_out":
            count = 7 - event.before.count(0)
            assert all(event.after[:count])
            assert not any(event.after[count:])
            assert 7 - event.after.count(0) == count


@CONFLICTS
def test_inv_11_no_action_after_the_lock_and_no_giving_up_outside(walk: Walk) -> None:
    """INV-11: Between the lock and the gate nobody says anything.

    Also tested: SS-IIEE-03 and SS-GIVE-01.
    """
    locked = talking = False
    for event in walk.events:
        if isinstance(event, c.ActionsLocked):
            locked = True
        elif isinstance(event, c.VolleyClosed):
            locked = talking = False
        elif isinstance(event, c.FreeAndClearOpened):
            talking = True
        if isinstance(event, f.ActionDeclared | f.ActionKept | f.IntentChanged):
            assert talking
            assert not locked
        if isinstance(event, f.Conceded | f.AnsweredSealed):
            assert not locked
            if walk.rulings.concession_window != "until_lock":
                assert not talking


@CONFLICTS
def test_inv_12_who_changes_does_not_attack(walk: Walk) -> None:
    """INV-12: At the lock whoever announced a change defends or does nothing.

    Also tested: SS-CHG-03.
    """
    for step in of(walk, c.ActionsLocked):
        for seat in active(step.before):
            action = action_of(step.before, seat)
            assert action is not None
            if is_changing(step.before, seat):
                assert action.stance in {f.DEFENSIVE, f.NO_ACTION}


@CONFLICTS
def test_inv_13_only_the_target_is_harmed(walk: Walk) -> None:
    """INV-13, SS-INT-03: Only the target of the dealer's intention is harmed."""
    for step in of(walk, c.HarmApplied):
        harm = step.event
        assert isinstance(harm, c.HarmApplied)
        dealer = step.before.participants[harm.by]
        victim = step.before.participants[harm.who]
        if step.before.zeitgeist:
            assert dealer.side != victim.side
        else:
            assert intent_of(step.before, harm.by).target == harm.who


@CONFLICTS
def test_inv_14_who_brings_down_the_pain(walk: Walk) -> None:
    """INV-14: Only a player who rolled in the offered check begins the Pain.

    Also tested: SS-BDP-02 and RUL-43.
    """
    offered = None
    for event in walk.events:
        if isinstance(event, c.PainOffered):
            offered = event
        if isinstance(event, f.PainDeclared):
            assert offered is not None
            assert event.who in {offered.loser, offered.winner}
            if not walk.rulings.story_guide_may_declare:
                assert not walk.told.seats[event.who].story_guide


@CONFLICTS
def test_inv_15_the_intention_in_force_happens(walk: Walk) -> None:
    """INV-15: What is fulfilled is the intention held at that moment.

    Also tested: SS-GIVE-04 and RUL-35.
    """
    for step in of(walk, c.IntentionFulfilled):
        done = step.event
        assert isinstance(done, c.IntentionFulfilled)
        if done.cause != "simple_check":
            assert done.goal == intent_of(step.before, done.who).goal
        assert done.against != done.who


@CONFLICTS
def test_inv_16_volleys_are_numbered_and_it_closes(walk: Walk) -> None:
    """INV-16: Volleys are numbered from 1 on, and the Pain closes once.

    Also tested: SS-FAC-06 and RUL-28.
    """
    opened = [e.volley for e in walk.events if isinstance(e, c.FreeAndClearOpened)]
    assert opened == list(range(1, len(opened) + 1))
    closes = list(of(walk, c.ConflictClosed))
    # An interlude alone is no conflict, so there is nothing to close.
    assert len(closes) == (walk.told.opening.kind != "interlude")
    shaken = Counter(
        e.who
        for e in walk.events
        if isinstance(e, HarmCollapsed) and e.cause == "shake_out"
    )
    assert all(times == 1 for times in shaken.values())
    if any(isinstance(e, c.MethodSet) for e in walk.events):
        state = closes[0].before
        hurt = {
            who
            for who, participant in enumerate(state.participants)
            if any(participant.harm) and participant.status != 4
        }
        assert set(shaken) == hurt
    else:
        assert not shaken


@CONFLICTS
def test_inv_17_gifts_are_for_others(walk: Walk) -> None:
    """INV-17: Nobody gives a gift die to the own roll, or one that is not there.

    Also tested: SS-GIFT-02.
    """
    for step in walk.steps:
        assert all(left >= 0 for left in step.after.gifts)
        if isinstance(step.event, f.GiftGiven):
            assert roll_at(step.before, step.event.roll).who != step.event.who


@CONFLICTS
def test_who_has_left_does_nothing(walk: Walk) -> None:
    """SS-GIVE-03, SS-ZEIT-04: Whoever has left chooses nothing in a volley."""
    spoken = (f.ActionDeclared, f.IntentChanged, f.IntentDeclared, f.WentOn, f.Conceded)
    for step in of(walk, *spoken):
        assert isinstance(step.event, Fact)
        assert step.before.participants[step.event.who].status == IN
