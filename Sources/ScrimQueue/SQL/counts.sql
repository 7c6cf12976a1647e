-- Jobs that have not ended, by tenant and state, with the time of the oldest.
SELECT * FROM scrim.counts()
