extension Bool: ParameterValue {
  public static var shape: ParameterShape { .boolean }
  public var json: JSON { .boolean(self) }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    guard case .boolean(let value) = json else {
      decoding.reportType(json, expected: Self.shape.words, meant: json.meantBoolean)
      return nil
    }
    self = value
  }
}

extension Double: MeasuredValue {
  public static var shape: ParameterShape { .number }
  public var json: JSON { .number(self) }
  public var measures: [(path: [PathElement], value: Double)] { [([], self)] }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    guard let value = json.number else {
      decoding.reportNoNumber(json, expected: Self.shape.words)
      return nil
    }
    self = value
  }
}

extension Int: MeasuredValue {
  public static var shape: ParameterShape { .integer }
  public var json: JSON { .number(Double(self)) }
  public var measures: [(path: [PathElement], value: Double)] {
    [([], Double(self))]
  }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    guard let number = json.number, number.magnitude >= 0x1p53 || number.rounded() == number
    else {
      decoding.reportNoNumber(json, expected: Self.shape.words)
      return nil
    }
    // From 2⁵³ on, a double does not represent every integer.
    guard number.magnitude < 0x1p53 else {
      decoding.report(
        .outOfRange,
        decoding.numbers.isEmpty
          ? "whole numbers beyond ±9007199254740991 are not exact."
          : "\(decoding.written(number)) is outside \(decoding.numbers).")
      return nil
    }
    self = Int(number)
  }
}

extension String: ParameterValue {
  public static var shape: ParameterShape { .string }
  public var json: JSON { .string(self) }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    guard case .string(let value) = json else {
      decoding.reportType(json, expected: Self.shape.words)
      return nil
    }
    // C strings end at U+0000, so the rest would be dropped silently.
    guard !value.utf8.contains(0) else {
      decoding.report(.invalidValue, "a string cannot contain the character U+0000.")
      return nil
    }
    self = value
  }
}

extension Optional: ParameterValue where Wrapped: ParameterValue {
  public static var shape: ParameterShape { Wrapped.shape }
  public var json: JSON { self?.json ?? .null }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    guard let value = Wrapped(from: json, &decoding) else { return nil }
    self = .some(value)
  }
}

extension Optional: MeasuredValue where Wrapped: MeasuredValue {
  public var measures: [(path: [PathElement], value: Double)] {
    self?.measures ?? []
  }
}

extension Array: ParameterValue where Element: ParameterValue {
  public static var shape: ParameterShape { .list(of: Element.shape, count: 0...Int.max) }
  public var json: JSON { .array(map(\.json)) }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    guard case .array(let elements) = json else {
      decoding.reportType(json, expected: Self.shape.words)
      return nil
    }
    let values = elements.enumerated().map { index, element in
      decoding.at(.index(index)) { Element(from: element, &$0) }
    }
    let good = values.compactMap { $0 }
    guard good.count == values.count else { return nil }
    self = good
  }
}

extension Array: MeasuredValue where Element: MeasuredValue {
  public var measures: [(path: [PathElement], value: Double)] {
    enumerated().flatMap { index, element in
      element.measures.map { ([.index(index)] + $0.path, $0.value) }
    }
  }
}

/// A parameter with a fixed set of words. Conform a `String` enumeration to it.
public protocol ParameterChoice: ParameterValue, RawRepresentable, CaseIterable
where RawValue == String {}

extension ParameterChoice {
  /// One of the cases' raw values.
  public static var shape: ParameterShape { .choice(allCases.map(\.rawValue)) }
  /// The raw value.
  public var json: JSON { .string(rawValue) }

  /// Decodes the case that `json` names.
  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    guard case .string(let word) = json else {
      decoding.reportType(json, expected: Self.shape.words)
      return nil
    }
    guard let value = Self(rawValue: word) else {
      decoding.report(
        .invalidValue, "\(json.description) is not \(Self.shape.words).", word: word,
        candidates: Self.allCases.map(\.rawValue))
      return nil
    }
    self = value
  }
}
