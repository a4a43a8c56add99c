"""Pattern databases: to come."""
