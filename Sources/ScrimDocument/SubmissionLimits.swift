/// Limits of what a submission asks for, in the spool and in the queue of many machines alike.
package enum SubmissionLimits {
  /// Turns among an owner's waiting jobs; the highest is first.
  package static let priorities = -100...100
  /// Bytes of an idempotency key.
  package static let keyLengths = 1...200
  /// Seconds of rendering that a submission may allow; the daemon's own limit is at most as long.
  package static let seconds = 1...86_400
  /// Pixels of the canvas, and bytes of the outputs, that a submission may allow; the daemon's limits are at most as
  /// large.
  package static let sizes = 1...(1 << 50)
}
