-- Takes a node's name for this session; false, and the role of the session that has it. $1 name.
SELECT pg_try_advisory_lock(hashtext('scrim.node'), hashtext($1)), (
  SELECT a.usename::text FROM pg_locks l JOIN pg_stat_activity a USING (pid)
  WHERE l.locktype = 'advisory' AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND l.classid = hashtext('scrim.node')::oid AND l.objid = hashtext($1)::oid AND l.objsubid = 2
  LIMIT 1)
