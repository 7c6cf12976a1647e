import Glibc
import ScrimJSON
package import ScrimLinux
import TOMLKit

/// A TOML file of settings that is compared with declared keys. Collects every error, with line and column.
package struct SettingsFile {
  package let path: String
  /// Where values were set, as `FILE:LINE:COLUMN`, by the key's path.
  package private(set) var places: [String: String] = [:]
  private let root: TOMLTable
  private let positions: TOMLPositions
  private var errors: [InvalidEntry] = []
  private var obsoleteEntries: [InvalidEntry] = []

  /// An error of a table, key or value.
  private struct InvalidEntry: Error {
    var position: TOMLPositions.Position?
    let message: String

    func place(in file: String) -> String {
      "\(file)\(position.map { ":\($0.line):\($0.column)" } ?? "")"
    }
  }

  /// Parses a file.
  ///
  /// - Throws: ``ConfigurationError`` if it is not TOML; `SystemError`.
  package init(path: String) throws {
    let bytes = try OwnedDescriptor.open(path, O_RDONLY).readAll(limit: 1 << 20, of: path)
    let text = String(decoding: bytes, as: UTF8.self)
    do {
      root = try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      let begin = error.source.begin
      throw ConfigurationError(messages: [
        "\(path):\(begin.line):\(begin.column): \(error.description)"
      ])
    }
    self.path = path
    positions = TOMLPositions(text)
  }

  /// A file's path and those of its fragments `conf.d/*.toml` next to it, in alphabetical order. Hidden files are left
  /// out.
  ///
  /// - Throws: `SystemError`.
  package static func withFragments(_ file: String) throws(SystemError) -> [String] {
    let folder = (file.lastIndex(of: "/").map { String(file[...$0]) } ?? "") + "conf.d"
    var about = stat()
    guard stat(folder, &about) == 0 else { return [file] }
    return [file]
      + (try Folder.open(path: folder).names()
        .filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }.sorted().map { "\(folder)/\($0)" })
  }

  /// The errors so far, in the order of the file.
  package var messages: [String] { inOrder(errors) }

  /// Keys that have no effect any more, likewise.
  package var warnings: [String] { inOrder(obsoleteEntries) }

  private func inOrder(_ entries: [InvalidEntry]) -> [String] {
    entries.sorted { one, other in
      let (first, second) = (one.position, other.position)
      return (first?.line ?? 0, first?.column ?? 0, one.message)
        < (second?.line ?? 0, second?.column ?? 0, other.message)
    }.map { "\($0.place(in: path)): \($0.message)" }
  }

  /// Sets the keys of plain tables.
  ///
  /// - Parameters:
  ///   - keys: All keys.
  ///   - families: Tables of tables, which ``names(in:)`` and ``take(_:in:of:keys:)`` read.
  ///   - obsolete: Paths of keys that earlier releases had: they are warnings.
  ///   - settings: Missing keys keep their values.
  package mutating func take<Settings>(
    _ keys: [SettingsKey<Settings>], families: [String] = [], obsolete: Set<String> = [],
    into settings: inout Settings
  ) {
    let tables = Set(keys.map(\.table) + families)
    for (name, value) in root where !families.contains(name) {
      let position = positions.table(name) ?? positions.key(name, in: "")
      guard tables.contains(name) else {
        let hint = suggestion(name, tables.subtracting([testTable]).sorted())
        errors.append(
          InvalidEntry(position: position, message: "unknown table \(quoted(name)).\(hint)"))
        continue
      }
      guard let table = value.table else {
        errors.append(
          InvalidEntry(position: position, message: "\(name) must be a table: [\(name)]."))
        continue
      }
      take(table, as: name, keys.filter { $0.table == name }, obsolete, into: &settings)
    }
  }

  /// The names of the tables of a family: `NAME` of each `[family.NAME]`, sorted.
  package mutating func names(in family: String) -> [String] {
    guard let value = root[family] else { return [] }
    guard let tables = value.table else {
      errors.append(
        InvalidEntry(
          position: positions.key(family, in: ""),
          message: "\(family) must be a table of tables: [\(family).NAME]."))
      return []
    }
    var names: [String] = []
    for (name, value) in tables {
      if value.table != nil {
        names.append(name)
      } else {
        errors.append(
          InvalidEntry(
            position: positions.key(name, in: family),
            message: "\(family).\(name) must be a table: [\(family).NAME]."))
      }
    }
    return names.sorted()
  }

  /// Sets the keys of `[family.NAME]`.
  package mutating func take<Settings>(
    _ name: String, in family: String, keys: [SettingsKey<Settings>],
    into settings: inout Settings
  ) {
    guard let table = root[family]?.table?[name]?.table else { return }
    take(table, as: "\(family).\(name)", keys, [], into: &settings)
  }

  /// Adds an error at a key that was read, or at its table.
  package mutating func reject(_ key: String, of table: String, _ message: String) {
    errors.append(
      InvalidEntry(
        position: positions.value(of: key, in: table) ?? positions.table(table), message: message))
  }

  private mutating func take<Settings>(
    _ table: TOMLTable, as name: String, _ keys: [SettingsKey<Settings>], _ obsolete: Set<String>,
    into settings: inout Settings
  ) {
    for (inner, value) in table {
      guard let key = keys.first(where: { $0.name == inner }) else {
        if obsolete.contains("\(name).\(inner)") {
          obsoleteEntries.append(
            InvalidEntry(
              position: positions.key(inner, in: name),
              message: "\(name).\(inner) has no effect any more: remove it."))
          continue
        }
        let hint = suggestion(inner, keys.map(\.name))
        errors.append(
          InvalidEntry(
            position: positions.key(inner, in: name),
            message: "\(name): unknown key \(quoted(inner)).\(hint)"))
        continue
      }
      let position = positions.value(of: inner, in: name)
      do {
        try set(value, for: key, in: &settings)
        places["\(name).\(inner)"] = InvalidEntry(position: position, message: "").place(in: path)
      } catch {
        errors.append(
          InvalidEntry(position: position, message: "\(name).\(inner): \(error.message)"))
      }
    }
  }

  private func set<Settings>(
    _ value: any TOMLValueConvertible, for key: SettingsKey<Settings>, in settings: inout Settings
  ) throws(InvalidEntry) {
    switch key.place {
    case .integer(let path, let range):
      settings[keyPath: path] = try wholeNumber(value, in: range)
    case .duration(let path, let unit, let range):
      settings[keyPath: path] = unit * (try wholeNumber(value, in: range))
    case .boolean(let path):
      guard let flag = value.bool else { throw InvalidEntry(message: "must be true or false.") }
      settings[keyPath: path] = flag
    case .text(let path):
      guard let text = value.string else { throw InvalidEntry(message: "must be a string.") }
      settings[keyPath: path] = text
    case .choice(let path, let choices):
      guard let text = value.string, choices.contains(text) else {
        throw InvalidEntry(message: "must be one of \(choices.joined(separator: ", ")).")
      }
      settings[keyPath: path] = text
    case .texts(let path):
      settings[keyPath: path] = try texts(value)
    case .choices(let path, let choices):
      let texts = try texts(value)
      guard Set(texts).isSubset(of: choices) else {
        throw InvalidEntry(message: "must be a list of some of \(choices.joined(separator: ", ")).")
      }
      settings[keyPath: path] = texts
    }
  }

  private func texts(_ value: any TOMLValueConvertible) throws(InvalidEntry) -> [String] {
    let list = value.array
    let texts = list?.compactMap(\.string)
    guard let texts, texts.count == list?.count else {
      throw InvalidEntry(message: "must be a list of strings.")
    }
    return texts
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

/// All errors found in a program's configuration.
package struct ConfigurationError: Error, CustomStringConvertible {
  package let messages: [String]

  package init(messages: [String]) {
    self.messages = messages
  }

  package var description: String { messages.joined(separator: "\n") }
}
