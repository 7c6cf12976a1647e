-- Renews leases: those that are not returned are lost. Those that another session has locked, such as its tenant's, are
-- returned with false: they hold as long as they are locked, and nobody waits for them. $1 job IDs, $2 their tokens,
-- $3 lease in ms.
WITH renewed AS (
  UPDATE scrim.jobs SET lease_until = now() + $3::integer * interval '1 ms'
  WHERE id = ANY (ARRAY(
    SELECT id FROM scrim.jobs WHERE id = ANY ($1::bigint[]) AND token = ANY ($2::bigint[]) AND state = 'l'
    FOR UPDATE SKIP LOCKED))
  RETURNING id
)
SELECT j.id, r.id IS NOT NULL
FROM scrim.jobs j LEFT JOIN renewed r ON r.id = j.id
WHERE j.id = ANY ($1::bigint[]) AND j.token = ANY ($2::bigint[]) AND j.state = 'l'
