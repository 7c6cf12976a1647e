import Glibc

/// Unbuffered standard output and standard error.
public enum StandardStream: Int32, Sendable {
  case output = 1
  case error = 2

  /// Writes the text, ignoring errors: a closed log is not a reason to fail.
  public func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(rawValue, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
