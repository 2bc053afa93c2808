"""The payload of the picture, and the questions that it asks first."""
