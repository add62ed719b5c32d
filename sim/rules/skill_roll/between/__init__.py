"""Between conflicts: what goes along from one to the next. All of it is ours."""
