-- The states of jobs, and whether each has ended. $1 job IDs.
SELECT * FROM scrim.states($1::bigint[])
