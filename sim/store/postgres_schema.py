"""What a table on a PostgreSQL server may be before a row of it is read: a store's own.

As with an SQLite file, whatever runs when the table is touched is somebody's program:
triggers, rules, policies, generated columns, indexes on expressions, views in its place
and tables that inherit from it. Nothing else in the schema is checked.
"""

from typing import Any

import psycopg

from sim.errors import StoreError

_COLUMNS = (
    ("originator_id", "text", True),
    ("originator_version", "bigint", True),
    ("topic", "text", False),
    ("state", "bytea", False),
    ("notification_id", "bigint", True),
)
_COUNTED = "notification_id"
_KEY = "PRIMARY KEY (originator_id, originator_version)"
_KINDS = {
    "v": "a view",
    "m": "a materialized view",
    "f": "a foreign table",
    "p": "a partitioned table",
}
_KIND = "SELECT relkind::text FROM pg_catalog.pg_class WHERE oid = %s::oid"
_EXTRAS = """
SELECT 'trigger', tgname::text FROM pg_catalog.pg_trigger
 WHERE tgrelid = %(table)s::oid AND NOT tgisinternal
UNION ALL SELECT 'rule', rulename::text FROM pg_catalog.pg_rewrite
 WHERE ev_class = %(table)s::oid
UNION ALL SELECT 'policy', polname::text FROM pg_catalog.pg_policy
 WHERE polrelid = %(table)s::oid
UNION ALL SELECT 'constraint', conname::text FROM pg_catalog.pg_constraint
 WHERE conrelid = %(table)s::oid AND contype <> 'n'
 AND pg_catalog.pg_get_constraintdef(oid) <> %(key)s
UNION ALL SELECT 'index', relname::text FROM pg_catalog.pg_index
 JOIN pg_catalog.pg_class ON pg_class.oid = indexrelid
 WHERE indrelid = %(table)s::oid AND (indexprs IS NOT NULL OR indpred IS NOT NULL
 OR NOT indisunique OR indkey::text NOT IN ('1 2', '5'))
UNION ALL SELECT 'child', inhrelid::pg_catalog.regclass::text
 FROM pg_catalog.pg_inherits WHERE inhparent = %(table)s::oid
UNION ALL SELECT 'parent', inhparent::pg_catalog.regclass::text
 FROM pg_catalog.pg_inherits WHERE inhrelid = %(table)s::oid
"""
_DEFINED = """
SELECT attname::text, pg_catalog.format_type(atttypid, atttypmod), attnotnull,
 attgenerated::text, attidentity::text, pg_catalog.pg_get_expr(adbin, adrelid)
 FROM pg_catalog.pg_attribute LEFT JOIN pg_catalog.pg_attrdef
 ON adrelid = attrelid AND adnum = attnum
 WHERE attrelid = %s::oid AND attnum > 0 AND NOT attisdropped ORDER BY attnum
"""


def check_schema(
    connection: "psycopg.Connection[Any]", table: int, name: str, where: str
) -> None:
    """Refuse the *table* of this OID and *name* where it is not a store's, by what.

    Raises StoreError.
    """
    with connection.transaction():
        connection.execute("SET LOCAL search_path = ''")
        (kind,) = connection.execute(_KIND, (table,)).fetchone() or ("",)
        if kind in _KINDS:
            _refuse(where, f"{name} is {_KINDS[kind]}, expected a table")
        told = {"table": table, "key": _KEY}
        for what, extra in connection.execute(_EXTRAS, told):
            _refuse(where, f"its table {name} has the {what} {extra!r}")
        columns = connection.execute(_DEFINED, (table,)).fetchall()
    for column, _, _, generated, identity, default in columns:
        if generated or identity:
            _refuse(where, f"its table {name} has the generated column {column!r}")
        if (default is None) == (column == _COUNTED) or not _counts(default, name):
            _refuse(where, f"its column {column!r} has the default {default!r}")
    if tuple((column, kind, bound) for column, kind, bound, *_ in columns) != _COLUMNS:
        found = ", ".join(f"{column} {kind}" for column, kind, *_ in columns)
        expected = ", ".join(f"{column} {kind}" for column, kind, _ in _COLUMNS)
        _refuse(where, f"its table {name} has {found}, expected {expected}")


def _counts(default: str | None, name: str) -> bool:
    """Whether *default* is none, or the next number of the table's own sequence."""
    start, end = "nextval('", f"{name}_{_COUNTED}_seq'::regclass)"
    return default is None or (default.startswith(start) and default.endswith(end))


def _refuse(where: str, what: str) -> None:
    message = f"{where}: {what}, so it is not a Fracas store that can be trusted"
    raise StoreError(message)
