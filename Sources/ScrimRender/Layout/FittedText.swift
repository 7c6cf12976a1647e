import ScrimJob
import ScrimLayout
@_spi(Host) import ScrimKit

/// A text laid out in its frame, and whether it fits.
struct FittedText {
  /// The placed text.
  let text: TextLayout
  let frame: Rect
  /// The reason why it does not fit, if that is an error.
  let overflow: String?

  /// - Parameters:
  ///   - spec: The text's specification.
  ///   - solver: Solves the frame, and has its padding.
  ///   - fonts: The fonts.
  ///   - concealments: The effects' concealments.
  /// - Throws: `TextDiagnostic`, `DrawingError`.
  init(
    _ spec: TextSpec, solver: FrameSolver, fonts: FontLibrary, concealments: TextConcealments
  ) throws {
    if spec.writingMode.isVertical {
      try self.init(columns: spec, solver: solver, fonts: fonts, concealments: concealments)
    } else {
      try self.init(rows: spec, solver: solver, fonts: fonts, concealments: concealments)
    }
  }

  private init(
    rows spec: TextSpec, solver: FrameSolver, fonts: FontLibrary, concealments: TextConcealments
  ) throws {
    let padding = solver.padding
    // A text that does not wrap is as wide as its widest line, unless the frame fixes the width.
    let wrapWidth =
      spec.wrap == .none && !solver.fixesWidth
      ? nil : max(0, solver.width(natural: nil) - padding.left - padding.right)
    let most = solver.fixesHeight ? solver.frame(nil).height : solver.mostHeight
    let height = most.map { max(0, $0 - padding.top - padding.bottom) }
    let available = AvailableSize(width: wrapWidth, height: height)
    var text = try concealments.layOut(spec, in: available, fonts) { height in
      let frame = solver.frame(
        FrameSolver.Natural(width: wrapWidth, height: height + padding.top + padding.bottom))
      let box = frame.shrunk(by: padding)
      return box.y - frame.y + spec.verticalAlign.offset(of: height, in: box.height)
    }
    if let most = spec.maxLines, text.lines.count > most, spec.overflow == .clip {
      text = text.showing { $0 < most }
    }
    let size = text.naturalSize
    let frame = solver.frame(
      FrameSolver.Natural(
        width: wrapWidth == nil ? size.width + padding.left + padding.right : nil,
        height: size.height + padding.top + padding.bottom))
    let box = frame.shrunk(by: padding)
    overflow = Self.overflow(
      of: text, in: box, wraps: wrapWidth != nil, isFixed: height != nil)
    self.text = text.placed(in: box, paintBox: frame)
    self.frame = frame
  }

  /// A vertical text. Its columns are as long as the frame is high, or as there is room below its top; the frame is as
  /// wide as the columns unless the job says how wide.
  private init(
    columns spec: TextSpec, solver: FrameSolver, fonts: FontLibrary,
    concealments: TextConcealments
  ) throws {
    let padding = solver.padding
    let isUnlimited = spec.wrap == .none && !solver.fixesHeight
    let most = isUnlimited ? solver.mostHeight : solver.frame(nil).height
    let length = most.map { max(0, $0 - (padding.top + padding.bottom)) }
    let width =
      solver.fixesWidth ? max(0, solver.width(natural: nil) - (padding.left + padding.right)) : nil
    let available = AvailableSize(width: width, height: length)
    var text = try concealments.layOut(spec, in: available, fonts) { across in
      let frame = solver.frame(
        FrameSolver.Natural(width: across + (padding.left + padding.right), height: length))
      let box = frame.shrunk(by: padding)
      let start =
        spec.writingMode == .verticalRL ? frame.right - box.right : box.left - frame.left
      return start + spec.verticalAlign.offset(of: across, in: box.width)
    }
    if let most = spec.maxLines, text.lines.count > most, spec.overflow == .clip {
      text = text.showing { $0 < most }
    }
    let size = text.naturalSize
    frame = solver.frame(
      FrameSolver.Natural(
        width: size.width + (padding.left + padding.right),
        height: size.height + (padding.top + padding.bottom)))
    let box = frame.shrunk(by: padding)
    overflow = Self.overflow(
      of: text, in: box, wraps: length != nil, isFixed: width != nil)
    self.text = text.placed(in: box, paintBox: frame)
  }

  /// Why a text does not fit, if that is an error.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - box: The room for it.
  ///   - wraps: Whether the length of lines is limited.
  ///   - isFixed: Whether the room for lines one after the other is.
  /// - Returns: The message; `nil` if it fits or may exceed the box.
  private static func overflow(
    of text: TextLayout, in box: Rect, wraps: Bool, isFixed: Bool
  ) -> String? {
    let spec = text.spec
    guard spec.overflow == .error else { return nil }
    let size = text.naturalSize
    let others = "or set \(suggestions(of: spec))."
    let what = spec.ellipsis == .none ? "the text" : "the ellipsis alone"
    if let most = spec.maxLines, text.lines.count > most {
      return "the text has \(text.lines.count) lines; \"maxLines\" allows \(most). "
        + "Raise \"maxLines\", \(others)"
    }
    let isVertical = spec.writingMode.isVertical
    let width = (used: size.width, allowed: box.width, words: ("wide", "wider"))
    let height = (used: size.height, allowed: box.height, words: ("high", "higher"))
    let (along, across) = isVertical ? (height, width) : (width, height)
    // An overflow of 0.01 px is invisible.
    if wraps, along.used > along.allowed + 0.01 {
      let piece = spec.ellipsis == .none ? text.widestPiece : nil
      let cause = piece.map { ", and \(quoted($0)) has no place for a line break" } ?? ""
      let wrap = piece == nil ? "" : "set \"wrap\": \"character\", "
      return
        "\(what) is \(along.used.rounded(toPlaces: 1).words) px \(along.words.0); its frame allows "
        + "\(along.allowed.rounded(toPlaces: 1).words) px\(cause). "
        + "Make the frame \(along.words.1), \(wrap)\(others)"
    }
    if isFixed, across.used > across.allowed + 0.01 {
      return
        "\(what) is \(across.used.rounded(toPlaces: 1).words) px \(across.words.0); its frame allows "
        + "\(across.allowed.rounded(toPlaces: 1).words) px. "
        + "Make the frame \(across.words.1), \(others)"
    }
    return nil
  }

  /// Keys that the job does not set yet and that make a text fit, or allow it to overflow.
  private static func suggestions(of spec: TextSpec) -> String {
    let alternatives =
      (spec.fit == .none ? ["\"fit\": \"shrink\""] : [])
      + (spec.ellipsis == .none ? ["\"ellipsis\": \"end\""] : [])
      + ["\"overflow\": \"clip\"", "\"overflow\": \"visible\""]
    return alternatives.dropLast().joined(separator: ", ") + " or "
      + alternatives[alternatives.count - 1]
  }
}

extension TextLayout {
  /// The start of the widest line, which has no place to break; `nil` if it could break anywhere or is not to.
  fileprivate var widestPiece: String? {
    guard spec.wrap == .word,
      let widest = lines.indices.max(by: {
        lines[$0].rectangle.width < lines[$1].rectangle.width
      })
    else { return nil }
    let words = words(ofLine: widest).split(separator: " ").joined(separator: " ")
    let most = 24
    return words.count > most ? "\(words.prefix(most))…" : words
  }
}
