import ScrimKit

/// A key of an object, and how its value is read.
struct Key<Value>: Sendable {
  let format: KeyFormat
  /// The value; reports what is wrong with it and is `nil` then.
  let read: @Sendable (Place) -> Value?

  var name: String { format.name }
}

/// A key that means something even where it is not there.
struct DefaultedKey<Value: Sendable>: Sendable {
  let key: Key<Value>
  let standard: Value

  var format: KeyFormat { key.format }
  var name: String { key.name }
}

extension Key where Value: ParameterValue {
  /// The key with what it means where the job does not say it.
  func defaulting(to standard: Value) -> DefaultedKey<Value> {
    var format = format
    format.defaultValue = standard.json
    return DefaultedKey(key: Key(format: format, read: read), standard: standard)
  }

  /// A value that ScrimKit knows how to read.
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

extension Key where Value == CornerRadii {
  static func cornerRadii(_ name: String, _ help: String, in range: ClosedRange<Double>) -> Key {
    Key(format: KeyFormat(name, help, .value(CornerRadii.shape), unit: .pixels, in: range)) {
      $0.cornerRadii(in: range)
    }
  }
}

extension Key where Value == String {
  /// A text whose form the reader checks where it has it.
  static func text(
    _ name: String, _ help: String, _ form: TextForm, isRequired: Bool = false
  ) -> Key {
    Key(format: KeyFormat(name, help, .text(form), isRequired: isRequired)) { $0.text() }
  }
}

extension Key where Value == Place {
  /// A value that takes more to read than itself.
  static func place(_ format: KeyFormat) -> Key {
    Key(format: format) { $0 }
  }
}
