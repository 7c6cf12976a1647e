-- Leases waiting jobs. $1 tenants in turn, $2 jobs of each, $3 jobs in all, $4 environment of the node, $5 node,
-- $6 lease in ms.
--
-- The form = ANY (ARRAY(…)) is on purpose: with UPDATE … FROM, a generic plan joins the whole table.
UPDATE scrim.jobs SET state = 'l', attempt = attempt + 1, token = nextval('scrim.tokens'), node = $5,
  lease_until = now() + $6::integer * interval '1 ms'
WHERE id = ANY (ARRAY(
  SELECT c.id FROM (
    SELECT j.id, x.turn, row_number() OVER (PARTITION BY x.turn ORDER BY j.priority DESC, j.id) AS place
    FROM unnest($1::text[]) WITH ORDINALITY AS x(tenant, turn),
      (SELECT '' UNION SELECT $4) AS e(environment),
      LATERAL (
        SELECT w.id, w.priority FROM scrim.jobs w
        WHERE w.tenant = x.tenant AND w.environment = e.environment AND w.state = 'w'
          AND (w.failed_on = '{}' OR $5 <> ALL (w.failed_on) OR w.repeat_at <= now())
        ORDER BY w.priority DESC, w.id LIMIT $2::integer FOR UPDATE SKIP LOCKED
      ) j
  ) c
  WHERE c.place <= $2::integer ORDER BY c.place, c.turn LIMIT $3::integer
))
RETURNING id, token, tenant, name, priority, attempt, (extract(epoch FROM not_after) * 1000)::bigint, environment,
  options::text, document
