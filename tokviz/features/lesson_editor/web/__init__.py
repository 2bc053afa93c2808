"""The editor in the side bar, and the lesson that a visit keeps."""
