import ScrimKit

/// The bars of a linear symbol and the words below them.
struct BarsAndWords {
  let symbol: CodeSymbol
  let layout: CodeLayout
  let hasText: Bool

  /// Height of capital letters and digits, in modules: 2.75 mm of GS1's EAN at 0.33 mm a module, rounded.
  static let wordHeight = 8.0
  /// By how much guard bars are longer, and how far the words are from the bars, in modules; GS1 General Specifications
  /// §5.2.
  private static let guardHeight = 5.0
  private static let gap = 1.0

  /// px, on no grid.
  var bars: [Rect] {
    (symbol.rows.runs.first ?? []).map { run in
      if run.lowerBound >= mainWidth {
        // Those of an add-on are lower, since its digits are above them, and end where the guard bars do.
        let top = hasText ? (Self.wordHeight + Self.gap) * layout.module : 0
        let end = layout.area.height + (hasText ? Self.guardHeight * layout.module : 0)
        return layout.cells(run, top: top, height: max(layout.module, end - top))
      }
      let isGuard = hasText && guards.contains { $0.overlaps(run) }
      return layout.cells(
        run, top: 0,
        height: layout.area.height + (isGuard ? Self.guardHeight * layout.module : 0))
    }
  }

  /// The words with their boxes, px.
  var words: [(String, Rect)] {
    guard hasText else { return [] }
    let parts = symbol.text.split(separator: "+")
    guard let main = parts.first, symbol.symbology.isRetail else {
      return [(symbol.text, box(0..<symbol.width))]
    }
    var words: [(String, Rect)] = []
    func add(_ digits: Substring, from column: Double, above: Bool = false) {
      for (index, digit) in digits.enumerated() {
        words.append((String(digit), box(column + 7 * Double(index), 7, above: above)))
      }
    }
    switch symbol.symbology {
    case .ean13:
      add(main.prefix(1), from: -9)
      add(main.dropFirst().prefix(6), from: 3)
      add(main.suffix(6), from: 50)
    case .ean8:
      add(main.prefix(4), from: 3)
      add(main.suffix(4), from: 36)
    case .upcA:
      add(main.prefix(1), from: -9)
      add(main.dropFirst().prefix(5), from: 10.5)
      add(main.dropFirst(6).prefix(5), from: 49.5)
      add(main.suffix(1), from: 97)
    default:
      add(main.prefix(1), from: -9)
      add(main.dropFirst().prefix(6), from: 3)
      add(main.suffix(1), from: 53)
    }
    if parts.count > 1 {
      let digits = parts[1]
      // An add-on's digits are 9 modules apart, in the middle of its bars.
      let left = Double(symbol.width) - addOnWidth + (addOnWidth - 9 * Double(digits.count)) / 2
      for (index, digit) in digits.enumerated() {
        words.append((String(digit), box(left + 9 * Double(index), 9, above: true)))
      }
    }
    return words
  }

  /// Modules of the symbol without its add-on.
  private var mainWidth: Int {
    switch symbol.symbology {
    case .ean13, .upcA: 95
    case .ean8: 67
    case .upcE: 51
    default: symbol.width
    }
  }

  /// Modules of the add-on's bars: 20 for two digits, 47 for five.
  private var addOnWidth: Double {
    let digits = symbol.text.split(separator: "+").last?.count ?? 0
    return digits == 2 ? 20 : 47
  }

  /// The columns of bars that are longer.
  private var guards: [Range<Int>] {
    switch symbol.symbology {
    case .ean13: [0..<3, 45..<50, 92..<95]
    case .ean8: [0..<3, 31..<36, 64..<67]
    // The bars of the first and the last digit, too.
    case .upcA: [0..<10, 45..<50, 85..<95]
    case .upcE: [0..<3, 45..<51]
    default: []
    }
  }

  private func box(_ columns: Range<Int>) -> Rect {
    box(Double(columns.lowerBound), Double(columns.count), above: false)
  }

  private func box(_ column: Double, _ columns: Double, above: Bool) -> Rect {
    let (area, module) = (layout.area, layout.module)
    return Rect(
      x: area.x + column * module, y: above ? area.top : area.bottom + Self.gap * module,
      width: columns * module, height: Self.wordHeight * module)
  }
}
