-- Waiting jobs by tenant and state, with the time of the oldest.
SELECT tenant, state::text, count(*), (extract(epoch FROM min(submitted)) * 1000)::bigint
FROM scrim.jobs GROUP BY tenant, state ORDER BY tenant, state
