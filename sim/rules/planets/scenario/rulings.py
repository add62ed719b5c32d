"""The options in force: one field for every place where the text leaves a choice.

Where the text is silent, ambiguous or contradicts itself, the default is the reading it
supports best; the alternatives are there to be compared. `rules.toml` explains each
ruling and names the fields that change it.
"""

from typing import Annotated, Literal

from msgspec import Meta

from sim.seam.protocol import Sheet

Counts = Annotated[str, Meta(pattern="^[0-4]/[0-4]$")]
"""How many Forces are Favored and Opposed, such as "2/1"."""
Faces = Annotated[int, Meta(ge=1, le=999)]
"""The number of faces of a die, up to 999."""
Limit = Annotated[int, Meta(ge=1, le=1000)]


class Rulings(Sheet, cache_hash=True):
    """The options in force; each names the ruling that explains its default."""

    goal: Limit = 2
    """How far out the track is won, and at which count a tally is [PL-RUL-34]."""
    round_cap: Limit = 20
    """The conflict ends after this many rounds at the latest [PL-RUL-34]."""
    standoff_limit: Limit = 3
    """The rounds without movement after which all may stop [PL-RUL-34]."""
    use_circumstance_dice: bool = True
    """Benefit and Hindrance dice are in use [PL-SCOPE-05]."""
    use_omega_die: bool = True
    """A die may be placed for a Wed Force [PL-SCOPE-05]."""
    use_combined_rolls: bool = True
    """Characters with dice share one roll [PL-SCOPE-05]."""
    case6_reading: Literal["weak", "minor_as_printed"] = "weak"
    """The top die above a middle pair is Weak, or Minor [PL-RUL-01]."""
    single_die_position: Literal["dominant", "major"] = "dominant"
    """A die that is alone is Dominant, or Major [PL-RUL-04]."""
    circumstance_tie: Literal["same_position", "circumstance_first", "planet_first"] = (
        "same_position"
    )
    """A tied Major die votes along, first, or last [PL-RUL-06]."""
    major_circumstance_policy: Literal["positional", "lowest_only", "sg_choice"] = (
        "positional"
    )
    """A Major die counts where it stands, only lowest, or when ruled [PL-RUL-07]."""
    above_weak_counts: bool = True
    """A Major die just above the Weak counts [PL-RUL-08]."""
    automatic_forces: Counts = "2/0"
    """How many Forces an automatic task favors and opposes [PL-RUL-13]."""
    simple_forces: Counts = "2/1"
    """How many Forces a simple task favors and opposes [PL-RUL-13]."""
    moderate_forces: Counts = "1/1"
    """How many Forces a moderate task favors and opposes [PL-RUL-13]."""
    hard_forces: Counts = "1/2"
    """How many Forces a hard task favors and opposes [PL-RUL-13]."""
    impossible_forces: Counts = "0/2"
    """How many Forces an impossible task favors and opposes [PL-RUL-13]."""
    enforce_chart: bool = False
    """Forces must be as many as the Difficulty says [PL-RUL-13]."""
    min_neutral: Annotated[int, Meta(ge=0, le=4)] = 1
    """The least number of the five Forces that stay neutral [PL-RUL-14]."""
    opposed_forces: Literal["per_intent", "shared_task", "mirrored"] = "per_intent"
    """Each side has its own Forces, or they share or mirror one set [PL-RUL-17]."""
    opposed_compare: Literal["rank", "rank_then_decided_at"] = "rank"
    """Equal outcomes stand off, or the place decides [PL-RUL-18]."""
    degrees: Literal["none"] = "none"
    """Success has no degrees, since their chapter is missing [PL-RUL-19]."""
    omega_eligibility: Literal["per_force", "any_blocks"] = "per_force"
    """A Wed Force that is not neutral bars its own Omega die, or all [PL-RUL-20]."""
    omega_dice_max: Annotated[int, Meta(ge=1, le=5)] = 1
    """How many Omega dice a character may place in one roll [PL-RUL-21]."""
    omega_in_opposed: bool = True
    """Opponents may place an Omega die [PL-RUL-23]."""
    omega_in_coordinating: bool = False
    """Partners may place an Omega die [PL-RUL-24]."""
    omega_order: Literal["sealed", "actor_first"] = "sealed"
    """Opponents place in secret, or the first openly [PL-RUL-25]."""
    coordinating_max_partners: Limit = 2
    """The largest number of partners who coordinate [PL-RUL-26]."""
    team_mode: Literal["coordinate", "leads_only"] = "coordinate"
    """A side coordinates its dice, or only its lead rolls [PL-RUL-28]."""
    diceless_duel: Literal["decree", "coin"] = "decree"
    """Without dice the scenario decides, or a coin [PL-RUL-29]."""
    unproductive_for_resister: Literal["hold", "unproductive"] = "hold"
    """One who resists and is not behind wins at the cap, or does not [PL-RUL-30]."""
    allowed_sizes: Annotated[tuple[Faces, ...], Meta(max_length=32)] = (
        4,
        6,
        8,
        10,
        12,
        20,
    )
    """The sizes that Planets and Circumstance dice may have [PL-RUL-31]."""
    max_wed: Annotated[int, Meta(ge=1, le=4)] = 3
    """The most Wed Planets that a character with dice may have [PL-RUL-32]."""
    wound_ladder: Annotated[str, Meta(max_length=1000)] = "gentle"
    """Each wound is the next of these Hindrance dice [PL-RUL-33]."""
    harm_on_prevail: bool = True
    """Whoever prevails and means harm wounds the other [PL-RUL-33]."""
    retry_policy: Literal["each_round_anew", "changed_intent"] = "each_round_anew"
    """A loser may try the same again, or must change it [PL-RUL-41]."""

    @property
    def odd_shapes(self) -> bool:
        """Whether a shape of the Hierarchy is read differently from the default."""
        return self.case6_reading != "weak" or self.single_die_position != "dominant"
