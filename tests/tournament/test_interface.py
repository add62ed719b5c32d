"""A tournament played from Python."""

import fracas


def test_tournament_says_who_is_better() -> None:
    """A tournament in Python has the command's words, and a record that goes on."""
    with fracas.open_store(":memory:", create=True) as store:
        first = fracas.tournament(
            ["footrace"], ["uniform", "storyteller"], games=40, seed="a", store=store
        )
        again = fracas.tournament(
            ["footrace"],
            ["uniform", "storyteller"],
            games=40,
            seed="a",
            store=store,
            resume=True,
        )

    assert first.seal == again.seal
    pairing = first.between("uniform", "storyteller")
    assert pairing is not None
    assert pairing.blocks == 20
    assert pairing.verdict.says in {"better", "worse", "equal", "alike", "open"}
