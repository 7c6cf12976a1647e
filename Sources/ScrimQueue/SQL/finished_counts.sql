-- Jobs that ended in the last hour, by tenant and result.
SELECT tenant, state::text, count(*) FROM scrim.finished
WHERE day >= (now() AT TIME ZONE 'UTC')::date - 1 AND finished > now() - interval '1 hour'
GROUP BY tenant, state ORDER BY tenant, state
