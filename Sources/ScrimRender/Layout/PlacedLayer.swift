import ScrimJob
@_spi(Host) import ScrimKit

/// A layer whose frame and content have their place on the canvas.
struct PlacedLayer {
  /// Where the layer stands in document order, groups before their children.
  let index: Int
  let layer: Layer
  /// px at scale 1, on the canvas.
  let frame: Rect
  let content: Content
  /// The text as each effect sees it, by the effect's index; the last one is what everything after
  /// the chain sees. Empty if the content is no text.
  let texts: [TextLayout]
  /// The indices of the effects that conceal words which they still draw themselves.
  let wordKeepers: Set<Int>

  enum Content {
    case none
    case text
    /// The picture and where it lies; it is clipped to the frame.
    case image(CanvasImage, Rect)
    case fill(Paint)
  }

  var cornerRadii: CornerRadii { layer.cornerRadius ?? CornerRadii(.pixels(0)) }

  /// The text as references and reports see it.
  var visibleText: TextLayout? { texts.last }

  /// What the content is cut to; `nil` if it may leave the frame, or does not.
  var clip: Path? {
    switch content {
    case .none: nil
    case .image, .fill: Path(rect: frame, radii: cornerRadii)
    case .text:
      cutsText ? Path(rect: frame, radii: cornerRadii) : nil
    }
  }

  /// Whether a text that is cut at its frame reaches beyond it.
  private var cutsText: Bool {
    guard let text = texts.first, layer.cornerRadius != nil || text.spec.overflow == .clip else {
      return false
    }
    let side = min(frame.width, frame.height)
    let radius =
      [
        cornerRadii.topLeft, cornerRadii.topRight, cornerRadii.bottomRight, cornerRadii.bottomLeft,
      ].map { $0.resolved(of: side) }.max() ?? 0
    return !frame.grown(by: -radius).contains(text.extent)
  }

  /// What the content may touch.
  ///
  /// - Parameter text: The text that is drawn, if the content is one.
  /// - Returns: px at scale 1.
  func contentExtent(_ text: TextLayout?) -> Rect {
    switch content {
    case .none: return .empty
    case .fill: return frame
    case .image(_, let rect): return rect.intersection(frame)
    case .text:
      // Cairo rounds outlines to 1/256 px.
      let ink = (text?.extent ?? .empty).grown(by: 0.01)
      return clip == nil ? ink : ink.intersection(frame)
    }
  }

  /// The ink of the content: a text's letters, a picture or a fill.
  var ink: Rect { visibleText?.ink ?? contentExtent(nil) }
}
