"""Workarounds: what tokviz does because of how Streamlit behaves, one behavior per file.

Each file's docstring says what Streamlit does, then, on lines of their own, the test that fails without the workaround
and the version that it was last needed with. Private interfaces of Streamlit (its runtime, session state, messages,
configuration and static files) are used nowhere else in tokviz, and nothing here imports the rest of `tokviz.web`.
"""
