-- The files of jobs. $1 job IDs.
SELECT f.job, f.place, f.hash, octet_length(b.bytes)
FROM scrim.job_files f JOIN scrim.blobs b USING (tenant, hash)
WHERE f.job = ANY ($1::bigint[]) ORDER BY f.job, f.place
