-- Stores a chunk of an output. $1 job, $2 token, $3 tenant, $4 output, $5 part, $6 bytes.
--
-- Not flushed: completing the job is, and with it all that was written before on this server. If the server crashes in
-- between, the connection is lost, and the node returns the outputs again.
WITH unflushed AS (SELECT set_config('synchronous_commit', 'off', true))
INSERT INTO scrim.chunks (day, job, token, tenant, output, part, bytes)
SELECT (now() AT TIME ZONE 'UTC')::date, $1::bigint, $2::bigint, $3, $4::integer, $5::integer, $6::bytea FROM unflushed
ON CONFLICT DO NOTHING
