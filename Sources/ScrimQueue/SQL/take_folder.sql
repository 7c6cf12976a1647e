-- Ends the session that has a folder of results. $1 its ID.
SELECT l.pid, pg_terminate_backend(l.pid)
FROM pg_locks l JOIN pg_database d ON d.oid = l.database
WHERE l.locktype = 'advisory' AND l.objsubid = 2 AND l.granted AND d.datname = current_database()
  AND l.classid::bigint = hashtext('scrim.deliver')::bigint & 4294967295
  AND l.objid::bigint = hashtext(session_user || '/' || $1)::bigint & 4294967295
