-- Jobs that have not ended with attempts that failed or were lost, by tenant.
SELECT * FROM scrim.failing_counts()
