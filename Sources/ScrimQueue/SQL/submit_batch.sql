-- Submits a batch of rows in parts. $1 name, $2 document, $3 places of its files, $4 their SHA-256, $5 options of each part,
-- $6 key, $7 priority, $8 and $9 earliest and latest start in ms since 1970, $10 environment.
SELECT id, is_new FROM scrim.submit_batch($1, $2::bytea, $3::text[], $4::bytea[], $5::jsonb[], $6, $7::smallint,
  to_timestamp($8::bigint / 1000.0), to_timestamp($9::bigint / 1000.0), $10)
