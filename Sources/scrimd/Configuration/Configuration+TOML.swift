import Glibc
import ScrimJSON
import ScrimLinux
import TOMLKit

extension Configuration {
  /// Reads a file and then, in alphabetical order, the files `conf.d/*.toml` next to it, whose values take precedence;
  /// missing keys keep their defaults.
  ///
  /// - Throws: ``ConfigurationError`` with every error; ``SystemError``.
  init(file: String) throws {
    self.init()
    var messages: [String] = []
    for path in try [file] + Self.fragments(of: file) { messages += try take(file: path) }
    guard messages.isEmpty else { throw ConfigurationError(messages: messages) }
  }

  /// The paths of a file's fragments, in order. Hidden files are not read.
  private static func fragments(of file: String) throws -> [String] {
    let folder = (file.lastIndex(of: "/").map { String(file[...$0]) } ?? "") + "conf.d"
    var about = stat()
    guard stat(folder, &about) == 0 else { return [] }
    return try Folder.open(path: folder).names()
      .filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }.sorted().map { "\(folder)/\($0)" }
  }

  /// - Returns: The errors, in the order of the file.
  private mutating func take(file: String) throws -> [String] {
    let bytes = try OwnedDescriptor.open(file, O_RDONLY).readAll(limit: 1 << 20, of: file)
    files.append(file)
    let text = String(decoding: bytes, as: UTF8.self)
    do {
      let root = try TOMLTable(string: text)
      return take(root, TOMLPositions(text), in: file).map { $0.text(in: file) }
    } catch let error as TOMLParseError {
      return [
        "\(file):\(error.source.begin.line):\(error.source.begin.column): \(error.description)"
      ]
    }
  }

  /// An error of a table, key or value.
  private struct InvalidEntry: Error {
    var position: TOMLPositions.Position?
    let message: String

    func text(in file: String) -> String { "\(place(in: file)): \(message)" }

    func place(in file: String) -> String {
      "\(file)\(position.map { ":\($0.line):\($0.column)" } ?? "")"
    }
  }

  /// - Returns: The errors, in the order of the file.
  private mutating func take(
    _ root: TOMLTable, _ positions: TOMLPositions, in file: String
  ) -> [InvalidEntry] {
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
          let position = positions.value(of: inner, in: name)
          places[key.path] = InvalidEntry(position: position, message: "").place(in: file)
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
