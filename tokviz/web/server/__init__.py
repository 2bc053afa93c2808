"""The server that all visitors share: its runs, its files and uploads, what it says of itself."""
