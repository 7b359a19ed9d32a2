"""Keeps tables on a device: the same tables, messages and routes as a server's, and no server."""
