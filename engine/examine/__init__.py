"""What is known of one position: strings, eyes, dragons, their status and the reasons."""
