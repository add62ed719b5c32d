"""Fracas as it is installed: beside other packages, and with packages for it."""
