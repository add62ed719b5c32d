"""The file, its rulings, what is wrong with it, what is compiled from it."""
