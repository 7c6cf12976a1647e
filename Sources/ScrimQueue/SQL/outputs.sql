-- The outputs of a job. $1 job ID.
SELECT * FROM scrim.outputs($1::bigint)
