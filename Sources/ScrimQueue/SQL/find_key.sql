-- The job that this tenant submitted with a key; no row if there is none. $1 key.
SELECT j FROM scrim.job_of_key($1) j WHERE j IS NOT NULL
