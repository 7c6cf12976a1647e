-- The parts of batches. $1 batch IDs; those of jobs give none.
SELECT batch, id FROM scrim.jobs WHERE batch = ANY ($1::bigint[])
UNION ALL
SELECT batch, id FROM scrim.finished WHERE batch = ANY ($1::bigint[])
