"""Pattern databases: parse, compile and match GNU Go's pattern files."""
