"""The shape of every JSON document that a command prints.

Each is a struct with a sentence under every field. `fracas schema COMMAND` prints them
as JSON Schema, and the tests read with them whatever any command printed.
"""
