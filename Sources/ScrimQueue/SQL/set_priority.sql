-- Changes the priority of jobs that wait. $1 job IDs, $2 priority. Returns those that it changed.
SELECT * FROM scrim.set_priority($1::bigint[], $2::smallint)
