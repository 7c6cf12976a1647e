-- Deletes the oldest images beyond settings.keep_bytes. Returns the number of their jobs.
SELECT scrim.trim_images()
