import Glibc
import ScrimJSON
import ScrimLinux
import TOMLKit

extension Configuration {
  /// Reads a file; missing keys keep their defaults.
  ///
  /// - Throws: ``ConfigurationError`` with every error; ``SystemError``.
  init(file: String) throws {
    self.init()
    let bytes = try OwnedDescriptor.open(file, O_RDONLY).readAll(limit: 1 << 20, of: file)
    let text = String(decoding: bytes, as: UTF8.self)
    let root: TOMLTable
    do {
      root = try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      throw ConfigurationError(messages: [
        "\(file):\(error.source.begin.line):\(error.source.begin.column): \(error.description)"
      ])
    }
    let errors = take(root, TOMLPositions(text))
    guard errors.isEmpty else {
      throw ConfigurationError(messages: errors.map { $0.text(in: file) })
    }
  }

  /// An error of a table, key or value.
  private struct InvalidEntry: Error {
    var position: TOMLPositions.Position?
    let message: String

    func text(in file: String) -> String {
      "\(file)\(position.map { ":\($0.line):\($0.column)" } ?? ""): \(message)"
    }
  }

  /// - Returns: The errors, in the order of the file.
  private mutating func take(_ root: TOMLTable, _ positions: TOMLPositions) -> [InvalidEntry] {
    let keys = Self.keys
    let tables = Set(keys.map(\.table))
    var errors: [InvalidEntry] = []
    for (name, value) in root {
      let position = positions.table(name) ?? positions.key(name, in: "")
      guard tables.contains(name) else {
        let hint = suggestion(name, tables.sorted())
        errors.append(
          InvalidEntry(position: position, message: "unknown table \(quoted(name)).\(hint)"))
        continue
      }
      guard let table = value.table else {
        errors.append(
          InvalidEntry(position: position, message: "\(name) must be a table: [\(name)]."))
        continue
      }
      let known = keys.filter { $0.table == name }
      for (inner, value) in table {
        guard let key = known.first(where: { $0.name == inner }) else {
          let hint = suggestion(inner, known.map(\.name))
          errors.append(
            InvalidEntry(
              position: positions.key(inner, in: name),
              message: "\(name): unknown key \(quoted(inner)).\(hint)"))
          continue
        }
        do {
          try take(value, for: key)
        } catch {
          errors.append(
            InvalidEntry(
              position: positions.value(of: inner, in: name),
              message: "\(key.path): \(error.message)"))
        }
      }
    }
    return errors.sorted { one, other in
      let (first, second) = (one.position, other.position)
      return (first?.line ?? 0, first?.column ?? 0, one.message)
        < (second?.line ?? 0, second?.column ?? 0, other.message)
    }
  }

  private mutating func take(
    _ value: any TOMLValueConvertible, for key: ConfigurationKey
  ) throws(InvalidEntry) {
    switch key.place {
    case .integer(let path, let range):
      self[keyPath: path] = try wholeNumber(value, in: range)
    case .duration(let path, let unit, let range):
      self[keyPath: path] = unit * (try wholeNumber(value, in: range))
    case .boolean(let path):
      guard let flag = value.bool else { throw InvalidEntry(message: "must be true or false.") }
      self[keyPath: path] = flag
    case .text(let path):
      guard let text = value.string else { throw InvalidEntry(message: "must be a string.") }
      self[keyPath: path] = text
    case .choice(let path, let choices):
      guard let text = value.string, choices.contains(text) else {
        throw InvalidEntry(message: "must be one of \(choices.joined(separator: ", ")).")
      }
      self[keyPath: path] = text
    case .texts(let path):
      let list = value.array
      let texts = list?.compactMap(\.string)
      guard let texts, texts.count == list?.count else {
        throw InvalidEntry(message: "must be a list of strings.")
      }
      self[keyPath: path] = texts
    }
  }

  private func wholeNumber(
    _ value: any TOMLValueConvertible, in range: ClosedRange<Int>
  ) throws(InvalidEntry) -> Int {
    guard let number = value.int else { throw InvalidEntry(message: "must be a whole number.") }
    guard range.contains(number) else {
      throw InvalidEntry(
        message: "\(number) is outside \(range.lowerBound)…\(range.upperBound).")
    }
    return number
  }

  private func suggestion(_ name: String, _ candidates: [String]) -> String {
    nearest(to: name, in: candidates).map { " Did you mean \(quoted($0))?" } ?? ""
  }
}
