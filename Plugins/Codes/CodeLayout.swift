import ScrimKit

/// Where the modules of a code are in a frame.
struct CodeLayout {
  /// Width of a module, px: whole device pixels on a grid.
  let module: Double
  /// The modules without a quiet zone, px.
  let area: Rect

  /// Lays out modules as large as the frame allows, in its middle.
  ///
  /// - Parameters:
  ///   - symbol: The modules.
  ///   - quietZone: The space around them, in modules; `nil` is that of the standard.
  ///   - words: Heights above and below the bars of a linear symbol that words need, in modules.
  ///   - height: Height of its bars, px; `nil` is what the frame leaves.
  ///   - geometry: Where it is drawn.
  /// - Throws: `EffectError` if a module would have less than a device pixel, or the bars no height.
  init(
    _ symbol: CodeSymbol, quietZone: Int?, words: (above: Double, below: Double) = (0, 0),
    height: Double? = nil, in geometry: ContentGeometry
  ) throws(EffectError) {
    let zone = symbol.symbology.quietZone(quietZone)
    let columns = Double(zone.left + symbol.width + zone.right)
    let above = words.above + Double(zone.aboveAndBelow)
    let cells = Double(symbol.rows.count * (symbol.symbology.rowHeight ?? 0))
    let rows = above + cells + words.below + Double(zone.aboveAndBelow)
    let frame = geometry.frame
    let most =
      symbol.symbology.isLinear
      ? frame.width / columns : min(frame.width / columns, frame.height / rows)
    let module = geometry.grid.snap(thickness: most)
    // At least a pixel is given, even where there is none.
    guard (module - most) * columns < 0.1 else {
      func least(_ modules: Double) -> String { "\(Int((modules * module).rounded(.up)))" }
      throw EffectError(
        "a module needs a pixel, and with its quiet zone the code has \(Int(columns)) of them in a "
          + "row. The frame is \(frame.width.words) × \(frame.height.words) px, but must be at least "
          + (symbol.symbology.isLinear
            ? "\(least(columns)) px wide." : "\(least(columns)) × \(least(rows)) px."))
    }
    var body = cells * module
    if symbol.symbology.isLinear {
      let left = frame.height - rows * module
      guard left > 0 else {
        throw EffectError(
          "the frame is \(frame.height.words) px high, which the words below the bars need: "
            + "enlarge it, or set \"text\": false.")
      }
      body = min(height ?? left, left)
    }
    let size = Size(width: columns * module, height: body + (rows - cells) * module)
    let corner = geometry.grid.snap(
      Point(x: frame.center.x - size.width / 2, y: frame.center.y - size.height / 2))
    self.module = module
    area = geometry.grid.snap(
      Rect(
        x: corner.x + Double(zone.left) * module, y: corner.y + above * module,
        width: Double(symbol.width) * module, height: body))
  }

  /// Where some modules are, px.
  ///
  /// - Parameters:
  ///   - columns: Of the symbol.
  ///   - top: Distance from the symbol's top, px.
  ///   - height: px.
  /// - Returns: The rectangle.
  func cells(_ columns: Range<Int>, top: Double, height: Double) -> Rect {
    Rect(
      x: area.x + Double(columns.lowerBound) * module, y: area.y + top,
      width: Double(columns.count) * module, height: height)
  }
}

extension Symbology {
  /// Its quiet zone, or one of a given number of modules; there is none above and below bars.
  func quietZone(_ modules: Int?) -> (left: Int, right: Int, aboveAndBelow: Int) {
    modules.map { ($0, $0, isLinear ? 0 : $0) } ?? quietZone
  }
}

extension [[Bool]] {
  /// The dark modules of each row, as ranges of columns.
  var runs: [[Range<Int>]] {
    map { row in
      var runs: [Range<Int>] = []
      for (column, isDark) in row.enumerated() where isDark {
        if let last = runs.last, last.upperBound == column {
          runs[runs.count - 1] = last.lowerBound..<column + 1
        } else {
          runs.append(column..<column + 1)
        }
      }
      return runs
    }
  }

  /// The dark modules as few rectangles: equal runs of adjacent rows are one.
  ///
  /// - Returns: Columns and rows.
  var blocks: [(columns: Range<Int>, rows: Range<Int>)] {
    var blocks: [(columns: Range<Int>, rows: Range<Int>)] = []
    var open: [Range<Int>: Int] = [:]
    for (row, runs) in runs.enumerated() {
      var next: [Range<Int>: Int] = [:]
      for run in runs {
        if let index = open[run] {
          blocks[index].rows = blocks[index].rows.lowerBound..<row + 1
          next[run] = index
        } else {
          next[run] = blocks.count
          blocks.append((run, row..<row + 1))
        }
      }
      open = next
    }
    return blocks
  }
}

extension Double {
  /// In messages, with one decimal.
  fileprivate var words: String { ((self * 10).rounded() / 10).plain }
}
