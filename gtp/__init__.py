"""The Go Text Protocol: sessions, commands and the server."""
