"""What visitors share: remembered traces, turns, limits, files that were uploaded."""
