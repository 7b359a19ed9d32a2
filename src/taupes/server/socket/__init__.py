"""The socket: connections, and what their messages lead to."""
