package import ScrimKit

/// A layer as far as the layout needs to know it.
package struct LayoutBox: Sendable {
  /// What gives a box a size where its frame does not.
  package enum Sizing: Sendable, Hashable {
    /// Nothing: it takes the size that its frame has.
    case frame
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
  package var frame: FrameSpec
  /// Inset of the content in the frame, px.
  package var padding: Insets
  /// To be applied about the frame's center.
  package var transform: Transform
  package var isVisible: Bool
  /// Whether the boxes in it are cut to its frame.
  package var clips: Bool
  package var sizing: Sizing
  /// What its effects refer to: its extent may depend on these.
  package var references: Set<Reference>
  package var broken: Broken

  package init(
    id: String? = nil, frame: FrameSpec, padding: Insets = Insets(0), transform: Transform = .none,
    isVisible: Bool = true, clips: Bool = false, sizing: Sizing = .frame,
    references: Set<Reference> = [], broken: Broken = []
  ) {
    self.id = id
    self.frame = frame
    self.padding = padding
    self.transform = transform
    self.isVisible = isVisible
    self.clips = clips
    self.sizing = sizing
    self.references = references
    self.broken = broken
  }

  /// Whether its height is that of its containing box, where that is known.
  var fillsOpenHeight: Bool {
    if case .text(_, let fills) = sizing { fills && frame.hasOpenHeight } else { false }
  }

  package var isTransformed: Bool { transform != .none }
}
