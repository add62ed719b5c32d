"""`--json`: the option of commands that print JSON instead of words."""

import click

json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON instead."
)
always_json_option = click.option(
    "--json",
    expose_value=False,
    is_flag=True,
    help="Has no effect: the output is always JSON.",
)
