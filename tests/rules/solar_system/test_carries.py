"""How what somebody carries from conflict to conflict is put into words."""

from sim.rules.solar_system.narration.carries import carries

BARE = {
    "pools": {"vigor": 3, "instinct": 5, "reason": 4},
    "left": {"vigor": 3, "instinct": 0, "reason": 4},
    "abilities": {},
}


def test_rul_92_a_bare_sheet_is_pools_and_abilities() -> None:
    """RUL-92: A bare sheet is put as its pools, and its abilities from the best on."""
    assert list(carries(BARE).values()) == [
        "Vigor 3 of 3, Instinct 0 of 5 and Reason 4 of 4",
        "no ability",
    ]
    ranks = {"Dash": "novice", "Law": "grand_master", "Sneak": "novice"}
    words = carries(BARE | {"abilities": ranks})
    assert words["abilities"] == "grand master in Law, novice in Dash and Sneak"


def test_rul_92_whatever_is_on_the_sheet_is_told() -> None:
    """RUL-92: Everything else on a sheet is put into words too."""
    boxes = [["1", "reason"], ["3", "reason"], *([str(n), "vigor"] for n in (5, 6, 7))]
    more = {
        "harm": boxes,
        "bruise_dice": 2,
        "secrets": ["Secret of Speed"],
        "keys": ["Key of the Guild", "Key of Love"],
        "xp": 1,
        "advances": 2,
        "earned": 11,
        "spent": 1,
        "last": "Stealth",
        "erased": ["Key of Fear"],
        "items": [{"name": "a rapier", "bonuses": []}],
        "produced": ["a dagger"],
        "gifts": "3",
        "elsewhere": {"abilities": [["Astrogation", "novice"]], "secrets": ["Warp"]},
    }
    assert list(carries(BARE | more).values())[2:] == [
        "boxes 5 to 7 of harm to Vigor and boxes 1 and 3 of harm to Reason",
        "2 bruise dice",
        "the Secret of Speed",
        "the Key of the Guild and the Key of Love",
        "1 experience point in hand",
        "2 advances not yet spent",
        "11 experience points earned in all",
        "1 advance spent, the last on Stealth",
        "the Key of Fear bought off",
        "a rapier",
        "a dagger brought out",
        "3 gift dice",
        "Astrogation and Warp for another setting",
    ]
    assert carries(BARE | {"spent": 2})["spent"] == "2 advances spent"
