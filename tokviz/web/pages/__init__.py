"""What each page draws: a folder for each, named like its address."""
