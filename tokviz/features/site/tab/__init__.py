"""tokviz in a browser tab: what runs there without a server, on the reader's own text.

Python runs in the tab with the standard library, numpy and regex. So nothing here imports pandas, Altair, Streamlit or
a library of tokenizers; Jinja is imported when a page is kept (:mod:`tokviz.features.site.tab.keeping`).
"""
