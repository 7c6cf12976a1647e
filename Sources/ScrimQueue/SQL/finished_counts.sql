-- Jobs that ended in the last hour, by tenant and result.
SELECT * FROM scrim.finished_counts()
