"""Morality: crimes, the crisis of conscience, intimacies and souls."""
