"""What `/wordpiece` shows of a training: by merges, or from the top down."""
