"""The page `/glossary`."""
