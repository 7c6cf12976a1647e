-- Renews leases: those that are not returned are lost. $1 job IDs, $2 their tokens, $3 lease in ms.
UPDATE scrim.jobs SET lease_until = now() + $3::integer * interval '1 ms'
WHERE id = ANY ($1::bigint[]) AND token = ANY ($2::bigint[]) AND state = 'l'
RETURNING id
