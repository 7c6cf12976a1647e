import ScrimJob
import ScrimKit

/// In which order layers are laid out: each after those that it refers to, wherever they stand in
/// the document and however long the chain is.
struct LayoutOrder {
  enum Step: Hashable {
    /// The layer gets its frame, and its text is set.
    case place(Int)
    /// Its effects say how far they reach.
    case reach(Int)
  }

  /// Every layer's two steps. Those in a ring of references come in some order; rings are refused
  /// when the job is read.
  private(set) var steps: [Step] = []

  /// - Parameters:
  ///   - layers: All layers of the job.
  ///   - byId: The index of each id.
  ///   - nesting: Which layer is in which group.
  init(_ layers: [Layer], byId: [String: Int], nesting: Nesting) {
    func needs(_ step: Step) -> [Step] {
      switch step {
      case .place(let index):
        return [
          nesting.parents[index].map { .place($0) }, layers[index].frame.reference.flatMap(need),
        ].compactMap { $0 }
      case .reach(let index):
        return [.place(index)] + nesting.children[index].map { .reach($0) }
          + layers[index].effects.flatMap { $0.references.compactMap(need) }
      }
    }
    func need(_ reference: Reference) -> Step? {
      guard let index = reference.id.flatMap({ byId[$0] }) else { return nil }
      switch reference.part {
      case .extent: return .reach(index)
      // The ink of a group is known when its layers are.
      case .ink where !nesting.children[index].isEmpty: return .reach(index)
      default: return .place(index)
      }
    }

    var seen: Set<Step> = []
    // No recursion: a thread's stack is no limit for a job's layers.
    var open: [(step: Step, needs: [Step])] = []
    for start in layers.indices.flatMap({ [Step.place($0), .reach($0)] }) {
      guard seen.insert(start).inserted else { continue }
      open.append((start, needs(start)))
      while let step = open.last?.step {
        if let next = open[open.count - 1].needs.popLast() {
          if seen.insert(next).inserted { open.append((next, needs(next))) }
        } else {
          steps.append(step)
          open.removeLast()
        }
      }
    }
  }
}

extension FrameSpec {
  /// What the frame stands by.
  var reference: Reference? {
    switch self {
    case .around(let reference, _): reference
    case .box(let box):
      switch box.neighbour {
      case .below(let reference, _), .above(let reference, _): reference
      case nil: nil
      }
    }
  }
}
