import CLinux

/// Ends this process with an exit status, without a message, where lack of memory would otherwise end it by a signal.
package enum OutOfMemoryExit {
  /// Installs the signal handlers, for the calling thread's stack. Other crashes are unaffected.
  ///
  /// - Throws: ``SystemError``.
  package static func install(status: Int32) throws(SystemError) {
    try check(scrim_exit_when_out_of_memory(status), "install signal handlers")
  }
}
