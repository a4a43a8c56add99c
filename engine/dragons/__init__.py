"""Groups strings into dragons, with their escape routes, surroundings and crude status."""
