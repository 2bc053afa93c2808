"""How a page arrives: with its styles from the first moment, and without moving what is shown."""
