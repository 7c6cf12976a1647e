/// Exit statuses by which a worker says why it ends.
package enum WorkerExit {
  /// Something failed that no job can bring about; its log has the reason.
  package static let internalError: Int32 = 70
  /// It has as many descriptors open as a worker may.
  package static let outOfDescriptors: Int32 = 71
  /// It needs more memory than a worker may have, where that could not be thrown as an error.
  package static let outOfMemory: Int32 = 72
}
