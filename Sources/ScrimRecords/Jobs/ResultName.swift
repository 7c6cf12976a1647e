/// Names of results that are complete and on their way to an output folder. They are side by side in one folder: in a
/// name, `%2F` stands for each slash of the output's own.
package enum ResultName {
  package static let prefix = "result."
  /// Longest name of an output, bytes, with `%2F` for each slash.
  package static let longestOutput = 240

  package static func name(of output: String) -> String { prefix + escaped(output) }

  /// The output's name, if this is the name of a result.
  package static func output(of name: String) -> String? {
    guard name.hasPrefix(prefix) else { return nil }
    return unescaped(name.dropFirst(prefix.count))
  }

  package static func escaped(_ file: String) -> String {
    guard file.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "%") }) else {
      return file
    }
    var text = ""
    for character in file.unicodeScalars {
      switch character {
      case "/": text += "%2F"
      case "%": text += "%25"
      default: text.unicodeScalars.append(character)
      }
    }
    return text
  }

  package static func unescaped(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    return text.split(separator: "%2F", omittingEmptySubsequences: false)
      .map { $0.split(separator: "%25", omittingEmptySubsequences: false).joined(separator: "%") }
      .joined(separator: "/")
  }
}
