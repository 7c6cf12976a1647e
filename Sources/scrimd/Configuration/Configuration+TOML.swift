import Glibc
import ScrimJSON
import ScrimLinux
import TOMLKit

/// Errors of a configuration file, all that were found.
struct ConfigurationError: Error, CustomStringConvertible {
  let messages: [String]

  var description: String { messages.joined(separator: "\n") }
}

extension Configuration {
  /// Reads a file; what it does not say keeps its default.
  ///
  /// - Throws: ``ConfigurationError`` with every error; ``SystemError``.
  init(file: String) throws {
    self.init()
    let number = try check(open(file, O_RDONLY | O_CLOEXEC), "open \(file)")
    let bytes = try OwnedDescriptor(owning: number).readAll(limit: 1 << 20, of: file)
    let root: TOMLTable
    do {
      root = try TOMLTable(string: String(decoding: bytes, as: UTF8.self))
    } catch let error as TOMLParseError {
      throw ConfigurationError(messages: [
        "\(file):\(error.source.begin.line):\(error.source.begin.column): \(error.description)"
      ])
    }
    let messages = take(root).map { "\(file): \($0)" }
    guard messages.isEmpty else { throw ConfigurationError(messages: messages) }
  }

  /// - Returns: The errors.
  private mutating func take(_ root: TOMLTable) -> [String] {
    let keys = Self.keys
    let tables = Set(keys.map(\.table))
    var messages: [String] = []
    for (name, value) in root {
      guard tables.contains(name) else {
        messages.append("unknown table \(quoted(name)).\(suggestion(name, tables.sorted()))")
        continue
      }
      guard let table = value.table else {
        messages.append("\(name) must be a table: [\(name)].")
        continue
      }
      let known = keys.filter { $0.table == name }
      for (inner, value) in table {
        guard let key = known.first(where: { $0.name == inner }) else {
          let hint = suggestion(inner, known.map(\.name))
          messages.append("\(name): unknown key \(quoted(inner)).\(hint)")
          continue
        }
        if let message = take(value, for: key) { messages.append("\(key.path): \(message)") }
      }
    }
    return messages.sorted()
  }

  private mutating func take(_ value: any TOMLValueConvertible, for key: ConfigurationKey)
    -> String?
  {
    switch key.place {
    case .integer(let path, let range):
      guard let number = value.int else { return "must be a whole number." }
      guard range.contains(number) else {
        return "\(number) is outside \(range.lowerBound)…\(range.upperBound)."
      }
      self[keyPath: path] = number
    case .boolean(let path):
      guard let flag = value.bool else { return "must be true or false." }
      self[keyPath: path] = flag
    case .text(let path):
      guard let text = value.string else { return "must be a string." }
      self[keyPath: path] = text
    case .choice(let path, let choices):
      guard let text = value.string, choices.contains(text) else {
        return "must be one of \(choices.joined(separator: ", "))."
      }
      self[keyPath: path] = text
    case .texts(let path):
      guard let list = value.array else { return "must be a list of strings." }
      let texts = list.compactMap(\.string)
      guard texts.count == list.count else { return "must be a list of strings." }
      self[keyPath: path] = texts
    }
    return nil
  }

  private func suggestion(_ name: String, _ candidates: [String]) -> String {
    nearest(to: name, in: candidates).map { " Did you mean \(quoted($0))?" } ?? ""
  }
}
