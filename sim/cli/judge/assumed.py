"""Print the answers that an audit of a transcript assumed, and its claims."""

from sim.cli.terminal.output import put
from sim.transcript.result import TranscriptResult


def put_assumed(typed: TranscriptResult) -> None:
    """Print what was assumed of those who are not typed in, and what claims hold."""
    silent = len(typed.assumed)
    acts = [answer for answer in typed.assumed if answer.act]
    of_them = "none of them an act"
    if acts:
        of_them = f"{len(acts)} of them {'acts' if len(acts) > 1 else 'an act'}:"
    put(f"assumed: {silent} default answer{'s' * (silent != 1)}, {of_them}")
    for answer in acts:
        put(f"  round {answer.round}, event {answer.event}: {answer.answer}")
    claims = typed.claims
    unjudged = f", {claims.unjudged} not judged" if claims.unjudged else ""
    put(f"claims: {claims.hold} of {claims.made} hold{unjudged}")
