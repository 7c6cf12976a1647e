-- Gives leased jobs back that were not begun, without an attempt: a node that stops. $1 job IDs, $2 tokens.
UPDATE scrim.jobs SET state = 'w', token = NULL, node = NULL, lease_until = NULL, attempt = attempt - 1
WHERE id = ANY ($1::bigint[]) AND token = ANY ($2::bigint[]) AND state = 'l'
RETURNING id
