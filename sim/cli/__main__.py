"""`python -m sim.cli` is the same as `fracas`."""

import sys

from sim.cli.start import main

if __name__ == "__main__":
    sys.exit(main())
