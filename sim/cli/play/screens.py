"""The screens of a run: its result last on the first, and with --why what is behind it.

`run` prints them when it has played, `show` of what a store holds.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sim.campaign.load import Playable
from sim.campaign.summary import CampaignSummary
from sim.cli.play.campaign import (
    BY_CHAPTER,
    WEIGHED,
    put_campaign_details,
    put_steps,
)
from sim.cli.play.report import brackets, put_counts, put_course, put_result
from sim.cli.play.samples import put_samples
from sim.cli.terminal.output import put
from sim.statistics.headline import headline
from sim.statistics.summary import Summary

MORE = "more: --why (what was counted, what options earned), --agents all (who plays)"
"""Printed where there is a second screen."""


def said_first(summary: Summary) -> str:
    """Return the sentence that the first screen begins with."""
    campaign = isinstance(summary, CampaignSummary)
    return headline(summary.sides(), "campaign" if campaign else "conflict")


def put_played(
    loaded: Playable, summary: Summary, samples: Sequence[Mapping[str, Any]]
) -> None:
    """Print how it went: endings, lengths, and the conflicts that are worth reading."""
    put()
    if isinstance(summary, CampaignSummary):
        put_steps(summary)
    else:
        put_course(summary, loaded.system.endings)
    put_samples(samples)


def put_won(summary: Summary, agents: Sequence[str]) -> None:
    """Print who won, with *agents* the seats' specs in order."""
    put()
    if isinstance(summary, CampaignSummary):
        put_result(summary, [spec or BY_CHAPTER for spec in agents], WEIGHED)
    else:
        put_result(summary, agents)


def put_counted(summary: Summary) -> None:
    """Print what was counted: the second screen, or its first half."""
    put()
    if isinstance(summary, CampaignSummary):
        put_campaign_details(summary)
        return
    put_counts(summary)
    put(brackets(summary.games))
