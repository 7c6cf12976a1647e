-- Stores a chunk of an output. $1 job, $2 token, $3 tenant, $4 output, $5 part, $6 bytes.
INSERT INTO scrim.chunks (day, job, token, tenant, output, part, bytes)
VALUES ((now() AT TIME ZONE 'UTC')::date, $1::bigint, $2::bigint, $3, $4::smallint, $5::integer, $6::bytea)
ON CONFLICT DO NOTHING
