"""Programs that measure opendeal; see ``README.md`` beside this file. They are not installed."""
