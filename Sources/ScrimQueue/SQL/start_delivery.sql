-- Registers a folder of results. $1 its ID, $2 host and path.
SELECT scrim.start_delivery($1, $2)::text
