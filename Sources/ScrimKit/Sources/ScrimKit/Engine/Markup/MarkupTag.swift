/// The style changes of one tag.
struct MarkupTag {
  static let names = [
    "b", "big", "i", "markup", "rp", "rt", "ruby", "s", "small", "span", "sub", "sup", "tt", "u",
  ]

  private(set) var changes: [StyleChange] = []
  private(set) var sizes: MarkupSizes
  private let name: String

  init(_ name: String, sizes: MarkupSizes) {
    self.name = name
    self.sizes = sizes
    switch name {
    case "b": changes = [.weight(700)]
    case "i": changes = [.slant(2)]
    case "s": changes = [.strikethrough(true)]
    case "u": changes = [.underline(.single)]
    case "tt": changes = [.family("Monospace")]
    case "sub":
      changes = [.baselineShift(2)]
      shrinkForScript()
    case "sup":
      changes = [.baselineShift(1)]
      shrinkForScript()
    case "big": step(1)
    case "small": step(-1)
    default: break
    }
  }

  /// Further steps have no effect: more sizes would not be distinguishable.
  private static let maxSteps = 12

  mutating func step(_ count: Int) {
    sizes.steps = max(-Self.maxSteps, min(Self.maxSteps, sizes.steps + count))
    if let size = sizes.absolute {
      changes.append(.size(Int(Double(size) * steppedFactor)))
    } else {
      changes.append(.scale(sizes.factor * steppedFactor))
    }
  }

  /// Sets the size of superscripts and subscripts: 0.7 of the enclosing size. Pango takes it from the font of the
  /// previous words, and uses another size if there are none.
  mutating func shrinkForScript() {
    let factor = steppedFactor * 0.7
    if let size = sizes.absolute {
      setSize(Int(Double(size) * factor))
    } else {
      setFactor(sizes.factor * factor)
    }
  }

  /// The factor of the steps since the last given size.
  private var steppedFactor: Double {
    var factor = 1.0
    for _ in 0..<abs(sizes.steps) { factor = sizes.steps > 0 ? factor * 1.2 : factor / 1.2 }
    return factor
  }

  /// Sets a size that is independent of enclosing tags.
  mutating func setSize(_ size: Int) {
    sizes = MarkupSizes(absolute: size)
    changes.append(.size(size))
  }

  /// Notes the size of a font description.
  mutating func noteSize(_ size: Int) { sizes = MarkupSizes(absolute: size) }

  /// Sets a size relative to that of the entire text only.
  mutating func setFactor(_ factor: Double) {
    sizes = MarkupSizes(absolute: nil, factor: factor)
    changes.append(.scale(factor))
  }

  mutating func add(_ change: StyleChange) { changes.append(change) }

  /// Applies an attribute.
  ///
  /// - Throws: `TextDiagnostic` if it is unknown, duplicate, invalid or not supported.
  mutating func take(
    _ attribute: MarkupAttribute, among others: [MarkupAttribute]
  ) throws(TextDiagnostic) {
    guard name == "span" else {
      throw attribute.diagnostic(
        "<\(name)> takes no attributes; <span> does.", word: attribute.name)
    }
    try SpanAttribute.take(attribute, among: others, into: &self)
  }
}

/// The font size inside nested tags, as in Pango: `<big>` and `<small>` change the innermost given size in steps of
/// 1.2.
struct MarkupSizes {
  /// 1/1024 of a point, if an enclosing tag gives a size.
  var absolute: Int?
  /// A multiple of the size of the entire text.
  var factor = 1.0
  /// Steps up since the last given size.
  var steps = 0
}
