-- Jobs after an ID, the oldest first, with batches in place of their parts. $1 states of jobs, $5 of finished ones,
-- $2 tenant or NULL for all that this session may see, $3 ID, $4 most.
SELECT * FROM scrim.list($1::text[], $5::text[], $2, $3::bigint, $4::integer)
