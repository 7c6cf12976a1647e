-- Records that a folder has the results of jobs. $1 its ID, $2 job IDs.
SELECT scrim.delivered($1, $2::bigint[])::text
