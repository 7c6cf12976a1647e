-- Nodes, with the number of jobs that each has leased.
SELECT n.name, n.release, n.environment, (extract(epoch FROM n.seen) * 1000)::bigint,
  (SELECT count(*) FROM scrim.jobs j WHERE j.state = 'l' AND j.node = n.name), n.is_drained
FROM scrim.nodes n ORDER BY n.name
