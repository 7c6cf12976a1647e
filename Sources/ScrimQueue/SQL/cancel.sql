-- Ends jobs that have not ended. $1 job IDs. Returns those that it changed.
SELECT * FROM scrim.cancel($1::bigint[])
