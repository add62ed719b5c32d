"""Dice and the seeds they fall from."""
