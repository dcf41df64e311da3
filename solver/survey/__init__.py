"""The survey: many seeds decided, one row a deal in a SQLite file, and what the rows say about winnability."""
