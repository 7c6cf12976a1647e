import ScrimKit

/// The order in which boxes are solved: each after those that it refers to, whatever their order in
/// the document and however long the chain is.
struct LayoutOrder {
  enum Step: Hashable {
    /// The box gets its frame and its content a place.
    case place(Int)
    /// Its effects determine its extent.
    case extend(Int)
  }

  /// The steps that frames depend on: every box's place, and some extents.
  private(set) var placing: [Step] = []
  /// All other extents.
  private(set) var extending: [Step] = []

  /// - Parameters:
  ///   - boxes: All boxes. Those in a cycle of references get some order; cycles are refused when the job is read.
  ///   - indices: The index of each id.
  ///   - nesting: Which box is in which group.
  init(_ boxes: [LayoutBox], indices: [String: Int], nesting: Nesting) {
    func dependencies(of step: Step) -> [Step] {
      switch step {
      case .place(let index):
        return [
          nesting.parents[index].map { .place($0) },
          boxes[index].frame.reference.flatMap(dependency),
        ].compactMap { $0 }
      case .extend(let index):
        return [.place(index)] + nesting.children[index].map { .extend($0) }
          + boxes[index].references.compactMap(dependency)
      }
    }
    func dependency(on reference: Reference) -> Step? {
      guard let index = reference.id.flatMap({ indices[$0] }) else { return nil }
      switch reference.part {
      case .extent: return .extend(index)
      // The ink of a group is known when that of its boxes is.
      case .ink where !nesting.children[index].isEmpty: return .extend(index)
      default: return .place(index)
      }
    }

    var seen: Set<Step> = []
    // No recursion: the depth of references must not be limited by a thread's stack.
    func order(_ start: Step, into steps: inout [Step]) {
      guard seen.insert(start).inserted else { return }
      var open = [(step: start, dependencies: dependencies(of: start))]
      while let step = open.last?.step {
        if let next = open[open.count - 1].dependencies.popLast() {
          if seen.insert(next).inserted { open.append((next, dependencies(of: next))) }
        } else {
          steps.append(step)
          open.removeLast()
        }
      }
    }
    for index in boxes.indices { order(.place(index), into: &placing) }
    for index in boxes.indices { order(.extend(index), into: &extending) }
  }
}
