"""What bounds the connections, messages and uploads of visitors, below the app and in front of it."""
