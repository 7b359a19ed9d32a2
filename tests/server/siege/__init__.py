"""A siege: strangers do their worst from several addresses while people play."""
