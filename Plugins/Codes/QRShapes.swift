import ScrimKit

/// The outlines of a QR code's dark modules.
struct QRShapes {
  let symbol: CodeSymbol
  let layout: CodeLayout
  let modules: QRModuleShape
  let eyes: QREyeShape
  /// Side of the free square in the middle, as a share of the code's.
  let logo: Double

  /// Side of a finder pattern, in modules.
  private static let eye = 7

  /// The even-odd rule fills it.
  var path: Path {
    let hasOwnEyes = eyes != .square || modules != .square
    let rows = symbol.rows.enumerated().map { row, cells in
      cells.enumerated().map { column, isDark in
        isDark && !isFree(column, row) && !(hasOwnEyes && isEye(column, row))
      }
    }
    var path = modulePath(rows)
    if hasOwnEyes {
      for corner in eyeCorners { path.append(eyePath(at: corner)) }
    }
    path.fillRule = .evenodd
    return path
  }

  private func modulePath(_ rows: [[Bool]]) -> Path {
    var path = Path()
    switch modules {
    case .square:
      for rect in rectangles(of: rows) { path.append(Path(rect: rect)) }
    case .dot:
      for (row, cells) in rows.enumerated() {
        for (column, isDark) in cells.enumerated() where isDark {
          let cell = layout.cells(
            column..<column + 1, top: Double(row) * layout.module, height: layout.module)
          path.append(Path(ellipseIn: cell.grown(by: -layout.module / 20)))
        }
      }
    case .rounded:
      let contours = RectangleUnion(rectangles(of: rows))
        .rounded(radius: layout.module / 2, innerRadius: layout.module / 4)
      for contour in contours { path.append(contour.path) }
    }
    return path
  }

  private func rectangles(of rows: [[Bool]]) -> [Rect] {
    rows.blocks.map { block in
      layout.cells(
        block.columns, top: Double(block.rows.lowerBound) * layout.module,
        height: Double(block.rows.count) * layout.module)
    }
  }

  /// The top left modules of the finder patterns.
  private var eyeCorners: [(column: Int, row: Int)] {
    let far = symbol.width - Self.eye
    return symbol.symbology == .microQRCode ? [(0, 0)] : [(0, 0), (far, 0), (0, far)]
  }

  private func isEye(_ column: Int, _ row: Int) -> Bool {
    eyeCorners.contains { corner in
      (corner.column..<corner.column + Self.eye).contains(column)
        && (corner.row..<corner.row + Self.eye).contains(row)
    }
  }

  private func isFree(_ column: Int, _ row: Int) -> Bool {
    let half = logo * Double(symbol.width) / 2
    let middle = Double(symbol.width - 1) / 2
    return abs(Double(column) - middle) < half && abs(Double(row) - middle) < half
  }

  /// A ring of one module and a centre of three.
  private func eyePath(at corner: (column: Int, row: Int)) -> Path {
    let module = layout.module
    let outer = layout.cells(
      corner.column..<corner.column + Self.eye, top: Double(corner.row) * module,
      height: Double(Self.eye) * module)
    var path = Path()
    for inset in [0.0, 1, 2] {
      let rect = outer.grown(by: -inset * module)
      switch eyes {
      case .square: path.append(Path(rect: rect))
      case .rounded:
        path.append(Path(rect: rect, radii: CornerRadii(.pixels((2 - 0.7 * inset) * module))))
      case .circle: path.append(Path(ellipseIn: rect))
      }
    }
    return path
  }
}
