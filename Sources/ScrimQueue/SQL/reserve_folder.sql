-- Takes a folder of results for this session; false if another session has it. $1 its ID.
SELECT pg_try_advisory_lock(hashtext('scrim.deliver'), hashtext(session_user || '/' || $1))
