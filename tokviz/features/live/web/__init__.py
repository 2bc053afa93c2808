"""A live class over the app's own server: routes, rooms in a store, the pages of teacher and students."""
