"""Games over HTTP and WebSocket: seats, invitations, a durable log, bots off the request path."""
