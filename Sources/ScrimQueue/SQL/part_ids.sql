-- The parts of batches. $1 batch IDs; those of jobs give none.
SELECT * FROM scrim.part_ids($1::bigint[])
