"""The procedure of every roll: what is ruled, how hard it is, how it falls."""
