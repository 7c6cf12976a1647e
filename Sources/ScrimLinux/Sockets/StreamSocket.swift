import CLinux
import Glibc

/// Unix stream sockets in open folders. A socket's path is limited to 107 bytes, so it is addressed by the folder's
/// descriptor.
package enum StreamSocket {
  /// Listens at a name in a folder, and replaces a socket of that name. Only one process may do so at a time.
  ///
  /// - Parameters:
  ///   - name: The socket's name.
  ///   - folder: The folder.
  ///   - mode: The socket's permissions.
  /// - Returns: A non-blocking descriptor, readable while a connection is pending.
  /// - Throws: ``SystemError``.
  package static func listen(
    as name: String, in folder: Folder, mode: UInt32
  ) throws(SystemError) -> OwnedDescriptor {
    try publish(name, in: folder, mode: mode) { scrim_listen($0) }
  }

  /// Makes a listening socket appear with its permissions: under another name first, since the process's umask may
  /// deny clients the new one.
  static func publish(
    _ name: String, in folder: Folder, mode: UInt32, listen: (String) -> Int32
  ) throws(SystemError) -> OwnedDescriptor {
    let temporary = ".\(name)"
    let path = path(of: temporary, in: folder.descriptor)
    // Left behind by a process that was killed.
    if try folder.has(temporary) { try folder.removeFile(temporary) }
    let socket = OwnedDescriptor(
      owning: try check(listen(path), "listen on \(folder.name)/\(name)"))
    try check(chmod(path, mode), "set the mode of \(name)")
    try folder.replace(temporary, to: folder, as: name)
    return socket
  }

  /// Accepts a connection, non-blocking; `nil` if none is pending.
  package static func accept(from socket: OwnedDescriptor) -> OwnedDescriptor? {
    let number = scrim_accept(socket.raw)
    return number >= 0 ? OwnedDescriptor(owning: number) : nil
  }

  /// Connects to a socket by its name in a folder, which need not be readable.
  ///
  /// - Throws: ``SystemError``; ENOENT or ECONNREFUSED if no process listens.
  package static func connect(
    to name: String, inFolder folder: String
  ) throws(SystemError) -> OwnedDescriptor {
    let place = try OwnedDescriptor.openPath(folder)
    let path = path(of: name, in: place)
    let number = withExtendedLifetime(place) { scrim_connect(path) }
    return OwnedDescriptor(owning: try check(number, "connect to \(folder)/\(name)"))
  }

  static func path(of name: String, in folder: OwnedDescriptor) -> String {
    "/proc/self/fd/\(folder.raw)/\(name)"
  }
}
