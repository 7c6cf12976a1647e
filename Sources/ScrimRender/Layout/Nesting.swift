import ScrimJob

/// Which layer is in which group, by their indices in document order.
struct Nesting {
  /// Those that are in no group, bottom first.
  private(set) var roots: [Int] = []
  /// The group that each layer is in.
  private(set) var parents: [Int?] = []
  /// The layers in each group, bottom first; of every other layer none.
  private(set) var children: [[Int]] = []

  /// - Parameter layers: Those of the job that are in no group.
  init(_ layers: [Layer]) {
    roots = layers.map { add($0, to: nil) }
  }

  private mutating func add(_ layer: Layer, to parent: Int?) -> Int {
    let index = parents.count
    parents.append(parent)
    children.append([])
    if case .group(let inside) = layer.content {
      children[index] = inside.map { add($0, to: index) }
    }
    return index
  }
}
