/// Exit statuses by which a worker says why it ends.
public enum WorkerExit {
  /// Something failed that no job can bring about; its log has the reason.
  public static let internalError: Int32 = 70
  /// It has as many descriptors open as a worker may.
  public static let outOfDescriptors: Int32 = 71
  /// It needs more memory than a worker may have, where that could not be thrown as an error.
  public static let outOfMemory: Int32 = 72
}
