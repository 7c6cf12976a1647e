-- Takes a node's name for this session; false if another session has it. $1 name.
SELECT pg_try_advisory_lock(hashtext('scrim.node'), hashtext($1))
