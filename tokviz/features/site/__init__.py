"""The static site: lessons and worked examples as pages that need no server, written by ``tokviz site``."""
