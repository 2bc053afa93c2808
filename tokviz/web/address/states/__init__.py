"""What the address of each page says: its state as a query string, both ways. Pure: no Streamlit in here."""
