package import ScrimKit

/// A number, or a list of one for x and one for y.
package protocol NumberPair: ParameterValue {
  /// The forms in words.
  static var syntax: String { get }
  static var elements: (x: ParameterDeclaration, y: ParameterDeclaration) { get }
  /// The least magnitude of a number.
  static var smallest: Double { get }

  var x: Double { get }
  var y: Double { get }
  /// Why numbers that are in range are invalid together, as a sentence.
  var violation: String? { get }

  init(_ one: Double)
  init(x: Double, y: Double)
}

extension NumberPair {
  package static var smallest: Double { 0 }

  package static var shape: ParameterShape {
    .union([.number, .tuple([elements.x, elements.y])])
  }

  package var json: JSON {
    let one = Self(x)
    return one.x == x && one.y == y ? .number(x) : .array([.number(x), .number(y)])
  }

  package var violation: String? { nil }

  package init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    if let one = json.number {
      self.init(one)
      return
    }
    guard case .array = json else {
      decoding.report(.wrongType, "expected \(Self.syntax), found \(json.description).")
      return nil
    }
    guard let numbers = [Double](from: json, &decoding), numbers.count == 2 else { return nil }
    self.init(x: numbers[0], y: numbers[1])
  }
}
