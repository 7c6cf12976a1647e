public import ScrimKit

extension ParameterJSON: ExpressibleByStringLiteral,
  ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  public init(nilLiteral: ()) { self = .null }
  public init(arrayLiteral elements: ParameterJSON...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, ParameterJSON)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}

extension ParameterDiagnostic {
  /// `rings[0].width: 30 is outside 0…20 px.`
  var told: String {
    let place = path.reduce(into: "") { text, step in
      switch step {
      case .key(let key): text += text.isEmpty ? key : ".\(key)"
      case .index(let index): text += "[\(index)]"
      }
    }
    return place.isEmpty ? message : "\(place): \(message)"
  }
}
