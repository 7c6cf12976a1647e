extension AvailableSize {
  /// An overflow of up to 0.01 px is invisible and tolerated.
  static let tolerance = 0.01

  /// Whether a text fits and does not exceed `maxLines`.
  func fits(_ text: TextLayout, of spec: TextSpec) -> Bool {
    let size = text.lineSize
    return size.width <= width.map { $0 + Self.tolerance } ?? .infinity
      && size.height <= height.map { $0 + Self.tolerance } ?? .infinity
      && text.lines.count <= spec.maxLines ?? .max
  }
}

extension FontLibrary {
  /// Lays out a text at the largest size that fits. If none does, it uses the smallest one, provided that overflow may
  /// be clipped, visible or replaced by an ellipsis.
  ///
  /// - Throws: `TextDiagnostic` if the text must fit and does not; `DrawingError`.
  func shrunk(
    _ text: StyledString, _ spec: TextSpec, in available: AvailableSize, from whole: TextLayout
  ) throws -> TextLayout {
    var sizes = SizedTexts(text, whole, width: available.width, self)
    let sized = try shrunkSpec(spec, in: available) { try sizes.layout(of: $0) }.spec
    var layout = try sizes.layout(of: sized)
    layout.spec.wrap = spec.wrap
    return layout
  }

  /// Lays out a text that fits at the largest size that does, up to `maxSize`.
  ///
  /// - Throws: `DrawingError`.
  func grown(
    _ text: StyledString, _ spec: TextSpec, in available: AvailableSize, from whole: TextLayout
  ) throws -> TextLayout {
    var texts = SizedTexts(text, whole, width: available.width, self)
    let sizes = ShrinkSizes(from: spec.size, to: spec.maxSize ?? ShrinkSizes.maxSizeCeiling)
    var sized = spec
    // Words are broken only if the text does not fit otherwise.
    if spec.wrap == .wordCharacter { sized.wrap = .word }
    let index = try sizes.largest {
      sized.size = $0
      return available.fits(try texts.layout(of: sized), of: spec)
    }
    guard let index else { return whole }
    sized.size = sizes[index]
    var layout = try texts.layout(of: sized)
    layout.spec.wrap = spec.wrap
    return layout
  }

  /// The largest size at which a text fits.
  ///
  /// - Parameters:
  ///   - spec: The text's settings.
  ///   - available: The size that it must fit in.
  ///   - set: Lays it out with other settings for size and line breaks.
  /// - Returns: The settings, and whether the text fits. If it does not, they have the smallest size, provided that
  ///   overflow may be clipped, visible or replaced by an ellipsis.
  /// - Throws: `TextDiagnostic` if the text must fit and does not; errors of `set`.
  func shrunkSpec(
    _ spec: TextSpec, in available: AvailableSize, _ set: (TextSpec) throws -> TextLayout
  ) throws -> (spec: TextSpec, fits: Bool) {
    func sized(_ size: Double, _ wrap: TextWrap? = nil) -> TextSpec {
      var sized = spec
      sized.size = size
      sized.wrap = wrap ?? spec.wrap
      return sized
    }
    let least = min(spec.size, spec.minSize ?? ShrinkSizes.minSizeFloor)
    // Words are broken only if the text does not fit otherwise.
    for wrap in spec.wrap == .wordCharacter ? [.word, .wordCharacter] : [spec.wrap] {
      let sizes = ShrinkSizes(from: least, to: spec.size)
      let index = try sizes.largest { available.fits(try set(sized($0, wrap)), of: spec) }
      if let index { return (sized(sizes[index], wrap), true) }
    }
    guard spec.overflow == .error, spec.ellipsis == .none else { return (sized(least), false) }
    let smaller = ShrinkSizes(from: min(least, ShrinkSizes.minSizeFloor), to: least)
    let index = try smaller.largest { available.fits(try set(sized($0)), of: spec) }
    throw spec.tooLarge(at: least, fits: index.map { smaller[$0] })
  }
}

/// The layouts of a text at the sizes that are tried, each shaped once.
private struct SizedTexts {
  private struct Key: Hashable {
    let size: Double
    let wrap: TextWrap
  }

  private let text: StyledString
  private let width: Double?
  private let library: FontLibrary
  private var layouts: [Key: TextLayout] = [:]

  init(_ text: StyledString, _ whole: TextLayout, width: Double?, _ library: FontLibrary) {
    self.text = text
    self.width = width
    self.library = library
    layouts[Key(size: whole.spec.size, wrap: whole.spec.wrap)] = whole
  }

  mutating func layout(of spec: TextSpec) throws -> TextLayout {
    let key = Key(size: spec.size, wrap: spec.wrap)
    if let known = layouts[key] { return known }
    let layout = try library.set(text, spec, width: width).layout
    layouts[key] = layout
    return layout
  }
}

extension TextSpec {
  /// The error for a text that does not fit.
  ///
  /// - Parameters:
  ///   - least: The smallest allowed size, px.
  ///   - size: A smaller size at which it would fit; `nil` if none is known.
  /// - Returns: The error, at the key that caused it.
  func tooLarge(at least: Double, fits size: Double?) -> TextDiagnostic {
    let way =
      "Make the frame larger, or set \"ellipsis\": \"end\", \"overflow\": \"clip\" or \"overflow\": \"visible\"."
    return TextDiagnostic(
      .textOverflow, at: minSize == nil ? wordsKey : "minSize",
      size.map {
        "the text does not fit at \(least.plain) px; it would at \($0.plain) px. \(way)"
      } ?? "the text does not fit at \(least.plain) px, nor at any smaller size. \(way)")
  }

  /// The key of the words.
  var wordsKey: String { markup == nil ? "string" : "markup" }
}
