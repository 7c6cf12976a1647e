import ScrimJSON
import ScrimJob
import ScrimKit

/// Test values of a parameter, derived from its declaration: both ends of its range, every word, every kind of value.
enum ValueSamples {
  /// Values of a parameter; at least one: its examples, if it has any.
  static func of(_ parameter: ParameterDeclaration) -> [JSON] {
    guard parameter.examples.isEmpty else { return parameter.examples }
    var samples = of(parameter.shape, in: parameter.range)
    // If the default is empty, the ends of the range would be the only visible values.
    if parameter.defaultValue == .null, let range = parameter.range {
      samples.append(contentsOf: of(parameter.shape, in: moderate(range)))
    }
    return samples
  }

  /// Values of a shape.
  ///
  /// - Parameters:
  ///   - shape: The shape of the values.
  ///   - range: The range of their numbers; `nil` if unlimited.
  /// - Returns: At least one value.
  static func of(_ shape: ParameterShape, in range: ClosedRange<Double>?) -> [JSON] {
    switch shape {
    case .boolean: [true, false]
    case .number, .integer: ends(of: range ?? -100...100).map(JSON.number)
    case .length: ends(of: range ?? -40...40).map(JSON.number) + (range == nil ? ["50%"] : [])
    case .measure: ends(of: range ?? -40...40).map(JSON.number)
    case .nonNegative(let inner): of(inner, in: range ?? 0...40)
    case .positive(let inner): of(inner, in: range ?? 0.5...40)
    case .string: ["two words", "", "نص"]
    case .choice(let words): words.map(JSON.string)
    case .color: ["#e11d4880", "transparent"]
    case .paint: paints
    case .reference:
      [.string("#\(Stage.below)"), .string("#\(Stage.below)/ink"), .string("#\(Stage.above)")]
    case .referencePoint: [.string("#\(Stage.below)/right"), .string("#\(Stage.above)")]
    case .list(let element, let count): lists(of: element, count: count, in: range)
    case .tuple(let elements): tuples(of: elements, in: range)
    case .record(let parameters): records(of: parameters, shape)
    case .map: [.object([])]
    case .union(let shapes): shapes.flatMap { of($0, in: range) }
    }
  }

  private static let paints: [JSON] = [
    "#7c3aed80", "transparent",
    ["linear": ["angle": 60, "stops": [["#f97316", 0], ["#0ea5e940", 1]]]],
    [
      "radial": [
        "center": ["40%", "60%"], "radius": "70%", "stops": [["#facc15c0", 0], ["#be123c", 1]],
      ]
    ],
  ]

  /// Both ends; an infinite one is replaced by a large value.
  private static func ends(of range: ClosedRange<Double>) -> [Double] {
    let low = range.lowerBound.isFinite ? range.lowerBound : -10_000
    let high = range.upperBound.isFinite ? range.upperBound : 10_000
    return low == high ? [low] : [low, high]
  }

  /// A range of one moderate value.
  private static func moderate(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
    let (low, high) = (range.lowerBound, range.upperBound)
    let value = high <= 2 ? (max(low, -2) + high) / 2 : min(max(20, low), high)
    return value...value
  }

  /// Lists of minimal length of each value, and of two values.
  private static func lists(
    of element: ParameterShape, count: ClosedRange<Int>, in range: ClosedRange<Double>?
  ) -> [JSON] {
    let samples = of(element, in: range)
    let least = max(1, count.lowerBound)
    var lists = samples.map { JSON.array(Array(repeating: $0, count: least)) }
    if let first = samples.first, let last = samples.last, count.contains(2) {
      lists.append([last, first])
    }
    return (count.contains(0) ? [[]] : []) + lists
  }

  private static func tuples(
    of elements: [ParameterDeclaration], in range: ClosedRange<Double>?
  ) -> [JSON] {
    let samples = elements.map { of($0.shape, in: $0.range ?? range) }
    let most = samples.map(\.count).max() ?? 0
    return (0..<most).map { index in .array(samples.map { $0[min(index, $0.count - 1)] }) }
  }

  /// Objects with the required keys, and with each other key in turn.
  private static func records(
    of parameters: [ParameterDeclaration], _ shape: ParameterShape
  ) -> [JSON] {
    if shape == ImageSource.shape { return [["source": .string(Stage.mask)]] }
    // The layout of texts is the renderer's, not the effect's.
    if shape == TextSpec.shape {
      return ["Hi", "", "نص"].map { ["string": .string($0), "missingGlyphs": "allow"] }
    }
    let required = parameters.filter { $0.defaultValue == nil }
    let base =
      JSON.isRectangle(parameters.map(\.name))
      ? Stage.rectangle
      : required.compactMap { parameter in
        of(parameter).first.map { JSON.Member(parameter.name, $0) }
      }
    let others = parameters.flatMap { parameter in
      of(parameter).map { value in
        JSON.object(
          base.filter { $0.key != parameter.name } + [JSON.Member(parameter.name, value)])
      }
    }
    return [.object(base)] + others
  }
}

extension JSON {
  /// Whether these are the keys of a rectangle on the canvas.
  static func isRectangle(_ keys: [String]) -> Bool {
    Set(keys) == ["x", "y", "width", "height"]
  }

  /// The value with every rectangle in it moved.
  func moved(dx: Double, dy: Double) -> JSON {
    switch self {
    case .array(let items): .array(items.map { $0.moved(dx: dx, dy: dy) })
    case .object(let members):
      .object(
        members.map { member in
          guard Self.isRectangle(members.map(\.key)), let number = member.value.number else {
            return Member(member.key, member.value.moved(dx: dx, dy: dy))
          }
          let step = member.key == "x" ? dx : member.key == "y" ? dy : 0
          return Member(member.key, .number(number + step))
        })
    default: self
    }
  }
}
