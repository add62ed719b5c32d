"""What the rules of the text say, one sentence or two for every ID, in our own words.

The text is Mike Holmes's "Resolution" for Beer Run. Where it is silent or at odds with
itself, `rulings.py` says what we chose.
"""

from collections.abc import Mapping

RULES: Mapping[str, str] = {
    "IN-SCOPE-01": (
        "There is a conflict when two or more participants, the GM among them, want"
        " things that cannot all come true; where the goals agree there is none."
    ),
    "IN-SCOPE-02": (
        "A conflict settles what happens, and on the way characters win dice, lose"
        " dice, or have them worn down."
    ),
    "IN-ROUND-01": (
        "A round runs in this order: goals, pools, the roll, the comparison, the"
        " changes to abilities, and last the chance to cede."
    ),
    "IN-ROUND-02": (
        "While nobody cedes and opponents remain, the next round goes the same way"
        " and has to be paid for anew."
    ),
    "IN-GOAL-01": "A goal says what its owner wants to get out of the conflict.",
    "IN-GOAL-02": (
        "Goals are chosen every round and may differ from the last, at no cost."
        " [goals_chosen]"
    ),
    "IN-GOAL-03": (
        "Whoever is losing may want something else, such as to get away; damage"
        " already done stays as it is."
    ),
    "IN-GOAL-04": (
        "Two special goals bend the round: helping wins an extra die for an ally now,"
        " a situational goal wins one for oneself later."
    ),
    "IN-POOL-01": "Whoever acts in a round pays one Intensity for the base pool.",
    "IN-POOL-02": (
        "The base pool has at most one die of each category; its owner chooses which."
    ),
    "IN-POOL-03": (
        "Without a die in some category one rolls fewer dice; nothing takes its place."
    ),
    "IN-EXTRA-01": (
        "One more Intensity adds a die of any category; every further die costs one"
        " more than the die before."
    ),
    "IN-EXTRA-02": (
        "So n extra dice cost n(n+1)/2 together, without limit, and with the base"
        " pool a round costs one more than that."
    ),
    "IN-GM-01": (
        "For the active characters he runs, the GM builds pools as a player would,"
        " and may make up the abilities they need."
    ),
    "IN-GM-02": (
        "For opposition that merely stands there the GM makes up a pool as hard as"
        " the thing is; it costs nothing and knows no categories."
    ),
    "IN-GM-03": (
        "Every opposing pool is a difficulty pool, so what is said of difficulty dice"
        " holds for the dice of active opponents as well."
    ),
    "IN-HELP-01": (
        "A helper names an ally and the size of the die to win for that ally, and"
        " rolls the own pool against a difficulty pool of the GM's."
    ),
    "IN-HELP-02": (
        "Up to three dice of that pool, fillers too, may be replaced by dice of the"
        " very size asked for; the GM may make it harder still."
    ),
    "IN-HELP-03": (
        "Every success lets the ally roll the die once as a situation die, from the"
        " current round on. [help_lasts]"
    ),
    "IN-HELP-04": (
        "Every failure lays a penalty die of that size on the character for one roll."
    ),
    "IN-HELP-05": "Helping is rolled before all other pools of the round.",
    "IN-SIT-01": (
        "A participant may go for an advantage that is not what the conflict is"
        " about: a die is named, and three dice of the opposing pool may become such"
        " dice."
    ),
    "IN-SIT-02": "A situational goal is rolled together with all pools of the round.",
    "IN-SIT-03": (
        "Each of its successes gives one roll with the die, from the next round on"
        " and never in the current one."
    ),
    "IN-COMPARE-01": (
        "Every owner rolls the own pool; where several go up against one, each is"
        " compared with that one separately, with a separate result."
    ),
    "IN-COMPARE-02": (
        "Both sides lay their dice out from highest to lowest and compare them place"
        " by place from the top."
    ),
    "IN-COMPARE-03": "Equal dice are both dropped and do nothing.",
    "IN-COMPARE-04": (
        "The higher die of a pair scores a success, and whoever scores the first one"
        " has the upper hand for the round."
    ),
    "IN-COMPARE-05": (
        "The upper hand keeps all its successes; the other keeps the first, loses the"
        " second, keeps the third, and so on: half of them, rounded up."
    ),
    "IN-COMPARE-06": "A die the shorter side lacks counts as a 1.",
    "IN-EFFECT-01": (
        "The upper hand first says which opposing ability its damage lands on; then"
        " the other does the same with the successes it kept."
    ),
    "IN-EFFECT-02": "Damage shrinks a die by one pip for each success.",
    "IN-EFFECT-03": (
        "The pips may be split over any number of the opponent's abilities."
    ),
    "IN-EFFECT-04": "No die shrinks below zero, and an ability at zero is gone.",
    "IN-ZERO-01": (
        "To bring an opposing ability to zero is to obtain one's goal, for one's side."
    ),
    "IN-ZERO-02": "A character whose health is at zero dies.",
    "IN-ZERO-03": (
        "Whoever obtains a goal may at once declare another and keep the conflict"
        " going."
    ),
    "IN-CEDE-01": (
        "If the effects have not ended it, any participant may cede, to be spared"
        " another round and its cost."
    ),
    "IN-CEDE-02": "The opposition of whoever cedes gains its goal.",
    "IN-CEDE-03": (
        "If that goal was to bring an ability of the ceder to zero, the ability goes"
        " to zero, and with health the ceder dies."
    ),
    "IN-CEDE-04": "If opposing sides are still left, a new round begins.",
    "IN-OUTCOME-01": (
        "What a conflict settles can be a die for good: one gained, such as gear or a"
        " new ability, or one inflicted on an opponent."
    ),
}
