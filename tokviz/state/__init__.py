"""What a link asks of each page: its state as a query string, both ways. No Streamlit in here."""
