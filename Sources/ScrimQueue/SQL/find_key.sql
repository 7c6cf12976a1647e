-- The job that this tenant submitted with a key. $1 key.
SELECT job FROM scrim.submissions WHERE tenant = session_user::text AND key = $1
