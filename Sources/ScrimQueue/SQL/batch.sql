-- A batch as one job. $1 its ID.
SELECT * FROM scrim.show_batch($1::bigint)
