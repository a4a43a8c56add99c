"""What OwlGo knows of Go: rooms on floors, from the board up to reviews of games."""
