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
  init(_ layers: [Layer], byId: [String: Int]) {
    func needs(_ step: Step) -> [Step] {
      switch step {
      case .place(let index):
        return layers[index].frame.reference.flatMap { need($0) }.map { [$0] } ?? []
      case .reach(let index):
        return [.place(index)]
          + layers[index].effects.flatMap { $0.references.compactMap { need($0) } }
      }
    }
    func need(_ reference: Reference) -> Step? {
      reference.id.flatMap { byId[$0] }.map { reference.part == .extent ? .reach($0) : .place($0) }
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
