-- Puts jobs that were not rendered back into the queue. $1 job IDs. Returns those that it changed.
SELECT * FROM scrim.retry($1::bigint[])
