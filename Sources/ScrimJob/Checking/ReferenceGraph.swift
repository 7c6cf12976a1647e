import ScrimJSON
import ScrimKit
import ScrimLayout

/// Finds the cycles of the layout's dependency graph, and names them at the references that cause them.
struct ReferenceGraph {
  private struct Edge {
    let target: Int
    /// The reference that causes the dependency; `nil` if nesting does.
    let use: LayerIndex.Use?
  }

  private let entries: [LayerIndex.Entry]
  private let graph: LayoutGraph
  /// The steps found so far, and the edges of each.
  private var steps: [LayoutGraph.Step] = []
  private var numbers: [LayoutGraph.Step: Int] = [:]
  private var edges: [[Edge]] = []

  init(_ layerIndex: LayerIndex, _ byId: [String: Int]) {
    entries = layerIndex.entries
    let boxes = entries.map { entry in
      var box = entry.box
      if entry.content == .group { box.sizing = .group }
      box.isDisplayed = !entry.isHidden
      let uses = entry.uses.filter { $0.purpose == .effect || $0.purpose == .content }
      box.references = Set(uses.map(\.reference))
      box.drawsByReferences = uses.contains { $0.purpose == .content }
      return box
    }
    let images = entries.map { entry in
      entry.uses.filter { $0.purpose == .layerImage }.map(\.reference)
    }
    graph = LayoutGraph(
      boxes, Nesting(parents: entries.map(\.parent)), indices: byId, images: images)
    for index in entries.indices {
      add(.place(index))
      add(.extend(index))
    }
    var next = 0
    while next < steps.count {
      edges.append(
        graph.edges(of: steps[next]).map { edge in
          Edge(target: add(edge.target), use: edge.cause.flatMap(use))
        })
      next += 1
    }
  }

  @discardableResult private mutating func add(_ step: LayoutGraph.Step) -> Int {
    if let number = numbers[step] { return number }
    steps.append(step)
    numbers[step] = steps.count - 1
    return steps.count - 1
  }

  /// Where the reference of a dependency is.
  private func use(of cause: (reference: Reference, box: Int)) -> LayerIndex.Use? {
    entries[cause.box].uses.first { $0.reference == cause.reference }
  }

  /// Reports each cycle once, at its first reference in the document.
  func checkRings() {
    var state = Array(repeating: State.new, count: edges.count)
    for node in edges.indices where state[node] == .new { visit(node, &state) }
  }

  private enum State {
    case new, open, done
  }

  /// Searches depth-first from a node, without recursion: with the configured maximum of layers, the recursion could
  /// be that deep.
  private func visit(_ start: Int, _ state: inout [State]) {
    // The nodes on the path from the start, each with its next edge.
    var trail = [(node: start, next: 0)]
    state[start] = .open
    while let (node, next) = trail.last {
      guard next < edges[node].count else {
        state[node] = .done
        trail.removeLast()
        continue
      }
      trail[trail.count - 1].next += 1
      let target = edges[node][next].target
      switch state[target] {
      case .done:
        break
      case .new:
        state[target] = .open
        trail.append((target, 0))
      case .open:
        let first = trail.firstIndex { $0.node == target } ?? trail.endIndex
        report(trail[first...].map { ($0.node, edges[$0.node][$0.next - 1]) })
      }
    }
  }

  private func report(_ cycle: [(node: Int, edge: Edge)]) {
    let uses = cycle.enumerated().compactMap { index, step in
      step.edge.use.map { (index: index, place: $0.place) }
    }
    let first = uses.min { one, other in
      one.place.node.position < other.place.node.position
    }
    guard let first else { return }
    // The cycle, from the layer of the reported reference; each layer is named once.
    let order = Array(cycle[first.index...] + cycle[..<first.index])
    var names: [String] = []
    for step in order {
      let name = name(steps[step.node].box)
      if names.last != name { names.append(name) }
    }
    if names.count > 1, names.last == names.first { names.removeLast() }
    first.place.report(
      code: "reference-ring",
      "circular reference: \((names + names.prefix(1)).joined(separator: " → ")).")
  }

  private func name(_ layer: Int) -> String {
    entries[layer].id.map { "#\($0)" } ?? entries[layer].place.path.displayPath
  }
}
