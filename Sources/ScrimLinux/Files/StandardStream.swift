import Glibc

/// Standard output and standard error, for programs that say little and wait for nobody.
public enum StandardStream: Int32, Sendable {
  case output = 1
  case error = 2

  /// Writes all of it, if anybody reads: a log that is gone is nothing to fail for.
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
