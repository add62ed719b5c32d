"""What somebody carries from one conflict to the next, in words."""

from collections.abc import Iterator, Mapping

from sim.rules.dice_pool.health.track import parsed
from sim.seam.protocol import Description
from sim.spine.words import counted, listed, moment

FIGURES: Mapping[str, str] = {
    "morality": "Morality",
    "now care": "times as fast a healing by care",
    "now failures": "failed crisis rolls",
    "now progress bashing": "seconds of healing, bashing",
    "now progress lethal": "seconds of healing, lethal",
    "now progress aggravated": "seconds of healing, aggravated",
    "now rested ago": "seconds since the last rest",
    "tallies reputation": "reputation",
    "tallies holdings": "holdings",
    "willpower dots": "Willpower dots",
    "willpower original": "Willpower dots at first",
    "willpower points": "Willpower points",
}
"""The words for the numbers of a record."""


def holdings(record: Description) -> Mapping[str, str | int]:
    """Return ties, and the numbers that grow: dots of Willpower, Morality, tallies."""
    words: dict[str, str | int] = {
        f"tie to {bond['name']}": "" for bond in record["intimacies"]
    }
    grows = {"Willpower dots": record["willpower"]["dots"]}
    grows |= {"Morality": record["morality"]} | record["tallies"]
    return words | {name: much for name, much in grows.items() if much is not None}


def carries(record: Description) -> Mapping[str, str]:
    """Return a *record* in words: body, Willpower, conscience, tallies [DP-R-107]."""
    now, will = record["now"], record["willpower"]
    words = {
        "wounds": _wounds(now["wounds"]),
        "willpower": f"Willpower {will['points']} of {will['dots']}",
    }
    if will["dots"] < will["original"]:
        lost = counted(will["original"] - will["dots"], "dot")
        words["willpower lost"] = f"{lost} of Willpower lost"
    if will["barred"]:
        words["willpower barred"] = "no way to spend Willpower"
    if record["morality"] is not None:
        words["morality"] = f"Morality {record['morality']}"
    bonds = [bond["name"] for bond in record["intimacies"]]
    if bonds:
        words["intimacies"] = f"ties to {listed(bonds)}"
    for tally, left in record["tallies"].items():
        if left is not None:
            words[tally] = f"{tally.capitalize()} {left}"
    return words | dict(_body(now)) | dict(_time(now)) | dict(_mind(now))


def _wounds(track: str) -> str:
    """Return the wounds of a track, the worst kind first."""
    kinds: dict[str, int] = {}
    for wound in parsed(track):
        kind = wound.severity.name.lower()
        kind = f"Resistant {kind}" if wound.resistant else kind
        kinds[kind] = kinds.get(kind, 0) + 1
    said = [counted(many, f"{kind} wound") for kind, many in kinds.items()]
    return listed(said) if said else "no wounds"


def _body(now: Description) -> Iterator[tuple[str, str]]:
    """Yield the state of the body apart from its wounds."""
    if now["unconscious"]:
        yield "unconscious", "unconscious"
    if now["stabilized"]:
        yield "stabilized", "stabilized"
    if now["untreatable"]:
        yield "untreatable", "Resistant wounds that no healer can treat"
    healing = [
        f"{moment(seconds)} ({kind})"
        for kind, seconds in now["progress"].items()
        if seconds
    ]
    if healing:
        yield "healing", f"healing for {listed(healing)}"
    treated = [ago for ago in now.get("treated_ago", ()) if ago is not None]
    if treated:
        wounds = counted(len(treated), "wound")
        yield "treated", f"{wounds} treated, last {moment(min(treated))} ago"
    if now.get("care", 1) > 1:
        yield "care", f"medical care: heals {now['care']} times as fast"
    felled = now.get("felled")
    if felled:
        yield "felled", f"felled by {felled['by']}"
    left = now.get("left_by", ())
    if left:
        yield "left", f"left to bleed by {listed(left)}"


def _time(now: Description) -> Iterator[tuple[str, str]]:
    """Yield events that are due at a time, and how long ago the last rest was."""
    if now["bleeds_in"] is not None:
        yield "bleeding", f"bleeding, next in {moment(now['bleeds_in'])}"
    if now["rested_ago"] is not None:
        ago = now["rested_ago"]
        yield "rested", f"last rested {moment(ago)} ago" if ago else "just rested"
    if now["erosion_in"] is not None:
        yield "erosion", f"wearing away, next in {moment(now['erosion_in'])}"
    if now["dot_in"] is not None:
        yield "dot", f"a dot of Willpower back in {moment(now['dot_in'])}"
    if now["conditions"]:
        yield "conditions", f"dots that wait for {listed(now['conditions'])}"


def _mind(now: Description) -> Iterator[tuple[str, str]]:
    """Yield the state of conscience and soul, and uses that are spent."""
    crisis, unrealized = now["crisis"], now["unrealized"]
    if crisis is not None:
        got = counted(crisis["successes"], "success")
        said = f"in a crisis over a crime of {crisis['rating']}"
        yield "crisis", f"{said}, with {got}" if crisis["successes"] else said
    if now["failures"]:
        yield "failures", f"{counted(now['failures'], 'failed crisis roll')} so far"
    if unrealized is not None:
        yield "unrealized", f"a crime of {unrealized} not yet noticed"
    if now["soulless"]:
        yield "soul", "no soul"
    elif now["restored"]:
        yield "soul", "a soul that was lost once"
    for name in ("vice", "virtue"):
        if now[f"{name}_used"]:
            yield name, f"a {name.capitalize()} drawn on already"
    lost = [f"{many} {arena}" for arena, many in now["losses"].items()]
    if lost:
        yield "losses", f"contests lost: {listed(lost)}"
