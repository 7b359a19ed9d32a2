"""What a device answers to requests: the routes of the server, as far as they make sense here."""
