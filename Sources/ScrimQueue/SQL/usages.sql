-- What tenants have: jobs that have not ended, bytes of documents, files and images, and their quotas.
SELECT * FROM scrim.usages()
