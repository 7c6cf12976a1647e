/// How an image is fitted into a frame; CSS `object-fit`.
public enum ObjectFit: String, ParameterChoice {
  case cover, contain, fill, none
  case scaleDown = "scale-down"

  /// The rectangle of an image in its frame; CSS Images 3 §5.5.
  ///
  /// - Parameters:
  ///   - own: The image's own size, px; `nil` if it has no size and no ratio.
  ///   - box: The frame, px.
  ///   - position: CSS `object-position`: a percentage is of the remaining space, which may be negative.
  /// - Returns: px; may be larger than the box. Empty if the box is.
  public func place(_ own: Size?, in box: Rect, at position: LengthPoint) -> Rect {
    let natural = own ?? .replaced
    guard natural.width > 0, natural.height > 0, !box.isEmpty else { return .empty }
    let (horizontal, vertical) = (box.width / natural.width, box.height / natural.height)
    let whole = Size(width: box.width, height: box.height)
    func scaled(_ factor: Double) -> Size {
      Size(width: natural.width * factor, height: natural.height * factor)
    }
    let size =
      switch self {
      case .fill: whole
      case .none: natural
      case .cover: own == nil ? whole : scaled(max(horizontal, vertical))
      case .contain: own == nil ? whole : scaled(min(horizontal, vertical))
      case .scaleDown: scaled(min(1, horizontal, vertical))
      }
    return Rect(
      x: box.x + position.x.resolved(of: box.width - size.width),
      y: box.y + position.y.resolved(of: box.height - size.height), width: size.width,
      height: size.height)
  }
}

extension Size {
  /// That of an image without a size and a ratio; CSS 2 §10.3.2, §10.6.2.
  public static let replaced = Size(width: 300, height: 150)
}
