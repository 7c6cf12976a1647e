import ScrimJob
@_spi(Host) import ScrimKit

/// Draws a border along the inside of a frame, to which the canvas is clipped; CSS Backgrounds §4.
struct BorderDrawing {
  let shape: FrameShape
  /// Top, right, bottom, left; their widths are whole device pixels.
  let lines: [BorderSpec.Line]
  let grid: PixelGrid

  private var frame: Rect { shape.rect }

  func draw(on canvas: Canvas) {
    if Set(lines).count == 1, lines[0].style == .solid {
      // The outer half of the line is clipped.
      let style = StrokeStyle(width: lines[0].width * 2, join: shape.join)
      return canvas.stroke(shape.path(), style, with: lines[0].color, box: frame)
    }
    // Sides that look the same are drawn as one, without a seam where they meet.
    var drawn: Set<Look> = []
    for line in lines where line.width > 0 {
      let look = Look(line)
      guard drawn.insert(look).inserted else { continue }
      draw(lines.indices.filter { lines[$0].width > 0 && Look(lines[$0]) == look }, on: canvas)
    }
  }

  /// What sides have in common that are drawn as one.
  private struct Look: Hashable {
    let color: Paint
    let style: BorderStyle
    /// The width of dashes and dots; solid lines may have any.
    let width: Double

    init(_ line: BorderSpec.Line) {
      color = line.color
      style = line.style
      width = line.style == .solid ? 0 : line.width
    }
  }

  /// Draws sides that look the same.
  private func draw(_ sides: [Int], on canvas: Canvas) {
    let line = lines[sides[0]]
    let area = sides.reduce(into: Path()) { $0.append(self.area(of: $1)) }
    if line.style == .solid {
      let opening = shape.shrunk(by: widths).path()
      guard shape.hasCorners, !opening.isEmpty else {
        return canvas.fill(area, with: line.color, box: frame)
      }
      return canvas.clipped(to: opening.inverted(within: frame.grown(by: 1))) {
        $0.fill(area, with: line.color, box: frame)
      }
    }
    func stroke(_ canvas: Canvas) {
      guard shape.hasCorners else {
        // One path, so that a translucent line is not drawn twice where its sides meet.
        let path = sides.reduce(into: Path()) { $0.append(self.pieces(of: $1)) }
        return canvas.fill(path, with: line.color, box: frame)
      }
      let path = shape.shrunk(by: widths.scaled(by: 0.5)).path()
      let pieces = line.pieces(along: path.length, isClosed: true)
      let style =
        line.isRound
        ? StrokeStyle(width: line.width, join: .round, dash: [0, pieces.dash + pieces.gap])
        : StrokeStyle(width: line.width, join: .miter, dash: [pieces.dash, pieces.gap])
      canvas.stroke(path, style, with: line.color, box: frame)
    }
    // Alone they have no ends that others meet.
    if sides.count == lines.count { stroke(canvas) } else { canvas.clipped(to: area, stroke) }
  }

  private var widths: Insets {
    Insets(
      top: lines[0].width, right: lines[1].width, bottom: lines[2].width, left: lines[3].width)
  }

  /// The part of the frame that belongs to a side: up to the lines from its corners through those of the padding box,
  /// or into corners that curve inwards.
  private func area(of side: Int) -> Path {
    // As if it were the top side; x is along it, y across.
    let isHorizontal = side % 2 == 0
    let long = isHorizontal ? frame.width : frame.height
    let wide = isHorizontal ? frame.height : frame.width
    func reach(_ corner: Int) -> (x: Double, y: Double) {
      let size = shape.corners[corner]
      return isHorizontal ? (size.width, size.height) : (size.height, size.width)
    }
    let (width, opposite) = (lines[side].width, lines[(side + 2) % 4].width)
    let (start, end) = (reach(side), reach((side + 1) % 4))
    func slope(_ corner: (x: Double, y: Double), _ neighbour: Int) -> Double {
      !shape.isConvex && corner.y > 0 ? corner.x / corner.y : lines[neighbour].width / width
    }
    let slopes = (start: slope(start, (side + 3) % 4), end: slope(end, (side + 1) % 4))
    var depth = max(width, start.y, end.y)
    if width + opposite > wide { depth = min(depth, wide * width / (width + opposite)) }
    if depth * (slopes.start + slopes.end) > long { depth = long / (slopes.start + slopes.end) }
    let corners = [
      (0, 0), (long, 0), (long - depth * slopes.end, depth), (depth * slopes.start, depth),
    ]
    var path = Path()
    path.addPolygon(
      corners.map { x, y in
        switch side {
        case 0: Point(x: frame.left + x, y: frame.top + y)
        case 1: Point(x: frame.right - y, y: frame.top + x)
        case 2: Point(x: frame.right - x, y: frame.bottom - y)
        default: Point(x: frame.left + y, y: frame.bottom - x)
        }
      })
    return path
  }

  /// The dashes or dots of a side without round corners.
  private func pieces(of side: Int) -> Path {
    let line = lines[side]
    let isHorizontal = side % 2 == 0
    let pieces = line.pieces(along: isHorizontal ? frame.width : frame.height, isClosed: false)
    var path = Path()
    for index in 0..<pieces.count {
      // Square ones are whole device pixels long.
      let place = Double(index) * (pieces.dash + pieces.gap)
      let along = line.isRound ? place : grid.snap(place)
      let (x, y) = isHorizontal ? (along, 0) : (0, along)
      let (width, height) =
        isHorizontal ? (pieces.dash, line.width) : (line.width, pieces.dash)
      let piece = Rect(
        x: side == 1 ? frame.right - line.width : frame.left + x,
        y: side == 2 ? frame.bottom - line.width : frame.top + y, width: width, height: height)
      path.append(
        Path(rect: piece, radii: line.isRound ? CornerRadii(.percent(50)) : CornerRadii(.pixels(0)))
      )
    }
    return path
  }
}

extension FrameShape {
  /// Corners of other shapes than round ones have points in them.
  fileprivate var join: LineJoin { isRound ? .round : .miter }
}

extension BorderSpec.Line {
  /// Dots of up to 3 px are squares.
  fileprivate var isRound: Bool { style == .dotted && width > 3 }

  /// The dashes or dots that fill a length evenly, with the lengths that browsers give them.
  ///
  /// - Parameters:
  ///   - length: px.
  ///   - isClosed: Whether the line ends where it begins; otherwise it begins and ends with a dash.
  /// - Returns: How many, the length of each and the gap after it, px.
  fileprivate func pieces(
    along length: Double, isClosed: Bool
  ) -> (count: Int, dash: Double, gap: Double) {
    let isThin = width < 3
    // Bounds the number of dashes of a line thinner than a quarter of a px, as documents may have.
    let width = max(width, 0.25)
    let dash = style == .dotted ? width : width * (isThin ? 3 : 2)
    let wanted = style == .dotted ? width : width * (isThin ? 2 : 1)
    func gap(_ count: Double) -> Double {
      (length - count * dash) / max(1, isClosed ? count : count - 1)
    }
    let fewer = max(1, ((isClosed ? length : length + wanted) / (dash + wanted)).rounded(.down))
    let more = gap(fewer + 1)
    guard more > 0, abs(more - wanted) <= abs(gap(fewer) - wanted) else {
      // A side too short for two is one dash.
      let gap = gap(fewer)
      return fewer == 1 && !isClosed ? (1, length, 0) : (Int(fewer), dash, max(0, gap))
    }
    return (Int(fewer) + 1, dash, more)
  }
}

extension Path {
  /// The length of a path without curves of more than a quarter of a turn, within 0.1 %.
  fileprivate var length: Double {
    var (length, start, last) = (0.0, Point.zero, Point.zero)
    func go(to point: Point) {
      let (dx, dy) = (point.x - last.x, point.y - last.y)
      length += (dx * dx + dy * dy).squareRoot()
      last = point
    }
    for element in elements {
      switch element {
      case .move(let point): (start, last) = (point, point)
      case .line(let point): go(to: point)
      case .curve(let first, let second, let end):
        let from = last
        for step in 1...16 {
          let (t, s) = (Double(step) / 16, 1 - Double(step) / 16)
          let (a, b, c, d) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
          go(
            to: Point(
              x: a * from.x + b * first.x + c * second.x + d * end.x,
              y: a * from.y + b * first.y + c * second.y + d * end.y))
        }
      case .close: go(to: start)
      }
    }
    return length
  }
}
