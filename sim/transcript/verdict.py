"""What a referee says of a round typed in, in sentences."""

from collections.abc import Iterator

from sim.transcript.result import TranscriptResult


def verdict_sentences(typed: TranscriptResult) -> Iterator[str]:
    """Yield what is wrong, one finding a sentence, or that nothing is; then counts."""
    wrong = [finding.sentence for finding in typed.findings if finding.weight != "note"]
    yield from wrong
    if not wrong:
        yield "All of it is by the rules."
    claims = typed.claims
    if claims.made:
        left = f", and {claims.unjudged} could not be judged" if claims.unjudged else ""
        yield f"Of what the table said, {claims.hold} of {claims.made} hold{left}."
    if typed.stopped:
        yield "The round could not be followed to its end."
