"""Tests of audit, transcripts, explanations and stories."""
