"""The scenario file, its rulings, its validation, and what is compiled from it."""
