-- Waiting jobs that need an environment which no node has, by tenant and environment, with the time of the oldest.
SELECT * FROM scrim.missing_environments()
