"""The views of pages as data: what each says, without a host."""
