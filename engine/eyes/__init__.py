"""Eye spaces, their values, and half and false eyes."""
