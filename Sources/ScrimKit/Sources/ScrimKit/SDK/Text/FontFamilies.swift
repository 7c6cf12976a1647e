/// Font families in order of preference: a string or a list of strings in JSON.
public struct FontFamilies: Hashable, ParameterValue {
  /// The names, at least one.
  public let names: [String]

  /// Creates a list of families in order of preference.
  public init(_ names: [String]) { self.names = names }

  public static var shape: ParameterShape {
    .union([.string, .list(of: .string, count: 1...Int.max)])
  }

  public var json: JSON {
    names.count == 1 ? .string(names[0]) : .array(names.map(JSON.string))
  }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    let expected = "expected a font family such as \"Noto Sans\""
    switch json {
    case .string:
      guard let list = String(from: json, &decoding) else { return nil }
      // As in CSS, a comma separates families.
      names = Self.names(inList: list)
      guard !names.isEmpty else {
        decoding.report(.invalidValue, "\(expected), found \(json.description).")
        return nil
      }
    case .array(let list):
      guard !list.isEmpty else {
        decoding.report(.outOfRange, "\(expected), found a list of 0.")
        return nil
      }
      let good = list.enumerated().compactMap { index, name in
        decoding.at(.index(index)) { decoding -> String? in
          guard let text = String(from: name, &decoding) else { return nil }
          let family = Self.trimmed(text[...])
          if family.isEmpty {
            decoding.report(.invalidValue, "\(expected), found \(name.description).")
          }
          return family.isEmpty ? nil : family
        }
      }
      guard good.count == list.count else { return nil }
      names = good
    default:
      decoding.report(
        .wrongType, "\(expected), or a list of them, found \(json.description).")
      return nil
    }
  }

  static func names(inList list: String) -> [String] {
    list.split(separator: ",").map(trimmed).filter { !$0.isEmpty }
  }

  private static func trimmed(_ name: Substring) -> String {
    var name = name
    while name.first?.isWhitespace == true { name.removeFirst() }
    while name.last?.isWhitespace == true { name.removeLast() }
    return String(name)
  }
}
