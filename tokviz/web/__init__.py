"""The web application: the only package that imports streamlit. Pages are thin scripts that call what is here."""
