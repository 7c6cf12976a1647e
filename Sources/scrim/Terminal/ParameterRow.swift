import ScrimJSON

/// A parameter of an effect as a row of a table: name, what it may be, default, help.
enum ParameterRow {
  /// The rows of a parameter and of the keys inside it.
  ///
  /// - Parameters:
  ///   - parameter: A declaration, as the worker lists it.
  ///   - path: What stands before the name.
  /// - Returns: One row a key.
  static func rows(of parameter: JSON, path: String = "") -> [[String]] {
    let name = path + (parameter["name"]?.string ?? "")
    let isRequired = parameter["required"]?.boolean ?? false
    let standard = parameter["default"]?.text() ?? (isRequired ? "required" : "–")
    let range = allowed(parameter)
    var values = range
    if hasRange(parameter), let form = form(parameter["shape"]) {
      values = "\(form), each \(range)"
    }
    let row = [name, values, standard, parameter["help"]?.string ?? ""]
    return [row] + keys(of: parameter["shape"]).flatMap { rows(of: $0, path: name + ".") }
  }

  private static func hasRange(_ parameter: JSON) -> Bool {
    parameter["minimum"] != nil || parameter["maximum"] != nil
  }

  /// How the numbers of a parameter are written where they are not one alone.
  private static func form(_ shape: JSON?) -> String? {
    switch shape?["type"]?.string {
    case "list": "a list"
    case "tuple", "union": words(shape)
    default: nil
    }
  }

  private static func allowed(_ parameter: JSON) -> String {
    let unit = parameter["unit"]?.string.map { " " + $0 } ?? ""
    let least = parameter["minimum"]?.number.map(number)
    let most = parameter["maximum"]?.number.map(number)
    switch (least, most) {
    case (let least?, let most?): return "\(least)…\(most)\(unit)"
    case (let least?, nil): return "\(least)\(unit) or more"
    case (nil, let most?): return "\(most)\(unit) or less"
    case (nil, nil):
      return words(parameter["shape"]) + (unit.isEmpty ? "" : " (\(unit.dropFirst()))")
    }
  }

  private static func number(_ value: Double) -> String {
    JSON.number(value).text()
  }

  private static func words(_ shape: JSON?) -> String {
    if let choices = shape?["choices"]?.array {
      return choices.compactMap(\.string).joined(separator: " | ")
    }
    switch shape?["type"]?.string {
    case "color": return "a colour"
    case "list": return "a list, each \(words(shape?["of"]))"
    case "record": return "an object:"
    case "tuple":
      let names = (shape?["elements"]?.array ?? []).compactMap { $0["name"]?.string }
      return "[\(names.joined(separator: ", "))]"
    case "union": return (shape?["any"]?.array ?? []).map { words($0) }.joined(separator: ", or ")
    default: return shape?["words"]?.string ?? ""
    }
  }

  private static func keys(of shape: JSON?) -> [JSON] {
    guard let shape else { return [] }
    return switch shape["type"]?.string {
    case "record": shape["keys"]?.array ?? []
    case "list": keys(of: shape["of"])
    case "union": (shape["any"]?.array ?? []).flatMap { keys(of: $0) }
    default: []
    }
  }
}
