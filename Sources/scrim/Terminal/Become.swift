import Glibc

/// Replaces this process by another program. Returns only if that cannot be started.
///
/// - Parameters:
///   - path: The program.
///   - arguments: Its arguments, without its name.
/// - Returns: The reason, such as "no such file".
func become(_ path: String, _ arguments: [String]) -> String {
  var pointers = ([path] + arguments).map { strdup($0) }
  pointers.append(nil)
  execv(path, pointers)
  return errno == ENOENT ? "no such file" : String(cString: strerror(errno))
}
