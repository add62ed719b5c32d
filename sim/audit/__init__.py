"""Audit: derive streams, runs and stores again, and report where a record differs."""
