-- Whether a folder's list of missing results has the jobs that ended before it was registered. $1 its ID.
SELECT scrim.has_filled($1)
