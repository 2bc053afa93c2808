"""What pages share on the screen: headings, parts, tabs, tables, charts, downloads, stepping."""
