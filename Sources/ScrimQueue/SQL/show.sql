-- A job. $1 job ID.
SELECT * FROM scrim.show($1::bigint)
