import ScrimKit

/// The rounded edge of a pane of glass, which refracts what is below and reflects a light.
///
/// Within `bezel` of the edge the backdrop is displaced along the inner normal by m(d) = k·bezel·(1 − d/bezel)², where
/// d is the distance from the edge. At k = 0.5 the derivative of the position would be 0 at the edge, and the image
/// smears; k ≤ 0.4 keeps it at least 0.2.
struct GlassLens {
  /// The displacement at the edge, px.
  let strength: Double
  private let frame: Rect
  /// Clockwise from the top left, px.
  private let radii: [Double]
  private let bezel: Double
  private let specular: Double

  /// The largest k.
  private static let most = 0.4

  /// - Parameters:
  ///   - frame: The frame of the glass, px.
  ///   - radii: Its corner radii that fit the frame, clockwise from the top left, px.
  ///   - bezel: The width of the rounded edge, at most the smallest radius, px.
  ///   - refraction: 0…1.
  ///   - specular: 0…1.
  init(frame: Rect, radii: [Double], bezel: Double, refraction: Double, specular: Double) {
    self.frame = frame
    self.radii = radii
    self.bezel = bezel
    self.specular = specular
    strength = Self.most * refraction * bezel
  }

  /// A point of the rounded edge: its distance from the edge, at least 0 px, and the outer normal there.
  struct Place {
    let depth: Double
    let normal: Point
  }

  /// The place of a point; `nil` if it is farther inside than the bezel.
  ///
  /// Uses only operations that IEEE 754 rounds exactly, so that it is the same on any CPU.
  func place(of point: Point) -> Place? {
    let (left, right) = (point.x - frame.left, frame.right - point.x)
    let (top, bottom) = (point.y - frame.top, frame.bottom - point.y)
    let isLeft = left < right
    let isTop = top < bottom
    let (x, y) = (isLeft ? left : right, isTop ? top : bottom)
    let radius = isTop ? (isLeft ? radii[0] : radii[1]) : (isLeft ? radii[3] : radii[2])
    let (outX, outY): (Double, Double) = (isLeft ? -1 : 1, isTop ? -1 : 1)
    if x < radius, y < radius {
      let (dx, dy) = (radius - x, radius - y)
      let distance = (dx * dx + dy * dy).squareRoot()
      let depth = radius - distance
      guard depth < bezel else { return nil }
      return Place(
        depth: depth < 0 ? 0 : depth,
        normal: Point(x: outX * dx / distance, y: outY * dy / distance))
    }
    guard min(x, y) < bezel else { return nil }
    return x < y
      ? Place(depth: x < 0 ? 0 : x, normal: Point(x: outX, y: 0))
      : Place(depth: y < 0 ? 0 : y, normal: Point(x: 0, y: outY))
  }

  /// The point of the backdrop that is seen at a point, px.
  func source(of point: Point, at place: Place) -> Point {
    let share = 1 - place.depth / bezel
    let length = strength * share * share
    return Point(x: point.x - place.normal.x * length, y: point.y - place.normal.y * length)
  }

  /// The opacity of white that the light adds, 0…1: a bright line at the edge, and a glow that ends with the bezel.
  ///
  /// The light comes from the top left; the opposite edge reflects half of it.
  func highlight(at place: Place) -> Double {
    let facing = -(place.normal.x + place.normal.y) * 0.707_106_781_186_547_6
    let light = 0.12 + (facing > 0 ? 0.88 : 0.5) * facing * facing
    let line = max(0, 1 - place.depth / Self.line)
    let glow = 1 - place.depth / bezel
    return specular * light * (0.8 * line + 0.2 * glow * glow * glow)
  }

  /// The width of the bright line, px.
  private static let line = 2.0

  /// The columns of a row of pixels that are within the bezel, at the left and at the right.
  ///
  /// - Parameters:
  ///   - y: The row's centre, px.
  ///   - columns: The columns in question, device pixels.
  ///   - scale: Device pixels per px.
  /// - Returns: Ranges of `columns` that do not overlap.
  func columns(at y: Double, of columns: Range<Int>, scale: Double) -> [Range<Int>] {
    let (fromTop, fromBottom) = (y - frame.top, frame.bottom - y)
    guard fromTop >= bezel, fromBottom >= bezel else { return [columns] }
    // Beside a corner the bezel follows its arc, within the corner's square.
    func width(_ top: Double, _ bottom: Double) -> Double {
      max(bezel, fromTop < top ? top : 0, fromBottom < bottom ? bottom : 0)
    }
    let left = Int(((frame.left + width(radii[0], radii[3])) * scale).rounded(.up)) + 1
    let right = Int(((frame.right - width(radii[1], radii[2])) * scale).rounded(.down)) - 1
    guard left < right else { return [columns] }
    return [
      columns.clamped(to: columns.lowerBound..<max(columns.lowerBound, left)),
      columns.clamped(to: min(columns.upperBound, right)..<columns.upperBound),
    ]
  }
}
