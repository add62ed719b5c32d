"""Transcripts: a round typed in from the table, followed by the rules."""
