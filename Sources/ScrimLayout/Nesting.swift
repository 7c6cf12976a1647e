/// Which box is in which group, by their indices in document order: a group comes before the boxes in it.
package struct Nesting: Sendable {
  /// Those that are in no group, bottom first.
  package private(set) var roots: [Int] = []
  /// The group that each box is in.
  package private(set) var parents: [Int?] = []
  /// The boxes in each group, bottom first; of every other box none.
  package private(set) var children: [[Int]] = []

  /// - Parameters:
  ///   - elements: Those that are in no group.
  ///   - inside: What is in one of them.
  package init<Element>(_ elements: [Element], inside: (Element) -> [Element]) {
    roots = elements.map { add($0, to: nil, inside) }
  }

  /// - Parameter parents: The group that each box is in; groups come before the boxes in them.
  package init(parents: [Int?]) {
    self.parents = parents
    children = Array(repeating: [], count: parents.count)
    for (index, parent) in parents.enumerated() {
      if let parent { children[parent].append(index) } else { roots.append(index) }
    }
  }

  private mutating func add<Element>(
    _ element: Element, to parent: Int?, _ inside: (Element) -> [Element]
  ) -> Int {
    let index = parents.count
    parents.append(parent)
    children.append([])
    children[index] = inside(element).map { add($0, to: index, inside) }
    return index
  }
}
