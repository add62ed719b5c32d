"""The scenario: its file, its readings, what is wrong with one, what it compiles to."""
