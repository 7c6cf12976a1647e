import ScrimJSON
import ScrimKit

extension KeyFormat {
  /// The description that an editor shows of the key: help, unit, range and default.
  var words: String {
    let range = rangeWords.map { " \($0)." } ?? ""
    return help + "." + range + (isRequired ? " Required." : defaultWords)
  }

  private var rangeWords: String? {
    let name = unit.suffix.filter { $0 != " " }
    guard let range else { return name.isEmpty ? nil : "In \(name)" }
    let isLength = if case .value(let shape) = shape { shape.holdsLength } else { false }
    let percentage = isLength ? ", or a percentage" : ""
    switch (range.lowerBound, range.upperBound) {
    case (-.infinity, .infinity): return nil
    case (let least, .infinity): return "\(least.words)\(unit.suffix) or more\(percentage)"
    case (-.infinity, let most): return "\(most.words)\(unit.suffix) or less\(percentage)"
    case (let least, let most) where least == most: return nil
    default: return "\(range.words)\(unit.suffix)\(percentage)"
    }
  }

  /// The default as words; a long one is in the schema's `default` only.
  private var defaultWords: String {
    guard let defaultValue else { return "" }
    let text = defaultValue.text()
    return text.utf8.count <= 40 ? " Default: \(text)." : ""
  }
}

extension ParameterShape {
  fileprivate var holdsLength: Bool {
    switch self {
    case .length: true
    case .nonNegative(let shape), .positive(let shape), .list(let shape, _): shape.holdsLength
    case .tuple(let elements): elements.contains { $0.shape.holdsLength }
    case .union(let shapes): shapes.contains { $0.holdsLength }
    default: false
    }
  }
}
