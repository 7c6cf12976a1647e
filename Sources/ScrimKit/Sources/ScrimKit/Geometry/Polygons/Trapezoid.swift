/// A part of a horizontal band: two horizontal sides, and two that may be slanted; px, y down.
struct Trapezoid {
  let top: Double
  let bottom: Double
  /// The x of the left side at the top and at the bottom.
  let left: (top: Double, bottom: Double)
  /// The x of the right side at the top and at the bottom.
  let right: (top: Double, bottom: Double)
}
