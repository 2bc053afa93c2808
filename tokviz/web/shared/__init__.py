"""The screen elements that pages share: headings, parts, tabs, tables, charts, downloads, stepping."""
