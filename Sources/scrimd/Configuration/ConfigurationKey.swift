import ScrimJSON

/// One key of `scrim.toml`: its table, the property that it sets, and the allowed values.
struct ConfigurationKey {
  enum Place {
    case integer(WritableKeyPath<Configuration, Int>, ClosedRange<Int>)
    /// An integer number of a unit.
    case duration(WritableKeyPath<Configuration, Duration>, Duration, ClosedRange<Int>)
    case boolean(WritableKeyPath<Configuration, Bool>)
    case text(WritableKeyPath<Configuration, String>)
    case choice(WritableKeyPath<Configuration, String>, [String])
    case texts(WritableKeyPath<Configuration, [String]>)
  }

  let table: String
  let name: String
  let place: Place

  init(_ table: String, _ name: String, _ place: Place) {
    self.table = table
    self.name = name
    self.place = place
  }

  /// The key as in messages: `limits.seconds`.
  var path: String { "\(table).\(name)" }

  /// The value of the key in a configuration.
  func value(in configuration: Configuration) -> JSON {
    switch place {
    case .integer(let path, _): .integer(configuration[keyPath: path])
    case .duration(let path, let unit, _):
      .integer(Int((configuration[keyPath: path] / unit).rounded()))
    case .boolean(let path): .boolean(configuration[keyPath: path])
    case .text(let path), .choice(let path, _): .string(configuration[keyPath: path])
    case .texts(let path): .array(configuration[keyPath: path].map(JSON.string))
    }
  }
}

extension Configuration {
  /// All values by table, as `scrimd --check` prints them.
  var json: JSON {
    var tables: [JSON.Member] = []
    for key in Self.keys {
      let member = JSON.Member(key.name, key.value(in: self))
      if let last = tables.last, last.key == key.table {
        tables[tables.count - 1] = .init(key.table, .object((last.value.object ?? []) + [member]))
      } else {
        tables.append(.init(key.table, .object([member])))
      }
    }
    return .object(tables)
  }
}
