"""Tables for people: HTTP and WebSocket, storage, clocks, fairness."""
