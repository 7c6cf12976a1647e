import ScrimKit
import ScrimLayout

/// The layout of 1,000 boxes by themselves: nested flex groups that wrap, grow and shrink, and groups by content. Texts
/// have sizes that are known, so that no font is measured along.
struct LayoutBenchmark {
  private static let repetitions = 101
  private static let count = 1000

  /// Prints the median time of each tree.
  ///
  /// - Throws: Nothing; the contents have no errors.
  static func run() throws {
    print("Layout of \(count) boxes, CPU milliseconds, medians of \(repetitions) rounds:\n")
    print("| boxes | ms |")
    print("|---|---|")
    for (name, make) in trees {
      var (boxes, parents): ([LayoutBox], [Int?]) = ([], [])
      make(&boxes, &parents)
      let nesting = Nesting(parents: parents)
      let canvas = ContainingBox.known(Rect(x: 0, y: 0, width: 1080, height: 1920))
      let times = try (0..<repetitions).map { _ in
        let start = processMilliseconds()
        var solver = LayoutSolver(
          boxes, nesting, canvas: canvas, contents: KnownSizes(count: boxes.count))
        try solver.solve(width: { $0.max() }, height: { $0.max() })
        return processMilliseconds() - start
      }
      let median = times.sorted()[repetitions / 2]
      print("| \(name) | \((median * 100).rounded() / 100) |")
    }
  }

  private typealias Making = (inout [LayoutBox], inout [Int?]) -> Void

  private static var trees: [(String, Making)] {
    [
      ("100 cards that wrap", wrappingCards),
      ("columns in rows, 8 deep", nested),
      ("groups by content, one below the other", chain),
    ]
  }

  private static func group(_ change: (inout FlexSpec) -> Void) -> LayoutBox {
    var flex = FlexSpec()
    change(&flex)
    return LayoutBox(
      frame: .box(FrameBox()), padding: Edges(.pixels(4)), sizing: .group, flex: flex)
  }

  private static func text() -> LayoutBox {
    LayoutBox(frame: .box(FrameBox()), sizing: .text(wraps: true))
  }

  private static func wrappingCards(_ boxes: inout [LayoutBox], _ parents: inout [Int?]) {
    func add(_ box: LayoutBox, to parent: Int?) -> Int {
      boxes.append(box)
      parents.append(parent)
      return boxes.count - 1
    }
    let root = add(group { $0.wrap = .wrap }, to: nil)
    while boxes.count <= count - 10 {
      var card = group { $0.direction = .column }
      card.item.grow = 1
      let index = add(card, to: root)
      for _ in 0..<3 {
        let row = add(group { $0.alignItems = .center }, to: index)
        _ = add(text(), to: row)
        _ = add(text(), to: row)
      }
    }
  }

  private static func nested(_ boxes: inout [LayoutBox], _ parents: inout [Int?]) {
    func add(depth: Int, to parent: Int?) {
      guard boxes.count < count else { return }
      let index = boxes.count
      boxes.append(
        depth == 0 ? text() : group { $0.direction = depth.isMultiple(of: 2) ? .row : .column })
      parents.append(parent)
      guard depth > 0 else { return }
      for _ in 0..<(depth == 8 ? 8 : 2) { add(depth: depth - 1, to: index) }
    }
    add(depth: 8, to: nil)
  }

  private static func chain(_ boxes: inout [LayoutBox], _ parents: inout [Int?]) {
    for index in 0..<(count / 4) {
      var frame = FrameBox()
      (frame.width, frame.height) = (.fitContent, .fitContent)
      if index > 0, let above = Reference("#g\(index - 1)") {
        frame.neighbour = .below(above, gap: 4)
      }
      let group = boxes.count
      boxes.append(
        LayoutBox(
          id: "g\(index)", frame: .box(frame), padding: Edges(.pixels(6)), sizing: .group))
      parents.append(nil)
      boxes.append(LayoutBox(frame: .box(FrameBox())))
      boxes.append(text())
      boxes.append(text())
      parents += [group, group, group]
    }
  }
}

/// Texts of six words, 30 px each.
private final class KnownSizes: LayoutContents {
  private var frames: [Rect]

  init(count: Int) { frames = Array(repeating: .empty, count: count) }

  func place(
    _ box: Int, in frame: FrameSolver, canvas: (Rect) -> Resolution<CanvasDependence>
  ) throws -> (frame: Rect?, content: Resolution<Void>) {
    let rect = frame.frame(FrameSolver.Natural(height: 20))
    frames[box] = rect
    return (rect, .resolved(()))
  }

  func size(of box: Int, _ width: ContentWidth) throws -> ContentSize? {
    switch width {
    case .minContent: return ContentSize(width: 30, height: 120, baseline: 15)
    case .maxContent: return ContentSize(width: 205, height: 20, baseline: 15)
    case .wrapped(let width):
      let words = max(1, min(6, ((width + 5) / 35).rounded(.down)))
      return ContentSize(
        width: words * 35 - 5, height: (6 / words).rounded(.up) * 20, baseline: 15)
    }
  }

  func naturalSize(of box: Int) throws -> Size? { nil }
  func fit(_ box: Int, in frame: FrameSolver) throws {}
  func fill(_ group: Int, ink: Rect, extent: Rect) {}
  func ink(of box: Int) -> Rect { frames[box] }

  func extent(
    of box: Int, canvas: CanvasDependence,
    resolve: (Reference) throws -> Resolution<[Rect]>
  ) throws -> Resolution<Rect> { .resolved(frames[box]) }

  func rectangles(of reference: Reference, in box: Int, extent: Rect?) throws -> [Rect] {
    [frames[box]]
  }

  func check(_ reference: Reference, toUnplaced box: Int) throws {}
  func report(_ error: EmptyReference, inFrameOf box: Int, at key: String) {}
}
