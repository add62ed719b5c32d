"""Runs: the same whether alone, side by side, killed or resumed."""
