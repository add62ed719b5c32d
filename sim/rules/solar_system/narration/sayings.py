"""How people at a table say that somebody answered so, without whose it is.

A transcript may use any of them for its `does`; we use the first where the story has no
sentence.
"""

from collections.abc import Mapping

from sim.rules.solar_system import facts as f
from sim.rules.solar_system.events import interlude, secrets
from sim.seam.events import Event
from sim.spine.tables import complete

SAYINGS: Mapping[type[Event], tuple[str, ...]] = complete(
    "say",
    {
        f.CheckDeclared: (
            "uses an ability",
            "makes a check",
        ),
        f.StoryGuideRuled: (
            "rules",
            "judges",
        ),
        f.ProposalAnswered: (
            "answers the proposal",
            "agrees",
        ),
        f.DieDeclined: (
            "buys no die",
            "declines a die",
            "pays for no die",
            "no bonus die",
        ),
        f.DieBought: (
            "buys a die",
            "buys a bonus die",
            "pays for a die",
            "spends a point on a die",
            "spends a point",
            "spends a pool point",
        ),
        f.GiftGiven: (
            "gives a gift die",
            "gives a gift",
        ),
        f.PainDeclined: (
            "lets the result stand",
            "accepts the result",
            "accepts",
            "does not escalate",
            "declines the Pain",
            "no Pain",
        ),
        f.PainDeclared: (
            "brings down the Pain",
            "declares the Pain",
            "escalates",
            "the Pain",
        ),
        f.StayedOut: (
            "stays out of it",
            "stays out",
            "keeps out of it",
        ),
        f.Joined: (
            "gets involved",
            "joins in",
            "joins",
        ),
        f.IntentDeclared: (
            "wants",
            "names an intention",
            "intends",
            "declares an intention",
            "now wants",
        ),
        f.IntentKept: (
            "keeps to the old intention",
            "keeps the intention",
            "names no new intention",
        ),
        f.WentOn: (
            "goes on",
            "fights on",
            "keeps fighting",
            "continues",
            "does not give up",
        ),
        f.Conceded: (
            "gives up",
            "gives in",
            "concedes",
            "yields",
            "backs down",
            "surrenders",
        ),
        f.AnsweredSealed: (
            "answers in secret",
            "writes the answer down",
        ),
        f.IntentChanged: (
            "announces a change of intention",
            "changes intention",
            "changes the intention",
        ),
        f.ChangeWithdrawn: (
            "takes the change back",
            "withdraws the change",
        ),
        f.ActionDeclared: (
            "acts",
            "attacks",
            "hits",
            "strikes",
            "shoots",
            "uses",
            "declares an action",
            "takes an action",
        ),
        f.ActionKept: (
            "keeps the action",
            "stands by the action",
        ),
        f.FeePaid: (
            "pays the fee",
            "pays to act",
        ),
        f.FeeRefused: (
            "does not pay",
            "refuses the fee",
            "pays no fee",
        ),
        f.HarmShared: (
            "takes so much of the harm",
            "shares the harm",
            "lays harm on",
        ),
        f.HealingTried: (
            "tends to somebody",
            "tends",
            "heals",
            "tries to heal",
        ),
        f.RefreshTaken: (
            "refreshes a pool",
            "refreshes",
            "fills a pool",
        ),
        f.Passed: (
            "does nothing more",
            "passes",
        ),
        interlude.KeyKept: (
            "keeps the Key",
            "keeps a Key",
        ),
        interlude.KeyErased: (
            "buys off the Key",
            "buys a Key off",
        ),
        interlude.AdvanceBanked: (
            "saves the advances",
            "banks the advances",
            "spends no advance",
        ),
        interlude.AdvanceBought: (
            "spends advances",
            "spends an advance",
            "buys an advance",
        ),
        secrets.SecretDeclined: (
            "uses no Secret",
            "declines the Secret",
        ),
        secrets.SecretUsed: (
            "uses a Secret",
            "works a Secret",
        ),
        secrets.PocketTried: (
            "tries the pockets",
            "reaches into a pocket",
            "looks for a prop",
        ),
    },
    (*f.FACTS, *interlude.FACTS, *secrets.FACTS),
)
"""Kind of answer -> the ways to say it, the one we use first."""
