import CLinux

extension OwnedDescriptor {
  /// Sets an extended attribute (xattr(7)).
  ///
  /// - Parameters:
  ///   - name: The name with its namespace: `user.scrim.job`.
  ///   - value: The bytes.
  ///   - attempt: The purpose, as the end of "cannot …".
  /// - Throws: ``SystemError``; ENOTSUP if the file system does not support such attributes.
  package func setAttribute(
    _ name: String, _ value: [UInt8], for attempt: String
  ) throws(SystemError) {
    try check(scrim_set_attribute(raw, name, value, value.count), attempt)
  }

  /// An extended attribute of at most `limit` bytes; `nil` if it is missing, empty, longer or not readable.
  package func attribute(_ name: String, limit: Int) -> [UInt8]? {
    var value = [UInt8](repeating: 0, count: limit)
    let count = scrim_get_attribute(raw, name, &value, value.count)
    return count > 0 ? Array(value[..<count]) : nil
  }

  /// The magic number of the file system (statfs(2), f_type).
  ///
  /// - Throws: ``SystemError``.
  package func fileSystemType(of what: String) throws(SystemError) -> Int64 {
    try check(scrim_file_system_type(raw), "determine the file system of \(what)")
  }
}
