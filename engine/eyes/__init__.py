"""Eyes: their spaces, their values, and what is false about them."""
