package import ScrimJSON

/// A table for tests, which neither documents nor outputs name.
package let testTable = "test"

/// One key of a configuration file: its table, the property that it sets, and the allowed values.
package struct SettingsKey<Settings> {
  package enum Place {
    case integer(WritableKeyPath<Settings, Int>, ClosedRange<Int>)
    /// An integer number of a unit.
    case duration(WritableKeyPath<Settings, Duration>, Duration, ClosedRange<Int>)
    case boolean(WritableKeyPath<Settings, Bool>)
    case text(WritableKeyPath<Settings, String>)
    case choice(WritableKeyPath<Settings, String>, [String])
    case texts(WritableKeyPath<Settings, [String]>)
    /// A list of some of these.
    case choices(WritableKeyPath<Settings, [String]>, [String])
  }

  package let table: String
  package let name: String
  package let place: Place

  package init(_ table: String, _ name: String, _ place: Place) {
    self.table = table
    self.name = name
    self.place = place
  }

  /// The key as in messages: `limits.seconds`.
  package var path: String { "\(table).\(name)" }

  /// The value of the key in settings.
  package func value(in settings: Settings) -> JSON {
    switch place {
    case .integer(let path, _): .integer(settings[keyPath: path])
    case .duration(let path, let unit, _):
      .integer(Int((settings[keyPath: path] / unit).rounded()))
    case .boolean(let path): .boolean(settings[keyPath: path])
    case .text(let path), .choice(let path, _): .string(settings[keyPath: path])
    case .texts(let path), .choices(let path, _):
      .array(settings[keyPath: path].map(JSON.string))
    }
  }

  /// All values by table, in the order of the keys.
  package static func json(of settings: Settings, keys: [Self]) -> JSON {
    var tables: [JSON.Member] = []
    for key in keys where key.table != testTable {
      let member = JSON.Member(key.name, key.value(in: settings))
      if let last = tables.last, last.key == key.table {
        tables[tables.count - 1] = .init(key.table, .object((last.value.object ?? []) + [member]))
      } else {
        tables.append(.init(key.table, .object([member])))
      }
    }
    return .object(tables)
  }
}
