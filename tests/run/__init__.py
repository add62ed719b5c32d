"""Runs are the same whether played alone, side by side, killed or resumed."""
