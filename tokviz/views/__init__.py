"""What a trace looks like: sentences, frames, charts, the payload of the stage, files. Knows nothing of Streamlit."""
