"""Tree search with playouts."""
