/// Words and what each pass of setting them needs.
struct SetWords {
  let text: StyledString
  let spec: TextSpec
  let styles: InkStyles
  /// Characters that are one for line breaks, by the offset of the first.
  var units: [Int: TextUnit] = [:]

  /// The units, of which those at ends of lines do not hang over them.
  func units(in pass: SettingPass) -> [Int: TextUnit] {
    units.mapValues {
      $0.hanging(
        !pass.lineEnds.contains($0.range.lowerBound), !pass.lineEnds.contains($0.range.upperBound))
    }
  }
}

/// What a pass of setting words follows, which earlier passes have found.
struct SettingPass {
  /// The characters that lose their empty half, as offsets into the text.
  var trimmed: Set<Int> = []
  /// What is rotated in columns for lack of a glyph, as offsets into the text.
  var rotated: Set<Int> = []
  /// Ends of lines beyond which annotations would hang, as offsets into the text.
  private(set) var lineEnds: Set<Int> = []
  private var count = 0

  /// Ends of other lines follow from those that are known; after these passes no annotation hangs anywhere.
  private static let mostPasses = 6

  /// The same without noted ends where no line ends; `nil` if there are none.
  func without(endsOutside lines: [TextLayout.Line]) -> SettingPass? {
    let ends = lineEnds.intersection(lines.flatMap { [$0.range.lowerBound, $0.range.upperBound] })
    guard ends.count < lineEnds.count else { return nil }
    var pass = self
    pass.lineEnds = ends
    return pass
  }

  /// Notes the ends of lines beyond which annotations hang.
  ///
  /// - Returns: Whether there are such, so that another pass is necessary.
  mutating func keepsAnnotations(of words: SetWords, inside lines: [TextLayout.Line]) -> Bool {
    let starts = words.units.values.filter { $0.overhang.start > 0 }.map(\.range.lowerBound)
    let ends = words.units.values.filter { $0.overhang.end > 0 }.map(\.range.upperBound)
    let hanging = Set(starts + ends).subtracting(lineEnds)
    if hanging.isEmpty { return false }
    count += 1
    let found =
      count < Self.mostPasses
      ? hanging.intersection(lines.flatMap { [$0.range.lowerBound, $0.range.upperBound] })
      : hanging
    lineEnds.formUnion(found)
    return !found.isEmpty
  }
}
