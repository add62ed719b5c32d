"""Standoff: a made-up rule system, small enough to read in one sitting."""
