"""The payload of the stage, and the questions that it asks first."""
