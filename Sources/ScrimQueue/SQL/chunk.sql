-- A chunk of an output; no row if there is none. $1 job, $2 token, $3 output, $4 part.
SELECT c FROM scrim.chunk($1::bigint, $2::bigint, $3::integer, $4::integer) c WHERE c IS NOT NULL
