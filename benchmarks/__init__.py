"""How fast: one script a question, measured side by side and given as ratios."""

import os
import sys

# As for users: processes that are measured do not compile Fracas anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
