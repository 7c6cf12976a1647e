/// A URL that is to be fetched, on its way through redirects and attempts.
struct PendingURL {
  /// As the job has it.
  let url: String
  /// Where the next request goes.
  var target: FetchURL
  /// What the cache has of it.
  let cached: CachedSource?
  var redirects = 0
  /// Attempts that failed.
  var failures = 0
  /// When the next request may begin.
  var begin = ContinuousClock.now
  /// The end of this attempt; `nil` before its first request.
  var deadline: ContinuousClock.Instant?
  /// For how long the redirects so far may be followed without asking again, seconds; `nil` without redirects.
  var freshness: Int?
  /// Whether a redirect so far must not be stored.
  var isUnstorable = false
}
