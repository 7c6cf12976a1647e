package import ScrimKit

/// A layer as far as the layout needs to know it.
package struct LayoutBox: Sendable {
  /// What gives a box a size where its frame does not.
  package enum Sizing: Sendable, Hashable {
    /// Nothing: it takes the size that its frame has.
    case frame
    /// An image: it has a size of its own, which it takes where its frame asks for that, and in a flex group.
    case image
    /// A text: it has a height, and a width unless it wraps. One that fills its frame reaches to the far edge in a
    /// containing box of known height.
    case text(wraps: Bool, fills: Bool = false)
    /// The boxes in it are solved in its frame.
    case group
  }

  /// Parts with errors that are reported elsewhere; what depends on them is unavailable.
  package struct Broken: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let frame = Broken(rawValue: 1)
    package static let content = Broken(rawValue: 2)
    /// Only its extent, and what others may know of its content, depend on its effects.
    package static let effects = Broken(rawValue: 4)
  }

  /// What references call it.
  package var id: String?
  package var frame: FrameSpec { didSet { traits = FrameTraits(frame) } }
  private(set) var traits: FrameTraits
  /// Inset of the content in the frame.
  package var padding = Edges(.pixels(0))
  /// To be applied about the frame's center.
  package var transform = Transform.none
  package var isVisible = true
  /// Whether it takes part in the layout of the group that it is in (CSS `display: none` if not).
  package var isDisplayed = true
  /// Whether the boxes in it are cut to its frame.
  package var clips = false
  /// Whether it counts as `overflow: hidden` in a flex group: it may become smaller than its content.
  package var hidesOverflow = false
  package var sizing: Sizing
  /// How it lays out the boxes in it, if it is a flex group.
  package var flex: FlexSpec?
  package var item: FlexItem
  /// Texts of one name take the smallest size that any of them needs.
  package var sizeGroup: String?
  /// What its content and its effects refer to: its extent may depend on these.
  package var references: Set<Reference> = []
  /// Whether its content refers to other boxes: its ink is then known with its extent only.
  package var drawsByReferences = false
  package var broken: Broken = []

  package init(
    id: String? = nil, frame: FrameSpec, padding: Edges = Edges(.pixels(0)),
    sizing: Sizing = .frame, flex: FlexSpec? = nil, item: FlexItem = FlexItem()
  ) {
    self.id = id
    self.frame = frame
    traits = FrameTraits(frame)
    self.padding = padding
    self.sizing = sizing
    self.flex = flex
    self.item = item
  }

  /// Whether its height is that of its containing box, where that is known.
  var fillsOpenHeight: Bool {
    if case .text(_, let fills) = sizing { fills && frame.hasOpenHeight } else { false }
  }

  /// Whether its width is what there is to the far edge of its containing box, once that is known: a text that wraps,
  /// and a flex group.
  var fillsOpenWidth: Bool {
    guard case .box(let box) = frame else { return false }
    switch sizing {
    case .text(wraps: true, _): break
    case .group where flex != nil: break
    default: return false
    }
    return box.width == nil && box.aspectRatio == nil && box.x != .center && box.anchor == nil
      && box.sideNeighbour == nil
  }

  /// Whether the height of a flex group is what there is to the far edge of its containing box, once that is known.
  var fillsOpenHeightByFlex: Bool {
    guard flex != nil, case .box(let box) = frame else { return false }
    if case .above? = box.neighbour { return false }
    return box.height == nil && box.aspectRatio == nil && box.y != .center && box.anchor == nil
  }

  var isText: Bool { if case .text = sizing { true } else { false } }
}

/// What the layout asks of a frame again and again.
struct FrameTraits: Sendable {
  /// Whether a flex group does not lay it out: it has a position (CSS `position: absolute`).
  let isOutOfFlow: Bool
  /// Whether its width or its height follows from its content.
  let isSizedByContent: Bool
  /// Whether one of these or one of their limits does.
  let asksForContent: Bool
  /// Whether it is solved next to other boxes.
  let hasReferences: Bool

  init(_ frame: FrameSpec) {
    isOutOfFlow = frame.isOutOfFlow
    guard case .box(let box) = frame else {
      (isSizedByContent, asksForContent, hasReferences) = (false, false, true)
      return
    }
    isSizedByContent = [box.width, box.height].contains { $0?.isContent == true }
    let limits = [box.minWidth, box.maxWidth, box.minHeight, box.maxHeight]
    asksForContent = isSizedByContent || limits.contains { $0?.isContent == true }
    hasReferences = box.neighbour != nil || box.sideNeighbour != nil || box.anchor != nil
  }
}
