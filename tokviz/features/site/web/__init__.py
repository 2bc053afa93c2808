"""The site without a server: lessons and worked examples as files that a browser opens from disk, without Streamlit.

What an address means is read by the same forms as in the app, what it shows is made by the same views, and drawn by the
same scripts. :func:`tokviz.features.site.web.files.files` makes it all; ``tokviz site`` writes it.
"""
