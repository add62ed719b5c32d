"""Bringing Down the Pain: intentions, talk, volleys, harm, giving up."""
