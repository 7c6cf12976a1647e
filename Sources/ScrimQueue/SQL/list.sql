-- Jobs with smaller IDs than $3, or all if it is NULL, the newest first, with batches in place of their parts. $1 states
-- of jobs, $5 of finished ones, $2 tenant or NULL for all that this session may see, $4 most.
SELECT * FROM scrim.list($1::text[], $5::text[], $2, $3::bigint, $4::integer)
