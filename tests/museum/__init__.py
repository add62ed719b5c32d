"""Streams as released versions wrote them: once written, never written again."""
