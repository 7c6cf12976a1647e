-- Waiting jobs that need an environment which no node has, by tenant and environment, with the time of the oldest.
SELECT tenant, environment, jobs, oldest FROM (
  SELECT tenant, environment, count(*) AS jobs, (extract(epoch FROM min(submitted)) * 1000)::bigint AS oldest
  FROM scrim.jobs WHERE state = 'w' AND environment <> '' GROUP BY tenant, environment
) w
WHERE NOT scrim.has_environment(environment) ORDER BY tenant, environment
