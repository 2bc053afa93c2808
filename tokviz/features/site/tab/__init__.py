"""tokviz in a browser tab: what runs there without a server, on the reader's own text.

Python runs in the tab with the standard library, numpy and regex. So nothing here imports pandas, Altair, Streamlit or
a library of tokenizers. Pages to keep are filled in by the app's templates: Jinja is imported for the first of them.
"""
