"""The browser components, one folder each: real scripts and styles with a typed wrapper."""
