import ScrimKit

/// Sizes boxes by their contents, from the inside out. Coordinates are those of each box's own frame.
///
/// Sizes of boxes are those of their frames, with padding. Results are cached: a group asks for the sizes of the boxes
/// in it more than once.
final class BoxSizer {
  struct LayoutKey: Equatable {
    let index: Int
    let width: Double
    let height: Double?
    /// What percentages of heights in it relate to.
    let definite: Double?
    let basis: SizeBasis
    let isFree: Bool
  }

  struct WidthKey: Equatable {
    let height: Double?
    let ignoresHeight: Bool
    /// What percentages of the box's own limits of its height relate to, if it has some.
    let parentHeight: Double?
  }

  /// The sides that a frame asks for. A copy of a frame also retains its references.
  struct Sides {
    let width, height: Dimension?
    let minWidth, maxWidth: Dimension?
    let minHeight, maxHeight: Dimension?
    let aspectRatio: Double?

    init(_ frame: FrameBox) {
      (width, height) = (frame.width, frame.height)
      (minWidth, maxWidth) = (frame.minWidth, frame.maxWidth)
      (minHeight, maxHeight) = (frame.minHeight, frame.maxHeight)
      aspectRatio = frame.aspectRatio
    }
  }

  /// A result and what it was found for.
  struct Cached<Key, Value> {
    let key: Key
    let value: Value
  }

  let boxes: [LayoutBox]
  let sides: [Sides]
  let nesting: Nesting
  private let measureText: (Int, ContentWidth) throws -> ContentSize?
  private let measureImage: (Int) throws -> Size?
  /// The boxes that each flex group lays out, in document order.
  let inFlow: [[Int]]
  /// Whether each box reads from right to left.
  let isRightToLeft: [Bool]
  /// Boxes whose content has an error: what contains them has no size.
  var failed: Set<Int> = []
  /// The content origins of groups that have one before they have a size, in the coordinates of the canvas.
  var origins: [Int: Point] = [:]
  /// The rectangles that boxes in such groups are solved next to, in the coordinates around the box.
  var outside: (Reference, Int) throws -> Rect? = { _, _ in nil }
  let indices: [String: Int]
  // By box, each with a few keys: comparing those is faster than hashing.
  var layouts: [[Cached<LayoutKey, SizedBox>]]
  var widths: [[Cached<WidthKey, ContentWidths>]]
  private var texts: [[Cached<ContentWidth, ContentSize>]]

  // Not generic, so that the compiler specialises it whoever measures the contents.
  init(
    _ boxes: [LayoutBox], _ nesting: Nesting, indices: [String: Int], contents: some LayoutContents
  ) {
    self.boxes = boxes
    sides = boxes.map { Sides($0.frame.box) }
    layouts = Array(repeating: [], count: boxes.count)
    widths = Array(repeating: [], count: boxes.count)
    texts = Array(repeating: [], count: boxes.count)
    self.nesting = nesting
    self.indices = indices
    measureText = { try contents.size(of: $0, $1) }
    measureImage = { try contents.naturalSize(of: $0) }
    inFlow = boxes.indices.map { index in
      guard boxes[index].flex != nil else { return [] }
      return nesting.children[index].filter {
        boxes[$0].isDisplayed && !boxes[$0].traits.isOutOfFlow
      }
    }
    var directions = Array(repeating: false, count: boxes.count)
    for index in boxes.indices {
      if let own = boxes[index].flex?.textDirection {
        directions[index] = own == .rtl
      } else if let parent = nesting.parents[index] {
        directions[index] = directions[parent]
      }
    }
    isRightToLeft = directions
  }

  /// Whether a content in a box, or in one inside it, has an error.
  func hasFailed(in index: Int) -> Bool {
    failed.contains { box in
      var next: Int? = box
      while let current = next {
        if current == index { return true }
        next = nesting.parents[current]
      }
      return false
    }
  }

  // MARK: Contents

  func text(_ index: Int, _ width: ContentWidth) throws -> ContentSize {
    if let known = texts[index].first(where: { $0.key == width }) { return known.value }
    let size: ContentSize
    if boxes[index].broken.contains(.content) {
      failed.insert(index)
      size = ContentSize(width: 0, height: 0)
    } else if let measured = try measureText(index, width) {
      size = measured
    } else {
      failed.insert(index)
      size = ContentSize(width: 0, height: 0)
    }
    texts[index].append(Cached(key: width, value: size))
    return size
  }

  /// The natural size of an image, px.
  func naturalSize(_ index: Int) throws -> Size {
    if !boxes[index].broken.contains(.content), let size = try measureImage(index) {
      return size
    }
    failed.insert(index)
    return Size(width: 0, height: 0)
  }

  // MARK: Sides

  func padding(_ index: Int, _ basis: SizeBasis) -> Insets {
    boxes[index].padding.resolved(of: basis.width)
  }

  /// Width by height of a box: its own, or that of an image, which is the ratio of its content without padding.
  func ratio(_ index: Int) throws -> (value: Double, isOfContent: Bool)? {
    if let ratio = sides[index].aspectRatio { return (ratio, false) }
    guard boxes[index].sizing == .image else { return nil }
    let size = try naturalSize(index)
    return size.width > 0 && size.height > 0 ? (size.width / size.height, true) : nil
  }

  func width(
    of index: Int, fromHeight height: Double, _ ratio: (value: Double, isOfContent: Bool),
    _ padding: Insets
  ) -> Double {
    ratio.isOfContent
      ? max(0, height - padding.vertical) * ratio.value + padding.horizontal
      : max(height * ratio.value, padding.horizontal)
  }

  func height(
    of index: Int, fromWidth width: Double, _ ratio: (value: Double, isOfContent: Bool),
    _ padding: Insets
  ) -> Double {
    ratio.isOfContent
      ? max(0, width - padding.horizontal) / ratio.value + padding.vertical
      : max(width / ratio.value, padding.vertical)
  }

  /// The limits of a box's height that are lengths, px.
  func heightLimits(_ index: Int, _ basis: SizeBasis, _ padding: Insets) -> SizeLimits {
    let frame = sides[index]
    return SizeLimits(
      min: max(padding.vertical, frame.minHeight?.length?.pixels(of: basis.height) ?? 0),
      max: frame.maxHeight?.length?.pixels(of: basis.height) ?? .infinity)
  }

  /// The height that a box's frame gives it, within its limits, px; `nil` if it follows from the content.
  func definiteHeight(_ index: Int, _ basis: SizeBasis, _ padding: Insets) -> Double? {
    guard let height = sides[index].height?.length?.pixels(of: basis.height) else {
      return nil
    }
    return heightLimits(index, basis, padding).clamp(height)
  }

  /// The limits of a box's width, px.
  ///
  /// - Parameters:
  ///   - index: The box.
  ///   - basis: What percentages relate to.
  ///   - padding: The box's padding.
  ///   - isTransferred: Whether the width follows from the height and the ratio: then it is at least the content's.
  ///   - height: The height that a flex group gives the box, px.
  /// - Returns: The limits.
  /// - Throws: What the contents throw.
  func widthLimits(
    _ index: Int, _ basis: SizeBasis, _ padding: Insets, isTransferred: Bool = false,
    height: Double? = nil
  ) throws -> SizeLimits {
    let frame = sides[index]
    var limits = SizeLimits(min: padding.horizontal)
    func resolved(_ side: Dimension) throws -> Double? {
      switch side {
      case .length(let length): length.pixels(of: basis.width)
      case .minContent: try resolvedWidths(index, basis).min
      case .maxContent: try resolvedWidths(index, basis).max
      case .fitContent: try resolvedWidths(index, basis).fitting(basis.width)
      }
    }
    if let most = try frame.maxWidth.flatMap(resolved) { limits.max = most }
    if let least = frame.minWidth {
      limits.min = max(limits.min, try resolved(least) ?? 0)
    } else if isTransferred, boxes[index].sizing != .image, !boxes[index].hidesOverflow {
      limits.min = max(
        limits.min, min(try paddedWidths(index, basis, height: height).min, limits.max))
    }
    return limits
  }

  /// The limits of a width that those of the height and the ratio give.
  func transferredLimits(
    _ index: Int, _ ratio: (value: Double, isOfContent: Bool), _ basis: SizeBasis,
    _ padding: Insets
  ) -> SizeLimits {
    let limits = heightLimits(index, basis, padding)
    return SizeLimits(
      min: limits.min > 0 ? width(of: index, fromHeight: limits.min, ratio, padding) : 0,
      max: limits.max.isFinite
        ? width(of: index, fromHeight: limits.max, ratio, padding) : .infinity)
  }
}
