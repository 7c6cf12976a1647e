-- Drops the partitions that are older than settings.keep_days.
SELECT * FROM scrim.drop_partitions()
