import ScrimJSON
import ScrimProtocol

/// A parameter of an effect as a row of a table: name, what it may be, default, help.
enum ParameterRow {
  /// The rows of parameters and of the keys inside them.
  ///
  /// - Parameter parameters: Declarations, as the worker lists them.
  /// - Returns: One row a key. Of a text, and of an object like an earlier one, only the object itself.
  static func rows(of parameters: [ParameterInfo]) -> [[String]] {
    var listed: [[ParameterInfo]: String] = [:]
    return parameters.flatMap { rows(of: $0, path: "", &listed) }
  }

  private static func rows(
    of parameter: ParameterInfo, path: String, _ listed: inout [[ParameterInfo]: String]
  ) -> [[String]] {
    let name = path + parameter.name
    let standard = parameter.defaultValue?.text() ?? (parameter.isRequired ? "required" : "–")
    let range = allowed(parameter)
    var values = range
    if hasRange(parameter), let form = form(parameter.shape) {
      values = "\(form), each \(range)"
    }
    let inner = keys(of: parameter.shape)
    if inner.contains(where: { $0.name == "markup" }) {
      return [[name, "a text, as of a layer", standard, parameter.help]]
    }
    if inner.count > 3 {
      if let other = listed[inner] { return [[name, "as \(other)", standard, parameter.help]] }
      listed[inner] = name
    }
    return [[name, values, standard, parameter.help]]
      + inner.flatMap { rows(of: $0, path: name + ".", &listed) }
  }

  private static func hasRange(_ parameter: ParameterInfo) -> Bool {
    parameter.minimum != nil || parameter.maximum != nil
  }

  /// How the numbers of a parameter are written where there are several.
  private static func form(_ shape: ShapeInfo) -> String? {
    switch shape.kind {
    case .list: "a list"
    case .tuple, .union: words(shape)
    case .plain, .choice, .record, .map: nil
    }
  }

  private static func allowed(_ parameter: ParameterInfo) -> String {
    let unit = parameter.unit.map { " " + $0 } ?? ""
    let least = parameter.minimum.map(number)
    let most = parameter.maximum.map(number)
    switch (least, most) {
    case (let least?, let most?): return "\(least)…\(most)\(unit)"
    case (let least?, nil): return "\(least)\(unit) or more"
    case (nil, let most?): return "\(most)\(unit) or less"
    case (nil, nil):
      return words(parameter.shape) + (unit.isEmpty ? "" : " (\(unit.dropFirst()))")
    }
  }

  private static func number(_ value: Double) -> String {
    JSON.number(value).text()
  }

  private static func words(_ shape: ShapeInfo) -> String {
    switch shape.kind {
    case .choice(let names): names.joined(separator: " | ")
    case .plain("color"): "a colour"
    case .list(let element, _, _): "a list, each \(words(element))"
    case .record: "an object:"
    case .map(_, let value): "an object, each \(words(value))"
    case .tuple(let elements): "[\(elements.map(\.name).joined(separator: ", "))]"
    case .union(let shapes): shapes.map(words).joined(separator: ", or ")
    case .plain: shape.words
    }
  }

  private static func keys(of shape: ShapeInfo) -> [ParameterInfo] {
    switch shape.kind {
    case .record(let keys): keys
    case .list(let element, _, _): keys(of: element)
    case .union(let shapes): shapes.flatMap(keys)
    case .plain, .choice, .tuple, .map: []
    }
  }
}
