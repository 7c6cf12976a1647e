-- Bytes of the queue's database on the server's disk.
SELECT pg_database_size(current_database())
