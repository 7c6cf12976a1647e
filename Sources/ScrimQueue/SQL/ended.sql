-- The states of jobs, and whether each has ended. $1 job IDs.
SELECT id, state::text, true FROM scrim.finished WHERE id = ANY ($1::bigint[])
UNION ALL
SELECT id, state::text, false FROM scrim.jobs WHERE id = ANY ($1::bigint[])
