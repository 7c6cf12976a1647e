import ScrimJSON
import ScrimKit

/// The dependencies between layers: the frame of a layer (and its text) precedes its finished image.
///
/// Two nodes per layer: a frame may depend on frames and, through `#id/extent`, on images. An image depends on its
/// own frame, on the references of its effects and mask, and on a group's children.
struct ReferenceGraph {
  private struct Edge {
    let target: Int
    /// The reference that causes the dependency; `nil` if nesting does.
    let use: LayerIndex.Use?
  }

  private let entries: [LayerIndex.Entry]
  private var edges: [[Edge]]

  init(_ layerIndex: LayerIndex, _ byId: [String: Int]) {
    entries = layerIndex.entries
    edges = Array(repeating: [], count: entries.count * 2)
    for (index, entry) in entries.enumerated() {
      edges[Self.layerImage(index)].append(Edge(target: Self.frame(index), use: nil))
      if let parent = entry.parent {
        edges[Self.frame(index)].append(Edge(target: Self.frame(parent), use: nil))
        edges[Self.layerImage(parent)].append(Edge(target: Self.layerImage(index), use: nil))
      }
      for use in entry.uses {
        guard let id = use.reference.id, let target = byId[id] else { continue }
        let source = use.purpose == .frame ? Self.frame(index) : Self.layerImage(index)
        edges[source].append(Edge(target: Self.node(use, target, entries), use: use))
      }
    }
  }

  private static func frame(_ layer: Int) -> Int { layer * 2 }
  private static func layerImage(_ layer: Int) -> Int { layer * 2 + 1 }

  private static func node(_ use: LayerIndex.Use, _ layer: Int, _ entries: [LayerIndex.Entry])
    -> Int
  {
    if use.purpose == .layerImage { return layerImage(layer) }
    switch use.reference.part {
    // The concealed parts are known with the layer's text, before drawing.
    case .frame, .line, .lines, .match, .concealed: return frame(layer)
    // A group's ink is that of its children; every other layer's ink follows from its frame.
    case .ink: return entries[layer].content == .group ? layerImage(layer) : frame(layer)
    case .extent: return layerImage(layer)
    }
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

  private func report(_ steps: [(node: Int, edge: Edge)]) {
    let uses = steps.enumerated().compactMap { index, step in
      step.edge.use.map { (index: index, place: $0.place) }
    }
    let first = uses.min { one, other in
      one.place.node.position < other.place.node.position
    }
    guard let first else { return }
    // The cycle, from the layer of the reported reference; each layer is named once.
    let order = Array(steps[first.index...] + steps[..<first.index])
    var names: [String] = []
    for step in order {
      let name = name(step.node / 2)
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
