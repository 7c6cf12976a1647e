import Glibc
import ScrimJSON
import ScrimLinux
package import SystemPackage

/// Where the command talks: results to standard output, all else to standard error.
///
/// Colour is used only on a terminal, and not when `NO_COLOR` is set or `TERM` is `dumb`.
package struct Console {
  package let hasTerminal: Bool
  private let usesColor: Bool
  private let progressLine: ProgressLine

  package init() {
    hasTerminal = isatty(STDERR_FILENO) == 1
    let refused = environment("NO_COLOR").map { !$0.isEmpty } ?? false
    usesColor = hasTerminal && !refused && environment("TERM") != "dumb"
    progressLine = ProgressLine(isShown: hasTerminal && environment("TERM") != "dumb")
  }

  /// The columns of the terminal; 100 when there is none.
  package var width: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 100 }
    return Int(size.ws_col)
  }

  /// Prints a line of the result, or several: to programs as they are, on a terminal without what moves a cursor.
  package func result(_ text: String) {
    progressLine.clear()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let shown =
      isatty(STDOUT_FILENO) == 1
      ? lines.map { printable(String($0)) }.joined(separator: "\n") : text
    write(shown + "\n", to: .standardOutput)
  }

  /// Prints the path of a result: to programs as it is, on a terminal without what moves a cursor.
  package func result(path: FilePath) {
    result(path.string)
  }

  /// Prints a line that is no result: an error, or progress. Names of files and jobs
  /// are in it, so that what would move a terminal's cursor is written as escapes.
  ///
  /// - Parameter parts: One after the other, each with its look.
  package func note(_ parts: (text: String, style: Style?)...) {
    progressLine.clear()
    write(parts.map { styled(printable($0.text), $0.style) }.joined() + "\n", to: .standardError)
  }

  package func note(_ line: String) {
    note((line, nil))
  }

  /// Prints why a command, or a part of it, failed.
  package func note(_ failure: Failure) {
    note(("scrim:", .error), (" " + failure.message, nil))
  }

  /// Shows what long work is at, on a terminal, until the next line is printed.
  package func progress(_ text: String) {
    progressLine.show(printable(text), width: width)
  }

  private func styled(_ text: String, _ style: Style?) -> String {
    guard usesColor, let style else { return text }
    return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
  }

  /// Runs a command's work, and ends the command with the status of what went wrong: a ``Failure`` or a `SystemError`.
  ///
  /// - Parameter work: What the command does.
  /// - Throws: The exit code.
  package func run(_ work: () throws -> Void) throws {
    defer { progressLine.clear() }
    do {
      try work()
    } catch {
      let failure = error as? Failure ?? (error as? SystemError).map { Failure(.io, "\($0).") }
      guard let failure else { throw error }
      note(failure)
      throw failure.status.code
    }
  }

  private func write(_ text: String, to stream: FileDescriptor) {
    // If the stream itself is closed, there is no way to report it.
    _ = try? stream.writeAll(text.utf8)
  }
}

/// A look of text on a terminal, as the parameter of its escape sequence.
package enum Style: String {
  case error = "1;31"
  case place = "1"
  case faint = "2"
  case good = "32"
}

/// A variable of the environment.
package func environment(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}
