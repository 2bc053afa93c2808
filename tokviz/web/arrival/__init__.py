"""The arrival of a page: with its styles from the first moment, and without moving what is shown."""
