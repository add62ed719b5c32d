"""The tests of Fracas."""
