-- The number of the schema.
SELECT coalesce(max(number), 0) FROM scrim.migrations
