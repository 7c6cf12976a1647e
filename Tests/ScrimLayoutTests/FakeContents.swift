import ScrimKit
import ScrimLayout

/// Contents whose sizes a test gives: texts of one size for each letter, images of a size.
final class FakeContents: LayoutContents {
  /// Words of each text: their widths, px; a line is 20 px high.
  var texts: [Int: [Double]] = [:]
  /// Width of a space, px.
  var space = 10.0
  /// Of each line, px.
  var baseline = 15.0
  var images: [Int: Size] = [:]
  private var frames: [Int: Rect] = [:]

  func place(
    _ box: Int, in frame: FrameSolver, canvas: (Rect) -> Resolution<CanvasDependence>
  ) throws -> (frame: Rect?, content: Resolution<Void>) {
    var natural = FrameSolver.Natural()
    if texts[box] != nil {
      let inside = frame.width(natural: nil) - frame.padding.left - frame.padding.right
      natural.height =
        (size(texts[box] ?? [], at: inside).height) + frame.padding.top + frame.padding.bottom
    }
    let rect = frame.frame(natural)
    frames[box] = rect
    return (rect, .resolved(()))
  }

  func size(of box: Int, _ width: ContentWidth) throws -> ContentSize? {
    guard let words = texts[box] else { return nil }
    switch width {
    case .minContent: return size(words, at: 0)
    case .maxContent: return size(words, at: .infinity)
    case .wrapped(let width): return size(words, at: width)
    }
  }

  private func size(_ words: [Double], at width: Double) -> ContentSize {
    var (lines, line, widest) = (1, 0.0, 0.0)
    for word in words {
      let next = line == 0 ? word : line + space + word
      if line > 0, next > width + 0.01 {
        lines += 1
        line = word
      } else {
        line = next
      }
      widest = max(widest, line)
    }
    return ContentSize(width: widest, height: Double(lines) * 20, baseline: baseline)
  }

  func naturalSize(of box: Int) throws -> Size? { images[box] }
  func fit(_ box: Int, in frame: FrameSolver) throws {}
  func fill(_ group: Int, ink: Rect, extent: Rect) {}
  func ink(of box: Int) -> Rect { frames[box] ?? .empty }

  func extent(
    of box: Int, canvas: CanvasDependence,
    resolve: (Reference) throws -> Resolution<[Rect]>
  ) throws -> Resolution<Rect> { .resolved(frames[box] ?? .empty) }

  func rectangles(of reference: Reference, in box: Int, extent: Rect?) throws -> [Rect] {
    [frames[box] ?? .empty]
  }

  func check(_ reference: Reference, toUnplaced box: Int) throws {}
  func report(_ error: EmptyReference, inFrameOf box: Int, at key: String) {}
}

/// A box with those in it, for tests.
struct Tree {
  var box: LayoutBox
  var children: [Tree] = []
  var words: [Double]?
  var image: Size?

  /// A group with flex.
  static func flex(
    _ frame: FrameBox = FrameBox(), item: FlexItem = FlexItem(), padding: Double = 0,
    _ children: [Tree], _ change: (inout FlexSpec) -> Void = { _ in }
  ) -> Tree {
    var flex = FlexSpec()
    change(&flex)
    return Tree(
      box: LayoutBox(
        frame: .box(frame), padding: Edges(.pixels(padding)), sizing: .group, flex: flex, item: item
      ),
      children: children)
  }

  /// A group whose boxes have frames of their own.
  static func group(
    _ frame: FrameBox, padding: Double = 0, id: String? = nil, _ children: [Tree]
  ) -> Tree {
    Tree(
      box: LayoutBox(
        id: id, frame: .box(frame), padding: Edges(.pixels(padding)), sizing: .group),
      children: children)
  }

  static func box(
    _ frame: FrameBox = FrameBox(), id: String? = nil, _ change: (inout FlexItem) -> Void = { _ in }
  ) -> Tree {
    var item = FlexItem()
    change(&item)
    return Tree(box: LayoutBox(id: id, frame: .box(frame), item: item))
  }

  static func text(
    _ words: [Double], _ frame: FrameBox = FrameBox(), id: String? = nil,
    _ change: (inout FlexItem) -> Void = { _ in }
  ) -> Tree {
    var item = FlexItem()
    change(&item)
    return Tree(
      box: LayoutBox(id: id, frame: .box(frame), sizing: .text(wraps: true), item: item),
      words: words)
  }

  static func image(_ width: Double, _ height: Double, _ frame: FrameBox = FrameBox()) -> Tree {
    Tree(
      box: LayoutBox(frame: .box(frame), sizing: .image), image: Size(width: width, height: height))
  }
}

/// The frames of some trees on a canvas, in document order: `[x, y, width, height]`, px.
func frames(
  _ trees: [Tree], canvas: ContainingBox = .known(Rect(x: 0, y: 0, width: 500, height: 400)),
  canvasPadding: Double = 0
) throws -> [[Double]?] {
  let nesting = Nesting(trees) { $0.children }
  func all(_ tree: Tree) -> [Tree] { [tree] + tree.children.flatMap(all) }
  let boxes = trees.flatMap(all)
  let contents = FakeContents()
  for (index, tree) in boxes.enumerated() {
    contents.texts[index] = tree.words
    contents.images[index] = tree.image
  }
  var solver = LayoutSolver(boxes.map(\.box), nesting, canvas: canvas, contents: contents)
  try solver.solve(
    width: { edges in edges.max().map { $0 + canvasPadding } },
    height: { edges in edges.max().map { $0 + canvasPadding } })
  return solver.frames.map { frame in
    frame.value.map { [$0.x, $0.y, $0.width, $0.height].map { ($0 * 1000).rounded() / 1000 } }
  }
}

extension FrameBox {
  static func size(_ width: Double?, _ height: Double?) -> FrameBox {
    var box = FrameBox()
    box.width = width.map { .length(.pixels($0)) }
    box.height = height.map { .length(.pixels($0)) }
    return box
  }

  /// As large as its content, at a place.
  static func fitting(x: Double = 0, y: Double = 0) -> FrameBox {
    var box = FrameBox()
    (box.x, box.y) = (.length(.pixels(x)), .length(.pixels(y)))
    (box.width, box.height) = (.fitContent, .fitContent)
    return box
  }

  func with(_ change: (inout FrameBox) -> Void) -> FrameBox {
    var box = self
    change(&box)
    return box
  }
}
