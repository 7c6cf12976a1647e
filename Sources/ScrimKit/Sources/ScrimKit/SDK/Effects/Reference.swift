/// A name for rectangles of another layer: `#id`, `#id/ink`, `#canvas`, …
public struct Reference: Hashable, Sendable {
  /// The part of a layer.
  public enum Part: Hashable, Sendable {
    /// The frame.
    case frame
    /// The bounds of the content's ink.
    case ink
    /// The bounds of the layer with its effects.
    case extent
    /// The line with this index, from 0.
    case line(Int)
    /// Every line.
    case lines
    /// Every occurrence of the given words.
    case match(String)
    /// The area that a paywall conceals.
    case concealed
  }

  /// The layer's id; `nil` for the canvas.
  public let id: String?
  /// The part of the layer.
  public let part: Part

  /// A reference to another part of the same layer.
  ///
  /// - Parameter part: The part; the canvas has only a frame.
  /// - Returns: The reference to that part.
  public func with(_ part: Part) -> Reference { Reference(id: id, part: id == nil ? .frame : part) }

  private init(id: String?, part: Part) {
    self.id = id
    self.part = part
  }

  /// The syntax of references, for messages.
  public static let syntax =
    "\"#canvas\", \"#id\", \"#id/ink\", \"#id/extent\", \"#id/line/0\", \"#id/lines\", "
    + "\"#id/match/WORDS\" or \"#id/concealed\""

  /// Parses a reference; `nil` if `text` is not one.
  public init?(_ text: String) {
    guard text.hasPrefix("#") else { return nil }
    let parts = text.dropFirst().split(
      separator: "/", maxSplits: 2, omittingEmptySubsequences: false
    ).map(String.init)
    guard let name = parts.first, Self.isIdentifier(name) else { return nil }
    switch (name, parts.count > 1 ? parts[1] : nil, parts.count > 2 ? parts[2] : nil) {
    case ("canvas", nil, nil):
      id = nil
      part = .frame
      return
    case (_, nil, nil): part = .frame
    case (_, "ink", nil): part = .ink
    case (_, "extent", nil): part = .extent
    case (_, "lines", nil): part = .lines
    case (_, "concealed", nil): part = .concealed
    case (_, "line", let number?):
      // `Int` alone would accept "+1" and "-0".
      guard number.utf8.allSatisfy({ (48...57).contains($0) }), let line = Int(number) else {
        return nil
      }
      part = .line(line)
    case (_, "match", let words?):
      guard !words.isEmpty else { return nil }
      part = .match(words)
    default:
      return nil
    }
    guard name != "canvas" else { return nil }
    id = name
  }

  /// Whether `name` is a layer id: `[A-Za-z][A-Za-z0-9_-]*`.
  public static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.utf8.first, first.isLetter else { return false }
    return name.utf8.allSatisfy {
      $0.isLetter || (48...57).contains($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
    }
  }

  /// The reference as written in a job.
  public var text: String {
    let name = "#\(id ?? "canvas")"
    switch part {
    case .frame: return name
    case .ink: return name + "/ink"
    case .extent: return name + "/extent"
    case .line(let number): return name + "/line/\(number)"
    case .lines: return name + "/lines"
    case .match(let words): return name + "/match/" + words
    case .concealed: return name + "/concealed"
    }
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (65...90).contains(self) || (97...122).contains(self) }
}

extension Reference: ParameterValue {
  public static var shape: ParameterShape { .reference }
  public var json: JSON { .string(text) }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    guard case .string(let text) = json else {
      decoding.reportType(json, expected: Self.shape.words)
      return nil
    }
    guard let reference = Reference(text) else {
      decoding.report(
        .invalidValue, "\(json.description) is not a reference: \(Self.syntax).", word: text,
        candidates: Self.meant(by: text))
      return nil
    }
    self = reference
  }
}

extension Reference {
  /// Suggestions for a string that is not a reference.
  private static func meant(by text: String) -> [String] {
    let steps = text.split(separator: "/", maxSplits: 1)
    guard let first = steps.first else { return [] }
    let id = first.hasPrefix("#") ? String(first.dropFirst()) : String(first)
    guard isIdentifier(id) else { return [] }
    if id == "canvas" { return ["#canvas"] }
    guard steps.count == 2 else { return ["#\(id)"] }
    let number = steps[1].drop { !("0"..."9").contains($0) }
    return ["#\(id)/ink", "#\(id)/extent", "#\(id)/lines", "#\(id)/concealed"]
      + (number.isEmpty ? [] : ["#\(id)/line/\(number)"])
  }
}

/// The references among the parameters of `owner`, including those in records, lists and unions.
func declaredReferences(of owner: Any) -> [Reference] {
  declaredParameters(of: owner).flatMap { declaration in
    declaration.defaultValue.map { references(in: $0, of: declaration.shape) } ?? []
  }
}

private func references(in json: JSON, of shape: ParameterShape) -> [Reference] {
  switch (shape, json) {
  case (.reference, .string(let text)):
    return Reference(text).map { [$0] } ?? []
  case (.referencePoint, .string(let text)):
    return ReferencePoint(text).map { [$0.reference] } ?? []
  case (.list(let element, _), .array(let elements)):
    return elements.flatMap { references(in: $0, of: element) }
  case (.tuple(let declarations), .array(let elements)):
    return zip(declarations, elements).flatMap { references(in: $1, of: $0.shape) }
  case (.record(let declarations), .object(let members)):
    return members.flatMap { member in
      declarations.first { $0.name == member.key }
        .map { references(in: member.value, of: $0.shape) } ?? []
    }
  case (.union(let shapes), _):
    return shapes.lazy.map { references(in: json, of: $0) }.first { !$0.isEmpty } ?? []
  default:
    return []
  }
}
