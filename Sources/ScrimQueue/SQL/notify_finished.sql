-- Wakes clients that wait for jobs, after these were committed.
--
-- A transaction with a notification holds a lock of the whole server until its commit is on the disk: within completions
-- it would put them one after the other. A hint that is lost in a crash costs a second.
SELECT set_config('synchronous_commit', 'off', true), pg_notify('scrim_finished', '')::text
