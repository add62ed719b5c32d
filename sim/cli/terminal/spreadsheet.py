"""Rows on stdout as CSV, for a spreadsheet."""

import csv
import sys
from collections.abc import Mapping, Sequence

from sim.files.outputs import spreadsheet_safe


def put_csv(rows: Sequence[Mapping[str, object]]) -> None:
    """Print *rows*, which all have the same columns, as CSV under their heads.

    Names in them come from strangers' files, so formulas and invisible characters in
    them are escaped.
    """
    writer = csv.writer(sys.stdout, lineterminator="\n")
    for cells in (rows[0], *(row.values() for row in rows)):
        writer.writerow(map(spreadsheet_safe, cells))
