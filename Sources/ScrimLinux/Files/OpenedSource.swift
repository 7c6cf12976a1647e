/// A file that a job names, opened for reading, or why it could not be.
package enum OpenedSource: Sendable {
  case open(OwnedDescriptor)
  /// A sentence for the job's author, without a position.
  case unavailable(String)
}
