extension CornerRadii {
  /// The radii for a box, scaled down together if they do not fit (CSS Backgrounds §5.5).
  ///
  /// - Parameter box: The box, px; percentages relate to its shorter side.
  /// - Returns: Four radii, clockwise from the top left corner, px.
  public func fitted(to box: Rect) -> [Double] {
    let side = min(box.width, box.height)
    let radii = [topLeft, topRight, bottomRight, bottomLeft].map { max(0, $0.resolved(of: side)) }
    let lengths = [box.width, box.height, box.width, box.height]
    let fit = radii.indices.reduce(1.0) { fit, index in
      let sum = radii[index] + radii[(index + 1) % 4]
      return sum > 0 ? min(fit, lengths[index] / sum) : fit
    }
    return radii.map { $0 * fit }
  }
}
