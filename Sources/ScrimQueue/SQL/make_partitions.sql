-- Makes the partitions of the next $1 days.
SELECT scrim.make_partitions($1::integer)::text
