import CLinux

/// An exit status, without a message, where this process would otherwise be ended by a signal because it has no
/// memory.
package enum OutOfMemoryExit {
  /// Installs the signal handlers, for the calling thread's stack. Other crashes remain what they are.
  ///
  /// - Throws: ``SystemError``.
  package static func install(status: Int32) throws(SystemError) {
    try check(scrim_exit_when_out_of_memory(status), "install signal handlers")
  }
}
