-- Says that this tenant has the images of jobs. $1 job IDs.
SELECT scrim.fetched($1::bigint[])::text
