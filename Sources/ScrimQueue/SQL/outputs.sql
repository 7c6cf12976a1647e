-- The outputs of a job. $1 job ID.
SELECT output, file, bytes, hash, token FROM scrim.results WHERE job = $1::bigint ORDER BY output
