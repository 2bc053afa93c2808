"""What can be taken away: files, replays, worksheets, reports, displays in a notebook."""
