-- Lets a node get no more jobs, or get jobs again; false if there is none of this name. $1 name, $2 whether it is drained.
SELECT scrim.drain($1, $2::boolean)
