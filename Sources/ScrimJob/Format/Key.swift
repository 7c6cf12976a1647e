import ScrimKit

/// A key of an object, and the reader of its value.
struct Key<Value>: Sendable {
  let format: KeyFormat
  /// Reads the value; reports an error and returns `nil` if it is invalid.
  let read: @Sendable (Place) -> Value?

  var name: String { format.name }
}

/// A key with a default value.
struct DefaultedKey<Value: Sendable>: Sendable {
  let key: Key<Value>
  let standard: Value

  var format: KeyFormat { key.format }
  var name: String { key.name }
}

extension Key where Value: ParameterValue {
  /// The key with a default value.
  func defaulting(to standard: Value) -> DefaultedKey<Value> {
    var format = format
    format.defaultValue = standard.json
    return DefaultedKey(key: Key(format: format, read: read), standard: standard)
  }

  /// A value that ScrimKit reads.
  static func value(_ name: String, _ help: String, _ type: Value.Type) -> Key {
    Key(format: KeyFormat(name, help, .value(Value.shape))) { $0.value(Value.self) }
  }
}

extension Key where Value == Double {
  static func number(
    _ name: String, _ help: String, unit: ParameterUnit = .none, in range: ClosedRange<Double>
  ) -> Key {
    Key(format: KeyFormat(name, help, .value(.number), unit: unit, in: range)) {
      $0.number(in: range, unit: unit.suffix)
    }
  }
}

extension Key where Value == Int {
  static func whole(_ name: String, _ help: String, in range: ClosedRange<Int>) -> Key {
    let numbers = Double(range.lowerBound)...Double(range.upperBound)
    return Key(format: KeyFormat(name, help, .value(.integer), in: numbers)) {
      $0.whole(in: range)
    }
  }
}

extension Key where Value == Length {
  static func length(_ name: String, _ help: String, in range: ClosedRange<Double>) -> Key {
    Key(format: KeyFormat(name, help, .value(.length), unit: .pixels, in: range)) {
      $0.length(in: range)
    }
  }
}

extension Key where Value == LengthPoint {
  static func point(_ name: String, _ help: String, in range: ClosedRange<Double>) -> Key {
    Key(format: KeyFormat(name, help, .value(LengthPoint.shape), unit: .pixels, in: range)) {
      $0.point(in: range)
    }
  }
}

extension Key where Value == Insets {
  static func insets(_ name: String, _ help: String, in range: ClosedRange<Double>) -> Key {
    Key(format: KeyFormat(name, help, .value(Insets.shape), unit: .pixels, in: range)) {
      $0.insets(in: range)
    }
  }
}

extension Key where Value: NumberPair {
  static func pair(
    _ name: String, _ help: String, _ type: Value.Type, unit: ParameterUnit = .none,
    in range: ClosedRange<Double>
  ) -> Key {
    Key(format: KeyFormat(name, help, .value(Value.shape), unit: unit, in: range)) {
      $0.pair(Value.self, in: range, unit: unit.suffix)
    }
  }
}

extension Key where Value == CornerRadii {
  static func cornerRadii(_ name: String, _ help: String, in range: ClosedRange<Double>) -> Key {
    Key(format: KeyFormat(name, help, .value(CornerRadii.shape), unit: .pixels, in: range)) {
      $0.cornerRadii(in: range)
    }
  }
}

extension Key where Value == String {
  /// A string whose form the reader checks at its use.
  static func text(
    _ name: String, _ help: String, _ form: TextForm, isRequired: Bool = false
  ) -> Key {
    Key(format: KeyFormat(name, help, .text(form), isRequired: isRequired)) { $0.text() }
  }
}

extension Key where Value == Place {
  /// A value that is read at its place in the document.
  static func place(_ format: KeyFormat) -> Key {
    Key(format: format) { $0 }
  }
}
