-- Whether a folder's list of missing results has the jobs that ended before it was registered. $1 its ID.
SELECT coalesce((SELECT is_filled FROM scrim.deliveries WHERE tenant = session_user::text AND folder = $1), false)
