import ScrimKit

extension PaywallBlur {
  /// Joins two pictures at a horizontal edge.
  ///
  /// - Parameters:
  ///   - sharp: The picture above the edge.
  ///   - soft: The picture below the edge.
  ///   - edge: The edge's y, px.
  ///   - feather: The height of the transition above the edge, px.
  /// - Returns: The joined picture, which equals both where they are equal.
  /// - Throws: `DrawingError`.
  static func join(
    _ sharp: Picture, above soft: Picture, at edge: Double, feather: Double
  ) throws -> Picture {
    let extent = sharp.extent.union(soft.extent)
    guard !extent.isEmpty else { return soft }
    // At integer pixels: an edge inside a pixel would apply antialiasing again to an image that ends there.
    let whole = PixelRect(covering: extent, scale: sharp.scale).rect(scale: sharp.scale)
    // The same shape keeps one picture and removes the other, so that no coverage is lost or doubled.
    let shape = { (canvas: Canvas) in
      guard feather > 0 else {
        canvas.fill(
          Rect(left: whole.left, top: whole.top, right: whole.right, bottom: edge), with: .black)
        return
      }
      let fade = LinearGradient(
        angle: 180,
        stops: [
          GradientStop(color: .black, offset: 0),
          GradientStop(color: .black.withOpacity(0), offset: 1),
        ])
      canvas.fill(
        whole, with: .linear(fade),
        box: Rect(x: whole.x, y: edge - feather, width: whole.width, height: feather))
    }
    var (upper, both) = (sharp, soft)
    try upper.draw(.destinationIn, in: whole, shape)
    try both.draw(.destinationOut, in: whole, shape)
    try both.draw(.add, in: whole) { $0.draw(upper) }
    // Above the transition, glyphs stay as drawn: as outlines in a document.
    let cut = min(whole.bottom, ((edge - feather) * sharp.scale).rounded(.down) / sharp.scale)
    var joined = Picture(like: sharp)
    try joined.draw(
      sharp, inside: Rect(left: whole.left, top: whole.top, right: whole.right, bottom: cut))
    try joined.draw(
      both,
      inside: Rect(
        left: whole.left, top: max(whole.top, cut), right: whole.right, bottom: whole.bottom))
    return joined
  }
}

extension Picture {
  /// Draws a part of another picture onto this one.
  fileprivate mutating func draw(_ other: Picture, inside part: Rect) throws {
    try draw(in: part) { canvas in
      canvas.clipped(to: Path(rect: part)) { $0.draw(other) }
    }
  }
}
