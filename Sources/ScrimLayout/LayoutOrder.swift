import ScrimKit

/// The order in which boxes are solved: each after those that it refers to, whatever their order in
/// the document and however long the chain is.
struct LayoutOrder {
  typealias Step = LayoutGraph.Step

  /// The steps that frames depend on: every box's place, and some extents.
  private(set) var placing: [Step] = []
  /// All other extents.
  private(set) var extending: [Step] = []

  /// - Parameter graph: Boxes in a cycle get some order; cycles are refused when the job is read.
  init(_ graph: LayoutGraph) {
    var seen = SeenSteps(boxes: graph.boxes.count)
    // No recursion: the depth of references must not be limited by a thread's stack. Below the steps that a step
    // depends on stands the step itself, which then comes after them.
    var open: [(step: Step, isExpanded: Bool)] = []
    func order(_ start: Step, into steps: inout [Step]) {
      open.append((start, false))
      while let (step, isExpanded) = open.popLast() {
        if isExpanded {
          steps.append(step)
        } else if seen.insert(step) {
          open.append((step, true))
          graph.visitEdges(of: step) { target, _ in open.append((target, false)) }
        }
      }
    }
    for index in graph.boxes.indices { order(.place(index), into: &placing) }
    for index in graph.boxes.indices { order(.extend(index), into: &extending) }
  }
}

/// A set of steps.
private struct SeenSteps {
  private var isSeen: [Bool]

  init(boxes: Int) { isSeen = Array(repeating: false, count: boxes * LayoutGraph.Step.kinds) }

  /// - Returns: Whether the step is new.
  mutating func insert(_ step: LayoutGraph.Step) -> Bool {
    let index = step.box * LayoutGraph.Step.kinds + step.kind
    defer { isSeen[index] = true }
    return !isSeen[index]
  }
}
