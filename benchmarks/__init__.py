"""Benchmarks: one script for each question; results are ratios, measured together."""

import os
import sys

# As for users: processes that are measured do not compile Fracas anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
