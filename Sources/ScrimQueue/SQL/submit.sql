-- Submits a job. $1 name, $2 document, $3 places of its files, $4 their SHA-256, $5 key, $6 priority, $7 and $8 earliest
-- and latest start in ms since 1970, $9 environment, $10 options.
SELECT id, is_new FROM scrim.submit($1, $2::bytea, $3::text[], $4::bytea[], $5, $6::smallint,
  to_timestamp($7::bigint / 1000.0), to_timestamp($8::bigint / 1000.0), $9, $10::jsonb)
