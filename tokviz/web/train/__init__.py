"""The pages that train by merging, and what all trainings share."""
