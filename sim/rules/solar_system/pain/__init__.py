"""Bringing Down the Pain: intentions, free-and-clear, volleys, harm, giving up."""
