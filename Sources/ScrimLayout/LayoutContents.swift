package import ScrimKit

/// The contents of boxes, which only their owner can measure: texts, images, effects. It keeps each in its frame.
package protocol LayoutContents: AnyObject {
  /// Places a content in a box, anew if it has a place.
  ///
  /// - Parameters:
  ///   - box: The box's index.
  ///   - frame: Solves its frame, given the content's own size.
  ///   - canvas: What is known of the canvas, given the box's frame.
  /// - Returns: The frame, unless an error leaves it undetermined, and whether the content has a place in it. Errors of
  ///   the content are reported by the callee.
  /// - Throws: What makes any layout impossible, such as a lack of memory.
  func place(
    _ box: Int, in frame: FrameSolver, canvas: (Rect) -> Resolution<CanvasDependence>
  ) throws -> (frame: Rect?, content: Resolution<Void>)

  /// Measures a text.
  ///
  /// - Parameters:
  ///   - box: The box's index.
  ///   - width: The width that it is measured for.
  /// - Returns: Its size, without padding; `nil` if it has an error, which is reported by the callee.
  /// - Throws: What makes any layout impossible.
  func size(of box: Int, _ width: ContentWidth) throws -> ContentSize?

  /// The natural size of an image, px; `nil` if it can't be read, which is reported elsewhere.
  func naturalSize(of box: Int) throws -> Size?

  /// Finds the size at which a text fits its frame, for all texts that share it.
  ///
  /// - Parameters:
  ///   - box: The box's index.
  ///   - frame: Solves its frame, which does not depend on the text.
  /// - Throws: What makes any layout impossible.
  func fit(_ box: Int, in frame: FrameSolver) throws

  /// Gives a group that was placed what the boxes in it draw.
  ///
  /// - Parameters:
  ///   - group: The box's index.
  ///   - ink: The union of the inks, px.
  ///   - extent: The union of the extents, px.
  func fill(_ group: Int, ink: Rect, extent: Rect)

  /// The ink of a content that was placed: of a text its glyphs, px before the box is transformed.
  func ink(of box: Int) -> Rect

  /// The bounds of what a box draws, with its effects, px before it is transformed.
  ///
  /// - Parameters:
  ///   - box: The box's index; it was placed.
  ///   - canvas: What is known of the canvas.
  ///   - resolve: The rectangles of a reference, in the coordinates of the box.
  /// - Returns: The bounds; errors of effects are reported by the callee.
  /// - Throws: What makes any layout impossible; what `resolve` throws.
  func extent(
    of box: Int, canvas: CanvasDependence,
    resolve: (Reference) throws -> Resolution<[Rect]>
  ) throws -> Resolution<Rect>

  /// The rectangles of a part of a content, at least one.
  ///
  /// - Parameters:
  ///   - reference: Names the part; not a frame.
  ///   - box: The index of a box that was placed.
  ///   - extent: The box's extent, where the part is that.
  /// - Returns: px before the box is transformed.
  /// - Throws: ``EmptyReference``.
  func rectangles(of reference: Reference, in box: Int, extent: Rect?) throws -> [Rect]

  /// Checks a reference to a box that could not be placed against what is known of it all the same.
  ///
  /// - Throws: ``EmptyReference``.
  func check(_ reference: Reference, toUnplaced box: Int) throws

  /// Reports that a key of the frame of a box refers to nothing.
  func report(_ error: EmptyReference, inFrameOf box: Int, at key: String)
}

/// A reference that names nothing: an ink where nothing is drawn, words that are not in the text.
package struct EmptyReference: Error, Hashable, Sendable {
  package let reference: Reference
  /// Why, as a sentence.
  package let reason: String

  package init(_ reference: Reference, _ reason: String) {
    self.reference = reference
    self.reason = reason
  }
}

/// What is known of the canvas, for answers that may depend on it.
package struct CanvasDependence {
  /// The canvases that are possible, px in the coordinates of the box that asks.
  let candidates: [Rect]
  let isPending: Bool

  /// An answer, if it is the same for every canvas that is possible.
  ///
  /// - Parameters:
  ///   - isSame: Compares two answers.
  ///   - answer: Asks with one canvas.
  /// - Returns: Pending or unavailable, as the canvas is, where the answer depends on it or is refused for one of two.
  /// - Throws: What `answer` throws for the only canvas, or for both.
  package func resolve<Answer>(
    isSame: (Answer, Answer) -> Bool, _ answer: (Rect) throws -> Answer
  ) throws -> Resolution<Answer> {
    guard let first = candidates.first, let last = candidates.last, candidates.count > 1 else {
      return .resolved(try answer(candidates[0]))
    }
    switch (Result { try answer(first) }, Result { try answer(last) }) {
    case (.success(let one), .success(let other)) where isSame(one, other): return .resolved(other)
    case (.failure, .failure(let error)): throw error
    default: return isPending ? .pending : .unavailable
    }
  }
}
